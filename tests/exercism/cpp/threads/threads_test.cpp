#include "threads.h"
#ifdef EXERCISM_TEST_SUITE
#include <catch2/catch_all.hpp>
#else
#include "test/catch.hpp"
#endif

TEST_CASE("four workers")
{
    REQUIRE(work::together(4) == 4);
}
