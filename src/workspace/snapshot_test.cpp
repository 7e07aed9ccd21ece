#include "workspace/snapshot.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <set>
#include <string>

#include "base/files.hpp"

namespace proctor {
namespace {
namespace fs = std::filesystem;

class SnapshotTest : public testing::Test {
 protected:
  SnapshotTest() {
    std::string name = "/tmp/proctor-snapshot-XXXXXX";
    dir_ = mkdtemp(name.data());
    setenv("TMPDIR", dir_.c_str(), 1);
    write("root/a", "a");
    write("root/deep/b", "b");
    write("private/built", "program", 0755);
    fs::create_symlink("a", dir_ / "root/link");
  }
  ~SnapshotTest() override {
    unsetenv("TMPDIR");
    remove_tree(dir_);
  }
  void write(const std::string& path, const std::string& content, unsigned mode = 0644) {
    fs::create_directories((dir_ / path).parent_path());
    ASSERT_TRUE(write_file(dir_ / path, content, mode));
  }
  Result<Snapshot> take() { return Snapshot::of({dir_ / "root", dir_ / "private"}); }
  void expect_as_before() {
    EXPECT_EQ(read_file(dir_ / "root/a").value_or("gone"), "a");
    EXPECT_EQ(read_file(dir_ / "root/deep/b").value_or("gone"), "b");
    EXPECT_EQ(read_file(dir_ / "private/built").value_or("gone"), "program");
    EXPECT_EQ(access((dir_ / "private/built").c_str(), X_OK), 0);
    EXPECT_TRUE(fs::is_symlink(dir_ / "root/link"));
    EXPECT_FALSE(fs::is_symlink(dir_ / "root"));
    std::size_t entries = 0;
    for (const auto& entry : fs::recursive_directory_iterator(dir_ / "root"))
      entries += entry.exists() ? 1U : 0U;
    EXPECT_EQ(entries, 4U);
  }
  fs::path dir_;
};

TEST_F(SnapshotTest, WhatWasChangedRemovedOrAddedIsAsBefore) {
  const auto snapshot = take();
  ASSERT_TRUE(snapshot) << snapshot.error().message;
  write("root/a", "other");
  write("root/new", "new");
  fs::remove_all(dir_ / "root/deep");
  write("private/built", "another program", 0644);
  ASSERT_TRUE(snapshot->restore());
  expect_as_before();
}

TEST_F(SnapshotTest, ItCanBePutBackAgainAndAgain) {
  const auto snapshot = take();
  ASSERT_TRUE(snapshot);
  for (int i = 0; i < 3; ++i) {
    write("root/a", "other");
    ASSERT_TRUE(snapshot->restore());
    expect_as_before();
  }
}

TEST_F(SnapshotTest, ADirectoryThatIsGoneComesBack) {
  const auto snapshot = take();
  ASSERT_TRUE(snapshot);
  remove_tree(dir_ / "root");
  remove_tree(dir_ / "private");
  ASSERT_TRUE(snapshot->restore());
  expect_as_before();
}

TEST_F(SnapshotTest, ALinkInItsPlaceIsRemovedAndNotFollowed) {
  const auto snapshot = take();
  ASSERT_TRUE(snapshot);
  write("elsewhere/kept", "kept");
  remove_tree(dir_ / "root");
  fs::create_directory_symlink(dir_ / "elsewhere", dir_ / "root");
  ASSERT_TRUE(snapshot->restore());
  expect_as_before();
  EXPECT_EQ(*read_file(dir_ / "elsewhere/kept"), "kept");
  EXPECT_FALSE(fs::exists(dir_ / "elsewhere/a"));
}

TEST_F(SnapshotTest, AFileInThePlaceOfADirectoryAndTheOtherWayRoundDoNoHarm) {
  const auto snapshot = take();
  ASSERT_TRUE(snapshot);
  fs::remove(dir_ / "root/a");
  fs::create_directories(dir_ / "root/a/b");
  fs::remove_all(dir_ / "root/deep");
  write("root/deep", "file");
  ASSERT_EQ(mkfifo((dir_ / "root/pipe").c_str(), 0600), 0);
  ASSERT_TRUE(snapshot->restore());
  expect_as_before();
}

TEST_F(SnapshotTest, LockedDirectoriesAreNoObstacle) {
  const auto snapshot = take();
  ASSERT_TRUE(snapshot);
  fs::permissions(dir_ / "root/deep", fs::perms::none);
  ASSERT_TRUE(snapshot->restore());
  expect_as_before();
}

TEST_F(SnapshotTest, TheCopyHasNoName) {
  const auto snapshot = take();
  ASSERT_TRUE(snapshot);
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(dir_)) names.insert(entry.path().filename().string());
  EXPECT_EQ(names, (std::set<std::string>{"private", "root"}));
}

TEST_F(SnapshotTest, ModesAreAsBeforeAlsoOfDirectoriesThatNothingCanBeMadeIn) {
  fs::permissions(dir_ / "root/a", fs::perms{0400});
  fs::permissions(dir_ / "root/deep", fs::perms{0500});
  const auto snapshot = take();
  ASSERT_TRUE(snapshot) << snapshot.error().message;
  ASSERT_TRUE(snapshot->restore());
  expect_as_before();
  EXPECT_EQ(fs::status(dir_ / "root/a").permissions(), fs::perms{0400});
  EXPECT_EQ(fs::status(dir_ / "root/deep").permissions(), fs::perms{0500});
}

TEST_F(SnapshotTest, LargeAndEmptyFilesAreWhole) {
  std::string large(3'000'001, 'x');
  for (std::size_t i = 0; i < large.size(); i += 4096) large[i] = static_cast<char>(i / 4096);
  write("root/deep/large", large);
  write("root/deep/empty", "");
  write("root/deep/last", "last");
  const auto snapshot = take();
  ASSERT_TRUE(snapshot);
  ASSERT_TRUE(snapshot->restore());
  EXPECT_EQ(read_file(dir_ / "root/deep/large").value_or("gone"), large);
  EXPECT_EQ(read_file(dir_ / "root/deep/empty").value_or("gone"), "");
  EXPECT_EQ(read_file(dir_ / "root/deep/last").value_or("gone"), "last");
}

TEST_F(SnapshotTest, WhatCantBeCopiedIsAnError) {
  ASSERT_EQ(mkfifo((dir_ / "root/pipe").c_str(), 0600), 0);
  const auto snapshot = take();
  ASSERT_FALSE(snapshot);
  EXPECT_NE(snapshot.error().message.find("pipe"), std::string::npos) << snapshot.error().message;
}

TEST_F(SnapshotTest, WhatIsNotThereCantBeKept) {
  EXPECT_FALSE(Snapshot::of({dir_ / "missing"}));
}

}  // namespace
}  // namespace proctor
