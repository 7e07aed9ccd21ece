// What is left of runs whose supervisor is killed: nothing. The supervisor here is a copy of the test
// program.
#include "supervise/guardian.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <poll.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <functional>
#include <thread>

#include "supervise/live_runs.hpp"
#include "supervise/test_support.hpp"

namespace proctor::supervise {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Clock = std::chrono::steady_clock;
namespace fs = std::filesystem;

bool wait_until(const std::function<bool()>& condition, std::chrono::milliseconds limit = 10s) {
  for (const auto end = Clock::now() + limit; Clock::now() < end; std::this_thread::sleep_for(2ms)) {
    if (condition()) return true;
  }
  return condition();
}

// A process that does this and is then killed from outside.
class Killed {
 public:
  explicit Killed(const std::function<void()>& work) : pid_(fork()) {
    if (pid_ != 0) return;
    work();
    for (;;) pause();
  }
  ~Killed() { kill_now(); }
  Killed(const Killed&) = delete;
  Killed& operator=(const Killed&) = delete;

  pid_t pid() const { return pid_; }
  void kill_now() {
    if (pid_ <= 0) return;
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
    pid_ = 0;
  }

 private:
  pid_t pid_;
};

std::vector<pid_t> children_of(pid_t parent, const std::string& command) {
  std::vector<pid_t> found;
  for (const Process& process : all_processes()) {
    if (process.parent == parent && process.alive() && command_line(process.pid) == command)
      found.push_back(process.pid);
  }
  return found;
}

// Its guardian, once there is one and it has covered its words.
pid_t guardian_of(pid_t supervisor) {
  std::vector<pid_t> found;
  wait_until([&] {
    found = children_of(supervisor, "proctor-guardian");
    return !found.empty();
  });
  return found.empty() ? 0 : found.front();
}

class KilledSupervisor : public ::testing::TestWithParam<bool> {
 protected:
  void run_in_killed(const Command& command) const {
    Supervisor supervisor{{.use_cgroup = GetParam(), .private_directories = folder_.path() / "mark"}};
    supervisor.run(command, {.grace = 10s}, {});
  }
  bool recorded_some(std::size_t count) const {
    return wait_until([&] { return recorded(pids_).size() >= count; });
  }
  bool all_gone() const {
    return wait_until([&] { return survivors(recorded(pids_)).empty() && processes_with(pids_).empty(); });
  }
  static bool has_no_cgroup(pid_t supervisor) {
    const CgroupPlace place;
    if (!place.usable()) return true;
    const std::string base = place.description().substr(std::string("cgroup v2 at ").size());
    return wait_until([&] {
      for (const auto& entry : fs::directory_iterator(base)) {
        if (entry.path().filename().string().starts_with("proctor-" + std::to_string(supervisor) + "-"))
          return false;
      }
      return true;
    });
  }

