// Which runs open the gate, and what is said where none does.
#include "gate/decision.hpp"

#include <gmock/gmock.h>

namespace proctor::gate {
namespace {

using history::KeptRun;
using ::testing::HasSubstr;
using namespace std::chrono_literals;

KeptRun run(const std::string& digest, const std::string& result = "ok") {
  KeptRun run;
  run.id = "20260101-000000-00000001";
  run.command = "test";
  run.all = true;
  run.digest_before = run.digest_after = digest;
  run.result = result;
  run.sentence = "3 passed";
  run.complete = run.verdict() != Verdict::error;
  return run;
}

KeptRun part(const std::string& digest, const std::string& result = "ok") {
  KeptRun one = run(digest, result);
  one.all = one.complete = false;
  one.command = "test --filter a";
  return one;
}

class Decide : public ::testing::Test {
 protected:
  Decision decide(const std::vector<KeptRun>& runs) {
    return gate::decide({.tree = now_,
                         .runs = runs,
                         .project = "/p",
                         .ignored = ignored_,
                         .max_age = max_age_,
                         .now = 3'600'000,
                         .files_of = [this](const std::string&) { return kept_; },
                         .name_of = [](const KeptRun& one) { return one.id.substr(16); }});
  }

  tree::Tree now_{.digest = "now", .files = {{"a.md", "2"}, {"b.py", "1"}}};
  std::vector<history::TreeFile> kept_{{"a.md", "1"}, {"b.py", "1"}};
  std::vector<std::string> ignored_{};
  std::optional<std::chrono::milliseconds> max_age_{};
};

constexpr const char* kFailed = "TEST_ASSERTION_FAILED";
constexpr const char* kTimeout = "TEST_TIMEOUT";
constexpr const char* kCancelled = "TEST_CANCELLED";
constexpr const char* kNoneRan = "TEST_NONE_RAN";

TEST_F(Decide, OpensForACompleteRunThatPassedForThisTree) {
  EXPECT_TRUE(decide({run("now")}).open);
  EXPECT_TRUE(decide({run("other", kFailed), run("now")}).open);
  EXPECT_TRUE(decide({run("now"), run("now", kFailed)}).open);
}

TEST_F(Decide, ARunThatHasNothingToDoWithAnotherFrameworksTestsIsAPart) {
  auto one = run("now");
  one.others = true;
  const auto decision = decide({one});
  EXPECT_FALSE(decision.open);
  EXPECT_THAT(decision.sentence, HasSubstr("only a part of the tests"));
}

TEST_F(Decide, AFailureOfThisTreeClosesWhateverWentBefore) {
  for (const KeptRun& later : {run("now", kFailed), run("now", kTimeout), part("now", kFailed)}) {
    const Decision decision = decide({later, run("now")});
    EXPECT_FALSE(decision.open) << later.result;
    EXPECT_THAT(decision.sentence, HasSubstr("didn't pass"));
  }
}

TEST_F(Decide, WhatSaysNothingOfTheTestsClosesNothing) {
  for (const KeptRun& later : {run("now", kCancelled), part("now", kNoneRan), part("now")})
    EXPECT_TRUE(decide({later, run("now")}).open) << later.result;
}

TEST_F(Decide, NeverOpensForAnythingElse) {
  KeptRun moved = run("now");
  moved.digest_after = "later";
  const std::vector<std::pair<std::vector<KeptRun>, const char*>> closed{
      {{}, "No run of the tests of /p is remembered"},
      {{run("other")}, "has changed since (a.md)"},
      {{run("other", kFailed)}, "didn't pass, but the source tree has changed since"},
      {{part("now")}, "only a part of the tests (`proctor test --filter a`)"},
      {{run("now", kCancelled)}, "was cancelled"},
      {{moved}, "files changed while it went on"},
      {{run("")}, "what lay there isn't known"}};
  for (const auto& [runs, says] : closed) {
    const Decision decision = decide(runs);
    EXPECT_FALSE(decision.open) << says;
    EXPECT_THAT(decision.sentence, HasSubstr(says));
    EXPECT_THAT(decision.sentence, HasSubstr("run `proctor test`"));
  }
}

TEST_F(Decide, IgnoredFilesMayDiffer) {
  ignored_ = {"*.md"};
  EXPECT_TRUE(decide({run("other")}).open);
  EXPECT_FALSE(decide({run("other", kFailed), run("now")}).open);
  now_.files.push_back({"c.py", "1"});
  EXPECT_FALSE(decide({run("other")}).open);
  kept_.clear();  // not kept: nobody knows
  EXPECT_FALSE(decide({run("other")}).open);
}

TEST_F(Decide, TheSettingsThatIgnoreFilesAreNeverIgnored) {
  EXPECT_THAT(that_count({"a.md", "proctor.toml", "api/proctor.toml", "my-proctor.toml"}, {"**"}),
              ::testing::ElementsAre("proctor.toml", "api/proctor.toml"));
}

TEST_F(Decide, ARunMayBeSoOld) {
  max_age_ = 1h;
  EXPECT_TRUE(decide({run("now")}).open);
  max_age_ = 59min;
  EXPECT_THAT(decide({run("now")}).sentence, HasSubstr("--max-age allows"));
}

}  // namespace
}  // namespace proctor::gate
