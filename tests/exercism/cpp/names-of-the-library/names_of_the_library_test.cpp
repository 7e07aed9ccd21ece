#include "names_of_the_library.h"
#ifdef EXERCISM_TEST_SUITE
#include <catch2/catch.hpp>
#else
#include "test/catch.hpp"
#endif

#include <unordered_set>

TEST_CASE("paths") {
    REQUIRE(geo::path() == std::vector<int>{1, 2});
    REQUIRE(twice(advance) == step);
}

#if defined(EXERCISM_RUN_ALL_TESTS)

TEST_CASE("places") {
    const std::unordered_set<geo::Place> places{{1}, {2}, {1}};
    REQUIRE(places.size() == 2);
    REQUIRE(std::to_string(geo::Place{3}) == "at 3");
}

TEST_CASE("swapped") {
    geo::Place one{1}, other{2};
    std::swap(one, other);
    REQUIRE(one == geo::Place{2});
}

#endif
