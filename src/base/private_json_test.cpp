#include "base/private_json.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <thread>
#include <vector>

#include "base/files.hpp"
#include "base/kept_version.hpp"
#include "base/paths.hpp"

namespace proctor {
namespace {
namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;

class PrivateJsonTest : public testing::Test {
 protected:
  PrivateJsonTest() {
    std::string name = (temporary_dir() / "proctor-private-XXXXXX").string();
    dir_ = mkdtemp(name.data());
    file_ = dir_ / "deep/state/notes.json";
  }
  ~PrivateJsonTest() override { remove_tree(dir_); }

  static bool count(json::object& object) {
    object["n"] = object.contains("n") ? object["n"].as_int64() + 1 : 1;
    return true;
  }
  std::string refused() const {
    const PrivateJson store(file_);
    const auto read = store.read();
    const auto update = store.update(count);
    if (read || update) return "accepted";
    return read.error().message;
  }
  void make() const { ASSERT_TRUE(PrivateJson(file_).update(count)); }
  static unsigned mode(const fs::path& path) {
    struct stat status {};
    stat(path.c_str(), &status);
    return status.st_mode & 0777U;
  }

  fs::path dir_;
  fs::path file_;
};

TEST_F(PrivateJsonTest, AFileThatIsntThereIsEmptyAndReadingMakesNothing) {
  const auto content = PrivateJson(file_).read();
  ASSERT_TRUE(content);
  EXPECT_TRUE(content->empty());
  EXPECT_FALSE(fs::exists(dir_ / "deep"));
}

TEST_F(PrivateJsonTest, OnlyTheUserMayReadAndWriteIt) {
  make();
  EXPECT_EQ(mode(file_), 0600U);
  EXPECT_EQ(mode(file_.parent_path()), 0700U);
  EXPECT_EQ(PrivateJson(file_).read()->at("n"), 1);
}

TEST_F(PrivateJsonTest, NothingIsWrittenWhenNothingChanged) {
  ASSERT_TRUE(PrivateJson(file_).update([](json::object&) { return false; }));
  EXPECT_FALSE(fs::exists(file_));
}

TEST_F(PrivateJsonTest, ThreadsAndProcessesThatChangeItAtOnceLoseNothing) {
  const auto many = [this] {
    for (int i = 0; i < 20; ++i) {
      if (!PrivateJson(file_).update(count)) return false;
    }
    return true;
  };
  std::vector<pid_t> children;
  for (int i = 0; i < 3; ++i) {
    const pid_t child = fork();
    if (child == 0) _exit(many() ? 0 : 1);
    children.push_back(child);
  }
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 3; ++i) threads.emplace_back([&many] { EXPECT_TRUE(many()); });
  }
  for (const pid_t child : children) {
    int status = 1;
    waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
  }
  EXPECT_EQ(PrivateJson(file_).read()->at("n"), 120);
}

TEST_F(PrivateJsonTest, WhatOthersCouldHaveWrittenIsntBelieved) {
  make();
  fs::permissions(file_, fs::perms::others_write, fs::perm_options::add);
  EXPECT_THAT(refused(), HasSubstr("can be written by others"));
  fs::permissions(file_, fs::perms::owner_read | fs::perms::owner_write);
  fs::permissions(file_.parent_path(), fs::perms::group_write, fs::perm_options::add);
  EXPECT_THAT(refused(), HasSubstr("can be written by others"));
}

TEST_F(PrivateJsonTest, WhatBelongsToAnotherUserIsntBelieved) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can give a file away";
  make();
  ASSERT_EQ(chown(file_.c_str(), 12345, 12345), 0);
  EXPECT_THAT(refused(), HasSubstr("belongs to another user"));
  ASSERT_EQ(chown(file_.c_str(), 0, 0), 0);
  ASSERT_EQ(chown(file_.parent_path().c_str(), 12345, 12345), 0);
  EXPECT_THAT(refused(), HasSubstr("belongs to another user"));
}

TEST_F(PrivateJsonTest, ALinkOrAPipeInItsPlaceIsntBelieved) {
  make();
  fs::rename(file_, dir_ / "elsewhere.json");
  fs::create_symlink(dir_ / "elsewhere.json", file_);
  EXPECT_THAT(refused(), HasSubstr("symbolic link"));
  fs::remove(file_);
  ASSERT_EQ(mkfifo(file_.c_str(), 0600), 0);
  EXPECT_THAT(refused(), HasSubstr("isn't a plain file"));
}

TEST_F(PrivateJsonTest, ADamagedFileIsRefusedAndStaysAsItIs) {
  make();
  for (const std::string& damaged :
       std::vector<std::string>{"", "{\"n\": 4", "[1]", std::string(5U << 20U, ' ')}) {
    ASSERT_TRUE(write_file(file_, damaged));
    EXPECT_THAT(refused(), AllOf(HasSubstr("notes.json is damaged"), HasSubstr("move it away")));
    EXPECT_EQ(read_file(file_), damaged);
  }
}

TEST_F(PrivateJsonTest, APlaceThatCantBeWrittenIsAnError) {
  ASSERT_TRUE(write_file(dir_ / "deep", "a file where a directory should be"));
  const auto update = PrivateJson(file_).update(count);
  ASSERT_FALSE(update);
  EXPECT_THAT(update.error().message, HasSubstr("Not a directory"));
  EXPECT_FALSE(PrivateJson(file_).read()) << "not the same as nothing";
}

TEST_F(PrivateJsonTest, AFileWithoutAVersionIsReadAndWrittenWithOne) {
  make();
  ASSERT_TRUE(write_file(file_, R"({"n": 4})"));
  make();
  EXPECT_EQ(parse_json(*read_file(file_)), (json::value{{"n", 5}, {"version", kKeptVersion}}));
  EXPECT_EQ(PrivateJson(file_).read(), (json::object{{"n", 5}})) << "the version is nobody else's business";
}

TEST_F(PrivateJsonTest, ANewerFileIsRefusedAndStaysAsItIs) {
  make();
  const std::string newer = R"({"version": 3, "n": 4})";
  ASSERT_TRUE(write_file(file_, newer));
  EXPECT_THAT(refused(), AllOf(HasSubstr("notes.json has version 3"), HasSubstr("Use the newer proctor")));
  EXPECT_EQ(read_file(file_), newer);
}

}  // namespace
}  // namespace proctor
