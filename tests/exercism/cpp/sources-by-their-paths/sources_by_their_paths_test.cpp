#include "sources_by_their_paths.h"
#ifdef EXERCISM_TEST_SUITE
#include <catch2/catch.hpp>
#else
#include "test/catch.hpp"
#endif

TEST_CASE("twice") { REQUIRE(twice(2) == 4); }

#if defined(EXERCISM_RUN_ALL_TESTS)
TEST_CASE("thrice") { REQUIRE(thrice(2) == 6); }
#endif
