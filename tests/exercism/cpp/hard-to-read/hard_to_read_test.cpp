#include "hard_to_read.h"
#ifdef EXERCISM_TEST_SUITE
#include <catch2/catch_all.hpp>
#else
#include "test/catch.hpp"
#endif

// TEST_CASE("commented out") { REQUIRE(false); }

TEST_CASE(
    "a name "
    "in two parts",
    "[task_1]")
{
    // TEST_CASE("not a test")
    const char* const text = "} TEST_CASE(\"not one either\") {";
    REQUIRE(text[0] == '}');
}
/* between
   two tests */
TEST_CASE("one") { REQUIRE(parse::depth("{{}}") == 2); }
TEST_CASE("one and another") { REQUIRE(parse::depth(R"({"}"})") == 2); } // behind it

namespace inner {
TEST_CASE("in a namespace")
{
    const auto deep = [](const char* text) {
        return parse::depth(text);
    };

    REQUIRE(deep("{{{}}}") == 3);
}
}  // namespace inner

TEST_CASE("")
{
    REQUIRE(true);
}
