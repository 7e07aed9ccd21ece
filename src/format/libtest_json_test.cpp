#include "format/libtest_json.hpp"

#include <gmock/gmock.h>

#include "format/reader_testing.hpp"

namespace proctor::format {
namespace {
using testing::HasSubstr;

std::string begun(int tests) {
  return fmt::format("{{\"type\":\"suite\",\"event\":\"started\",\"test_count\":{}}}\n", tests);
}
std::string rust(std::string_view name, std::string_view event, std::string_view more = "") {
  return fmt::format("{{\"type\":\"test\",\"name\":\"{}\",\"event\":\"{}\"{}}}\n", name, event, more);
}
std::string over(int passed, int failed, int ignored) {
  return fmt::format(
      "{{\"type\":\"suite\",\"event\":\"{}\",\"passed\":{},\"failed\":{},\"ignored\":{},\"measured\":0}}\n",
      failed > 0 ? "failed" : "ok", passed, failed, ignored);
}

TEST(LibtestJson, ReadsWhatEachTestCameTo) {
  EXPECT_EQ(
      told(
          "libtest-json",
          "   Compiling x\n" + begun(3) + rust("a", "started") + rust("a", "ok", ",\"exec_time\":0.5") +
              rust("b", "started") +
              rust(
                  "b", "failed",
                  R"(,"stdout":"before\n\nthread 'b' (3) panicked at src/lib.rs:8:44:\nno\n","message":"m")") +
              "printed by a test\n" + rust("c", "ignored", ",\"message\":\"slow\"") + over(1, 1, 1)),
      "a: pass\nb: fail <m\\nthread 'b' (3) panicked at src/lib.rs:8:44:\\nno> [before\\n] "
      "(src/lib.rs:8)\nc: skip <slow>\n");
}

// process::exit(0): the program ends, and cargo goes on with the next one and with 0.
TEST(LibtestJson, AProgramThatEndsEarlyIsNoPass) {
  EXPECT_EQ(
      told("libtest-json", "     Running tests/it.rs (target/it-1)\n" + begun(2) + rust("a", "started") +
                               rust("a", "ok") + rust("b", "started") + "   Doc-tests x\n" + begun(1) +
                               rust("c", "started") + rust("c", "ok") + over(1, 0, 0)),
      "it | a: pass\nit | b: open\nDoc-tests x | c: pass\n"
      "it | [ended early]: error <it ended early: 1 of its 2 tests have a result>\n"
      "! it ended early: 1 of its 2 tests have a result\n! it b began and has no result\n");
}

// Other frameworks' reporters write as libtest does: they tell each test's place, and no number of tests
// before they end.
TEST(LibtestJson, ATestMayTellItsPlaceAndWhatItPrintsIsItsOutput) {
  const std::string begin = "{\"type\":\"suite\",\"event\":\"started\"}\n";
  const std::string at = ",\"file\":\"a.lua\",\"line\":3";
  const std::string in_a = rust("x", "started", at) + "error: printed\n\n" + rust("x", "ok", at);
  const std::string in_b = rust("x", "ok", ",\"file\":\"b.lua\"");
  EXPECT_EQ(told("libtest-json", begin + in_a + "error: between\n" + in_b + over(2, 0, 0),
                 {.plan = rust("x", "discovered", at)}),
            "a.lua | x: pass [error: printed\\n] (a.lua:3)\nb.lua | x: pass\n");
  EXPECT_EQ(told("libtest-json", begin + in_b + rust("y", "started", at)),
            "b.lua | x: pass\na.lua | y: open (a.lua:3)\n! a.lua y began and has no result\n");
  EXPECT_EQ(told("libtest-json", begin + in_b),
            "b.lua | x: pass\n[ended early]: error <the run ended early: 1 tests have a result>\n"
            "! the run ended early: 1 tests have a result\n");
}

// The plan, or standard error, says what cargo calls the programs; of a binary the path tells which it is.
TEST(LibtestJson, AProgramIsCalledAsItsCrateIs) {
  const std::string plan =
      "     Running unittests src/lib.rs (target/debug/deps/x-1)\na: test\n\n1 test, 0 benchmarks\n"
      "     Running tests/ui.rs (target/debug/deps/ui-2)\nno list of libtest's\n"
      "     Running unittests src/main.rs (target/debug/deps/x-3)\na: test\n\n1 test, 0 benchmarks\n"
      "   Doc-tests x\nsrc/lib.rs - f (line 1): test\n\n1 test, 0 benchmarks\n";
  const std::string a = begun(1) + rust("a", "started") + rust("a", "ok") + over(1, 0, 0);
  const std::string doc = begun(1) + rust("src/lib.rs - f (line 1)", "started") +
                          rust("src/lib.rs - f (line 1)", "ok") + over(1, 0, 0);
  EXPECT_EQ(told("libtest-json", a + a + doc, {.plan = plan}),
            "x | a: pass\nx src/main.rs | a: pass\nDoc-tests x | src/lib.rs - f (line 1): pass\n");
  EXPECT_EQ(told("libtest-json", a, {.stderr_text = "     Running tests/it.rs (target/debug/deps/it-0)\n"}),
            "it | a: pass\n");
  // One of two has no report: whose the other is can't be told.
  EXPECT_EQ(
      told("libtest-json", a, {.stderr_text = "     Running tests/it.rs (target/it-0)\n   Doc-tests x\n"}),
      "a: pass\n");
}

// Of bun and deno, by their folders' own words.
TEST(LibtestJson, AFileTellsTestsOfOneNameApart) {
  const std::string in_a = R"(,"file":"a_test.ts","line":3)", in_b = R"(,"file":"b_test.ts")";
  EXPECT_EQ(
      told("libtest-json", rust("x", "failed", in_a) + rust("x", "started", in_b) + rust("x", "ok", in_b),
           {.plan = rust("x", "discovered", in_a) + rust("x", "discovered", in_b) +
                    rust("y", "discovered", in_b)}),
      "a_test.ts | x: fail (a_test.ts:3)\nb_test.ts | x: pass\nb_test.ts | y: not run\n");
}

TEST(LibtestJson, WhatContradictsIsSaid) {
  const std::string one = rust("a", "started") + rust("a", "ok");
  EXPECT_THAT(told("libtest-json", begun(2) + one + over(1, 0, 0)),
              HasSubstr("! test program 1 says that it has 2 tests"));
  EXPECT_THAT(told("libtest-json", begun(1) + one + over(2, 0, 0)), HasSubstr("! test program 1 says"));
  EXPECT_THAT(told("libtest-json", begun(1) + one + rust("a", "failed") + over(1, 0, 0)),
              HasSubstr("a: fail\n! a has two results\n"));
  EXPECT_THAT(told("libtest-json", begun(1) + one + over(1, 0, 0).substr(0, 30)), HasSubstr("! "));
}

TEST(LibtestJson, APlannedTestOfAProgramWithoutResultsIsKnown) {
  EXPECT_EQ(told("libtest-json", begun(1) + rust("a", "started") + rust("a", "ok") + over(1, 0, 0),
                 {.plan = "a: test\nb: test\n\n2 tests, 0 benchmarks\na: test\n\n1 test, 0 benchmarks\n"}),
            "a: pass\nb: not run\na: not run\n! 1 of 2 test programs were run\n");
}

TEST(LibtestJson, WhatCanNotBeCompiledIsAnErrorInTheCompilersWords) {
  const std::string words =
      "error[E0425]: cannot find x\n --> src/lib.rs:1:1\nerror: could not compile `y`\n";
  EXPECT_EQ(told("libtest-json", "", {.stderr_text = words}),
            "[build failed]: error <error[E0425]: cannot find x\\n --> src/lib.rs:1:1\\nerror: could not "
            "compile `y`\\n>\n"
            "error: error[E0425]: cannot find x\\n --> src/lib.rs:1:1\\nerror: could not compile `y`\\n\n");
  EXPECT_EQ(told("libtest-json", "",
                 {.stderr_text = "error: test failed, to rerun pass `--lib`\nerror: 1 target failed:\n"}),
            "");
}

TEST(LibtestJson, WhatATestHasACompilerSayIsNoErrorOfTheBuild) {
  const std::string passed = begun(1) + rust("a", "started") + rust("a", "ok") + over(1, 0, 0);
  const std::string running = "     Running tests/it.rs (target/debug/deps/it-0)\n";
  const std::string words =
      "error[E0463]: can't find crate for `none`\nerror: aborting due to 1 previous error\n";
  EXPECT_EQ(told("libtest-json", passed, {.stderr_text = running + words}), "it | a: pass\n");
  EXPECT_EQ(told("libtest-json", begun(1) + words + passed.substr(begun(1).size())), "a: pass\n");
  // Before the first program, and of another call of cargo, they are; and so is documentation that has
  // errors.
  EXPECT_THAT(told("libtest-json", passed, {.stderr_text = words + running}),
              HasSubstr("[build failed]: error"));
  EXPECT_THAT(
      told("libtest-json", passed, {.stderr_text = running + words + "error: could not compile `y`\n"}),
      HasSubstr("[build failed]: error"));
  EXPECT_THAT(told("libtest-json", passed, {.stderr_text = running + "   Doc-tests y\n" + words}),
              HasSubstr("[build failed]: error"));
}

}  // namespace
}  // namespace proctor::format
