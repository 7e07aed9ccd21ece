#include "tool/run_directories.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>

namespace proctor::tool {
namespace {

namespace fs = std::filesystem;

TEST(RunDirectories, WhatARunLeftAsItWasServesTheNextUnderAnotherName) {
  fs::path second;
  {
    RunDirectories directories;
    auto directory = directories.take();
    ASSERT_TRUE(directory);
    const fs::path first = RunDirectories::temporary_of(*directory);
    struct stat before {
    }, after{};
    ASSERT_EQ(stat(first.c_str(), &before), 0);
    directories.give_back(std::move(*directory));
    EXPECT_FALSE(fs::exists(first.parent_path()));

    auto next = directories.take();
    ASSERT_TRUE(next);
    second = RunDirectories::temporary_of(*next);
    ASSERT_EQ(stat(second.c_str(), &after), 0);
    EXPECT_EQ(before.st_ino, after.st_ino);
    auto other = directories.take();  // while that one is in use
    ASSERT_TRUE(other);
    EXPECT_NE(other->path(), next->path());
    remove_stale_private_directories();
    EXPECT_TRUE(fs::is_empty(second));
    directories.give_back(std::move(*next));
    directories.give_back(std::move(*other));
    EXPECT_FALSE(fs::exists(second));
  }
  EXPECT_TRUE(fs::is_empty(private_directories_dir()));
}

TEST(RunDirectories, WhatARunHasChangedIsRemoved) {
  using Change = void (*)(const fs::path& run);
  for (const Change change : std::initializer_list<Change>{
           [](const fs::path& run) { std::ofstream(run / "tmp/file") << "left"; },
           [](const fs::path& run) { fs::create_directory(run / "tmp/directory"); },
           [](const fs::path& run) { std::ofstream(run / "file") << "left"; },
           [](const fs::path& run) { fs::permissions(run / "tmp", fs::perms::all); },
           [](const fs::path& run) { fs::permissions(run, fs::perms::owner_all | fs::perms::group_read); },
           [](const fs::path& run) { chmod((run / "tmp").c_str(), 02700); },
           [](const fs::path& run) { fs::remove(run / "tmp"); },
           [](const fs::path& run) {
             fs::remove(run / "tmp");
             fs::create_directory_symlink("/", run / "tmp");
           },
           [](const fs::path& run) {
             fs::remove(run / "lock");
             std::ofstream(run / "lock") << "";
           },
           [](const fs::path& run) { fs::rename(run, run.string() + "-away"); }}) {
    RunDirectories directories;
    auto directory = directories.take();
    ASSERT_TRUE(directory);
    const fs::path path = directory->path();
    change(path);
    directories.give_back(std::move(*directory));
    EXPECT_FALSE(fs::exists(path));
    auto next = directories.take();
    ASSERT_TRUE(next);
    EXPECT_TRUE(next->is_as_new("tmp"));
    EXPECT_TRUE(fs::is_empty(RunDirectories::temporary_of(*next)));
    fs::remove_all(path.string() + "-away");
  }
}

}  // namespace
}  // namespace proctor::tool
