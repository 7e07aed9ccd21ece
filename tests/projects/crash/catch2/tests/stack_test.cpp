#include <catch2/catch_test_macros.hpp>
#include <csignal>

#include "stack.hpp"

TEST_CASE("before") { CHECK(Stack().size() == 0); }

TEST_CASE("crashes") { std::raise(SIGSEGV); }

TEST_CASE("after") { CHECK_THROWS(Stack().pop()); }
