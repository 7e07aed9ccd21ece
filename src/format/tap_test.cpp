#include "format/tap.hpp"

#include <gmock/gmock.h>

#include "format/reader_testing.hpp"

namespace proctor::format {
namespace {
using testing::HasSubstr;

TEST(Tap, ReadsPointsDirectivesAndPlansInFrontAndBehind) {
  const std::string points =
      "ok 1 - one\nnot ok 2 two \\# 2\n# why\nok 3 # SKIP no need\nnot ok 4 - later # TODO soon\nok\nok 6 - "
      "fast # time=12ms\n";
  const std::string wanted =
      "one: pass\ntwo # 2: fail <why\\n>\ntest 3: skip <no need>\nlater: skip <TODO soon>\ntest 5: "
      "pass\nfast: pass\n";
  EXPECT_EQ(told("tap", "TAP version 13\n1..6\n" + points), wanted);
  EXPECT_EQ(told("tap", points + "1..6\n"), wanted);
  EXPECT_EQ(told("tap", "1..0 # SKIP not here\n"), "(all tests): skip <not here>\n");
  EXPECT_EQ(told("tap", "1..2 todo 2\nok 1 # skipped on x\nnot ok 2 # TODOORNOT\n"),
            "# skipped on x: pass\n# TODOORNOT: skip <TODO>\n");
  EXPECT_EQ(read_report("tap", points, 9)->events().tests()[5].duration_ms, 12);
}

TEST(Tap, WhatContradictsIsSaid) {
  EXPECT_EQ(told("tap", "1..3\nok 1 a\nok 3 c\n"),
            "a: pass\nc: pass\ntest 2: not run\n! it planned 3 tests, and 2 have a result\n");
  EXPECT_EQ(told("tap", "ok 1 a\n"), "a: pass\n! it has no plan: it is cut off, or ended early\n");
  EXPECT_EQ(told("tap", "1..1\nok 1 a\nnot ok 1 a\n"),
            "a: fail <Its second result: not ok - a\\n>\n! test 1 (a) has two results\n");
  EXPECT_THAT(told("tap", "1..1\nok 1 a\nok 2 b\n"), HasSubstr("! test 2 (b) is outside of the plan 1..1\n"));
  EXPECT_THAT(told("tap", "ok 1 a\nok 3 b\n1..2\n"), HasSubstr("! test 3 is outside of the plan 1..2\n"));
  EXPECT_EQ(told("tap", "1..1\nok 1 a\nBail out! No database\n"),
            "a: pass\n! the run bailed out: No database\n");
  EXPECT_THAT(told("tap", "ok 1\n1..2\nok 2\n"), HasSubstr("! the plan stands in the midst of the tests\n"));
  EXPECT_THAT(told("tap", "1..1\n1..1\nok 1 a\n"), HasSubstr("! there are two plans\n"));
  EXPECT_THAT(told("tap", "1..1\nok 1 a\n  ---\n  x: 1\n"), HasSubstr("! a YAML block has no end\n"));
  EXPECT_THAT(told("tap", "# Subtest: x\n    1..1\n    ok 1 - a\n"),
              HasSubstr("! it has no plan: it is cut off"));
  EXPECT_THAT(told("tap", "1..2\nok 1 a\nok 0 b\n"), HasSubstr("! test 0 (b): numbers begin at 1\n"));
  EXPECT_THAT(told("tap", "TAP version 12\n1..1\nok 1 a\n"),
              HasSubstr("! TAP version 12: the first version"));
}

TEST(Tap, StrictnessIsWhatTheReportAsksFor) {
  const std::string not_tap =
      "! by its own `pragma +strict` it may hold nothing but TAP, and a line isn't: x\n";
  EXPECT_EQ(told("tap", "TAP version 13\n1..1\npragma +strict\nx\npragma -strict\ny\nok 1 a\n"),
            "a: pass [x\\ny\\n]\n" + not_tap);
  EXPECT_EQ(told("tap", "pragma +strict\n1..1\n\n# why\nok 1 a\n  ---\n  x: 1\n  ...\n"),
            "a: pass [why\\n]\n");
  // It ends a sub-test, as each line of the outer level does.
  EXPECT_THAT(told("tap", "pragma +strict\n1..1\n    1..1\npragma +strict\n        ok\nok 1 a\n"),
              HasSubstr("a line isn't: ok\n"));
}

TEST(Tap, NotAndOkMayStandInTwoLines) {
  EXPECT_EQ(told("tap", "1..2\nnot \nok 1 a\nok 2 b\n"), "a: fail\nb: pass\n");
  EXPECT_EQ(told("tap", "1..1\nnot\nmine\nok 1 a\n"), "a: pass [not\\nmine\\n]\n");
}

TEST(Tap, WhatProveSaysOfAPlanThatDoesntFitIsKept) {
  const std::string said =
      told("tap",
           "t/a.t .. \n1..2\nok 1 - one\n  Parse errors: printed by a test\nok 2 - two\nok\n"
           "Test Summary Report\n-------------------\nt/a.t (Wstat: 0 Tests: 3 Failed: 1)\n"
           "  Parse errors: Bad plan.  You planned 2 tests but ran 3.\nResult: FAIL\n");
  EXPECT_THAT(said, HasSubstr("! prove says: Bad plan.  You planned 2 tests but ran 3.\n"));
  EXPECT_THAT(said, testing::Not(HasSubstr("prove says: printed")));
  EXPECT_THAT(
      told("tap", "t/a.t .. \n1..1\nok 1 - one\nBailout called.  Further testing stopped:  no database\n"),
      HasSubstr("! Bailout called.  Further testing stopped:  no database\n"));
}

TEST(Tap, AProgramThatProveCallsDubiousSaysItselfWhy) {
  EXPECT_THAT(
      told(
          "tap",
          "t/s.t .. \nCan't locate Nothere.pm at t/s.t line 1.\nDubious, test returned 2 (wstat 512, 0x200)\n"
          "No subtests run \n\nTest Summary Report\nResult: FAIL\n"),
      HasSubstr("(the program): error <Can't locate Nothere.pm at t/s.t line 1.\\nDubious, test returned 2"));
  EXPECT_THAT(told("tap", "t/a.t .. \nnot ok 1 - a\n#   Failed test 'a'\n#   at t/a.t line 3.\n1..1\n"),
              HasSubstr("(t/a.t:3)"));
}

TEST(Tap, YamlBlocksSayWhatFailedAndWhere) {
  EXPECT_EQ(
      told("tap",
           "1..2\nnot ok 1 - a\n  ---\n  message: 'no'\n  at:\n    fileName: a.js\n    lineNumber: 7\n  ...\n"
           "not ok 2 - b\n  ---\n  duration_ms: 2.5\n  location: '/x/b.js:3:1'\n  error: |-\n    one\n\n    "
           "two\n"
           "  ...\n"),
      "a: fail <no\\n\\nmessage: 'no'\\nat:\\n  fileName: a.js\\n  lineNumber: 7\\n> (a.js:7)\n"
      "b: fail <one\\n\\ntwo\\n\\nduration_ms: 2.5\\nlocation: '/x/b.js:3:1'\\nerror: |-\\n  one\\n\\n  "
      "two\\n> (/x/b.js:3)\n");
}

TEST(Tap, BatsSaysInWordsWhereATestFailed) {
  EXPECT_EQ(told("tap",
                 "1..2\nok 1 a\nnot ok 2 b\n# (from function `f' in file x.bash, line 3,\n#  in test file "
                 "t/a.bats, line 7)\n#   `f' failed\n"),
            "a: pass\nb: fail <(from function `f' in file x.bash, line 3,\\n in test file t/a.bats, line "
            "7)\\n  `f' failed\\n> (t/a.bats:7)\n");
}

TEST(Tap, SubTestsCountInPlaceOfTheTestAroundThem) {
  const std::string wanted = "outer | a: pass\nouter > inner | b: fail\nouter | inner: group\nouter: group\n";
  EXPECT_EQ(
      told("tap",
           "TAP version 14\n# Subtest: outer\n    ok 1 - a\n    # Subtest: inner\n        not ok 1 - b\n"
           "        1..1\n    not ok 2 - inner\n    1..2\nnot ok 1 - outer\n1..1\n"),
      wanted);
  EXPECT_EQ(told("tap", "1..1\n    1..1\n    ok 1 - in\nnot ok 1 - outer\n"),
            "outer | in: pass\nouter: fail\n");
  EXPECT_EQ(told("tap", "1..1\nok 1 - outer {\n    ok 1 - in\n    1..1\n}\n"),
            "outer: group\nouter | in: pass\n");
  EXPECT_THAT(told("tap", "1..1\n# Subtest: s\n    1..2\n    ok 1 - in\nok 1 - s\n"),
              HasSubstr("! s planned 2 tests, and 1 have a result\n"));
}

// What isn't asked for is told as skipped; why a file can't be loaded stands before its own point.
TEST(Tap, NodeSaysWhatItLeftOutAndWhyAFileCanNotBeLoaded) {
  EXPECT_EQ(
      told("tap",
           "TAP version 13\n# Subtest: a\nok 1 - a # SKIP test name does not match pattern\n"
           "# /p/x.test.js:2\n# SyntaxError: no\n# Subtest: /p/x.test.js\nnot ok 2 - /p/x.test.js\n"
           "  ---\n  exitCode: 1\n  error: 'test failed'\n  ...\n1..2\n"),
      "a: group <test name does not match pattern>\n[failed]: error <The program of this file ended with "
      "exit code 1:\\n/p/x.test.js:2\\nSyntaxError: no>\n");
}

// node runs files side by side and gives them the numbers of their own, too.
TEST(Tap, FilesOfNode) {
  EXPECT_EQ(
      told("tap",
           "TAP version 13\n# Subtest: a\nok 1 - a\n  ---\n  duration_ms: 1\n  ...\n# Subtest: b\nok 2 - b\n"
           "# Subtest: /x/c.js\nnot ok 2 - /x/c.js\n  ---\n  exitCode: 1\n  error: 'test failed'\n  ...\n"
           "# Subtest: g\n    # Subtest: in\n    ok 1 - in\n    1..1\nok 3 - g\n  ---\n  type: 'suite'\n  "
           "...\n"
           "1..4\n# tests 4\n# fail 1\n"),
      "a: pass\nb: pass\n[failed]: error <The program of this file ended with exit code 1, and node shows no "
      "error: did it call process.exit()?>\ng | in: pass\n"
      "g: group\n");
  // process.exit(0) in the first test of a file: node calls that a pass.
  const auto file = [](const std::string& name) {
    return told("tap", "TAP version 13\n# Subtest: " + name + "\nok 1 - " + name + "\n1..1\n");
  };
  EXPECT_THAT(file("/x/a.test.js"),
              HasSubstr("[ended early]: error <None of the tests in this file has a result"));
  EXPECT_THAT(file("test/a.test.js"), HasSubstr("[ended early]: error <None of"));  // from Node 22 on
  for (const char* name : {"lib/b.js is read", "js", "works-with-ts"})
    EXPECT_EQ(file(name), std::string(name) + ": pass\n");
  EXPECT_THAT(file("/x/helper.js"), HasSubstr("? /x/helper.js was run as a test file and has no test.\n"));
}

TEST(Tap, OfNodesFilesThatHaveNoneOfTheTestsThatWereAskedForNothingIsSaid) {
  EXPECT_EQ(
      told("tap",
           "TAP version 13\n# Subtest: a\nok 1 - a\n1..0\n# Subtest: test/b.test.js\nok 2 - "
           "test/b.test.js\n1..2\n",
           {.some = true}),
      "a: pass\n[ended early]: group <None of the tests in this file has a result: it ended before they "
      "did, or it has none.>\n");
}

TEST(Tap, SeveralFilesAsProveShowsThem) {
  EXPECT_EQ(told("tap",
                 "t/a.t .. \n1..1\nok 1 - a\nok\nt/b.t .. \n1..1\nnot ok 1 - b\nDubious, test returned 1 "
                 "(wstat 256)\n"
                 "Failed 1/1 subtests \nt/c.t .. skipped: not here\nt/d.t .. \nok 1 - d\n"
                 "Dubious, test returned 254 (wstat 65024)\nAll 1 subtests passed \n\nTest Summary "
                 "Report\nResult: FAIL\n"),
            "t/a.t | a: pass\nt/b.t | b: fail\nt/c.t | (all tests): skip <not here>\nt/d.t | d: pass\n"
            "t/d.t | (the program): error <Dubious, test returned 254 (wstat 65024)>\n"
            "! t/d.t: Dubious, test returned 254 (wstat 65024)\n! t/d.t has no plan: it is cut off, or ended "
            "early\n");
}

TEST(Tap, WhatIsPrintedIsTheNextTestsOutputAndNoResult) {
  EXPECT_EQ(
      told("tap", "1..2\nhello\nsome/file ...\nok 1 - a\nbegin 7 x\nokay\nnot okay\n ok 2 - x\nok 2 - b\n"),
      "a: pass [hello\\nsome/file ...\\n]\nb: pass [begin 7 x\\nokay\\nnot okay\\n ok 2 - x\\n]\n");
}

TEST(Tap, ASignalThatEndedAFileOfNodeIsNamed) {
  EXPECT_EQ(told("tap",
                 "TAP version 13\n# Subtest: /x/a.js\nnot ok 1 - /x/a.js\n  ---\n  location: '/x/a.js:1:1'\n"
                 "  exitCode: ~\n  signal: 'SIGKILL'\n  error: 'test failed'\n  ...\n1..1\n"),
            "[failed]: error <The program of this file was ended by SIGKILL> (/x/a.js:1)\n");
}

TEST(Tap, WhatATestOfNodeLeavesBehindSaysWhyItsFileFails) {
  EXPECT_THAT(
      told("tap",
           "TAP version 13\n# Subtest: foo\nok 1 - foo\n# Error: Test \"foo\" made the error \"later\"\n"
           "# Subtest: /x/a.js\nnot ok 2 - /x/a.js\n  ---\n  exitCode: 1\n  error: 'test failed'\n  ...\n"
           "1..2\n"),
      testing::ContainsRegex("\\[failed\\]: error .*made the error \"later\""));
}

}  // namespace
}  // namespace proctor::format
