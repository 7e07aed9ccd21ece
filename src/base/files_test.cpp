#include "base/files.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>

#include "base/paths.hpp"

namespace proctor {
namespace {
namespace fs = std::filesystem;

class Files : public testing::Test {
 protected:
  Files() {
    std::string name = (temporary_dir() / "proctor-files-XXXXXX").string();
    dir_ = mkdtemp(name.data());
  }
  ~Files() override { remove_tree(dir_); }
  fs::path dir_;
};

TEST_F(Files, AWrittenFileIsReadBackAndNothingIsLeftBesideIt) {
  ASSERT_TRUE(write_file(dir_ / "a", std::string(100'000, 'x'), 0640));
  EXPECT_EQ(read_file(dir_ / "a").value().size(), 100'000U);
  EXPECT_EQ(fs::status(dir_ / "a").permissions(), fs::perms(0640));
  EXPECT_EQ(std::distance(fs::directory_iterator(dir_), fs::directory_iterator()), 1);
}

TEST_F(Files, ANewFileTakesNobodysPlace) {
  ASSERT_TRUE(create_file(dir_ / "a", std::string(100'000, 'x'), 0700));
  EXPECT_EQ(read_file(dir_ / "a").value().size(), 100'000U);
  EXPECT_EQ(fs::status(dir_ / "a").permissions(), fs::perms(0700));
  EXPECT_FALSE(create_file(dir_ / "a", "y"));
  fs::create_symlink(dir_ / "b", dir_ / "link");
  EXPECT_FALSE(create_file(dir_ / "link", "y"));
  EXPECT_FALSE(fs::exists(dir_ / "b"));
}

TEST_F(Files, WhatIsNoRegularFileIsRefusedWithoutHanging) {
  ASSERT_EQ(mkfifo((dir_ / "pipe").c_str(), 0600), 0);
  EXPECT_FALSE(read_file(dir_ / "pipe"));
  EXPECT_FALSE(read_file(dir_));
  EXPECT_FALSE(read_file(dir_ / "missing"));
}

TEST_F(Files, ALimitHolds) {
  ASSERT_TRUE(write_file(dir_ / "a", "12345"));
  EXPECT_TRUE(read_file(dir_ / "a", 5));
  EXPECT_FALSE(read_file(dir_ / "a", 4));
}

TEST_F(Files, PrivateDirectoriesArePrivate) {
  ASSERT_TRUE(make_private_dirs(dir_ / "p/q"));
  EXPECT_EQ(fs::status(dir_ / "p/q").permissions(), fs::perms(0700));
  EXPECT_TRUE(make_private_dirs(dir_ / "p/q"));
  std::ofstream(dir_ / "file") << "x";
  EXPECT_FALSE(make_private_dirs(dir_ / "file/below"));
}

}  // namespace
}  // namespace proctor
