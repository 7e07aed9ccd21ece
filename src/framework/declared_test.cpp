// What a declared framework plans, step by step. Whole runs with real reporters: run/declared_run_test.cpp.
#include "framework/declared.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>

#include "base/files.hpp"
#include "base/paths.hpp"
#include "framework/folder.hpp"
#include "framework/prepared.hpp"
#include "report/judge.hpp"

namespace proctor::framework {
namespace {
namespace fs = std::filesystem;
using std::chrono::milliseconds;
using std::chrono::steady_clock;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

class DeclaredTest : public testing::Test {
 protected:
  DeclaredTest() {
    std::string name = (temporary_dir() / "proctor-declared-XXXXXX").string();
    dir_ = fs::canonical(mkdtemp(name.data()));
    fs::create_directories(dir_ / "in");
    fs::create_directories(dir_ / "folder");
    setenv("TMPDIR", dir_.c_str(), 1);
    setenv("XDG_CACHE_HOME", dir_.c_str(), 1);
    definition_.name = "squeak";
    definition_.title = "Squeak";
    definition_.tool = "sh";
    definition_.folder = dir_ / "folder";
    definition_.run.command = {"sh", "{folder}/run.sh", "{root}"};
    definition_.exercise.commands.command = {"sh", "{folder}/exercise.sh", "{tests}"};
  }
  ~DeclaredTest() override {
    unsetenv("TMPDIR");
    unsetenv("XDG_CACHE_HOME");
    remove_tree(dir_);
  }

