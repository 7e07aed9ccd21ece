#include "run/warm.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "base/files.hpp"
#include "base/paths.hpp"
#include "framework/prepared.hpp"

namespace proctor {
namespace {
namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class WarmTest : public testing::Test {
 protected:
  WarmTest() {
    std::string name = (temporary_dir() / "proctor-warm-XXXXXX").string();
    dir_ = fs::canonical(mkdtemp(name.data()));
    setenv("TMPDIR", dir_.c_str(), 1);
    fs::create_directories(dir_ / "folder");
    config_.frameworks.prepared = dir_ / "prepared";
    definition_.name = "squeak";
    definition_.title = "Squeak";
    definition_.folder = dir_ / "folder";
    definition_.tool = "sh";
    definition_.tool_version = {"-c", "echo squeak 1.2; echo more"};
    definition_.tool_hint = "ask your elders";
  }
  ~WarmTest() override {
    unsetenv("TMPDIR");
    unsetenv("PROCTOR_PREPARED");
    remove_tree(dir_);
  }

  Result<Warmed> prepare(const std::string& script) {
    definition_.warm = {"sh", "-c", script};
    printed_.clear();
    return warm(definition_, {config_, supervisor_, stop_.get_token()},
                [this](Stream, std::string_view bytes) { printed_ += bytes; });
  }
  Usable look() { return examine(definition_, {config_, supervisor_, {}}); }
  fs::path prepared() { return framework::find_prepared(config_, definition_).directory; }

  fs::path dir_;
  Config config_{};
  framework::Definition definition_{};
  supervise::Supervisor supervisor_{};
  std::stop_source stop_{};
  std::string printed_{};
};

TEST_F(WarmTest, WhatTheCommandMakesIsThereForRunsFromThenOn) {
  EXPECT_EQ(prepared(), "");
  const auto done = prepare("echo made > \"$PROCTOR_PREPARED/file\"; echo told; pwd > \"{prepared}/where\"");
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_TRUE(done->prepared);
  EXPECT_EQ(printed_, "told\n");
  EXPECT_EQ(prepared(), dir_ / "prepared/squeak");
  EXPECT_EQ(read_file(prepared() / "file").value_or("gone"), "made\n");
  EXPECT_THAT(read_file(prepared() / "where").value_or(""), Not(HasSubstr((dir_ / "prepared").string())));
  EXPECT_TRUE(look().prepared);
}

TEST_F(WarmTest, EverybodyMayReadItAndOnlyItsOwnerWrites) {
  ASSERT_TRUE(prepare("true"));
  const auto permissions = fs::status(dir_ / "prepared/squeak").permissions();
  EXPECT_EQ(permissions & fs::perms(0077), fs::perms(0055));
}

TEST_F(WarmTest, ASandboxShowsTheFolderAndLetsOnlyWhatIsPreparedBeWritten) {
  config_.isolation.level = IsolationLevel::sandbox;
  ASSERT_TRUE(write_file(dir_ / "folder/reporter", "here"));
  ASSERT_TRUE(write_file(dir_ / "secret", "elsewhere"));
  const auto done =
      prepare("cat {folder}/reporter > {prepared}/reporter; cat '" + (dir_ / "secret").string() +
              "' > {prepared}/secret; echo more >> {folder}/reporter; true");
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(done->level, IsolationLevel::sandbox);
  EXPECT_EQ(read_file(prepared() / "reporter").value_or("gone"), "here");
  EXPECT_EQ(read_file(prepared() / "secret").value_or("gone"), "");
  EXPECT_EQ(read_file(dir_ / "folder/reporter").value_or("gone"), "here");
}

TEST_F(WarmTest, LimitsThatAreConfiguredHoldIt) {
  config_.limits.open_files = 77;
  ASSERT_TRUE(prepare("ulimit -n > {prepared}/limit"));
  EXPECT_EQ(read_file(prepared() / "limit").value_or("gone"), "77\n");
  config_.limits.stall = std::chrono::milliseconds(300);  // a compiler may be silent for longer
  EXPECT_TRUE(prepare("sleep 1"));
}

TEST_F(WarmTest, WithoutACommandThereIsNothingToPrepare) {
  const auto done = warm(definition_, {config_, supervisor_, {}}, {});
  ASSERT_TRUE(done);
  EXPECT_FALSE(done->prepared);
  EXPECT_FALSE(fs::exists(dir_ / "prepared"));
}

TEST_F(WarmTest, WhatFailsLeavesNothingThatARunWouldUse) {
  for (const char* script : {"echo half > {prepared}/file; echo why >&2; exit 3", "kill -KILL $$",
                             "touch {prepared}/.prepared; exit 1"}) {
    const auto done = prepare(script);
    ASSERT_FALSE(done) << script;
    EXPECT_EQ(done.error().code, ErrorCode::command_failed);
    EXPECT_THAT(done.error().message, HasSubstr("Squeak can't be prepared"));
    EXPECT_EQ(prepared(), "");
    EXPECT_FALSE(fs::exists(dir_ / "prepared/squeak"));
  }
  EXPECT_FALSE(look().prepared);
}

TEST_F(WarmTest, WithoutAnybodyWhoListensTheReasonIsInTheError) {
  definition_.warm = {"sh", "-c", "echo the disk is full >&2; exit 1"};
  const auto done = warm(definition_, {config_, supervisor_, {}}, {});
  ASSERT_FALSE(done);
  EXPECT_THAT(done.error().message, HasSubstr("the disk is full"));
}

TEST_F(WarmTest, WhatWasPreparedBeforeGoesFirst) {
  ASSERT_TRUE(prepare("echo 1 > {prepared}/old"));
  ASSERT_TRUE(prepare("ls -A {prepared} > {prepared}/new"));
  EXPECT_EQ(read_file(prepared() / "new").value_or("gone"), "new\n");
  EXPECT_FALSE(fs::exists(prepared() / "old"));
  EXPECT_FALSE(prepare("exit 1"));
  EXPECT_EQ(prepared(), "");
}

TEST_F(WarmTest, WhatAnotherFolderPreparedIsToldAndReplaced) {
  ASSERT_TRUE(prepare("echo 1 > {prepared}/old"));
  ASSERT_TRUE(write_file(dir_ / "folder/reporter", "another"));
  EXPECT_FALSE(look().prepared);
  EXPECT_THAT(look().stale, HasSubstr("proctor warm squeak"));
  ASSERT_TRUE(prepare("true"));
  EXPECT_TRUE(look().prepared);
  EXPECT_EQ(look().stale, "");
  EXPECT_FALSE(fs::exists(prepared() / "old"));
}

TEST_F(WarmTest, AFolderThatChangesMeanwhileHasPreparedNothing) {
  ASSERT_TRUE(prepare("echo another > {folder}/reporter"));
  EXPECT_EQ(prepared(), "");
}

TEST_F(WarmTest, WhatIsStoppedIsNotPrepared) {
  stop_.request_stop();
  EXPECT_FALSE(prepare("true"));
  EXPECT_EQ(prepared(), "");
}

TEST_F(WarmTest, ItGoesWhereTheConfigurationSaysElseWhereTheEnvironmentDoes) {
  config_.frameworks.prepared.clear();
  setenv("PROCTOR_PREPARED", (dir_ / "by environment").c_str(), 1);
  ASSERT_TRUE(prepare("echo \"$PROCTOR_PREPARED\" > \"{prepared}/where\""));
  EXPECT_EQ(prepared(), dir_ / "by environment/squeak");
  EXPECT_EQ(read_file(prepared() / "where").value_or("gone"), prepared().string() + "\n");
  setenv("PROCTOR_PREPARED", "relative", 1);
  EXPECT_TRUE(framework::prepared_root(config_).is_absolute());
}

TEST_F(WarmTest, NothingOfItsWorkIsLeftBehind) {
  ASSERT_TRUE(prepare("echo x > \"$PROCTOR_PRIVATE/scratch\"; echo y > {root}/scratch"));
  std::size_t left = 0;
  for (const auto& entry : fs::recursive_directory_iterator(dir_))
    left += entry.path().filename() == "scratch" ? 1U : 0U;
  EXPECT_EQ(left, 0U);
}

TEST_F(WarmTest, AFrameworkIsUsableIfItsToolAndAllThatItNeedsAre) {
  definition_.needs = {{"true"}, {"test", "-d", "{folder}"}};
  const Usable found = look();
  EXPECT_TRUE(found.usable) << found.missing;
  EXPECT_EQ(found.version, "squeak 1.2");
  EXPECT_THAT(found.missing, IsEmpty());
  EXPECT_FALSE(found.prepared);
}

TEST_F(WarmTest, WhatIsMissingIsNamedWithHowToGetIt) {
  definition_.needs = {{"true"}, {"sh", "-c", "echo no module squeak; exit 1"}};
  EXPECT_FALSE(look().usable);
  EXPECT_EQ(look().missing, "no module squeak: ask your elders");
  definition_.needs = {{"false"}};
  EXPECT_EQ(look().missing, "false fails: ask your elders");
  definition_.needs.clear();
  definition_.tool_version = {"-c", "exit 1"};
  EXPECT_FALSE(look().usable);
  EXPECT_THAT(look().missing, HasSubstr("sh doesn't work"));
  definition_.tool_version = {"-c", "exec squeak-that-is-nowhere"};
  EXPECT_EQ(look().missing, definition_.name + " isn't there: ask your elders");
  definition_.tool = "no-such-program-anywhere";
  EXPECT_FALSE(look().usable);
  EXPECT_EQ(look().missing, "no-such-program-anywhere isn't there: ask your elders");
}

}  // namespace
}  // namespace proctor
