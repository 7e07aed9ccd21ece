#include "library_of_its_own.h"
#ifdef EXERCISM_TEST_SUITE
#include <catch2/catch.hpp>
#else
#include "test/catch.hpp"
#endif

TEST_CASE("hauls") {
    REQUIRE(fishing::haul(3) == std::vector<fishing::Catch>{fishing::Catch("cod"), fishing::Catch("eel"), fishing::Catch("cod")});
}

#if defined(EXERCISM_RUN_ALL_TESTS)

TEST_CASE("counts") {
    REQUIRE(fishing::different(fishing::haul(5)) == 2);
}

TEST_CASE("writes") {
    std::string text;
    fishing::write(text, fishing::haul(2).back());
    REQUIRE(text == "eel");
}

#endif