  Context project() {
    if (!workspace_) workspace_.emplace(*Workspace::in_place(dir_ / "in"));
    return context();
  }
  Context submission() {
    if (!workspace_) workspace_.emplace(*Workspace::from_copy(dir_ / "in", {}));
    Context made = context();
    made.exercise = Exercise{"two-fer", {"a.squeak", "b.squeak"}};
    return made;
  }
  Context context() {
    return {.request = request_,
            .config = config_,
            .workspace = *workspace_,
            .events = events_,
            .side_run = {},
            .environment = environment_,
            .only = only_,
            .deadline = steady_clock::now() + milliseconds(30'000)};
  }

  /// What the environment of the plan's command says of the channel: the nonce and the path.
  static std::pair<std::string, std::string> channel(const Plan& plan) {
    for (const std::string& entry : plan.commands.at(0).environment) {
      if (!entry.starts_with("PROCTOR_CHANNEL=")) continue;
      const std::size_t space = entry.find(' ');
      return {entry.substr(16, space - 16), entry.substr(space + 1)};
    }
    return {};
  }
  static std::string say(const Plan& plan, const std::string& json) {
    return fmt::format(R"({{"nonce":"{}","pid":7,{})", channel(plan).first, json.substr(1)) + '\n';
  }
  static std::string ask(const Plan& plan, const std::string& id) {
    return say(plan, fmt::format(R"({{"event":"ask","id":"{}"}})", id));
  }
  /// A client that has just come says this; what it is answered.
  static std::string tell(Declared& declared, const Plan& plan, const std::string& lines) {
    static int client = 0;
    declared.feed_channel(++client, say(plan, R"({"event":"hello"})"));
    return declared.feed_channel(client, lines);
  }
  static supervise::Outcome ended(Termination::Kind kind, int code) {
    supervise::Outcome outcome;
    outcome.termination = {kind, code, "as told"};
    return outcome;
  }

  fs::path dir_;
  Definition definition_{};
  Config config_{};
  Request request_{};
  EventSink events_{};
  std::vector<std::string> environment_{"PATH=/usr/bin:/bin", "HOME=/home/somebody", "SECRET=1", "TUNED=1"};
  std::vector<TestId> only_{};
  std::optional<Workspace> workspace_{};
};

TEST_F(DeclaredTest, AProjectIsRunInPlaceWithItsOwnEnvironment) {
  Declared declared(definition_);
  definition_.unset = {"TUNED"};
  definition_.set = {{"WHERE", "{private}"}};
  const auto plan = declared.plan(project());
  ASSERT_TRUE(plan) << plan.error().message;
  const supervise::Command& command = plan->commands.at(0);
  EXPECT_THAT(command.argv, ElementsAre("sh", (dir_ / "folder/run.sh").string(), (dir_ / "in").string()));
  EXPECT_EQ(command.workdir, dir_ / "in");
  EXPECT_THAT(command.environment, Contains("HOME=/home/somebody"));
  EXPECT_THAT(command.environment, Not(Contains(StartsWith("TUNED="))));
  EXPECT_THAT(command.environment, Contains("PROCTOR_ROOT=" + (dir_ / "in").string()));
  EXPECT_EQ(channel(*plan).second, command.channel.string());
  EXPECT_THAT(command.environment, Not(Contains("WHERE={private}")));
  EXPECT_THAT(command.toolchain, Contains(dir_ / "folder"));
  EXPECT_EQ(command.results.size(), 1U);
}

TEST_F(DeclaredTest, ASubmissionGetsNothingOfTheCallersEnvironment) {
  Declared declared(definition_);
  const auto plan = declared.plan(submission());
  ASSERT_TRUE(plan) << plan.error().message;
  const supervise::Command& command = plan->commands.at(0);
  EXPECT_THAT(command.argv,
              ElementsAre("sh", (dir_ / "folder/exercise.sh").string(), "a.squeak", "b.squeak"));
  EXPECT_THAT(command.environment, Contains("PATH=/usr/bin:/bin"));
  EXPECT_THAT(command.environment, Not(Contains(StartsWith("SECRET="))));
  EXPECT_THAT(command.environment, Not(Contains("HOME=/home/somebody")));
  EXPECT_THAT(command.environment, Contains("PROCTOR_SLUG=two-fer"));
}

TEST_F(DeclaredTest, WhatIsRunIsDecidedWhenTheReporterAsks) {
  request_.filter = "a|b";
  request_.fail_fast = true;
  only_ = {{.file = "a.squeak", .suite = "Group", .name = "test"}};
  Declared declared(definition_);
  const auto plan = declared.plan(project());
  ASSERT_TRUE(plan);
  EXPECT_EQ(tell(declared, *plan,
                 ask(*plan, "a.squeak::Group::other") + ask(*plan, "Group::test") +
                     ask(*plan, "a.squeak::Group::test") + ask(*plan, "a.squeak::Group::test::b") +
                     say(*plan, R"({"event":"finish","id":"a.squeak::Group::test","status":"fail"})") +
                     ask(*plan, "a.squeak::Group::test::c") + ask(*plan, "a.squeak::Other")),
            "skip\nskip\nrun\nrun\nok\nstop\nskip\n");
}

TEST_F(DeclaredTest, AFilterThatIsNoRegularExpressionIsRefused) {
  request_.filter = "a(";
  Declared declared(definition_);
  const auto plan = declared.plan(project());
  ASSERT_FALSE(plan);
  EXPECT_EQ(plan.error().code, ErrorCode::invalid_request);
  EXPECT_THAT(plan.error().message, HasSubstr("a("));
}

TEST_F(DeclaredTest, EachRunHasASecretOfItsOwn) {
  Declared first(definition_);
  Declared second(definition_);
  const auto a = first.plan(project());
  const auto b = second.plan(project());
  ASSERT_TRUE(a && b);
  EXPECT_NE(channel(*a).first, channel(*b).first);
  EXPECT_GE(channel(*a).first.size(), 32U);
}

TEST_F(DeclaredTest, TheRunAfterACrashHasANewSecretAndLeavesOutWhatHasAResult) {
  Declared declared(definition_);
  const Context context = submission();
  const auto plan = declared.plan(context);
  ASSERT_TRUE(plan);
  EXPECT_EQ(tell(declared, *plan, ask(*plan, R"(a\\b\nc)")), "run\n");
  const auto next = declared.next(context, ended(Termination::Kind::signalled, 11));
  ASSERT_TRUE(next && *next);
  EXPECT_NE(channel(**next).first, channel(*plan).first);
  EXPECT_EQ(tell(declared, **next, ask(**next, R"(a\\b\nc)")), "skip\n");
  // Somebody of the first run who still knows its nonce.
  EXPECT_EQ(tell(declared, *plan,
                 ask(*plan, "z") + say(*plan, R"({"event":"finish","id":"z","status":"pass"})") +
                     say(*plan, R"({"event":"end"})")),
            "");
  declared.next(context, ended(Termination::Kind::exited, 0));
  Report report;
  ReportState state;
  declared.finish(context, ended(Termination::Kind::exited, 0), report, state);
  ASSERT_EQ(report.suites.size(), 1U);
  ASSERT_EQ(report.suites[0].cases.size(), 1U);
  EXPECT_EQ(report.suites[0].cases[0].status, Status::fail);
  EXPECT_TRUE(judge(report, state));
}

TEST_F(DeclaredTest, AHundredTestsThatCrashHaveAHundredRuns) {
  Declared declared(definition_);
  const Context context = submission();
  const auto first = declared.plan(context);
  ASSERT_TRUE(first);
  Plan plan = *first;
  for (int i = 0; i < 100; ++i) {
    tell(declared, plan, ask(plan, fmt::format("t{}", i)));
    const auto next = declared.next(context, ended(Termination::Kind::signalled, 11));
    ASSERT_TRUE(next && *next) << i;
    plan = **next;
  }
}

TEST_F(DeclaredTest, ATestOfASubmissionIsPutOffAfterATwelfthOfTheTime) {
  Declared declared(definition_);
  const auto plan = declared.plan(submission());
  ASSERT_TRUE(plan);
  const int client = 1;
  declared.feed_channel(client, say(*plan, R"({"event":"hello"})"));
  EXPECT_FALSE(declared.step_deadline());  // what is loaded before the first test isn't a step
  const auto before = steady_clock::now();
  declared.feed_channel(client, ask(*plan, "a"));
  ASSERT_TRUE(declared.step_deadline());
  EXPECT_GT(*declared.step_deadline(), before + milliseconds(2'000));
  EXPECT_LT(*declared.step_deadline(), before + milliseconds(3'500));
}

TEST_F(DeclaredTest, WhereATwelfthIsLittleATestHasAThirdOfTheTime) {
  Declared declared(definition_);
  Context context = submission();
  context.deadline = steady_clock::now() + milliseconds(9'000);
  const auto plan = declared.plan(context);
  ASSERT_TRUE(plan);
  const int client = 1;
  declared.feed_channel(client, say(*plan, R"({"event":"hello"})"));
  const auto before = steady_clock::now();
  declared.feed_channel(client, ask(*plan, "a"));
  ASSERT_TRUE(declared.step_deadline());
  EXPECT_GT(*declared.step_deadline(), before + milliseconds(2'500));
  EXPECT_LT(*declared.step_deadline(), before + milliseconds(3'500));
}

TEST_F(DeclaredTest, TheLastTestHasTheTimeThatIsLeft) {
  Declared declared(definition_);
  Context context = submission();
  context.exercise->tests = {"a.squeak"};
  const auto plan = declared.plan(context);
  ASSERT_TRUE(plan);
  const int client = 1;
  declared.feed_channel(client, say(*plan, R"({"event":"hello"})"));
  const auto before = steady_clock::now();
  declared.feed_channel(client,
                        say(*plan, R"({"event":"plan","tests":[{"id":"a"},{"id":"b"}]})") + ask(*plan, "a"));
  EXPECT_LT(*declared.step_deadline(), before + milliseconds(11'000));
  declared.feed_channel(client,
                        say(*plan, R"({"event":"finish","id":"a","status":"pass"})") + ask(*plan, "b"));
  EXPECT_GT(*declared.step_deadline(), before + milliseconds(29'000));
  EXPECT_LT(*declared.step_deadline(), before + milliseconds(31'000));
  // Behind a part there may be others, which nobody has planned.
  declared.feed_channel(client, ask(*plan, "b::part"));
  EXPECT_LT(*declared.step_deadline(), before + milliseconds(11'000));
}

TEST_F(DeclaredTest, WhatDoesNotTellAStepDoesNotLengthenIt) {
  Declared declared(definition_);
  const auto plan = declared.plan(submission());
  ASSERT_TRUE(plan);
  const int client = 1;
  declared.feed_channel(client, say(*plan, R"({"event":"hello"})"));
  declared.feed_channel(client, ask(*plan, "a"));
  const auto deadline = declared.step_deadline();
  declared.feed_channel(1, "noise\n");
  declared.feed_channel(client, ask(*plan, "a"));
  declared.feed(Stream::out, "noise");
  EXPECT_EQ(declared.step_deadline(), deadline);
}

TEST_F(DeclaredTest, ToEndAProgramHasAsMuchTimeAsATest) {
  Declared declared(definition_);
  const auto plan = declared.plan(submission());
  ASSERT_TRUE(plan);
  const int client = 1;
  declared.feed_channel(client, say(*plan, R"({"event":"hello"})"));
  declared.feed_channel(client, ask(*plan, "a"));
  declared.feed_channel(client, say(*plan, R"({"event":"finish","id":"a","status":"pass"})"));
  const auto before = steady_clock::now();
  declared.feed_channel(client, say(*plan, R"({"event":"end"})"));
  EXPECT_GT(*declared.step_deadline(), before + milliseconds(9'000));
  EXPECT_LT(*declared.step_deadline(), before + milliseconds(11'000));
}

TEST_F(DeclaredTest, TestsOfAProjectHaveNoLimitOfTheirOwn) {
  Declared declared(definition_);
  const auto plan = declared.plan(project());
  ASSERT_TRUE(plan);
  const int client = 1;
  declared.feed_channel(client, say(*plan, R"({"event":"hello"})"));
  declared.feed_channel(client, ask(*plan, "a"));
  EXPECT_FALSE(declared.step_deadline());
}

TEST_F(DeclaredTest, ABuildComesFirstAndHasNoChannel) {
  definition_.run.build = {"make", "-C", "{root}"};
  Declared declared(definition_);
  const Context context = project();
  const auto plan = declared.plan(context);
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->phase, "building");
  EXPECT_THAT(plan->commands.at(0).argv, ElementsAre("make", "-C", (dir_ / "in").string()));
  EXPECT_TRUE(plan->commands.at(0).channel.empty());
  EXPECT_THAT(plan->commands.at(0).environment, Not(Contains(StartsWith("PROCTOR_CHANNEL="))));
  const auto next = declared.next(context, ended(Termination::Kind::exited, 0));
  ASSERT_TRUE(next && *next);
  EXPECT_FALSE((*next)->commands.at(0).channel.empty());
}

TEST_F(DeclaredTest, WhatIsPreparedIsNamedAndShown) {
  config_.frameworks.prepared = dir_ / "prepared";
  fs::create_directories(dir_ / "prepared/squeak");
  {
    Declared declared(definition_);
    const auto plan = declared.plan(project());
    ASSERT_TRUE(plan);
    EXPECT_THAT(plan->commands.at(0).environment, Contains("PROCTOR_PREPARED="));  // not to its end
  }
  ASSERT_TRUE(stamp_prepared(dir_ / "prepared/squeak", folder_digest(definition_)));
  Declared declared(definition_);
  const auto plan = declared.plan(project());
  ASSERT_TRUE(plan);
  EXPECT_THAT(plan->warnings, IsEmpty());
  EXPECT_THAT(plan->commands.at(0).environment,
              Contains("PROCTOR_PREPARED=" + (dir_ / "prepared/squeak").string()));
  EXPECT_THAT(plan->commands.at(0).toolchain, Contains(dir_ / "prepared/squeak"));
}

TEST_F(DeclaredTest, WhatAnExerciseSetsIsNotSetForAProject) {
  definition_.exercise.commands.set = {{"WHERE", "{private}"}};
  Declared exercise(definition_);
  const auto tested = exercise.plan(submission());
  ASSERT_TRUE(tested);
  EXPECT_THAT(tested->commands.at(0).environment, Contains(StartsWith("WHERE=/")));
  workspace_.reset();
  Declared run(definition_);
  const auto plan = run.plan(project());
  ASSERT_TRUE(plan);
  EXPECT_THAT(plan->commands.at(0).environment, Not(Contains(StartsWith("WHERE="))));
}

TEST_F(DeclaredTest, WhatAnotherFolderPreparedIsNotNamedAndThatIsSaid) {
  config_.frameworks.prepared = dir_ / "prepared";
  fs::create_directories(dir_ / "prepared/squeak");
  ASSERT_TRUE(stamp_prepared(dir_ / "prepared/squeak", "another"));
  for (const bool build : {false, true}) {
    if (build) definition_.run.build = {"make"};
    Declared declared(definition_);
    const auto plan = declared.plan(project());
    ASSERT_TRUE(plan);
    EXPECT_THAT(plan->commands.at(0).environment, Contains("PROCTOR_PREPARED="));
    EXPECT_THAT(plan->commands.at(0).toolchain, Not(Contains(dir_ / "prepared/squeak")));
    EXPECT_THAT(plan->warnings, ElementsAre(HasSubstr("proctor warm squeak")));
  }
}

TEST_F(DeclaredTest, AMissingToolIsSaidBeforeAnythingIsRun) {
  definition_.tool = "no-such-program-anywhere";
  definition_.tool_hint = "ask your elders";
  Declared declared(definition_);
  const auto plan = declared.plan(project());
  ASSERT_FALSE(plan);
  EXPECT_EQ(plan.error().code, ErrorCode::tool_not_found);
  EXPECT_THAT(plan.error().message, HasSubstr("ask your elders"));
}

}  // namespace
}  // namespace proctor::framework
