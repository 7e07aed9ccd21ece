#include "format/bats_stream.hpp"

#include <gmock/gmock.h>

#include "format/reader_testing.hpp"

namespace proctor::format {
namespace {
using testing::HasSubstr;

const std::string kBegin = "1..1\nsuite /x/a.bats\nbegin 1 a\n";

TEST(BatsStream, TellsWhatBegins) {
  EXPECT_EQ(
      told("tap",
           "1..5\nsuite /x/a.bats\nhello\nbegin 1 one\nok 1 one in 13ms\n# said\nbegin 2 two # x\nsome text\n"
           "not ok 2 two # x\n# (in test file a.bats, line 5)\n#   `false' failed\n# printed\nbegin 3 three\n"
           "ok 3 three # skip no need\nbegin 4 slow\nnot ok 4 slow in 1001ms # timeout after 1s\n"
           "begin 5 five\n    ok 5 five\n"),
      "/x/a.bats | one: pass [hello\\nsaid\\n]\n"
      "/x/a.bats | two # x: fail <(in test file a.bats, line 5)\\n  `false' failed\\nprinted\\n> [some "
      "text\\n] (/x/a.bats:5)\n/x/a.bats | three: skip <no need>\n/x/a.bats | slow: fail <timeout after "
      "1s\\n>\n"
      "/x/a.bats | five: open [    ok 5 five\\n]\n! it planned 5 tests, and 4 have a result\n"
      "! /x/a.bats five began and has no result\n");
}

TEST(BatsStream, OnlyTheTestThatIsOpenHasAResultAndOnlyOne) {
  EXPECT_THAT(told("tap", kBegin + "ok 1 a\nnot ok 1 a\n"),
              HasSubstr("a: fail <Its second result: not ok>\n! test 1 (a) has two results"));
  EXPECT_THAT(told("tap", kBegin + "ok 1 b\nok 2 a\n"), HasSubstr("a: open [ok 1 b\\nok 2 a\\n]"));
  EXPECT_THAT(told("tap", "1..2\nsuite /x/a.bats\nbegin 1 a\nok 1 a\nok 2 b\n"),
              HasSubstr("! test 2 (b) has a result and never began\n"));
  EXPECT_THAT(told("tap", kBegin + "ok 1 a\n1..0\n"), testing::Not(HasSubstr("!")));
  EXPECT_THAT(told("tap", "suite /x/a.bats\nplan a\n" + kBegin + "ok 1 a\nnot ok 1 a in 1ms\n"),
              HasSubstr("a: fail [ok 1 a\\n]\n"));
  // It is tried again.
  EXPECT_EQ(told("tap", kBegin + "begin 1 a\nok 1 a in 3ms\n"), "/x/a.bats | a: pass\n");
}

TEST(BatsStream, WhatBatsWarnsOfBehindAllTestsIsAWarning) {
  const std::string told_of = told("tap", kBegin + "ok 1 a\n",
                                   {.stderr_text = "\nThe following warnings were encountered during tests:\n"
                                                   "BW01: `run`'s command `x` exited with code 127\n"
                                                   "      (in test file a.bats, line 1)\nother words\n"});
  EXPECT_THAT(told_of, HasSubstr("? bats warning: BW01: `run`'s command `x` exited with code 127"));
  EXPECT_THAT(told_of, HasSubstr("(in test file a.bats, line 1)"));
  EXPECT_THAT(told_of, testing::Not(HasSubstr("other words")));
}

TEST(BatsStream, ATestWhoseShellIsKilledHasFailedWhenTheNextBegins) {
  EXPECT_EQ(
      told("tap", "1..2\nsuite /x/a.bats\nbegin 1 a\nbegin 2 b\nok 2 b\n"),
      "/x/a.bats | a: fail <The test ended the whole program: its shell ended before bats had a result.>\n"
      "/x/a.bats | b: pass\n");
}

TEST(BatsStream, WhatFailsOutsideOfTests) {
  const std::string plan =
      "suite /x/a.bats\nplan \"a\"\nplan 'b'\nsuite /x/b.bats\nplan c\n1..3\nsuite /x/a.bats\n";
  const std::string c = "suite /x/b.bats\nbegin 3 c\nok 3 c in 1ms\n";
  EXPECT_EQ(
      told("tap",
           plan + "not ok 1 setup_file failed\n# (from function `setup_file' in test file a.bats, line 1)\n" +
               c),
      "/x/a.bats | a: error <(from function `setup_file' in test file a.bats, line 1)\\n>\n"
      "/x/a.bats | b: error <(from function `setup_file' in test file a.bats, line 1)\\n>\n"
      "/x/b.bats | c: pass\n");
  EXPECT_EQ(told("tap", plan + "not ok 1 setup_file failed\n# no such file\n" + c),
            "/x/a.bats | a: not run\n/x/a.bats | b: not run\n/x/b.bats | c: pass\n"
            "/x/a.bats | [not loaded]: error <no such file\\n>\n"
            "error: /x/a.bats:\\nsetup_file failed\\nno such file\n");
  EXPECT_EQ(told("tap", plan + "not ok 1 setup_file failed\n" + c, {.stderr_text = "line 3: what?"}),
            "/x/a.bats | a: not run\n/x/a.bats | b: not run\n/x/b.bats | c: pass\n"
            "/x/a.bats | [not loaded]: error\n"
            "error: /x/a.bats:\\nsetup_file failed\\n\\nline 3: what?\n");
  EXPECT_EQ(told("tap", kBegin + "ok 1 a\nnot ok 2 teardown_file failed\n# why\n"),
            "/x/a.bats | a: pass\n/x/a.bats | [teardown_file]: error <why\\n>\n");
  EXPECT_EQ(
      told("tap",
           kBegin + "ok 1 a\nnot ok 2 teardown_suite\n# (from function `f' in test file s.bash, line 2)\n"),
      "/x/a.bats | a: pass\ns.bash | [teardown_suite]: error <(from function `f' in test file s.bash, line "
      "2)\\n>\n");
}

TEST(BatsStream, WithoutAPlanNothingWasRun) {
  EXPECT_EQ(told("tap", "suite /x/a.bats\nplan a\n", {.stderr_text = "Error: Duplicate test name(s)\n"}),
            "/x/a.bats | a: not run\nerror: bats ended before the first test.\\n\\nError: Duplicate test "
            "name(s)\n");
  EXPECT_THAT(told("tap", "begin 1 a\nok 1 a\n"), HasSubstr("! it has no plan"));
}

TEST(BatsStream, ARunThatWasStoppedAtAFailureLeavesTheOthers) {
  EXPECT_EQ(
      told("tap",
           "suite /x/a.bats\nplan a\nplan b\n1..2\nsuite /x/a.bats\nbegin 1 a\nnot ok 1 a in 1ms\n# Received "
           "SIGINT, x\n"),
      "/x/a.bats | a: fail\n/x/a.bats | b: not run\n");
  EXPECT_THAT(told("tap", "1..2\nsuite /x/a.bats\nbegin 1 a\nok 1 a\n# Received SIGINT, x\n"),
              HasSubstr("! it planned 2 tests, and 1 have a result\n"));
}

TEST(BatsStream, NamesThatAreKnownWhenTheyRun) {
  const auto reader = read_report("tap",
                                  "suite /x/a.bats\nplan \"up to $MOST\"\nplan \"\\\"5\\$\\\"\"\n1..2\nsuite "
                                  "/x/a.bats\nbegin 1 up to 9\nok 1 up to 9 in 1ms\n"
                                  "begin 2 \"5$\"\nok 2 \"5$\" in 1ms\n",
                                  64);
  EXPECT_EQ(told(*reader), "/x/a.bats | up to $MOST: pass\n/x/a.bats | \"5$\": pass\n");
  EXPECT_EQ(reader->events().tests()[0].shown, "up to 9");
  EXPECT_EQ(reader->events().tests()[0].test, "/x/a.bats::\"up to $MOST\"");
  EXPECT_EQ(reader->events().tests()[1].test, "");
}

TEST(BatsStream, ABatsThatDoesNotSayWhatBegins) {
  EXPECT_EQ(
      told("tap",
           "suite /x/a.bats\nplan a\nplan b\n# bats warning: bats is old\n1..2\nok 1 a\nnot ok 2 b # timeout "
           "after 3s\n# why\n"),
      "/x/a.bats | a: pass\n/x/a.bats | b: fail <timeout after 3s\\nwhy\\n>\n? bats warning: bats is old\n");
}

TEST(BatsStream, SeveralRunsOneAfterTheOther) {
  EXPECT_EQ(told("tap", kBegin + "ok 1 a\n1..1\nsuite /x/b.bats\nbegin 1 a\nok 1 a\n"),
            "/x/a.bats | a: pass\n/x/b.bats | a: pass\n");
  EXPECT_THAT(told("tap", kBegin + "ok 1 a\n1..2\nsuite /x/b.bats\nbegin 1 a\nok 1 a\n"),
              HasSubstr("! it planned 2 tests, and 1 have a result\n"));
}

TEST(BatsStream, OfALongMessageBothEndsStay) {
  const std::string line = "# " + std::string(998, 'x') + '\n';
  std::string text = kBegin + "not ok 1 a\n# first\n";
  for (int i = 0; i < 200; ++i) text += line;
  const auto reader = read_report("tap", text + "# last\n", 4096);
  const std::string& message = reader->events().tests()[0].message;
  EXPECT_THAT(message, testing::AllOf(testing::StartsWith("first\n"), HasSubstr("\n[… "),
                                      HasSubstr(" lines left out …]\n"), testing::EndsWith("x\nlast\n")));
  EXPECT_LT(message.size(), 2 * kMostTextOfATest + 100);
}

}  // namespace
}  // namespace proctor::format
