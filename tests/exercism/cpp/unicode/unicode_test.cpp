#include "unicode.h"
#ifdef EXERCISM_TEST_SUITE
#include <catch2/catch_all.hpp>
#else
#include "test/catch.hpp"
#endif

TEST_CASE("grüßt auf Deutsch")
{
    REQUIRE(greet::german() == "Schöne Grüße");
}

TEST_CASE("日本語で挨拶する")
{
    REQUIRE(greet::japanese() == "こんにちは");
}

TEST_CASE("greets with \"quotes\", a \\ and 🎉")
{
    REQUIRE(greet::party() == "🎉 \"hurra\" 🎉");
}
