#include "supervise/disk_walk.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <functional>

#include "base/unique_fd.hpp"
#include "supervise/test_support.hpp"

namespace proctor::supervise {
namespace {
namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr std::uint64_t kMiB = 1U << 20U;

DiskSum sum_of(const std::vector<fs::path>& roots) {
  DiskWalk walk(roots);
  while (!walk.step(1h)) {
  }
  return walk.sum();
}

class Disk : public ::testing::Test {
 protected:
  std::uint64_t added(const std::function<void()>& action) const {
    const std::uint64_t before = sum_of({folder_.path()}).bytes;
    action();
    return sum_of({folder_.path()}).bytes - before;
  }
  TestFolder folder_{};
};

TEST_F(Disk, CountsBlocksAndNotLengths) {
  EXPECT_EQ(added([&] { EXPECT_EQ(truncate(folder_.file("hole", "").c_str(), 1L << 40), 0); }), 4096U);
  EXPECT_GE(added([&] { folder_.file("full", std::string(3 * kMiB, 'x')); }), 3 * kMiB);
}

TEST_F(Disk, EveryEntryCountsForABlockAtLeast) {
  EXPECT_GE(added([&] {
              for (int i = 0; i < 100; ++i) folder_.file(std::to_string(i), "");
              fs::create_symlink("/", folder_.path() / "root");
              fs::create_directories(folder_.path() / "a/b/c");
            }),
            104U * 4096U);
  EXPECT_EQ(sum_of({folder_.path()}).entries, 104U);
}

TEST_F(Disk, AFileWithSeveralNamesCountsOnce) {
  folder_.file("one", std::string(kMiB, 'x'));
  const std::uint64_t names = added([&] {
    for (int i = 0; i < 7; ++i)
      fs::create_hard_link(folder_.path() / "one", folder_.path() / std::to_string(i));
  });
  EXPECT_LE(names, 4096U);
}

TEST_F(Disk, ARootInsideOfAnotherCountsOnce) {
  folder_.file("file", std::string(kMiB, 'x'));
  fs::create_directories(folder_.path() / "a");
  fs::create_directory_symlink(folder_.path(), folder_.path() / "a/up");
  const DiskSum once = sum_of({folder_.path()});
  EXPECT_EQ(sum_of({folder_.path() / "a", folder_.path(), folder_.path() / "a/up"}).bytes, once.bytes);
  EXPECT_EQ(sum_of({folder_.path() / "gone"}).bytes, 0U);
}

TEST_F(Disk, IsLookedAtDeeperThanAnyPathWithFewDescriptors) {
  constexpr int kDepth = 300;
  UniqueFd at(open(folder_.path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  const std::string name(200, 'd');
  for (int i = 0; i < kDepth; ++i) {
    // Beside each a file before it and after it, to see that it goes on where it was.
    ASSERT_EQ(mkdirat(at.get(), name.c_str(), 0700), 0);
    for (const char* file : {"a", "b", "c", "x", "y", "z"}) ASSERT_EQ(mknodat(at.get(), file, S_IFREG, 0), 0);
    at.reset(openat(at.get(), name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    ASSERT_TRUE(at);
  }
  at.reset();
  const pid_t pid = fork();
  if (pid == 0) {
    const rlimit few{60, 60};
    setrlimit(RLIMIT_NOFILE, &few);
    const DiskSum sum = sum_of({folder_.path()});
    _exit(sum.entries == 7 * kDepth && sum.unseen == 0 ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(pid, &status, 0), pid);
  EXPECT_EQ(status, 0);
}

TEST_F(Disk, DoesNotHoldUpWhoeverAsks) {
  for (int i = 0; i < 2000; ++i) folder_.file(std::to_string(i), "");
  DiskWalk walk({folder_.path()});
  int steps = 1;
  while (!walk.step(0us)) ++steps;
  EXPECT_GE(steps, 2000 / 64);
  EXPECT_EQ(walk.sum().entries, 2000U);
}

TEST_F(Disk, GoesOnWhenATreeIsMovedAwayMeanwhile) {
  fs::path deep = folder_.path() / "top";
  for (int i = 0; i < 60; ++i) deep /= "d";
  fs::create_directories(deep);
  for (int i = 0; i < 100; ++i) std::ofstream(deep / std::to_string(i)) << "x";
  const fs::path elsewhere = folder_.path().string() + "-moved";
  DiskWalk walk({folder_.path()});
  while (walk.sum().entries < 70 && !walk.step(0us)) {
  }
  // The walk is down there, and the way back leads out of what it looks at.
  fs::rename(folder_.path() / "top/d/d/d", elsewhere);
  while (!walk.step(1h)) {
  }
  EXPECT_LE(walk.sum().entries, 161U);
  fs::remove_all(elsewhere);
}

}  // namespace
}  // namespace proctor::supervise
