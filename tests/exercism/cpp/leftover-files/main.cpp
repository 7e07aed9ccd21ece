#include "leftover_files.cpp"
#define CATCH_CONFIG_MAIN
#include "test/catch.hpp"

TEST_CASE("mine") { REQUIRE(leftover::twice(1) == 2); }
