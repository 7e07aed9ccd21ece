#include "framework/folder.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

#include "base/files.hpp"
#include "base/paths.hpp"

namespace proctor::framework {
namespace {
namespace fs = std::filesystem;

class FolderTest : public testing::Test {
 protected:
  FolderTest() {
    std::string name = (temporary_dir() / "proctor-folder-XXXXXX").string();
    prepared_ = fs::canonical(mkdtemp(name.data()));
    definition_.name = "made-up";
    definition_.files = {{"build.sh", "echo built"}, {"deeper/reporter.py", "pass"}};
  }
  ~FolderTest() override { remove_tree(prepared_); }

  fs::path prepared_;
  Definition definition_{};
};

TEST_F(FolderTest, WithoutAKeptOneThereIsAPrivateCopyThatGoesWithIt) {
  fs::path path;
  {
    const auto folder = FolderOnDisk::of(definition_, prepared_);
    ASSERT_TRUE(folder);
    path = folder->path();
    EXPECT_EQ(read_file(path / "deeper/reporter.py").value_or(""), "pass");
  }
  EXPECT_FALSE(fs::exists(path));
}

TEST_F(FolderTest, AKeptOneIsFoundAndStays) {
  ASSERT_TRUE(FolderOnDisk::keep(definition_, prepared_));
  fs::path path;
  {
    const auto folder = FolderOnDisk::of(definition_, prepared_);
    ASSERT_TRUE(folder);
    path = folder->path();
    EXPECT_EQ(path.parent_path(), prepared_);
  }
  EXPECT_EQ(read_file(path / "build.sh").value_or(""), "echo built");
}

TEST_F(FolderTest, ADigestIsOfNamesAndContents) {
  const std::string before = folder_digest(definition_);
  EXPECT_EQ(folder_digest(definition_), before);
  definition_.files[0].second = "echo built otherwise";
  EXPECT_NE(folder_digest(definition_), before);
  definition_.files = {{"build", ".shecho built"}, {"deeper/reporter.py", "pass"}};
  EXPECT_NE(folder_digest(definition_), before);
  definition_.files = {{"deeper/reporter.py", "pass"}, {"build.sh", "echo built"}};
  EXPECT_NE(folder_digest(definition_), before);
}

TEST_F(FolderTest, AFolderOnDiskHasTheDigestOfTheSameFilesInTheProgram) {
  ASSERT_TRUE(FolderOnDisk::keep(definition_, prepared_));
  Definition on_disk;
  on_disk.folder = FolderOnDisk::of(definition_, prepared_)->path();
  EXPECT_EQ(folder_digest(on_disk), folder_digest(definition_));
  // What tools leave there isn't a part of it.
  for (const char* left : {"node_modules/it/index.js", "deeper/__pycache__/reporter.pyc"}) {
    fs::create_directories((on_disk.folder / left).parent_path());
    ASSERT_TRUE(write_file(on_disk.folder / left, "left"));
  }
  EXPECT_EQ(folder_digest(on_disk), folder_digest(definition_));
  ASSERT_TRUE(write_file(on_disk.folder / "deeper/reporter.py", "pass # changed"));
  EXPECT_NE(folder_digest(on_disk), folder_digest(definition_));
}

}  // namespace
}  // namespace proctor::framework
