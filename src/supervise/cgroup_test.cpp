// Where cgroups are made, and that none stays. That they hold limits: limits_test.cpp.
#include "supervise/cgroup.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstring>
#include <thread>

#include "base/text.hpp"
#include "supervise/abandoned_cgroups.hpp"
#include "supervise/cgroup_v1.hpp"
#include "supervise/controller_switch.hpp"
#include "supervise/process_table.hpp"
#include "supervise/run_cgroups.hpp"
#include "supervise/test_support.hpp"

namespace proctor::supervise {
namespace {
namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(CgroupFiles, NumbersAreFoundByTheWholeKey) {
  constexpr std::string_view kText = "low 0\noom 1\noom_kill 12\noom_group_kill 3\nbad x\n";
  EXPECT_EQ(value_of(kText, "oom_kill"), 12U);
  EXPECT_EQ(value_of(kText, "oom"), 1U);
  EXPECT_EQ(value_of(kText, "kill"), std::nullopt);
  EXPECT_EQ(value_of(kText, "bad"), std::nullopt);
  EXPECT_EQ(value_of("", "oom"), std::nullopt);
}

TEST(CgroupFiles, ADirectoryGoesWithItsObjectAndWithWhatIsInIt) {
  for (const char* controller : {"", "memory", "pids", "cpuacct"}) {
    const auto own = own_cgroup(controller);
    if (!own) continue;
    const fs::path path = own->directory / new_cgroup_name();
    {
      auto made = CgroupDirectory::make(path);
      if (!made) continue;
      EXPECT_EQ(CgroupDirectory::make(path).error(), EEXIST);
      fs::create_directories(path / "a/b");
      const CgroupDirectory moved = std::move(*made);
      EXPECT_TRUE(fs::exists(path));
    }
    EXPECT_FALSE(fs::exists(path));
  }
}

TEST(CgroupFiles, WhatSocketsHoldIsLimitedInVersion1) {
  const auto own = own_cgroup("memory");
  const auto made = own ? CgroupDirectory::make_in(own->directory)
                        : tl::expected<CgroupDirectory, int>(tl::unexpected(ENOENT));
  if (!made || !read_number(made->fd(), "memory.kmem.tcp.limit_in_bytes")) GTEST_SKIP() << "there is none";
  EXPECT_TRUE(limit_memory_v1(made->fd(), 64U << 20U));
  EXPECT_EQ(read_number(made->fd(), "memory.kmem.tcp.limit_in_bytes"), 64U << 20U);
}

TEST(CgroupFiles, WithoutACountOfSwapThereIsNoneInVersion1) {
  const TestFolder fake;
  for (const char* file : {"memory.limit_in_bytes", "memory.swappiness"}) fake.file(file, "60\n");
  const UniqueFd cgroup(open(fake.path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  EXPECT_TRUE(limit_memory_v1(cgroup.get(), 64U << 20U));
  EXPECT_EQ(read_number(cgroup.get(), "memory.swappiness"), 0U);
  fake.file("memory.swappiness", "60\n");
  fake.file("memory.memsw.limit_in_bytes", "");
  EXPECT_TRUE(limit_memory_v1(cgroup.get(), 64U << 20U));
  EXPECT_EQ(read_number(cgroup.get(), "memory.swappiness"), 60U) << "where it is counted it may be used";
}

// The number of a process that has ended.
pid_t a_gone_pid() {
  const pid_t pid = fork();
  if (pid == 0) _exit(0);
  waitpid(pid, nullptr, 0);
  return pid;
}

TEST(CgroupFiles, WhatAKilledSupervisorLeftIsRemovedInEveryHierarchy) {
  for (const char* controller : {"", "memory", "pids"}) {
    const auto own = own_cgroup(controller);
    if (!own) continue;
    const fs::path old = own->directory / ("proctor-" + std::to_string(a_gone_pid()) + "-1");
    if (mkdir(old.c_str(), 0755) != 0) continue;
    const auto living = CgroupDirectory::make_in(own->directory);
    ASSERT_TRUE(living);
    const CgroupPlaces places;
    // Another supervisor of this machine may be at it: then it holds the lock, and removes the cgroup itself.
    for (int i = 0; i < 500 && fs::exists(old); ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    EXPECT_FALSE(fs::exists(old)) << old;
    EXPECT_TRUE(fs::exists(living->path())) << living->path();
  }
}

// In a plain directory, which is quicker and belongs to nobody else.
TEST(CgroupFiles, ASupervisorThatStartsLeavesEachCgroupToItsMaker) {
  const TestFolder base;
  const std::jthread starting([&](const std::stop_token& stop) {
    while (!stop.stop_requested()) remove_abandoned_cgroups(base.path());
  });
  for (int i = 0; i < 3000; ++i) {
    const auto made = CgroupDirectory::make_in(base.path());
    ASSERT_TRUE(made) << std::strerror(made.error());
    ASSERT_TRUE(fs::exists(made->path()));
  }
}

class Switch : public ::testing::Test {
 protected:
  // A cgroup with a controller that can be switched on in it: whichever this machine can spare.
  void SetUp() override {
    const auto own = own_cgroup("");
    if (!own || geteuid() != 0) GTEST_SKIP() << "no cgroup v2 of our own";
    base_ = own->directory;
    const std::string there = content(base_ / "cgroup.controllers");
    controller_ = choose(there);
    if (controller_.empty()) GTEST_SKIP() << "no controller";
    was_on_ = content(base_ / "cgroup.subtree_control").find(controller_) != std::string::npos;
    if (!was_on_) write(base_, "+");
    auto made = CgroupDirectory::make_in(base_);
    if (!made) GTEST_SKIP() << "no cgroup can be made";
    cgroup_ = std::move(*made);
    if (content(cgroup_.path() / "cgroup.controllers").find(controller_) == std::string::npos)
      GTEST_SKIP() << "no controller can be switched on";
  }
  void TearDown() override {
    cgroup_ = {};
    if (!was_on_ && !controller_.empty()) write(base_, "-");
  }

  // Of those for processes, not for threads alone.
  virtual std::string choose(std::string_view there) const {
    for (const char* name : {"memory", "io", "hugetlb", "rdma", "misc"}) {
      if (there.find(name) != std::string_view::npos) return name;
    }
    return {};
  }
  static std::string content(const fs::path& file) { return read_kernel_file(file.c_str(), 4096); }
  void write(const fs::path& cgroup, const std::string& sign) const {
    const UniqueFd fd(open(cgroup.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    write_file_in(fd.get(), "cgroup.subtree_control", sign + controller_);
  }
  // 0 if the action, done by a process in the cgroup, says that all was well; else the number it gives.
  template <typename Action>
  int in_cgroup(const Action& action) const {
    const pid_t pid = fork();
    if (pid == 0) {
      const bool joined = write_file_in(cgroup_.fd(), "cgroup.procs", "0");
      _exit(joined ? action() : 100);
    }
    int status = 0;
    waitpid(pid, &status, 0);
    return WEXITSTATUS(status);
  }
  bool on() const {
    return content(cgroup_.path() / "cgroup.subtree_control").find(controller_) != std::string::npos;
  }
  std::string leaf() const { return "proctor-" + std::to_string(getpid()) + "-self"; }

  fs::path base_{};
  std::string controller_{};
  bool was_on_ = true;
  CgroupDirectory cgroup_{};
};

TEST_F(Switch, MovesTheOnlyProcessIntoALeafAndBack) {
  EXPECT_EQ(in_cgroup([this] {
              {
                const ControllerSwitch controllers(cgroup_.path(), {controller_});
                if (!on()) return 1;
                const auto own = own_cgroup("");
                if (!own || own->directory != cgroup_.path() / leaf()) return 2;
                if (!ControllerSwitch::is_own_leaf(own->directory.filename().native())) return 3;
                if (!CgroupDirectory::make(cgroup_.path() / "run")) return 4;
              }
              const auto own = own_cgroup("");
              if (!own || own->directory != cgroup_.path()) return 5;
              return fs::exists(cgroup_.path() / leaf()) || on() ? 6 : 0;
            }),
            0);
}

TEST_F(Switch, MovesNobodyIfThereAreOthers) {
  EXPECT_EQ(in_cgroup([this] {
              const pid_t other = fork();
              if (other == 0) {
                pause();
                _exit(0);
              }
              int result = 0;
              {
                const ControllerSwitch controllers(cgroup_.path(), {controller_});
                if (on()) result = 1;
                const auto own = own_cgroup("");
                if (!own || own->directory != cgroup_.path()) result = 2;
                if (fs::exists(cgroup_.path() / leaf())) result = 3;
              }
              kill(other, SIGKILL);
              waitpid(other, nullptr, 0);
              return result;
            }),
            0);
}

// One that the kernel would grant to a cgroup with processes in it: those below couldn't hold any then.
class SwitchForThreads : public Switch {
 protected:
  std::string choose(std::string_view there) const override {
    return there.find("pids") == std::string_view::npos ? "" : "pids";
  }
};

TEST_F(SwitchForThreads, MovesTheOnlyProcessIntoALeafToo) {
  EXPECT_EQ(in_cgroup([this] {
              const ControllerSwitch controllers(cgroup_.path(), {controller_});
              if (!on()) return 1;
              const auto made = CgroupDirectory::make(cgroup_.path() / "run");
              if (!made) return 2;
              return trim(content(made->path() / "cgroup.type")) == "domain" ? 0 : 3;
            }),
            0);
}

TEST_F(SwitchForThreads, StaysOffIfThereAreOthers) {
  EXPECT_EQ(in_cgroup([this] {
              const pid_t other = fork();
              if (other == 0) {
                pause();
                _exit(0);
              }
              const ControllerSwitch controllers(cgroup_.path(), {controller_});
              const int result = on() ? 1 : 0;
              kill(other, SIGKILL);
              waitpid(other, nullptr, 0);
              return result;
            }),
            0);
}

TEST_F(Switch, LeavesAloneWhatIsOn) {
  write(cgroup_.path(), "+");
  { const ControllerSwitch controllers(cgroup_.path(), {controller_}); }
  EXPECT_TRUE(on());
}

}  // namespace
}  // namespace proctor::supervise
