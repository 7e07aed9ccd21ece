// Frameworks that are described by their folder alone, from the first command to the verdict: what tests can
// do to their reporter. A false pass is the worst defect there is.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "run/declared_testing.hpp"

namespace proctor {
namespace {
using std::chrono::milliseconds;
using testing::AllOf;
using testing::AnyOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

TEST_F(DeclaredRun, TestsThatPassArePass) {
  const Answer answer = run("t a true\nt b true\nend");
  EXPECT_EQ(code(answer), "pass") << answer.error->message;
  EXPECT_THAT(results(answer), ElementsAre("a pass", "b pass"));
  EXPECT_EQ(answer.report.value().verdict, Verdict::pass);
  EXPECT_EQ(runs(answer), 1U);
}

TEST_F(DeclaredRun, WhatTheReporterWarnsOfIsToldOnceAndChangesNoResult) {
  const Answer answer = run_project(
      "say '{\"event\":\"warning\",\"message\":\"not all\"}'\nt a true\nt b 'kill -SEGV $$'\nend");
  EXPECT_THAT(results(answer), ElementsAre("a pass", "b fail"));
  EXPECT_EQ(runs(answer), 2U);
  EXPECT_THAT(answer.report.value().warnings, ElementsAre("not all"));
  const Answer submission = run("say '{\"event\":\"warning\",\"message\":\"x\"}'\nt a true\nend");
  EXPECT_EQ(code(submission), "pass");
  EXPECT_THAT(submission.report.value().warnings, IsEmpty());
}

TEST_F(DeclaredRun, AFailureIsAFailureWithItsMessage) {
  const Answer answer = run("t a true\nt b false\nt c true\nend");
  EXPECT_EQ(code(answer), "TEST_ASSERTION_FAILED");
  EXPECT_THAT(results(answer), ElementsAre("a pass", "b fail", "c pass"));
  EXPECT_EQ(reason(answer, "b"), "it failed");
}

TEST_F(DeclaredRun, OutputBelongsToTheTestThatPrintedItAlsoFromAChild) {
  const Answer answer =
      run("echo nobody\nt a 'echo mine; bash -c \"echo child >&2\"'\necho between\nt b true\nend");
  const auto all = cases(answer);
  ASSERT_THAT(all, SizeIs(2));
  EXPECT_THAT(all[0].output, HasSubstr("mine\n"));
  EXPECT_THAT(all[0].output, HasSubstr("child\n"));
  EXPECT_THAT(all[0].output, Not(HasSubstr("nobody")));
  EXPECT_EQ(all[1].output, "");
}

TEST_F(DeclaredRun, WhichStreamsCountIsForSubmissionsAlone) {
  definition_.exercise.err_counts = false;
  const std::string script = "t a 'echo out; echo err >&2'\nend";
  EXPECT_EQ(cases(run(script))[0].output, "out\n");
  EXPECT_THAT(cases(run_project(script))[0].output, AllOf(HasSubstr("out\n"), HasSubstr("err\n")));
}

TEST_F(DeclaredRun, ACrashCostsTheOtherTestsNothing) {
  const Answer answer = run("t a true\nt b 'kill -SEGV $$'\nt c true\nt d 'kill -ABRT $$'\nt e true\nend");
  EXPECT_NE(code(answer), "pass");
  EXPECT_THAT(results(answer), ElementsAre("a pass", "b fail", "c pass", "d fail", "e pass"));
  EXPECT_THAT(reason(answer, "b"), HasSubstr("SIGSEGV"));
  EXPECT_THAT(reason(answer, "d"), HasSubstr("SIGABRT"));
  EXPECT_EQ(runs(answer), 3U);
}

TEST_F(DeclaredRun, AWishThatTheFrameworkHasNoWordsForIsRefused) {
  definition_.options["match_path"] = {"--path={}"};
  Request path;
  path.match_path = "a*";
  EXPECT_EQ(code(run_project("t a true\nend", path)), "pass");
  Request suites;
  suites.match_contract = "Counter";
  Request coverage;
  coverage.coverage = true;
  for (const auto& [request, words] : {std::pair(suites, "there is no such thing with Squeak"),
                                       std::pair(coverage, "proctor can't measure it with Squeak")}) {
    const Answer answer = run_project("t a true\nend", request);
    EXPECT_EQ(code(answer), "INVALID_REQUEST");
    EXPECT_THAT(answer.error->message, HasSubstr(words));
  }
  definition_.options.clear();
  Request file;
  file.paths = {"a.squeak"};
  EXPECT_THAT(run_project("t a true\nend", file).error->message,
              HasSubstr("Squeak can't be told which files to run"));
}

TEST_F(DeclaredRun, AProjectMayTakeItsTimeAfterTheLastTestAndASubmissionAThirdOfIt) {
  const std::string script = "t a true\nsay '{\"event\":\"end\"}'\nsleep 2.5\nexit 0";
  const Answer project = run_project(script);
  EXPECT_EQ(code(project), "pass") << project.error->message;
  EXPECT_EQ(code(run(script)), "pass");
  config_.limits.timeout = milliseconds(6'000);
  const Answer submission = run(script);
  EXPECT_NE(code(submission), "pass");
  EXPECT_THAT(reason(submission, "a"), HasSubstr("didn't finish within"));
}

TEST_F(DeclaredRun, WhatStoodOnStderrBeforeACrashIsInItsMessageToo) {
  const Answer answer = run("t a 'echo cause >&2; echo out; kill -SEGV $$'\nend");
  EXPECT_THAT(reason(answer, "a"), HasSubstr("cause"));
  // Both pipes may hold something when they are read; then standard output comes first.
  EXPECT_THAT(cases(answer).at(0).output, AnyOf("cause\nout\n", "out\ncause\n"));
}

TEST_F(DeclaredRun, WhatARuntimeSaysOfACrashIsNoOutput) {
  const Answer answer = run("t a 'echo own >&2; echo \"free(): invalid pointer\" >&2; kill -ABRT $$'\nend");
  EXPECT_THAT(reason(answer, "a"), HasSubstr("own\nfree(): invalid pointer"));
  EXPECT_EQ(cases(answer).at(0).output, "own\n");
}

TEST_F(DeclaredRun, ATestThatEndsTheProgramHasFailedWhateverItsExitCode) {
  for (const char* exit : {"exit 0", "exit 1", "exit 77"}) {
    const Answer answer = run(fmt::format("t a true\nt b '{}'\nt c true\nend", exit));
    EXPECT_NE(code(answer), "pass") << exit;
    EXPECT_THAT(results(answer), ElementsAre("a pass", "b fail", "c pass")) << exit;
    EXPECT_THAT(reason(answer, "b"), HasSubstr("ended the whole program")) << exit;
  }
}

TEST_F(DeclaredRun, AnExitBetweenTestsIsNoPass) {
  for (const char* exit : {"exit 0", "exit 3", "kill -KILL $$"}) {
    const Answer answer = run(fmt::format("t a true\n{}\nt b true\nend", exit));
    EXPECT_NE(code(answer), "pass") << exit;
    EXPECT_THAT(results(answer), ElementsAre("a error")) << exit;
    EXPECT_THAT(reason(answer, "a"), HasSubstr("After this test")) << exit;
    EXPECT_LE(runs(answer), 2U) << exit;
  }
}

TEST_F(DeclaredRun, WithoutAnEndTheRunIsNotComplete) {
  const Answer answer = run("t a true\nt b true");
  EXPECT_NE(code(answer), "pass");
  EXPECT_THAT(results(answer), ElementsAre("a pass", "b error"));
}

TEST_F(DeclaredRun, AnExitCodeThatDisagreesIsNoPass) {
  const Answer answer = run("t a true\nfailed=1\nend");
  EXPECT_EQ(code(answer), "TEST_INCONSISTENT");
  const Answer lying = run("t a false\nfailed=0\nend");
  EXPECT_NE(code(lying), "pass");
}

TEST_F(DeclaredRun, AnExitCodeThatDisagreesInTheSecondRunIsNoPass) {
  const Answer answer = run("t a 'kill -SEGV $$'\nt b true\nfailed=0\nend");
  EXPECT_NE(code(answer), "pass");
  EXPECT_EQ(answer.report.value().verdict, Verdict::fail);
}

TEST_F(DeclaredRun, ATestThatBeganAndHasNoResultIsAnError) {
  const Answer answer = run("t a true\nbegin b\nt c true\nend");
  EXPECT_NE(code(answer), "pass");
  EXPECT_THAT(results(answer), testing::UnorderedElementsAre("a pass", "b error", "c pass"));
  EXPECT_THAT(reason(answer, "b"), HasSubstr("has no result"));
}

TEST_F(DeclaredRun, WhatWasPlannedAndNeverBeganIsSaid) {
  const Answer answer =
      run("say '{\"event\":\"plan\",\"tests\":[{\"id\":\"a\"},{\"id\":\"b\"}]}'\nt a true\nend");
  EXPECT_NE(code(answer), "pass");
  EXPECT_THAT(results(answer), ElementsAre("a pass"));
  EXPECT_THAT(not_run(answer), ElementsAre("b"));
}

TEST_F(DeclaredRun, NoTestIsNoPass) {
  EXPECT_EQ(code(run("end")), "TEST_NONE_RAN");
  EXPECT_NE(code(run("exit 0")), "pass");
  EXPECT_NE(code(run("begin a; finish a skip; end")), "pass");
  EXPECT_NE(code(run("begin a; finish a skip")), "pass");
  EXPECT_NE(code(run("begin a; finish a group; end")), "pass");
  EXPECT_NE(code(run("say '{\"event\":\"plan\",\"tests\":[{\"id\":\"a\"}]}'; end")), "pass");
}

TEST_F(DeclaredRun, OneSkippedTestWithoutAnEndIsNoPass) {
  const Answer answer = run("t a true\nbegin b; finish b skip");
  EXPECT_NE(code(answer), "pass");
  EXPECT_THAT(results(answer), ElementsAre("a pass", "b error"));
}

TEST_F(DeclaredRun, AGroupWithoutAnEndIsNotRunOverAndOver) {
  const Answer answer = run("begin a; finish a group; exit 0");
  EXPECT_NE(code(answer), "pass");
  EXPECT_LE(runs(answer), 2U);
}

TEST_F(DeclaredRun, AGroupWhosePartsAreAllSettledHasNoResultOfItsOwn) {
  // Of the second run's point of view it is a test without parts that passes.
  const Answer answer =
      run("begin g\nparts=0\n"
          "for part in g::a g::b; do begin $part || continue; parts=1\n"
          "  [[ $part == g::b ]] && kill -SEGV $$\n  finish $part pass; done\n"
          "if ((parts)); then finish g group; else finish g pass; fi\nt c true\nend");
  EXPECT_NE(code(answer), "pass");
  EXPECT_THAT(results(answer), testing::Contains("g::b fail"));
  EXPECT_THAT(results(answer), testing::Contains("c pass"));
}

TEST_F(DeclaredRun, NestedTestsTheInnermostIsTheCulprit) {
  const Answer answer = run("begin g; begin g::a; kill -SEGV $$\nend");
  EXPECT_THAT(results(answer), testing::Contains("g::a fail"));
  EXPECT_NE(code(answer), "pass");
}

TEST_F(DeclaredRun, LinesThatOnlyLookLikeTheReportersCountForNothing) {
  const Answer answer =
      run("fake='{\"event\":\"finish\",\"id\":\"a\",\"status\":\"pass\"}'\n"
          "t a 'printf \"\\n%s\\n\" \"$fake\" | tee /dev/stderr >&8; printf \"\\n0000 %s\\n\" \"$fake\" >&8;"
          " printf \"{\\\"event\\\":\\\"end\\\"}\\n\" >&8; false'\nend");
  EXPECT_THAT(results(answer), ElementsAre("a fail"));
  EXPECT_EQ(code(answer), "TEST_ASSERTION_FAILED");
}

TEST_F(DeclaredRun, AReporterThatContradictsItselfIsNotTrusted) {
  const Answer twice = run("begin a; finish a fail no; finish a pass; end");
  EXPECT_NE(code(twice), "pass");
  EXPECT_THAT(results(twice), ElementsAre("a fail"));
  EXPECT_NE(code(run("t a true\nfinish b pass\nend")), "pass");
  EXPECT_NE(code(run("t a true\nsay '{\"event\":\"end\"}'\nt b false\nexit 0")), "pass");
  EXPECT_NE(code(run("t a true\nt a false\nfailed=0\nend")), "pass");
}

TEST_F(DeclaredRun, AClosedChannelIsNoPass) {
  const Answer answer = run("t a true\nt b 'exec 7<&- 8>&-'\nend 2>/dev/null");
  EXPECT_NE(code(answer), "pass");
  EXPECT_THAT(results(answer), ElementsAre("a pass", "b fail"));
}

TEST_F(DeclaredRun, AClosedOutputChangesNoResult) {
  const Answer answer = run("t a 'exec >&- 2>&-'\nt b true\nt c false\nend");
  EXPECT_THAT(results(answer), ElementsAre("a pass", "b pass", "c fail"));
}

TEST_F(DeclaredRun, AProgramThatDoesNotEndAfterItsEndIsStoppedAndNoPass) {
  const Answer answer = run("t a true\nt b true\nsay '{\"event\":\"end\"}'\nsleep 1033");
  EXPECT_NE(code(answer), "pass");
  EXPECT_THAT(results(answer), ElementsAre("a pass", "b error"));
}

TEST_F(DeclaredRun, AHangBeforeTheFirstTestIsSaidInWords) {
  config_.limits.timeout = milliseconds(1'000);
  const Answer answer = run("sleep 1039");
  EXPECT_EQ(code(answer), "TEST_TIMEOUT");
  EXPECT_THAT(answer.error->message, HasSubstr("No test was started within"));
}

TEST_F(DeclaredRun, ALimitThatStrikesBeforeTheFirstTestIsTheCause) {
  config_.limits.cpu_time = milliseconds(300);
  const Answer answer = run("while :; do :; done");
  EXPECT_EQ(code(answer), "TEST_LIMIT_EXCEEDED");
  EXPECT_THAT(answer.error->message, HasSubstr("CPU"));
}

TEST_F(DeclaredRun, ACrashBeforeTheFirstTestIsSaidInWords) {
  const Answer answer = run("echo 'line 3: oops' >&2; kill -SEGV $$");
  EXPECT_NE(code(answer), "pass");
  EXPECT_THAT(answer.error->message, HasSubstr("SIGSEGV"));
  EXPECT_THAT(answer.error->message, HasSubstr("line 3: oops"));
}

TEST_F(DeclaredRun, WhatTheReporterSaysIsTheMessageIfNothingCouldBeTested) {
  const Answer answer = run("say '{\"event\":\"error\",\"message\":\"a.squeak:3: unknown word\"}'; end");
  EXPECT_EQ(code(answer), "TEST_COMPILE_FAILED");
  EXPECT_EQ(answer.error->message, "a.squeak:3: unknown word");
}

TEST_F(DeclaredRun, AnErrorBesideResultsIsNoPass) {
  const Answer answer =
      run("t a true\nsay '{\"event\":\"error\",\"message\":\"b.squeak can not be read\"}'\nend");
  EXPECT_NE(code(answer), "pass");
  EXPECT_THAT(answer.error->message, HasSubstr("b.squeak can not be read"));
}

TEST_F(DeclaredRun, AnErrorInALaterRunIsNoPass) {
  config_.limits.timeout = milliseconds(9'000);
  // The file is there while the first test runs, and in the time that is left it is not.
  const Answer answer =
      run("t a 'sleep 3.3'\n"
          "[[ $before -ge 2 ]] && say '{\"event\":\"error\",\"message\":\"b.squeak is gone\"}'\nend");
  EXPECT_NE(code(answer), "pass");
}

TEST_F(DeclaredRun, ErrorsOfSeveralRunsAreAllTold) {
  const Answer answer =
      run("if [[ $before -ge 1 ]]; then say '{\"event\":\"error\",\"message\":\"c can not be cleaned up\"}'\n"
          "else say '{\"event\":\"error\",\"message\":\"a can not be cleaned up\"}'; fi\n"
          "t a 'kill -9 $$'\nt b true\nend");
  EXPECT_NE(code(answer), "pass");
  ASSERT_TRUE(answer.report);
  ASSERT_EQ(answer.report.value().diagnostics.size(), 1U);
  EXPECT_EQ(answer.report.value().diagnostics[0].message,
            "a can not be cleaned up\n\nc can not be cleaned up");
}

TEST_F(DeclaredRun, WhatIsNotInstalledIsNoFaultOfTheCode) {
  const Answer answer =
      run("say '{\"event\":\"error\",\"message\":\"no squeak here\",\"unavailable\":true}'; end");
  EXPECT_EQ(code(answer), "TOOL_NOT_FOUND");
  definition_.tool = "no-such-program-anywhere";
  definition_.tool_hint = "install it";
  const Answer missing = run("end");
  EXPECT_EQ(code(missing), "TOOL_NOT_FOUND");
  EXPECT_THAT(missing.error->message, HasSubstr("install it"));
}

TEST_F(DeclaredRun, WhatDoesNotBuildIsNotTested) {
  definition_.exercise.commands.build = {"sh", "-c", "echo 'a.squeak:1: expected a semicolon' >&2; exit 1"};
  const Answer answer = run("t a true\nend");
  EXPECT_EQ(code(answer), "TEST_COMPILE_FAILED");
  EXPECT_EQ(answer.error->message, "a.squeak:1: expected a semicolon");
  EXPECT_THAT(results(answer), IsEmpty());
}

TEST_F(DeclaredRun, ABuildThatSaysNothingOrIsKilledIsStillSaidInWords) {
  definition_.exercise.commands.build = {"sh", "-c", "exit 7"};
  EXPECT_THAT(run("t a true\nend").error->message, HasSubstr("exit code 7"));
  definition_.exercise.commands.build = {"sh", "-c", "echo half a word; kill -KILL $$"};
  const Answer killed = run("t a true\nend");
  EXPECT_THAT(killed.error->message, HasSubstr("SIGKILL"));
  EXPECT_THAT(killed.error->message, HasSubstr("half a word"));
  config_.limits.timeout = milliseconds(700);
  definition_.exercise.commands.build = {"sleep", "1049"};
  const Answer slow = run("t a true\nend");
  EXPECT_EQ(code(slow), "TEST_TIMEOUT");
  EXPECT_THAT(slow.error->message, HasSubstr("didn't finish building"));
}

TEST_F(DeclaredRun, WhatTheBuildMadeIsThereForTheTestsAndItsOutputIsNotTheirs) {
  definition_.exercise.commands.build = {"sh", "-c", "echo building; echo made > \"$PROCTOR_PRIVATE/made\""};
  const Answer answer = run("t a '[[ $(< \"$PROCTOR_PRIVATE/made\") == made ]]'\nend");
  EXPECT_EQ(code(answer), "pass") << answer.error->message;
  EXPECT_EQ(cases(answer).at(0).output, "");
  EXPECT_EQ(runs(answer), 2U);
}

TEST_F(DeclaredRun, WhatATestMakesOfItsOwnFilesIsUndoneBeforeTheNextRun) {
  put("submission/tests.sh", "t a 'echo \"t b true\" > tests.sh; rm -rf more; kill -SEGV $$'\nt b false\n");
  definition_.exercise.commands.build = {"sh", "-c", "echo 1 > \"$PROCTOR_PRIVATE/built\""};
  const Answer answer =
      run("t first 'echo 2 > \"$PROCTOR_PRIVATE/built\"'\nsource ./tests.sh\n"
          "t built '[[ $(< \"$PROCTOR_PRIVATE/built\") == 1 ]]'\nend");
  EXPECT_THAT(results(answer), ElementsAre("first pass", "a fail", "b fail", "built pass"));
}

TEST_F(DeclaredRun, TheSubmissionItselfIsNeverWrittenTo) {
  put("submission/a.squeak", "as handed in");
  const Answer answer = run("t a 'echo changed > a.squeak; rm -rf ./*; true'\nend");
  EXPECT_EQ(*read_file(dir_ / "submission/a.squeak"), "as handed in");
  EXPECT_TRUE(answer.report);
}

TEST_F(DeclaredRun, TheFoldersFilesCantBeChangedByASubmission) {
  const Answer answer = run("t a '! { echo x > \"$PROCTOR_FOLDER/reporter.sh\"; } 2>/dev/null'\nend");
  EXPECT_EQ(code(answer), "pass") << answer.error->message;
  EXPECT_THAT(*read_file(dir_ / "folder/reporter.sh"), HasSubstr("nonce"));
}

TEST_F(DeclaredRun, ACulpritInEveryTestCostsNoneItsResult) {
  const Answer answer = run("for i in {1..50}; do t t$i 'exit 0'; done\nend");
  EXPECT_NE(code(answer), "pass");
  EXPECT_LE(runs(answer), 51U);
  EXPECT_EQ(results(answer).size(), 50U);
  for (const std::string& result : results(answer)) EXPECT_THAT(result, HasSubstr(" fail"));
}

TEST_F(DeclaredRun, OnlyTheRequestedTestsAndOptionsReachAProject) {
  definition_.options["match_path"] = {"--path={}"};
  Request request;
  request.match_path = "x*";
  request.fail_fast = true;
  const Answer answer = run_project("t \"$1\" true\nt b true\nend", request);
  EXPECT_THAT(results(answer), ElementsAre("--path=x* pass", "b pass"));
  EXPECT_EQ(code(answer), "pass") << answer.error->message;
}

TEST_F(DeclaredRun, AProjectsTestThatEndsTheProgramIsNoPassEither) {
  const Answer answer = run_project("t a true\nt b 'exit 0'\nt c true\nend");
  EXPECT_NE(code(answer), "pass");
  EXPECT_THAT(results(answer), ElementsAre("a pass", "b fail", "c pass"));
}

TEST_F(DeclaredRun, WithoutACommandForItNothingIsRun) {
  definition_.run.command.clear();
  const Answer answer = run_project("end");
  EXPECT_EQ(code(answer), "INVALID_REQUEST");
  EXPECT_THAT(answer.error->message, HasSubstr("[run] command"));
}

TEST_F(DeclaredRun, WhatTheStateDirectoryDoesNotTakeIsOneWarning) {
  const auto warnings = [](const Answer& answer, const std::string& part) {
    std::vector<std::string> with;
    for (const std::string& warning : answer.report.value().warnings)
      if (warning.find(part) != std::string::npos) with.push_back(warning);
    return with;
  };
  EXPECT_THAT(warnings(run_project("t a false\nend"), "kept"), IsEmpty());
  put("in the way", "a file where a directory should be");
  setenv("XDG_STATE_HOME", (dir_ / "in the way").c_str(), 1);
  // Nor does the second place.
  const char* old = std::getenv("TMPDIR");
  const std::string temporary = old == nullptr ? "" : old;
  setenv("TMPDIR", dir_.c_str(), 1);
  const std::filesystem::path second = dir_ / fmt::format("proctor-{}", geteuid());
  std::filesystem::create_directory(second);
  std::filesystem::permissions(second, std::filesystem::perms::owner_all);
  put(second.filename().string() + "/state", "another");
  const std::string place = (dir_ / "in the way").string();
  Request request;
  request.rerun_failed = true;
  const Answer answer = run_project("t a false\nend", request);
  temporary.empty() ? unsetenv("TMPDIR") : setenv("TMPDIR", temporary.c_str(), 1);
  EXPECT_EQ(code(answer), "TEST_ASSERTION_FAILED");
  EXPECT_THAT(warnings(answer, "wasn't kept"),
              ElementsAre(AllOf(HasSubstr("The log wasn't kept, and the failures weren't remembered: "),
                                HasSubstr(place), HasSubstr("XDG_STATE_HOME"))));
  EXPECT_THAT(warnings(answer, "all tests are run"),
              ElementsAre(AllOf(HasSubstr("because there is no place for it ("), HasSubstr(place))));
  EXPECT_EQ(answer.report.value().warnings.size(), 2U);
}

}  // namespace
}  // namespace proctor
