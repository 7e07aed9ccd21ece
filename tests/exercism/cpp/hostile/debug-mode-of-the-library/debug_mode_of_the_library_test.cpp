#include "debug_mode_of_the_library.h"
#include <catch2/catch_all.hpp>

TEST_CASE("a vector of the library's debug mode comes from the solution") {
    REQUIRE(checked::names() == std::vector<std::string>{"a", "b"});
}
TEST_CASE("and is looked at beyond its end") { REQUIRE(checked::third({1, 2}) == 0); }
