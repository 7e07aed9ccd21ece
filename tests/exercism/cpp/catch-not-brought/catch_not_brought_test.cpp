#include "catch_not_brought.h"
#include "test/catch.hpp"

TEST_CASE("adds two numbers")
{
    REQUIRE(sum(1, 1) == 2);
}
