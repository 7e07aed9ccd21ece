#include <catch2/catch_test_macros.hpp>

#include "stack.hpp"

TEST_CASE("never seen") { CHECK(Stack().depth() == 0); }
