"""Catch2: names that the command line understands otherwise, programs with a main of their own."""
from situations import table

CMAKE = """cmake_minimum_required(VERSION 3.16)
project(s CXX)
set(CMAKE_CXX_STANDARD 17)
find_package(Catch2 3 REQUIRED)
enable_testing()
add_executable(t t.cpp)
target_link_libraries(t PRIVATE Catch2::Catch2)
add_test(NAME t COMMAND t)
"""
# One program for all, as it takes seconds to compile.
PROGRAM = r"""#include <catch2/catch_session.hpp>
#include <catch2/catch_test_macros.hpp>
#include <cstdio>
#include <string>
static void one_of_many() { CHECK(true); }
TEST_CASE("Test case with a, in it") { REQUIRE(1 == 0); }
TEST_CASE("Square [brackets]; and more") { REQUIRE(1 == 0); }
TEST_CASE("Test1[") { REQUIRE(true); }
TEST_CASE("skips its last part") {
    SUCCEED("a");
    SECTION("b") { CHECK(true); }
    SECTION("c") { SKIP("not here"); }
}
TEST_CASE("nested") {
    SECTION("outer") { CHECK(1 == 1); SECTION("inner a") { CHECK(1 == 1); } SECTION("inner b") { CHECK(1 == 1); } }
}
TEST_CASE("expected to fail", "[!shouldfail]") { CHECK(1 == 2); }
int main(int argc, char** argv) {
    for (int i = 0; i < 130; ++i) REGISTER_TEST_CASE(one_of_many, "one of many " + std::to_string(i));
    Catch::Session().run(argc, argv);
    std::getchar();
    return 0;
}
"""
row = table("", {"CMakeLists.txt": CMAKE, "t.cpp": PROGRAM})

ROWS = [
    row("catchorg/Catch2#1327",
        "Names with commas and brackets ran no test and passed; a skipped section counted the case twice; a main that ends with 0, "
        "or waits for a key.",
        {}, code="TEST_INCONSISTENT", native="",
        tests={"Test case with a, in it": "fail", "Square [brackets]; and more": "fail", "Test1[": "pass", "skips its last part": "skip",
               "nested": "pass", "expected to fail": "pass", **{f"one of many {i}": "pass" for i in range(130)}}, says=("1 == 0", "not here"),
        then=(("--rerun-failed",), "TEST_INCONSISTENT", {"Test case with a, in it": "fail", "Square [brackets]; and more": "fail"})),
]
