#include "base/remove_tree.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/fs.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <string>

#include "base/unique_fd.hpp"

namespace proctor {
namespace {
namespace fs = std::filesystem;

constexpr std::chrono::minutes kLongAfter{4};  // on a busy machine, too

class RemoveTree : public ::testing::Test {
 protected:
  RemoveTree() {
    std::string pattern = ::testing::TempDir() + "proctor-remove-XXXXXX";
    dir_ = mkdtemp(pattern.data());
    fs::create_directories(dir_ / "kept");
    file("kept/file");
  }
  ~RemoveTree() override { fs::remove_all(dir_); }

  void file(const std::string& name) const { std::ofstream(dir_ / name) << "x"; }

  // What it returns in a process of its own, which may be changed for the purpose.
  template <typename Action>
  static bool in_child(const Action& action) {
    const pid_t pid = fork();
    if (pid == 0) _exit(action() ? 0 : 1);
    int status = 0;
    return waitpid(pid, &status, 0) == pid && status == 0;
  }

  fs::path dir_{};
};

TEST_F(RemoveTree, DoesNotFollowLinks) {
  fs::create_directories(dir_ / "tree/deep/er");
  file("tree/deep/file");
  fs::create_directory_symlink(dir_ / "kept", dir_ / "tree/link");
  fs::create_directory_symlink(dir_ / "kept", dir_ / "top");
  EXPECT_TRUE(remove_tree(dir_ / "tree"));
  EXPECT_TRUE(remove_tree(dir_ / "top"));
  EXPECT_FALSE(fs::exists(dir_ / "tree"));
  EXPECT_FALSE(fs::is_symlink(dir_ / "top"));
  EXPECT_TRUE(fs::exists(dir_ / "kept/file"));
}

TEST_F(RemoveTree, TakesASingleFileAndWhatIsNotThere) {
  file("one");
  EXPECT_TRUE(remove_tree(dir_ / "one"));
  EXPECT_FALSE(fs::exists(dir_ / "one"));
  EXPECT_TRUE(remove_tree(dir_ / "one"));
}

TEST_F(RemoveTree, TakesATreeOnAMountOfItsOwn) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can mount";
  fs::create_directories(dir_ / "mount");
  EXPECT_TRUE(in_child([&] {
    if (unshare(CLONE_NEWNS) != 0 || mount("", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) return false;
    if (mount("none", (dir_ / "mount").c_str(), "tmpfs", 0, nullptr) != 0) return false;
    fs::create_directories(dir_ / "mount/tree/a/b");
    file("mount/tree/a/file");
    return remove_tree(dir_ / "mount/tree") && !fs::exists(dir_ / "mount/tree");
  }));
}

TEST_F(RemoveTree, TakesDirectoriesWithoutPermissionsFromTheirOwner) {
  fs::permissions(dir_, fs::perms::all);
  EXPECT_TRUE(in_child([&] {
    if (geteuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0)) return false;
    fs::create_directories(dir_ / "tree/a/b/c");
    file("tree/a/b/file");
    for (const char* name : {"tree/a/b/c", "tree/a/b", "tree/a", "tree"})
      fs::permissions(dir_ / name, fs::perms::none);
    return remove_tree(dir_ / "tree");
  }));
  EXPECT_FALSE(fs::exists(dir_ / "tree"));
}

TEST_F(RemoveTree, TakesATreeThatIsDeeperThanAnyPathWithFewDescriptors) {
  ASSERT_TRUE(in_child([&] {
    const std::string name(100, 'd');
    if (mkdir((dir_ / "tree").c_str(), 0700) != 0) return false;
    UniqueFd at(open((dir_ / "tree").c_str(), O_RDONLY | O_DIRECTORY));
    for (int i = 0; i < 1500; ++i) {
      if (mkdirat(at.get(), name.c_str(), 0700) != 0 || mkdirat(at.get(), "beside", 0) != 0) return false;
      at.reset(openat(at.get(), name.c_str(), O_RDONLY | O_DIRECTORY));
    }
    at.reset();
    const rlimit few{30, 30};
    return setrlimit(RLIMIT_NOFILE, &few) == 0 && remove_tree((dir_ / "tree").c_str(), kLongAfter);
  }));
  EXPECT_FALSE(fs::exists(dir_ / "tree"));
}

// Takes descriptors until only so many can be had.
bool leave_descriptors(int free) {
  const rlimit most{200, 200};
  if (setrlimit(RLIMIT_NOFILE, &most) != 0) return false;
  int last = -1;
  for (int fd = dup(0); fd >= 0; fd = dup(0)) last = fd;
  for (int i = 0; i < free; ++i) close(last - i);
  return errno == EMFILE;
}

TEST_F(RemoveTree, NeedsTwoDescriptorsAndStopsWithLess) {
  for (const int free : {0, 1, 2, 3}) {
    fs::create_directories(dir_ / "tree/a/b/c/d");
    fs::create_directories(dir_ / "tree/a/e/f");
    file("tree/a/b/c/file");
    EXPECT_TRUE(in_child([&] {
      alarm(20);
      if (!leave_descriptors(free)) return false;
      const bool removed = remove_tree(dir_ / "tree");
      return free >= 2 ? removed : !removed && errno == EMFILE;
    })) << free;
  }
  EXPECT_FALSE(fs::exists(dir_ / "tree"));
}

TEST_F(RemoveTree, TakesWhatCameUpThoughSomethingElseStays) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can mount";
  fs::create_directories(dir_ / "tree/a/bound");
  fs::create_directories(dir_ / "tree/a/b/c/d");
  EXPECT_TRUE(in_child([&] {
    return unshare(CLONE_NEWNS) == 0 && mount("", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
           mount((dir_ / "kept").c_str(), (dir_ / "tree/a/bound").c_str(), nullptr, MS_BIND, nullptr) == 0 &&
           leave_descriptors(2) && !remove_tree(dir_ / "tree");
  }));
  EXPECT_TRUE(fs::exists(dir_ / "kept/file"));
  EXPECT_TRUE(fs::is_empty(dir_ / "tree/a/bound"));
  const auto left = std::distance(fs::recursive_directory_iterator(dir_ / "tree"), {});
  EXPECT_EQ(left, 2) << "tree/a and tree/a/bound";
}

TEST_F(RemoveTree, StopsWhenItsTimeIsUp) {
  fs::create_directories(dir_ / "tree/a");
  EXPECT_FALSE(remove_tree((dir_ / "tree").c_str(), std::chrono::seconds(0)));
  EXPECT_EQ(errno, ETIME);
  EXPECT_TRUE(remove_tree(dir_ / "tree"));
}

TEST_F(RemoveTree, TakesVeryManyEntries) {
  fs::create_directories(dir_ / "tree/one");
  const UniqueFd at(open((dir_ / "tree/one").c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  for (int i = 0; i < 30'000; ++i) ASSERT_EQ(mknodat(at.get(), std::to_string(i).c_str(), S_IFREG, 0), 0);
  EXPECT_TRUE(remove_tree((dir_ / "tree").c_str(), kLongAfter));
  EXPECT_FALSE(fs::exists(dir_ / "tree"));
}

TEST_F(RemoveTree, NeverEntersAnotherMount) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can mount";
  fs::create_directories(dir_ / "tree/bound");
  fs::create_directories(dir_ / "tree/other");
  file("tree/other/file");
  EXPECT_TRUE(in_child([&] {
    return unshare(CLONE_NEWNS) == 0 && mount("", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
           mount((dir_ / "kept").c_str(), (dir_ / "tree/bound").c_str(), nullptr, MS_BIND, nullptr) == 0 &&
           !remove_tree(dir_ / "tree");
  }));
  EXPECT_TRUE(fs::exists(dir_ / "kept/file"));
  EXPECT_FALSE(fs::exists(dir_ / "tree/other"));
  EXPECT_TRUE(remove_tree(dir_ / "tree"));
}

TEST_F(RemoveTree, TakesWhatWasMadeImmutable) {
  fs::create_directories(dir_ / "tree/a");
  file("tree/a/file");
  const auto bind = [&](const char* name) {
    const UniqueFd fd(open((dir_ / name).c_str(), O_RDONLY | O_CLOEXEC));
    const long flags = FS_IMMUTABLE_FL;
    return ioctl(fd.get(), FS_IOC_SETFLAGS, &flags) == 0;
  };
  if (!bind("tree/a/file") || !bind("tree/a") || !bind("tree")) GTEST_SKIP() << "not on this file system";
  EXPECT_TRUE(remove_tree(dir_ / "tree"));
  EXPECT_FALSE(fs::exists(dir_ / "tree"));
}

}  // namespace
}  // namespace proctor
