#include "tasks.cpp"
#ifdef EXERCISM_TEST_SUITE
#include <catch2/catch_all.hpp>
#else
#include "test/catch.hpp"
#endif

TEST_CASE("Oven time is 40 minutes", "[task_1]") {
    REQUIRE(ovenTime() == 40);
}

#if defined(EXERCISM_RUN_ALL_TESTS)

TEST_CASE("Remaining time", "[task_2]") {
    // two different times
    REQUIRE(remainingOvenTime(30) == 10);
    REQUIRE(remainingOvenTime(39) == 1);
}

TEST_CASE("Preparation time", "[easy][task_3]") { REQUIRE(preparationTime(2) == 4); }

// belongs to no test

TEST_CASE("Total, of all tasks", "[task_1][task_12]") {
    REQUIRE(ovenTime() + preparationTime(1) == 42);
}

TEST_CASE("Elapsed time", "[task_12]")
{
    REQUIRE(elapsedTime(3, 20) == 26);
}

#endif
