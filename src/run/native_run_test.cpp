// Whole runs of frameworks whose tool writes the report: a shell script that does as `go test -json` would.
#include <gmock/gmock.h>

#include "run/declared_testing.hpp"

namespace proctor {
namespace {
using testing::AllOf;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

// `t NAME COMMAND` is a test that runs if it is named behind -run, or nothing is, and it isn't behind -skip.
constexpr const char* kTool = R"sh(
mode=$1; shift
run= skip=
while [ $# -gt 0 ]; do case $1 in -run) run=$2; shift ;; -skip) skip=$2; shift ;; esac; shift; done
say() { printf '{"Action":"%s","Package":"m"%s}\n' "$1" "$2"; }
failed=0
t() {
  if [ "$mode" = list ]; then echo "$1"; return; fi
  [[ $run && ! $1 =~ $run ]] && return
  [[ $skip && $1 =~ $skip ]] && return
  say run ",\"Test\":\"$1\""
  if eval "$2"; then r=pass w=PASS; else r=fail w=FAIL failed=1; fi
  say output ",\"Test\":\"$1\",\"Output\":\"--- $w: $1 (0.00s)\\n\""
  say $r ",\"Test\":\"$1\""
}
end() {
  if [ "$mode" = list ]; then printf 'ok  \tm\t0.01s\n'; exit 0; fi
  if [ $failed = 0 ]; then w=PASS r=pass; else w=FAIL r=fail; fi
  say output ",\"Output\":\"$w\\n\""; say $r; exit $failed
}
)sh";

class NativeRun : public DeclaredRun {
 protected:
  NativeRun() {
    definition_.format = "go-test-json";
    definition_.results = "stdout";
    definition_.source.separator = "/";
    definition_.run.command = {"bash", "{folder}/tool.sh", "test", "{selection}"};
    definition_.run.list = {"bash", "{folder}/tool.sh", "list"};
    definition_.some = {.words = {"-run", "^({tests})$"}, .join = "|", .regex = true};
    definition_.without = {.words = {"-skip", "^({tests})$"}, .join = "|", .regex = true};
  }
  Answer run_tool(const std::string& script, Request request = {}) {
    put("folder/tool.sh", kTool + script);
    return run_project("", std::move(request));
  }
};

constexpr const char* kThree = "t TestA true\nt TestB true\nt TestC true\nend";
constexpr const char* kCrash = "t TestA true\nt TestB 'kill -9 $$'\nt TestC true\nend";

TEST_F(NativeRun, WhatTheToolSaysIsTheAnswer) {
  const Answer good = run_tool(kThree);
  EXPECT_EQ(code(good), "pass");
  EXPECT_THAT(results(good), ElementsAre("m/TestA pass", "m/TestB pass", "m/TestC pass"));
  EXPECT_EQ(good.report.value().source, "go-test-json");
  const Answer bad = run_tool("t TestA true\nt TestB false\nend");
  EXPECT_EQ(code(bad), "TEST_ASSERTION_FAILED");
  EXPECT_THAT(results(bad), ElementsAre("m/TestA pass", "m/TestB fail"));
  EXPECT_EQ(code(run_tool("t TestA true\nfailed=0\nsay output ',\"Output\":\"PASS\\n\"'; say pass; exit 1")),
            "TEST_INCONSISTENT");
}

TEST_F(NativeRun, AHangThatTheReportTellsNothingOfMayBeInATest) {
  definition_.format = "tap";
  definition_.run.list = {};
  config_.limits.timeout = std::chrono::milliseconds(1'000);
  const Answer answer = run_tool("echo TAP version 13; sleep 1037");
  EXPECT_EQ(code(answer), "TEST_TIMEOUT");
  EXPECT_THAT(answer.error->message,
              HasSubstr("as far as the report says. Look for an endless loop in a test"));
}

TEST_F(NativeRun, TheOthersAreRunWithoutTheTestThatCrashed) {
  for (const bool without : {true, false}) {
    if (!without) definition_.without = {};
    const Answer answer = run_tool(kCrash);
    EXPECT_EQ(code(answer), "TEST_ASSERTION_FAILED");
    EXPECT_THAT(results(answer), ElementsAre("m/TestA pass", "m/TestB fail", "m/TestC pass"));
    EXPECT_THAT(reason(answer, "m/TestB"), HasSubstr("SIGKILL"));
    EXPECT_EQ(runs(answer), 2U);
  }
}

// TestB ends the program while TestC is under way: which of them it was shows when they run one by one.
TEST_F(NativeRun, OfSeveralTestsUnderWayTheOneIsToBlameThatEndsTheProgramAlone) {
  definition_.serial = {"-serial"};
  const std::string together =
      "[[ $skip || $mode = list ]] || { say run ',\"Test\":\"TestB\"'; say run ',\"Test\":\"TestC\"'; kill "
      "-9 $$; }\n";
  const Answer answer = run_tool("t TestA true\n" + together + "t TestB 'kill -9 $$'\nt TestC true\nend");
  EXPECT_EQ(code(answer), "TEST_ASSERTION_FAILED");
  EXPECT_THAT(results(answer), ElementsAre("m/TestA pass", "m/TestB fail", "m/TestC pass"));
  EXPECT_THAT(answer.report.value().run.command, HasSubstr("-serial"));
  // None does: all is well then, but it wasn't before.
  const Answer race = run_tool("t TestA true\n" + together + "t TestB true\nt TestC true\nend");
  EXPECT_NE(code(race), "pass");
  EXPECT_THAT(results(race), ElementsAre("m/TestA pass", "m/TestB pass", "m/TestC pass"));
}

TEST_F(NativeRun, WhereTheRestCanNotBeNamedTheAnswerSaysWhyItDidNotRun) {
  definition_.without = definition_.some = {};
  const Answer answer = run_tool(kCrash);
  EXPECT_THAT(results(answer), ElementsAre("m/TestA pass", "m/TestB fail"));
  ASSERT_THAT(not_run(answer), ElementsAre("TestC"));
  EXPECT_EQ(answer.report.value().not_run[0].cause,
            "another test ended the run before it, and Squeak can't be told to run the rest alone");
}

TEST_F(NativeRun, ATestThatEndsTheProgramWellIsNoPass) {
  const Answer answer = run_tool("t TestA true\nt TestB 'exit 0'\nend");
  EXPECT_EQ(code(answer), "TEST_INCONSISTENT");
  EXPECT_THAT(results(answer), ElementsAre("m/TestA pass", "m/TestB fail"));
  EXPECT_THAT(reason(answer, "m/TestB"), HasSubstr("ended the whole program with exit code 0"));
}

TEST_F(NativeRun, ATestOfTheListWithoutAResultDidNotRun) {
  const Answer answer = run_tool("t TestA true\n[ $mode = list ] && t TestB true\nend");
  EXPECT_EQ(code(answer), "TEST_INCONSISTENT");
  EXPECT_THAT(not_run(answer), ElementsAre("TestB"));
}

TEST_F(NativeRun, WhatIsAskedForIsChosenFromTheList) {
  Request request;
  request.filter = "A$|C";
  EXPECT_THAT(results(run_tool(kThree, request)), ElementsAre("m/TestA pass", "m/TestC pass"));
  request.only = {{"a_test.go", "m", "TestC"}};
  EXPECT_THAT(results(run_tool(kThree, request)), ElementsAre("m/TestC pass"));
  request.filter = "D";
  EXPECT_EQ(code(run_tool(kThree, request)), "TEST_NONE_RAN");
  request.filter = "(";
  EXPECT_EQ(code(run_tool(kThree, request)), "INVALID_REQUEST");
}

TEST_F(NativeRun, AFilterIsNotForgottenWhereTheListFails) {
  Request request;
  request.filter = "A";
  const Answer answer = run_tool("[ $mode = list ] && { echo no list; exit 3; }\nt TestA true\nend", request);
  EXPECT_EQ(code(answer), "TEST_CONFIG_INVALID");
  EXPECT_THAT(results(answer), IsEmpty());
  EXPECT_THAT(answer.error->message,
              AllOf(StartsWith("filter: `bash "), HasSubstr("it failed (exit code 3)."),
                    EndsWith("It printed:\nno list\n")));
  EXPECT_EQ(code(run_tool("[ $mode = list ] && exit 3\nt TestA true\nend")), "pass");
}

TEST_F(NativeRun, AListMayTellOfWhatIsAskedForAlone) {
  Request request;
  definition_.options["match_path"] = {"--path={}"};
  request.match_path = "a/*";
  EXPECT_EQ(code(run_tool(kThree, request)), "pass");
  request.filter = "A";
  EXPECT_THAT(run_tool(kThree, request).error->message, HasSubstr("together with match_path"));
  definition_.run.list.emplace_back("{selection}");
  EXPECT_THAT(results(run_tool(kThree, request)), ElementsAre("m/TestA pass"));
}

TEST_F(NativeRun, WhatFailedOutsideOfTestsIsHadAgainWithTheTestsAroundIt) {
  Request request;
  request.only = {{"", "m", "[teardown_file]"}};
  EXPECT_THAT(results(run_tool(kThree, request)),
              ElementsAre("m/TestA pass", "m/TestB pass", "m/TestC pass"));
}

TEST_F(NativeRun, WhatTheToolHasNoWordsForIsRefused) {
  definition_.run.list = {};
  Request request;
  request.filter = "A";
  EXPECT_THAT(run_tool(kThree, request).error->message,
              HasSubstr("filter: there is no such thing with Squeak"));
  request = {};
  request.fail_fast = true;
  EXPECT_EQ(code(run_tool(kThree, request)), "INVALID_REQUEST");
  definition_.options["fail_fast"] = {"-failfast"};
  EXPECT_EQ(code(run_tool(kThree, request)), "pass");
  request = {};
  request.only = {{"a_test.go", "m", "TestC"}};
  EXPECT_THAT(results(run_tool(kThree, request)), ElementsAre("m/TestC pass"));
  definition_.some = {};
  EXPECT_THAT(run_tool(kThree, request).error->message, HasSubstr("can't be told to run these tests alone"));
}

TEST_F(NativeRun, AListThatFailsCostsThePlanAndItsWordsStandWhereNothingElseSaysWhy) {
  const Answer good = run_tool("[ $mode = list ] && exit 3\nt TestA true\nend");
  EXPECT_EQ(code(good), "pass");
  const Answer bad = run_tool("[ $mode = list ] && echo broken >&2\nexit 3");
  EXPECT_THAT(bad.error->message, HasSubstr("broken"));
  EXPECT_THAT(results(bad), IsEmpty());
}

TEST_F(NativeRun, AnExerciseIsRunInTheSameWay) {
  definition_.exercise.commands = definition_.run;
  definition_.exercise.suites = false;
  put("folder/tool.sh", std::string(kTool) + kCrash);
  const Answer answer = run("");
  EXPECT_THAT(results(answer), ElementsAre("TestA pass", "TestB fail", "TestC pass"));
}

}  // namespace
}  // namespace proctor
