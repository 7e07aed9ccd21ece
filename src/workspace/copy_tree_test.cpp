#include "workspace/copy_tree.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <set>

#include "base/files.hpp"
#include "base/paths.hpp"
#include "base/unique_fd.hpp"

namespace proctor {
namespace {
namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class CopyTreeTest : public testing::Test {
 protected:
  CopyTreeTest() {
    std::string name = (temporary_dir() / "proctor-copy-XXXXXX").string();
    dir_ = fs::canonical(mkdtemp(name.data()));
    from_ = dir_ / "from";
    to_ = dir_ / "to";
    fs::create_directories(from_);
    fs::create_directories(to_);
  }
  ~CopyTreeTest() override { remove_tree(dir_); }

  void write(const std::string& path, const std::string& content = "x", unsigned mode = 0644) {
    fs::create_directories((from_ / path).parent_path());
    ASSERT_TRUE(write_file(from_ / path, content, mode));
  }
  std::string content(const std::string& path) { return read_file(to_ / path).value_or("(not there)"); }
  static unsigned mode(const fs::path& path) {
    struct stat status {};
    return lstat(path.c_str(), &status) == 0 ? status.st_mode & 07777U : 0;
  }
  /// What is below the copy, sorted.
  std::set<std::string> copied() {
    std::set<std::string> names;
    for (const auto& entry : fs::recursive_directory_iterator(to_))
      names.insert(entry.path().lexically_relative(to_).string());
    return names;
  }
  std::string refused(const UploadLimits& limits) {
    remove_tree(to_);
    const auto result = copy_tree(from_, to_, limits);
    if (result) return "accepted";
    EXPECT_EQ(result.error().code, ErrorCode::invalid_request);
    return result.error().message;
  }

  fs::path dir_, from_, to_;
};

TEST_F(CopyTreeTest, FilesAndDirectoriesAreCopiedAsTheyAre) {
  write("a.py", std::string("\0\xff", 2));
  write("deep/er/.hidden", "h");
  write("name with\nline feed", "n");
  fs::create_directories(from_ / "empty");
  ASSERT_TRUE(copy_tree(from_, to_, {}));
  EXPECT_THAT(copied(),
              ElementsAre("a.py", "deep", "deep/er", "deep/er/.hidden", "empty", "name with\nline feed"));
  EXPECT_EQ(content("a.py"), std::string("\0\xff", 2));
  EXPECT_EQ(content("deep/er/.hidden"), "h");
}

TEST_F(CopyTreeTest, OnlyWhetherAFileMayBeRunIsKeptOfItsMode) {
  write("run.sh", "x", 0755);
  write("read_only", "x", 0444);
  write("everybody", "x", 0666);
  write("setuid", "x");
  fs::permissions(from_ / "setuid", fs::perms(04755));
  fs::create_directories(from_ / "closed");
  fs::permissions(from_ / "closed", fs::perms(0555));
  ASSERT_TRUE(copy_tree(from_, to_, {}));
  EXPECT_EQ(mode(to_ / "run.sh"), 0700U);
  EXPECT_EQ(mode(to_ / "read_only"), 0600U);
  EXPECT_EQ(mode(to_ / "everybody"), 0600U);
  EXPECT_EQ(mode(to_ / "setuid"), 0700U);
  EXPECT_EQ(mode(to_ / "closed"), 0700U);
}

TEST_F(CopyTreeTest, LinksToWhatIsWithinBecomeWhatTheyLeadTo) {
  write("a", "content");
  write("dir/b", "inner");
  fs::create_symlink("a", from_ / "relative");
  fs::create_symlink(from_ / "a", from_ / "absolute");
  fs::create_symlink("../a", from_ / "dir/up");
  fs::create_directory_symlink("dir", from_ / "linked_dir");
  ASSERT_TRUE(copy_tree(from_, to_, {}));
  for (const char* name : {"relative", "absolute", "dir/up"}) {
    EXPECT_EQ(content(name), "content") << name;
    EXPECT_FALSE(fs::is_symlink(to_ / name)) << name;
  }
  EXPECT_EQ(content("linked_dir/b"), "inner");
  EXPECT_FALSE(fs::is_symlink(to_ / "linked_dir"));
}

TEST_F(CopyTreeTest, LinksThatLeadOutAreLeftOut) {
  ASSERT_TRUE(write_file(dir_ / "secret", "secret"));
  fs::create_directories(dir_ / "from-other");  // begins with the same letters
  ASSERT_TRUE(write_file(dir_ / "from-other/secret", "secret"));
  write("a");
  fs::create_symlink("../secret", from_ / "relative");
  fs::create_symlink(dir_ / "secret", from_ / "absolute");
  fs::create_symlink("../from-other/secret", from_ / "sibling");
  fs::create_directory_symlink(dir_, from_ / "parent");
  fs::create_directory_symlink("/", from_ / "root");
  fs::create_symlink("missing", from_ / "dangling");
  fs::create_symlink("itself", from_ / "itself");
  fs::create_symlink("relative", from_ / "by_another_link");
  ASSERT_TRUE(copy_tree(from_, to_, {}));
  EXPECT_THAT(copied(), ElementsAre("a"));
}

TEST_F(CopyTreeTest, LinksThatLeadBackAreLeftOut) {
  write("a");
  write("dir/b");
  write("other/c");
  fs::create_directory_symlink("..", from_ / "dir/up");
  fs::create_directory_symlink(".", from_ / "itself");
  fs::create_directory_symlink("../other", from_ / "dir/round");
  fs::create_directory_symlink("../dir", from_ / "other/about");
  ASSERT_TRUE(copy_tree(from_, to_, {}));
  EXPECT_THAT(copied(), ElementsAre("a", "dir", "dir/b", "dir/round", "dir/round/c", "other", "other/about",
                                    "other/about/b", "other/c"));
}

TEST_F(CopyTreeTest, DirectoriesThatStandTooDeepAreRefused) {
  fs::path deep = from_;
  for (int i = 0; i < 65; ++i) deep /= "d";
  fs::create_directories(deep);
  EXPECT_THAT(refused({}), HasSubstr("too deep"));
}

TEST_F(CopyTreeTest, LinksThatMultiplyDoNotFillTheDisk) {
  // Each directory leads twice to the next one: 2^20 files.
  for (int i = 0; i < 20; ++i) {
    const auto dir = from_ / std::to_string(i);
    fs::create_directories(dir);
    fs::create_directory_symlink("../" + std::to_string(i + 1), dir / "one");
    fs::create_directory_symlink("../" + std::to_string(i + 1), dir / "two");
  }
  write("20/a");
  UploadLimits few;
  few.files = 100;
  EXPECT_THAT(refused(few), HasSubstr("more than 100 files"));
}

TEST_F(CopyTreeTest, WhatIsNeitherAFileNorADirectoryIsLeftOut) {
  write("a");
  ASSERT_EQ(mkfifo((from_ / "pipe").c_str(), 0600), 0);
  const UniqueFd server(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string path = (from_ / "socket").string();
  ASSERT_LT(path.size(), sizeof address.sun_path);
  path.copy(address.sun_path, path.size());
  ASSERT_EQ(bind(server.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  fs::create_symlink("/dev/zero", from_ / "device");
  ASSERT_TRUE(copy_tree(from_, to_, {}));
  EXPECT_THAT(copied(), ElementsAre("a"));
}

TEST_F(CopyTreeTest, EachLimitIsNamed) {
  for (int i = 0; i < 4; ++i) write(std::to_string(i), std::string(100, 'x'));
  UploadLimits limits{.file_bytes = 100, .total_bytes = 400, .files = 4};
  EXPECT_EQ(refused(limits), "accepted");
  limits.files = 3;
  EXPECT_THAT(refused(limits), HasSubstr("more than 3 files"));
  limits = {.file_bytes = 99, .total_bytes = 400, .files = 4};
  EXPECT_THAT(refused(limits), HasSubstr("is larger than 99"));
  limits = {.file_bytes = 100, .total_bytes = 399, .files = 4};
  EXPECT_THAT(refused(limits), HasSubstr("is larger than 399"));
}

TEST_F(CopyTreeTest, DirectoriesCountAsFilesDo) {
  for (int i = 0; i < 4; ++i) fs::create_directories(from_ / std::to_string(i));
  UploadLimits limits;
  limits.files = 3;
  EXPECT_THAT(refused(limits), HasSubstr("more than 3 files"));
}

TEST_F(CopyTreeTest, AHugeFileWithoutContentIsNotRead) {
  write("sparse");
  ASSERT_EQ(truncate((from_ / "sparse").c_str(), off_t{1} << 40), 0);
  EXPECT_THAT(refused({}), HasSubstr("is larger than"));
}

TEST_F(CopyTreeTest, WhatIsNoDirectoryIsNamed) {
  write("a");
  const auto file = copy_tree(from_ / "a", to_, {});
  ASSERT_FALSE(file);
  EXPECT_THAT(file.error().message, HasSubstr("not a directory"));
  const auto missing = copy_tree(from_ / "gone", to_, {});
  ASSERT_FALSE(missing);
  EXPECT_THAT(missing.error().message, HasSubstr("gone"));
  EXPECT_THAT(copied(), IsEmpty());
}

TEST_F(CopyTreeTest, TheOriginalIsOnlyRead) {
  write("a", "content", 0400);
  const auto before = fs::last_write_time(from_ / "a");
  ASSERT_TRUE(copy_tree(from_, to_, {}));
  ASSERT_TRUE(write_file(to_ / "a", "changed"));
  EXPECT_EQ(*read_file(from_ / "a"), "content");
  EXPECT_EQ(fs::last_write_time(from_ / "a"), before);
  EXPECT_EQ(mode(from_ / "a"), 0400U);
}

}  // namespace
}  // namespace proctor
