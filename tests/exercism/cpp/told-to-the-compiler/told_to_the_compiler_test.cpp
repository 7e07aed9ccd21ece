#include "told_to_the_compiler.h"
#ifdef EXERCISM_TEST_SUITE
#include <catch2/catch.hpp>
#else
#include "test/catch.hpp"
#endif

#include <stdexcept>
#include <unordered_set>

TEST_CASE("the best") {
    REQUIRE(fishing::Catch::best() == fishing::Catch(12));
    REQUIRE(std::unordered_set<fishing::Catch>{fishing::Catch(3)}.count(fishing::Catch(3)) == 1);
}

TEST_CASE("lighter than nothing") {
    REQUIRE_THROWS_AS(fishing::Catch(-1), std::domain_error);
}

TEST_CASE("a net") {
    const int expected = 0;
    REQUIRE(fishing::Net{}.mended(2) == expected);
    REQUIRE(std::string("net").size() == 3);
}
