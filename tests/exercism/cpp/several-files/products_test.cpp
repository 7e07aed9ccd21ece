#include "several_files.h"
#ifdef EXERCISM_TEST_SUITE
#include <catch2/catch_all.hpp>
#else
#include "test/catch.hpp"
#endif

TEST_CASE("multiplies")
{
    REQUIRE(sums::multiply(2, 3) == 6);
}
