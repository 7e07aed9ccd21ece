#include "workspace/workspace.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>

#include "base/files.hpp"
#include "base/paths.hpp"

namespace proctor {
namespace {
namespace fs = std::filesystem;

class WorkspaceTest : public testing::Test {
 protected:
  WorkspaceTest() {
    std::string name = "/tmp/proctor-workspace-XXXXXX";
    dir_ = mkdtemp(name.data());
    setenv("TMPDIR", dir_.c_str(), 1);
  }
  ~WorkspaceTest() override {
    unsetenv("TMPDIR");
    remove_tree(dir_);
  }
  fs::path dir_;
};

TEST_F(WorkspaceTest, UploadedFilesStandInAPrivateDirectoryThatGoesWithItsObject) {
  fs::path root;
  {
    const auto workspace = Workspace::from_sources({{"src/A.sol", "a"}, {"./test//B.t.sol", "b"}});
    ASSERT_TRUE(workspace) << workspace.error().message;
    root = workspace->root();
    EXPECT_EQ(*read_file(root / "src/A.sol"), "a");
    EXPECT_EQ(*read_file(root / "test/B.t.sol"), "b");
    struct stat status {};
    ASSERT_EQ(stat(root.parent_path().c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 07777U, 0700U);
    EXPECT_TRUE(fs::is_directory(workspace->home()));
    EXPECT_EQ(remove_stale_private_directories(), 0U);  // its owner lives
    EXPECT_TRUE(fs::exists(root / "src/A.sol"));
  }
  EXPECT_FALSE(fs::exists(root.parent_path()));
}

// It would be inherited by all that tests make, and no sandbox lets them set it.
TEST_F(WorkspaceTest, ASetGroupIdBitIsNotInherited) {
  ASSERT_EQ(chmod(dir_.c_str(), 02770), 0);
  const auto workspace = Workspace::from_sources({{"test/A.t.sol", "a"}});
  ASSERT_TRUE(workspace) << workspace.error().message;
  struct stat status {};
  ASSERT_EQ(stat((workspace->root() / "test").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & S_ISGID, 0U);
}

TEST_F(WorkspaceTest, WhatAKilledProctorLeftIsRemovedAtTheNextStart) {
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    const auto workspace = Workspace::from_sources({{"a", "x"}});
    kill(getpid(), SIGKILL);
  }
  waitpid(child, nullptr, 0);
  const auto alive = Workspace::from_sources({{"a", "x"}});
  EXPECT_EQ(remove_stale_private_directories(), 1U);
  EXPECT_TRUE(fs::exists(alive->root() / "a"));
  EXPECT_EQ(remove_stale_private_directories(), 0U);
}

TEST_F(WorkspaceTest, ADirectoryThatIsNotOursIsNotUsed) {
  fs::create_directory(dir_ / "elsewhere");
  fs::create_directory_symlink(dir_ / "elsewhere", private_directories_dir());
  EXPECT_FALSE(Workspace::from_sources({{"a", "x"}}));
  fs::remove(private_directories_dir());
  fs::create_directory(private_directories_dir());
  fs::permissions(private_directories_dir(), fs::perms(0777));
  EXPECT_FALSE(Workspace::from_sources({{"a", "x"}}));
}

TEST_F(WorkspaceTest, AProjectInPlaceMustBeADirectoryAndIsNeverRemoved) {
  fs::create_directory(dir_ / "project");
  fs::create_directory_symlink(dir_ / "project", dir_ / "link");
  std::ofstream(dir_ / "file") << "x";
  EXPECT_EQ(Workspace::in_place(dir_ / "link")->root(), fs::canonical(dir_ / "project"));
  EXPECT_TRUE(fs::exists(dir_ / "project"));
  EXPECT_EQ(Workspace::in_place(dir_ / "file").error().code, ErrorCode::invalid_request);
  EXPECT_EQ(Workspace::in_place(dir_ / "missing").error().code, ErrorCode::invalid_request);
}

}  // namespace
}  // namespace proctor