  TestFolder folder_{};
  std::string pids_ = folder_.path() / "pids";
};

INSTANTIATE_TEST_SUITE_P(Scope, KilledSupervisor, ::testing::Bool(),
                         [](const auto& scope) { return scope.param ? "Cgroup" : "MarksAlone"; });

TEST_P(KilledSupervisor, LeavesNoDaemonAndNoCgroup) {
  Killed killed([&] { run_in_killed(command({victim("daemon"), pids_, "stay", "deaf"})); });
  ASSERT_TRUE(recorded_some(2));
  const pid_t pid = killed.pid();
  killed.kill_now();
  EXPECT_TRUE(all_gone());
  EXPECT_TRUE(has_no_cgroup(pid));
}

TEST_P(KilledSupervisor, LeavesNoForkBomb) {
  Killed killed([&] { run_in_killed(command({victim("fork_bomb"), pids_, "setsid"})); });
  ASSERT_TRUE(recorded_some(20)) << "it bombs on for some seconds";
  killed.kill_now();
  EXPECT_TRUE(all_gone());
}

TEST_P(KilledSupervisor, LeavesNoDirectoryWithItsMarkAndTouchesNothingElse) {
  const std::string other = folder_.file("other", "kept");
  Killed killed([&] {
    run_in_killed(
        shell("mkdir -p a-mark-1/a/b a-mark-1/shut; touch a-mark-1/a/b/c a-mark-1/shut/x; ln -s ../other "
              "a-mark-1/link; ln -s .. a-mark-1/up; chmod 0 a-mark-1/shut; echo $$ > pids; sleep 1000",
              folder_.path()));
  });
  ASSERT_TRUE(recorded_some(1));
  killed.kill_now();
  EXPECT_TRUE(wait_until([&] { return !fs::exists(folder_.path() / "a-mark-1"); }));
  EXPECT_EQ(read_all(other), "kept");
}

TEST_P(KilledSupervisor, WithSeveralRunsLeavesNothingOfAny) {
  Killed killed([&] {
    Supervisor supervisor{SupervisorOptions{.use_cgroup = GetParam()}};
    std::vector<std::jthread> threads;
    for (int i = 0; i < 4; ++i) {
      threads.emplace_back([&] {
        supervisor.run(command({victim("daemon"), pids_, "stay", "deaf"}), {.grace = 10s}, {});
      });
    }
  });
  ASSERT_TRUE(recorded_some(8));
  killed.kill_now();
  EXPECT_TRUE(all_gone());
}

TEST_P(KilledSupervisor, IsNotMissedByAGuardianThatIsAskedToEnd) {
  Killed killed([&] { run_in_killed(command({victim("daemon"), pids_, "stay", "deaf"})); });
  ASSERT_TRUE(recorded_some(2));
  const pid_t guardian = guardian_of(killed.pid());
  ASSERT_NE(guardian, 0);
  EXPECT_EQ(getsid(guardian), guardian);
  for (const int signal : {SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGPIPE, SIGUSR1}) kill(guardian, signal);
  killed.kill_now();
  EXPECT_TRUE(all_gone());
  EXPECT_TRUE(
      wait_until([&] { return children_of(1, "proctor-guardian").empty() || !read_process(guardian); }));
}

TEST_P(KilledSupervisor, LetsItsCallerSeeTheEndOfItsOutputAtOnce) {
  std::array<int, 2> ends{};
  ASSERT_EQ(pipe2(ends.data(), O_CLOEXEC), 0);
  Killed killed([&] { run_in_killed(command({victim("daemon"), pids_, "stay", "deaf"})); });
  close(ends[1]);
  ASSERT_TRUE(recorded_some(2));
  const pid_t guardian = guardian_of(killed.pid());
  ASSERT_NE(guardian, 0);
  kill(guardian, SIGSTOP);  // as slow as can be
  killed.kill_now();
  pollfd end{ends[0], POLLIN, 0};
  EXPECT_EQ(poll(&end, 1, 10'000), 1) << "somebody still holds the pipe";
  char byte = 0;
  EXPECT_EQ(read(ends[0], &byte, 1), 0);
  close(ends[0]);
  kill(guardian, SIGCONT);
  EXPECT_TRUE(all_gone());
}

TEST(Guardian, GoesWithItsSupervisor) {
  {
    Supervisor supervisor;
    EXPECT_EQ(supervisor.run(shell("true"), {}, {}).termination.kind, Kind::exited);
    EXPECT_NE(guardian_of(getpid()), 0);
  }
  EXPECT_THAT(children_of(getpid(), "proctor-guardian"), ElementsAre());
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG | __WALL), -1) << "it was reaped";
}

TEST(Guardian, GoesByItselfWhenItsSupervisorExits) {
  pid_t guardian = 0;
  std::array<int, 2> told{};
  ASSERT_EQ(pipe2(told.data(), O_CLOEXEC), 0);
  const pid_t child = fork();
  if (child == 0) {
    auto* supervisor = new Supervisor;  // never destroyed
    supervisor->run(shell("true"), {}, {});
    const pid_t own = guardian_of(getpid());
    if (write(told[1], &own, sizeof(own)) != sizeof(own)) _exit(1);
    _exit(0);
  }
  ASSERT_EQ(read(told[0], &guardian, sizeof(guardian)), static_cast<ssize_t>(sizeof(guardian)));
  waitpid(child, nullptr, 0);
  EXPECT_TRUE(wait_until([&] {
    const auto process = read_process(guardian);
    return !process || !process->alive();
  }));
  close(told[0]);
  close(told[1]);
}

TEST(Guardian, IsNoOrphanOfARun) {
  Supervisor supervisor;
  for (int i = 0; i < 2; ++i) {
    const Outcome outcome = supervisor.run(shell("(sleep 1000 &); exit 3"), {.grace = 300ms}, {});
    EXPECT_EQ(outcome.termination.code, 3);
    ASSERT_EQ(outcome.left_behind.size(), 1U);
    EXPECT_EQ(outcome.left_behind.front().command, "sleep 1000");
    EXPECT_NE(guardian_of(getpid()), 0);
  }
}

TEST(Guardian, IsReplacedIfItWasKilledAndToldOfTheRunsThatGoOn) {
  TestFolder folder;
  const std::string pids = folder.path() / "pids";
  const std::string second = folder.path() / "second";
  Killed killed([&] {
    Supervisor supervisor{SupervisorOptions{.use_cgroup = false}};
    std::jthread first([&] {
      supervisor.run(command({victim("daemon"), pids, "stay", "deaf"}), {.grace = 10s}, {});
    });
    wait_until([&] { return recorded(pids).size() >= 2; });
    const pid_t guardian = guardian_of(getpid());
    kill(guardian, SIGKILL);
    wait_until([&] { return !read_process(guardian).value_or(Process{.state = 'Z'}).alive(); });
    supervisor.run(command({victim("daemon"), second, "stay", "deaf"}), {.grace = 10s}, {});
  });
  ASSERT_TRUE(wait_until([&] { return recorded(second).size() >= 2; }));
  killed.kill_now();
  EXPECT_TRUE(wait_until([&] { return survivors(recorded(pids)).empty(); }));
  EXPECT_TRUE(wait_until([&] { return survivors(recorded(second)).empty(); }));
}

TEST(Guardian, TakesAsManyRunsAsItHasRoomForAndSaysSo) {
  LiveRuns live;
  Guardian guardian(live);
  EXPECT_EQ(guardian.pid(), 0) << "it isn't started before it is needed";
  const GuardedRun run{.tag = "guardian-test", .cgroups = {std::string(20'000, 'x')}};
  std::vector<std::uint64_t> runs;
  for (int i = 0; i < 256; ++i) runs.push_back(guardian.enter(run));
  EXPECT_EQ(guardian.obstacle(), "");
  EXPECT_EQ(guardian.enter(run), 0U);
  EXPECT_THAT(guardian.obstacle(), HasSubstr("enough"));
  for (const std::uint64_t one : runs) guardian.leave(one);
  EXPECT_NE(guardian.enter(run), 0U);
  EXPECT_EQ(guardian.obstacle(), "");
  EXPECT_NE(guardian.pid(), 0);
}

}  // namespace
}  // namespace proctor::supervise
