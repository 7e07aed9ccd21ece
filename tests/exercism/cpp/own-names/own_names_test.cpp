#include "own_names.h"
#ifdef EXERCISM_TEST_SUITE
#include <catch2/catch_all.hpp>
#else
#include "test/catch.hpp"
#endif

TEST_CASE("counts")
{
    REQUIRE(tally::twice() == 8);
}
