#include "exercism/exercise.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files.hpp"
#include "exercism/batch.hpp"
#include "exercism/made_up_testing.hpp"

namespace proctor::exercism {
namespace {
namespace fs = std::filesystem;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class Exercise : public MadeUpTrack {
 protected:
  Exercise() {
    write("in/leap.made", "def one():\n    first = 1\n\n@skip\ndef two():\n    second = 2\n");
    write("in/solution", "one two");
  }

  Result<Done> run(const std::string& track = "") {
    supervise::Supervisor supervisor;
    return run_exercise({"leap", top_ / "in", top_ / "out", track}, {config_, definitions_, supervisor});
  }
  bool has_results() const { return fs::exists(top_ / "out/results.json"); }

  /// Each test's name, status and code.
  static std::vector<std::string> tests_of(const Done& done) {
    std::vector<std::string> tests;
    for (const TestResult& test : done.results.tests)
      tests.push_back(test.name + ' ' + std::string(word(test.status)) + ": " + test.test_code);
    return tests;
  }
};

TEST_F(Exercise, TestsAreRunAndListedAndTheInputIsLeftAlone) {
  const std::string before = read_file(top_ / "in/leap.made").value();
  const auto done = run();
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(done->track, "made-up");
  EXPECT_EQ(done->isolation, IsolationLevel::process);
  EXPECT_EQ(done->results.status, Verdict::pass);
  EXPECT_THAT(tests_of(*done), ElementsAre("one pass: first = 1", "two pass: second = 2"));
  EXPECT_EQ(read_file(top_ / "out/results.json").value(), to_json(done->results));
  EXPECT_EQ(read_file(top_ / "in/leap.made").value(), before);
}

TEST_F(Exercise, AWrongSolutionFails) {
  write("in/solution", "one");
  const auto done = run("made-up");
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(done->results.status, Verdict::fail);
  EXPECT_THAT(tests_of(*done), ElementsAre("one pass: first = 1", "two fail: second = 2"));
}

TEST_F(Exercise, ASubmissionsResultsMayHaveAnotherFormatThanAProjects) {
  std::string text = kMadeUpFramework;
  text.replace(text.find("\"tap\""), 5, "\"junit-xml\"");
  write("frameworks/made-up/framework.toml", text + "format = \"tap\"\n");
  load();
  const auto done = run();
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(done->results.status, Verdict::pass);
}

TEST_F(Exercise, WhatSkipsItsTestsInAnUnreadableFileIsNotTested) {
  write("in/leap.made", "@skip\ndef one():\n    pass\n#" + std::string(1U << 20U, '#'));
  const auto done = run();
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, ErrorCode::test_config_invalid);
  EXPECT_THAT(done.error().message, HasSubstr("leap.made"));
  EXPECT_FALSE(has_results());
}

TEST_F(Exercise, AnUnreadableFileIsTestedWithoutItsCodeWhereNothingSkips) {
  std::filesystem::remove(top_ / "frameworks/made-up/skips.scm");
  load();
  write("in/leap.made", "def one():\n    pass\n#" + std::string(1U << 20U, '#'));
  const auto done = run();
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_THAT(tests_of(*done), ElementsAre("one pass: "));
}

TEST_F(Exercise, PatternsThatOnlyTheListNeedsAreAnErrorOfItsOwn) {
  write("in/leap.made", "def one():\n    pass\n");
  write("frameworks/made-up/tests.scm", std::string(kMadeUpQuery) + "(module) @nonsense\n");
  load();
  const auto done = run();
  ASSERT_FALSE(done);
  EXPECT_THAT(done.error().message, HasSubstr("nonsense"));
  EXPECT_FALSE(has_results());
}

TEST_F(Exercise, AMissingToolIsNoFaultOfTheStudents) {
  std::string framework = kMadeUpFramework;
  framework.replace(framework.find("name = \"bash\""), 13, "name = \"no-such-tool\"");
  write("frameworks/made-up/framework.toml", framework);
  load();
  const auto done = run();
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, ErrorCode::tool_not_found);
  EXPECT_FALSE(has_results());
}

TEST_F(Exercise, WithoutTestsTheStudentIsToldSo) {
  fs::remove(top_ / "in/leap.made");
  auto done = run("made-up");
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(done->results.status, Verdict::error);
  EXPECT_EQ(done->results.message, "There is no test file: leap.made isn't there.");
  EXPECT_TRUE(has_results());
  EXPECT_FALSE(done->isolation) << "nothing was run";

  write("in/leap.made", "def one():\n    pass\n");
  write("in/.meta/config.json", R"({"files": {"test": ["leap.made", "more.made"]}})");
  done = run("made-up");
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(done->results.tests.size(), 1U) << "the files that are there are tested";
}

TEST_F(Exercise, OfWhatIsCalledATestOnlyCertainNamesMayBe) {
  std::string framework = kMadeUpFramework;
  framework += "config_tests = [\"*.made\"]\n";
  write("frameworks/made-up/framework.toml", framework);
  load();
  write("in/more/words.txt", "def two():\n    pass\n");
  write("in/.meta/config.json", R"({"files": {"test": ["more/words.txt", "leap.made"]}})");
  auto done = run();
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(done->results.status, Verdict::pass);
  EXPECT_THAT(tests_of(*done), ElementsAre("one pass: first = 1", "two pass: second = 2"));

  write("in/.meta/config.json", R"({"files": {"test": ["more/words.txt"]}})");
  done = run();
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(done->results.status, Verdict::pass);
}

