#include "exported_symbols.h"

#include <catch2/catch_all.hpp>

TEST_CASE("what the program exports isn't the library's") {
    REQUIRE(exported::names() == std::vector<std::string>{"a", "b"});
}
