#include "format/go_test_json.hpp"

#include <gmock/gmock.h>

#include "format/reader_testing.hpp"

namespace proctor::format {
namespace {
using testing::HasSubstr;
using testing::Not;

// "run p TestA", "out p TestA text", "pass p TestA 0.5", "pass p": an event each; others are lines as they
// are.
std::string go_events(std::initializer_list<std::string_view> lines) {
  std::string all;
  for (const std::string_view line : lines) {
    std::vector<std::string> words;
    std::string_view rest = line;
    while (!rest.empty() && words.size() < 3) {
      const std::size_t space = std::min(rest.find(' '), rest.size());
      words.emplace_back(rest.substr(0, space));
      rest.remove_prefix(std::min(space + 1, rest.size()));
    }
    json::object event{{"Time", "2026-01-01T00:00:00Z"}, {"Action", words[0]}, {"Package", words[1]}};
    if (words.size() > 2 && words[2] != "-") event["Test"] = words[2];
    if (words[0] == "out") event["Action"] = "output";
    if (words[0] == "out") event["Output"] = std::string(rest);
    if (words[0] == "pass" || words[0] == "fail") event["Elapsed"] = 0.5;
    all += to_json_line(event) + '\n';
  }
  return all;
}

std::string told_go(std::initializer_list<std::string_view> lines, const ReadOptions& options = {}) {
  return told("go-test-json", go_events(lines), options);
}

TEST(GoTestJson, LinesOfTheLogAreTheMessageAndTheRestIsOutput) {
  EXPECT_EQ(told_go({"start p",
                     "run p TestA",
                     "out p TestA === RUN   TestA\n",
                     "out p TestA printed\n",
                     "out p TestA     a_test.go:7: bad\n",
                     "out p TestA         thing\n",
                     "out p TestA     a_test.go:9: second\n",
                     "out p TestA more\n",
                     "out p TestA --- FAIL: TestA (0.50s)\n",
                     "fail p TestA",
                     "run p TestB",
                     "out p TestB     a_test.go:3: logged\n",
                     "out p TestB --- PASS: TestB (0.00s)\n",
                     "pass p TestB",
                     "run p TestC",
                     "out p TestC     a_test.go:4: why\n",
                     "out p TestC --- SKIP: TestC (0.00s)\n",
                     "skip p TestC",
                     "out p - FAIL\n",
                     "out p - FAIL\tp\t0.008s\n",
                     "fail p"}),
            "p | TestA: fail <a_test.go:7: bad\\n    thing\\na_test.go:9: second> [printed\\nmore\\n] "
            "(a_test.go:7)\n"
            "p | TestB: pass [    a_test.go:3: logged\\n]\n"
            "p | TestC: skip <a_test.go:4: why> (a_test.go:4)\n");
}

TEST(GoTestJson, APanicIsTheMessageAndAPackageThatEndsByItEndedEarly) {
  EXPECT_EQ(
      told_go({"run p TestA", "out p TestA x\n", "out p TestA --- FAIL: TestA (0.00s)\n",
               "out p TestA panic: boom\n", "out p TestA goroutine 1\n", "fail p TestA",
               "out p - FAIL\tp\t0.1s\n", "fail p"}),
      "p | TestA: fail <panic: boom\\ngoroutine 1> [x\\n]\n"
      "p | [ended early]: error <The test program ended early: tests may not have run.\\nFAIL\tp\t0.1s\\n>\n"
      "! p ended early\n");
}

// syscall.Exit(0) in a test: the last line of the package, and its last event, are the test's.
TEST(GoTestJson, AnExitInATestIsNoPass) {
  for (const char* end : {"out p TestA ok  \tp\t0.1s\n", "out p TestA FAIL\tp\t0.1s\n"}) {
    const std::string text = told_go({"run p TestA", "out p TestA x\n", end, "pass p TestA"});
    EXPECT_THAT(text, HasSubstr("p | TestA: error <The test began and has no result.\\n> [x\\n]\n")) << text;
    EXPECT_THAT(text, HasSubstr("p | [ended early]: error <The test program ended early, inside of TestA"))
        << text;
    EXPECT_THAT(text, HasSubstr("! p ended early, inside of TestA\n")) << text;
  }
  const std::string forged = told_go({"run p TestA", "out p TestA --- PASS: TestA (0.00s)\n", "pass p TestA",
                                      "out p TestA ok  \tp\t0.1s\n", "pass p TestA"});
  EXPECT_THAT(forged, HasSubstr("! p ended early, inside of TestA"));
}

TEST(GoTestJson, APassNeedsItsOwnLine) {
  EXPECT_THAT(told_go({"run p TestA", "pass p TestA", "out p - PASS\n", "out p - ok  \tp\t0.1s\n", "pass p"}),
              HasSubstr("TestA: error <It is said to have passed, and its own `--- PASS` line is missing"));
  EXPECT_THAT(told_go({"run p TestA", "out p TestA --- PASS: TestAB (0.00s)\n", "pass p TestA",
                       "out p - PASS\n", "pass p"}),
              HasSubstr("TestA: error"));
}

// Before Go 1.20 a text without its line feed hides the line behind it, and benchmarks have no event.
TEST(GoTestJson, WhatGoItselfDoesNotTellIsReadFromTheLines) {
  const auto text = [](std::string_view end) {
    return told_go({"run p TestA", "out p TestA no newline--- PASS: TestA (0.00s)\n", "run p BenchmarkB",
                    "out p BenchmarkB BenchmarkB-2   \t1000\t   0.9 ns/op\n", end, "out p - ok  \tp\t0.1s\n",
                    "pass p"});
  };
  EXPECT_EQ(text("out p - PASS\n"),
            "p | TestA: pass [no newline]\np | BenchmarkB: pass [BenchmarkB-2   \t1000\t   0.9 ns/op\\n]\n");
  EXPECT_THAT(text("out p - \n"), HasSubstr("BenchmarkB: error"));
  EXPECT_THAT(told_go({"run p TestA", "out p TestA no newline--- PASS: TestA (0.00s)\n",
                       "out p - ok  \tp\t0.1s\n", "pass p"}),
              HasSubstr("TestA: error"));
}

TEST(GoTestJson, AnotherRoundIsAResultOfItsOwnAndASecondResultIsNot) {
  EXPECT_EQ(told_go({"run p A", "out p A --- PASS: A (0.00s)\n", "pass p A", "run p A",
                     "out p A --- FAIL: A (0.00s)\n", "fail p A", "out p - FAIL\n", "fail p"}),
            "p | A: pass\np | A: fail\n");
  EXPECT_EQ(told_go({"run p A", "out p A --- PASS: A (0.00s)\n", "pass p A", "fail p A", "out p - FAIL\n",
                     "fail p"}),
            "p | A: fail\np | [failed]: error <The package failed, and none of its tests did.\\nFAIL\\n>\n! "
            "p A has two results, or one without having begun\n");
}

TEST(GoTestJson, PackagesThatFailWithoutATestAreNamed) {
  EXPECT_EQ(told_go({"run p A", "out p A --- PASS: A (0.00s)\n", "pass p A", "out p - PASS\n",
                     "out p - FAIL\tp\t0.1s\n", "fail p", "out q - ?   \tq\t[no test files]\n", "skip q"}),
            "p | A: pass\np | [failed]: error <The package failed, and none of its tests "
            "did.\\nPASS\\nFAIL\tp\t0.1s\\n>\n? 1 package is without a test: q [no test files]\n");
  EXPECT_EQ(
      told_go({"start p", "run p A", "out p A --- PASS: A (0.00s)\n", "pass p A"}),
      "p | A: pass\np | [ended early]: error <The test program ended early: tests may not have run.\\n>\n"
      "! p ended early\n");
}

TEST(GoTestJson, WhatCanNotBeBuiltKeepsTheWordsOfTheCompiler) {
  const std::string words = "# m/b [m/b.test]\nb/b_test.go:5:33: undefined: x\n";
  const std::string wanted =
      "p | A: pass\nm/b | [build failed]: error <# m/b [m/b.test]\\nb/b_test.go:5:33: undefined: x\\n>\n"
      "error: # m/b [m/b.test]\\nb/b_test.go:5:33: undefined: x\\n\n";
  const std::string good =
      go_events({"run p A", "out p A --- PASS: A (0.00s)\n", "pass p A", "out p - PASS\n", "pass p"});
  // Go 1.19: a line of text; 1.23: an event; both with the words on standard error, or in the same stream.
  EXPECT_EQ(told("go-test-json", good + "FAIL\tm/b [build failed]\n", {.stderr_text = words}), wanted);
  EXPECT_EQ(told("go-test-json", words + good + "FAIL\tm/b [build failed]\n"), wanted);
  EXPECT_EQ(told("go-test-json", good + go_events({"out m/b - FAIL\tm/b [build failed]\n", "fail m/b"}),
                 {.stderr_text = words}),
            wanted);
  // Tests in a package of their own.
  EXPECT_THAT(told("go-test-json", "# m/b_test [m/b.test]\nb/b_test.go:5:33: undefined: x\n" + good +
                                       "FAIL\tm/b [build failed]\n"),
              HasSubstr("m/b | [build failed]: error <# m/b_test [m/b.test]\\nb/b_test.go"));
  // Go 1.24: all of it are events.
  EXPECT_EQ(
      told(
          "go-test-json",
          R"({"ImportPath":"m/b [m/b.test]","Action":"build-output","Output":"# m/b [m/b.test]\n"})"
          "\n"
          R"({"ImportPath":"m/b [m/b.test]","Action":"build-output","Output":"b/b_test.go:5:33: undefined: x\n"})"
          "\n"
          R"({"ImportPath":"m/b [m/b.test]","Action":"build-fail"})"
          "\n" +
              good +
              R"({"Action":"output","Package":"m/b","Output":"FAIL\tm/b [build failed]\n"})"
              "\n"
              R"({"Action":"fail","Package":"m/b","Elapsed":0,"FailedBuild":"m/b [m/b.test]"})"
              "\n"),
      wanted);
}

TEST(GoTestJson, APlannedTestWithoutAResultIsKnown) {
  const std::initializer_list<std::string_view> run = {"run p TestA", "out p TestA --- PASS: TestA (0.00s)\n",
                                                       "pass p TestA", "out p - PASS\n", "pass p"};
  const std::string wanted = "p | TestA: pass\np | TestB: not run\n";
  EXPECT_EQ(told_go(run, {.plan = "TestA\nTestB\nBenchmarkC\nok  \tp\t0.003s\n"}), wanted);
  EXPECT_EQ(told_go(run, {.plan = go_events(
                              {"start p", "out p - TestA\n", "out p - TestB\n", "out p - ok  \tp\t0.1s\n"})}),
            wanted);
}

TEST(GoTestJson, ATestWithSubTestsIsAGroupIfAskedFor) {
  const auto text = [](std::string_view message, bool groups) {
    return told_go({"run p A", "run p A/x", "out p A/x --- FAIL: A/x (0.00s)\n", "fail p A/x", message,
                    "out p A --- FAIL: A (0.00s)\n", "fail p A", "out p - FAIL\n", "fail p"},
                   {.groups = groups});
  };
  EXPECT_EQ(text("out p A x\n", true), "p | A: group [x\\n]\np | A/x: fail\n");
  EXPECT_EQ(text("out p A x\n", false), "p | A: fail <One of its sub-tests failed.> [x\\n]\np | A/x: fail\n");
  EXPECT_EQ(text("out p A     a_test.go:3: own\n", true),
            "p | A: fail <a_test.go:3: own> (a_test.go:3)\np | A/x: fail\n");
}

TEST(GoTestJson, WhatGoLeavesOutIsTold) {
  const std::string left_out = "=== MODULE sub\n=== MODULE a b\n=== BUILT  a_test.go integration && !x\n";
  const std::string run =
      go_events({"run p A", "out p A --- PASS: A (0.00s)\n", "pass p A", "out p - PASS\n", "pass p"});
  EXPECT_EQ(told("go-test-json", left_out + run, {.groups = true}),
            "p | A: pass\n? Tests weren't run that stand in a go module of their own: sub, a b. Run them by "
            "`proctor test sub`, `proctor test 'a b'`\n");
  const std::string none =
      "error: No test was built: each file of tests has a build constraint that doesn't hold: a_test.go "
      "(integration && !x). Give the tag to go: GOFLAGS=-tags=NAME proctor test\n";
  EXPECT_EQ(told("go-test-json", left_out, {.stderr_text = "no packages to test\n", .groups = true}), none);
  EXPECT_EQ(told("go-test-json", left_out + go_events({"out q - ?   \tq\t[no test files]\n", "skip q"}),
                 {.groups = true}),
            none);
  EXPECT_THAT(
      told("go-test-json", left_out, {.stderr_text = "go: cannot find main module\n", .groups = true}),
      HasSubstr("error: go: cannot find main module\\n\n"));
}

// Lines of frameworks/go/go.sh.
TEST(GoTestJson, WhatOurOwnRunsTellOfAPackageNamesItsTests) {
  const std::initializer_list<std::string_view> run = {"out m/a - === PLACE  a\n",
                                                       "out m/a - === PLAN   TestA a_test.go:5\n",
                                                       "out m/a - === PLAN   TestB b_test.go:7\n",
                                                       "out m/a - === LOGS   a_test.go:6\n",
                                                       "run m/a TestA",
                                                       "out m/a TestA     a_test.go:6: said\n",
                                                       "run m/a TestA/x",
                                                       "out m/a TestA/x     a_test.go:9: bad\n",
                                                       "out m/a TestA --- FAIL: TestA (0.00s)\n",
                                                       "out m/a TestA/x     --- FAIL: TestA/x (0.00s)\n",
                                                       "fail m/a TestA/x",
                                                       "fail m/a TestA",
                                                       "out m/a - FAIL\n",
                                                       "fail m/a"};
  const auto reader = read_report("go-test-json", go_events(run), 7, {.groups = true});
  EXPECT_EQ(told(*reader),
            "a.TestA: group [    a_test.go:6: said\\n] (a/a_test.go:5)\na.TestB: not run (a/b_test.go:7)\n"
            "a.TestA | x: fail <a_test.go:9: bad> (a/a_test.go:9)\n");
}

// The panic of a part is told of the test around it, or of itself: the part is the culprit, and both are cut
// short.
TEST(GoTestJson, APanicIsThatOfThePart) {
  for (const std::string_view where : {"TestA", "TestA/x"}) {
    const std::string panic = fmt::format("out p {} panic: boom\n", where);
    const auto reader = read_report(
        "go-test-json",
        go_events({"run p TestA", "run p TestA/x", "out p TestA/x --- FAIL: TestA/x (0.00s)\n",
                   "out p TestA --- FAIL: TestA (0.00s)\n", panic,
                   where == "TestA" ? "fail p TestA/x" : "cont p",
                   where == "TestA" ? "fail p TestA" : "fail p TestA/x",
                   where == "TestA" ? "cont p" : "fail p TestA", "out p - FAIL\tp\t0.1s\n", "fail p"}),
        64, {.groups = true});
    const std::string_view around = where == "TestA" ? "fail <panic: boom>" : "group";
    EXPECT_EQ(told(*reader),
              fmt::format("p | TestA: {}\np | TestA/x: fail <panic: boom>\n! p ended early\n", around))
        << where;
    for (const TestEvent& test : reader->events().tests()) EXPECT_TRUE(test.cut) << test.id;
  }
}

TEST(GoTestJson, WhatIsPrintedWithoutALineFeedHidesNothing) {
  EXPECT_EQ(told_go({"run p A", "out p A text    a_test.go:7: bad\n", "out p A --- FAIL: A (0.00s)\n",
                     "fail p A", "out p - FAIL\n", "fail p"}),
            "p | A: fail <a_test.go:7: bad> [text] (a_test.go:7)\n");
  // Go before 1.20 tells neither that the part begins nor whose the output is.
  EXPECT_EQ(told_go({"run p A", "out p A text=== RUN   A/x\n", "out p A of x\n",
                     "out p A --- PASS: A (0.00s)\n", "out p A/x     --- PASS: A/x (0.00s)\n", "pass p A/x",
                     "pass p A", "out p - PASS\n", "pass p"}),
            "p | A: pass [text]\np | A/x: pass [of x\\n]\n");
}

TEST(GoTestJson, ThePartOfATestMayHaveASlashInItsName) {
  const auto reader =
      read_report("go-test-json",
                  go_events({"run p A", "run p A/GET_/x/y", "out p A/GET_/x/y --- FAIL: A/GET_/x/y (0.00s)\n",
                             "fail p A/GET_/x/y", "out p A --- FAIL: A (0.00s)\n", "fail p A",
                             "out p - FAIL\n", "fail p"}),
                  64, {.groups = true});
  EXPECT_EQ(told(*reader), "p | A: group\np | A/GET_/x/y: fail\n");
}

TEST(GoTestJson, ALineThatIsCutIsSaid) {
  const std::string whole =
      go_events({"run p A", "out p A --- PASS: A (0.00s)\n", "pass p A", "out p - PASS\n", "pass p"});
  EXPECT_EQ(told("go-test-json", whole), "p | A: pass\n");
  for (std::size_t cut = 1; cut + 1 < whole.size(); ++cut)
    EXPECT_THAT(told(*read_report("go-test-json", std::string_view(whole).substr(0, cut), 64)),
                HasSubstr("! "))
        << cut;
}

TEST(GoTestJson, TextIsBounded) {
  std::string text = go_events({"run p A"});
  for (int i = 0; i < 3'000; ++i) text += go_events({"out p A 0123456789012345678901234567890123456789\n"});
  const auto reader = read_report("go-test-json", text, 4096);
  EXPECT_LE(reader->events().tests().front().output.size(), 2 * kMostTextOfATest);
}

}  // namespace
}  // namespace proctor::format
