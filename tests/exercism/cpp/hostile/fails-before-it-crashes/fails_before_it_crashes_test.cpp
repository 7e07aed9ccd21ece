#include "fails_before_it_crashes.h"
#ifdef EXERCISM_TEST_SUITE
#include <catch2/catch_all.hpp>
#else
#include "test/catch.hpp"
#endif

#include <sys/wait.h>
#include <unistd.h>

TEST_CASE("adds")
{
    CHECK(sums::add(1, 2) == 3);
    CHECK(sums::add(1, 0) == 1);
    CHECK(sums::add(2, 2) == 4);
    REQUIRE(sums::list(3)->size() == 3);
}

#if defined(EXERCISM_RUN_ALL_TESTS)
TEST_CASE("ends")
{
    SECTION("early")
    {
        CHECK(sums::add(3, 1) == 4);
        REQUIRE(sums::act(4) == 4);
    }
}

TEST_CASE("fails in a child alone")
{
    const int child = fork();
    if (child == 0) {
        CHECK(sums::add(1, 1) == 2);
        _exit(7);
    }
    int status = 0;
    waitpid(child, &status, 0);
    REQUIRE(WEXITSTATUS(status) == 7);
}

TEST_CASE("fails and goes on")
{
    CHECK(sums::add(6, 1) == 7);
    CHECK(sums::act(6) == 6);
}
#endif