TEST_F(Exercise, WhatCannotBeTestedIsRefused) {
  supervise::Supervisor supervisor;
  const Tester tester{config_, definitions_, supervisor};
  for (const Assignment& assignment :
       {Assignment{"", top_ / "in", top_ / "out"}, Assignment{"a/b", top_ / "in", top_ / "out"},
        Assignment{"leap", top_ / "gone", top_ / "out"},
        Assignment{"leap", top_ / "in", top_ / "out", "klingon"}}) {
    const auto done = run_exercise(assignment, tester);
    ASSERT_FALSE(done) << assignment.slug;
    EXPECT_EQ(done.error().code, ErrorCode::invalid_request);
  }
  EXPECT_FALSE(has_results());
}

TEST_F(Exercise, AnOldResultIsGoneBeforeTheRunWhateverComesOfIt) {
  supervise::Supervisor supervisor;
  const Tester tester{config_, definitions_, supervisor};
  for (const Assignment& assignment :
       {Assignment{"", top_ / "in", top_ / "out"}, Assignment{"leap", top_ / "gone", top_ / "out"},
        Assignment{"leap", top_ / "in", top_ / "out", "klingon"}}) {
    write("out/results.json", "old");
    EXPECT_FALSE(run_exercise(assignment, tester));
    EXPECT_FALSE(has_results()) << assignment.slug << assignment.track;
  }
}

TEST_F(Exercise, AnOldResultThatCannotBeRemovedIsToldAndNothingIsRun) {
  write("out/results.json/a", "in the way");
  const auto done = run();
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, ErrorCode::invalid_request);
  EXPECT_THAT(done.error().message, AllOf(HasSubstr("out/results.json"), HasSubstr("can't be removed")));
  EXPECT_THAT(done.error().message, HasSubstr("another output directory"));
}

TEST_F(Exercise, OfABatchOnlyWhatTheJournalKnowsKeepsItsResult) {
  supervise::Supervisor supervisor;
  const auto entries = read_batch(R"({"slug":"leap","input":"in","output":"one"})"
                                  "\n"
                                  R"({"slug":"leap","input":"in","output":"two","track":"klingon"})"
                                  "\n"
                                  R"({"slug":"leap","input":"in","output":"three"})",
                                  top_);
  ASSERT_TRUE(entries) << entries.error().message;
  const auto run = [&](std::size_t stop_after) {
    std::stop_source stop;
    std::size_t told = 0;
    const auto done =
        run_batch(*entries, {.jobs = 1, .journal = top_ / "journal"},
                  {config_, definitions_, supervisor, stop.get_token()}, [&](const BatchResult&) {
                    if (++told == stop_after) stop.request_stop();
                  });
    EXPECT_TRUE(done) << done.error().message;
  };
  run(1);
  const std::string first = read_file(top_ / "one/results.json").value();
  write("two/results.json", "old");
  write("three/results.json", "old");
  run(2);  // the third has no turn
  EXPECT_EQ(read_file(top_ / "one/results.json").value(), first);
  EXPECT_FALSE(fs::exists(top_ / "two/results.json")) << "a bad track";
  EXPECT_FALSE(fs::exists(top_ / "three/results.json"));
}

TEST_F(Exercise, ATrackIsNamedOrFoundByItsFiles) {
  const auto track = [&](const std::string& name) {
    const auto found = find_track(definitions_, {"leap", top_ / "in", {}, name}, {});
    return found ? (*found)->exercise.track : found.error().message;
  };
  EXPECT_EQ(track(""), "made-up");
  EXPECT_EQ(track("made-up"), "made-up");
  EXPECT_THAT(track("klingon"),
              AllOf(HasSubstr("There is no track klingon; there are: "), HasSubstr("made-up")));
  fs::remove(top_ / "in/leap.made");
  EXPECT_THAT(track(""), HasSubstr("--track"));
  // Without any test file, by the language, so that it can be said which is missing.
  write("in/other.made", "");
  EXPECT_EQ(track(""), "made-up");
}

TEST_F(Exercise, AStrayFileOfAnotherLanguageMakesNoTrack) {
  framework::Definition other = definitions_.front();
  other.exercise.track = "other";
  other.source.files = {"*.spec"};
  other.exercise.tests = {"{slug}.spec"};
  definitions_.insert(definitions_.begin(), other);
  write("in/stray.spec", "");
  const auto track = [&](const std::vector<std::string>& configured) {
    const auto found = find_track(definitions_, {"leap", top_ / "in", {}, ""}, configured);
    return found ? (*found)->exercise.track : found.error().message;
  };
  EXPECT_EQ(track({}), "made-up");
  EXPECT_EQ(track({"stray.spec"}), "other");
  EXPECT_EQ(track({"dir/tests of another name.made"}), "made-up");
}

TEST_F(Exercise, WhatAStopHasCutShortIsNotWritten) {
  std::stop_source stop;
  stop.request_stop();
  supervise::Supervisor supervisor;
  const auto done = run_exercise({"leap", top_ / "in", top_ / "out", ""},
                                 {config_, definitions_, supervisor, stop.get_token()});
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, ErrorCode::test_cancelled);
  EXPECT_FALSE(has_results());
}

}  // namespace
}  // namespace proctor::exercism
