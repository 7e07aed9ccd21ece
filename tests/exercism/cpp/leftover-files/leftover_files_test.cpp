#include "leftover_files.h"

#include <catch2/catch_all.hpp>

TEST_CASE("files that nothing includes are nobody's affair") { REQUIRE(leftover::twice(2) == 4); }
