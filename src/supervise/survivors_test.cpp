// Nobody survives a run, whatever it does to stay; and who had to be killed is named. All of it twice: with a
// cgroup where one can be had, and by the sweep alone.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>

#include <mutex>
#include <thread>

#include "supervise/test_support.hpp"

namespace proctor::supervise {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Clock = std::chrono::steady_clock;

constexpr Limits kPatient{.wall = 20s, .grace = 600ms};
constexpr Limits kHastyLimits{.wall = 300ms, .grace = 400ms};

class Survivors : public ::testing::TestWithParam<bool> {
 protected:
  Outcome run(const Command& command, const Limits& limits) {
    Outcome outcome = supervisor_.run(command, limits, {});
    EXPECT_THAT(survivors(recorded(pids_)), ElementsAre());
    EXPECT_THAT(own_cgroups(), ElementsAre());
    return outcome;
  }
  void expect_recorded(std::size_t count) { EXPECT_EQ(recorded(pids_).size(), count); }

  Supervisor supervisor_{SupervisorOptions{.use_cgroup = GetParam()}};
  TestFolder folder_{};
  std::stop_source source_{};
  std::string pids_ = folder_.path() / "pids";
};

INSTANTIATE_TEST_SUITE_P(Scope, Survivors, ::testing::Bool(),
                         [](const auto& scope) { return scope.param ? "Cgroup" : "SweepAlone"; });

std::vector<std::string> commands(const Outcome& outcome) {
  std::vector<std::string> found;
  for (const LeftBehind& process : outcome.left_behind) found.push_back(process.command);
  return found;
}

TEST_P(Survivors, WhoIgnoresSigtermIsKilledAfterTheGrace) {
  const auto begin = Clock::now();
  const Outcome outcome = run(command({victim("ignore_term"), pids_}), kHastyLimits);
  EXPECT_EQ(outcome.termination.kind, Kind::timed_out);
  EXPECT_GE(Clock::now() - begin, 700ms);
  EXPECT_TRUE(outcome.left_behind.empty()) << "the command itself isn't left behind";
  expect_recorded(1);
}

TEST_P(Survivors, BackgroundChildIsEndedAndNamed) {
  const Outcome outcome = run(command({victim("background"), pids_}), kPatient);
  EXPECT_EQ(outcome.termination, (Termination{Kind::exited, 0, "exit code 0 (waitid)"}));
  EXPECT_THAT(commands(outcome), ElementsAre(HasSubstr("victims/background")));
  EXPECT_THAT(recorded(pids_), ::testing::Contains(outcome.left_behind.front().pid));
  expect_recorded(2);
}

TEST_P(Survivors, GroupThatEndsOnSigtermIsNotNamed) {
  const Outcome outcome = run(shell("sleep 100 & sleep 100 & wait"), {.wall = 300ms, .grace = 10s});
  EXPECT_EQ(outcome.termination.kind, Kind::timed_out);
  EXPECT_TRUE(outcome.left_behind.empty()) << ::testing::PrintToString(commands(outcome));
}

TEST_P(Survivors, SetsidChildOfATimedOutCommandIsEndedAndNamed) {
  const Outcome outcome =
      run(shell("setsid " + victim("ignore_term") + " " + pids_ + " & sleep 100"), kHastyLimits);
  EXPECT_EQ(outcome.termination.kind, Kind::timed_out);
  EXPECT_THAT(commands(outcome), ElementsAre(HasSubstr("victims/ignore_term")));
  expect_recorded(1);
}

TEST_P(Survivors, DaemonOfACommandThatEndedIsEndedAndNamed) {
  const Outcome outcome = run(command({victim("daemon"), pids_}), kPatient);
  EXPECT_EQ(outcome.termination.kind, Kind::exited);
  EXPECT_EQ(outcome.out.text(), "started a daemon\n");
  EXPECT_THAT(commands(outcome), ElementsAre(HasSubstr("victims/daemon")));
  expect_recorded(2);
}

TEST_P(Survivors, DaemonOfATimedOutCommandIsEndedAndNamed) {
  const Outcome outcome = run(command({victim("daemon"), pids_, "stay", "deaf"}), kHastyLimits);
  EXPECT_EQ(outcome.termination.kind, Kind::timed_out);
  EXPECT_THAT(commands(outcome), ElementsAre(HasSubstr("victims/daemon")));
  expect_recorded(2);
}

TEST_P(Survivors, NothingHelpsAgainstTheSweep) {
  const Outcome outcome = run(command({victim("escape"), pids_}), kPatient);
  EXPECT_EQ(outcome.termination.kind, Kind::exited);
  EXPECT_THAT(commands(outcome), ElementsAre(HasSubstr("victims/harmless")));
  expect_recorded(2);
}

TEST_P(Survivors, GrandchildThatHoldsThePipeDelaysTheAnswerByTheGraceAtMost) {
  const auto begin = Clock::now();
  const Outcome outcome = run(command({victim("hold_pipe"), pids_}), kPatient);
  EXPECT_LT(Clock::now() - begin, 10s);
  EXPECT_EQ(outcome.termination.kind, Kind::exited);
  EXPECT_EQ(outcome.out.text(), "before\n");
  EXPECT_THAT(commands(outcome), ElementsAre(HasSubstr("victims/hold_pipe")));
  expect_recorded(2);
}

TEST_P(Survivors, GrandchildThatEndsByItselfInTimeIsHeardAndNotNamed) {
  const Outcome outcome = run(command({victim("hold_pipe"), pids_, "60"}), kPatient);
  EXPECT_EQ(outcome.out.text(), "before\nlate\n");
  EXPECT_TRUE(outcome.left_behind.empty());
}

TEST_P(Survivors, StopRequestHurriesTheLingeringOn) {
  std::jthread other([&] {
    std::this_thread::sleep_for(300ms);
    source_.request_stop();
  });
  const Outcome outcome =
      supervisor_.run(command({victim("hold_pipe"), pids_}), {.grace = 20s}, source_.get_token());
  EXPECT_EQ(outcome.termination.kind, Kind::exited);
  EXPECT_THAT(survivors(recorded(pids_)), ElementsAre());
}

TEST_P(Survivors, ForkBombIsPutOut) {
  // For as long as a busy machine may take to put out two of them: none may burn down by itself.
  const Outcome outcome =
      run(command({victim("fork_bomb"), pids_, "group", "30"}), {.wall = 400ms, .grace = 200ms});
  EXPECT_EQ(outcome.termination.kind, Kind::timed_out);
  EXPECT_FALSE(outcome.left_behind.empty());
  EXPECT_GT(recorded(pids_).size(), 20U);
  EXPECT_THAT(processes_with(pids_), ElementsAre());
}

TEST_P(Survivors, ForkBombInAThousandSessionsIsPutOut) {
  const Outcome outcome =
      run(command({victim("fork_bomb"), pids_, "setsid"}), {.wall = 400ms, .grace = 200ms});
  EXPECT_EQ(outcome.termination.kind, Kind::timed_out);
  EXPECT_LE(outcome.left_behind.size(), 100U);
  EXPECT_THAT(processes_with(pids_), ElementsAre());
}

TEST_P(Survivors, CommandLinesAreHarmlessAndOfBoundedLength) {
  const Outcome outcome =
      run(shell("exec -a $'evil\\e[2Jname\\nline' sleep 1000 & exec -a " + std::string(5000, 'x') +
                " sleep 1000 &"
                " sleep 0.1; exit 4"),
          kPatient);
  EXPECT_EQ(outcome.termination.code, 4);
  EXPECT_THAT(commands(outcome),
              ::testing::UnorderedElementsAre("evilname line 1000", std::string(256, 'x') + "…"));
}

TEST_P(Survivors, AdoptedZombiesAreReapedDuringTheRun) {
  std::jthread run_thread([&] {
    supervisor_.run(shell("for i in 1 2 3 4 5; do (sleep 0.05 &) ; done; exec sleep 100"), {},
                    source_.get_token());
  });
  std::this_thread::sleep_for(200ms);
  bool clean = false;
  for (int i = 0; i < 100 && !clean; ++i) {
    std::this_thread::sleep_for(50ms);
    clean = true;
    for (const Process& process : all_processes()) {
      if (process.parent == getpid() && !process.alive()) clean = false;
    }
  }
  EXPECT_TRUE(clean);
  source_.request_stop();
}

TEST_P(Survivors, RunsAtTheSameTimeDontTouchEachOther) {
  const auto file = folder_.path() / "other";
  Outcome long_one;
  std::jthread other([&] {
    long_one = supervisor_.run(
        shell(fmt::format("({} {} 900); sleep 1.8; exit 5", victim("hold_pipe"), file.string())),
        {.grace = 10s}, {});
  });
  std::this_thread::sleep_for(200ms);
  for (int i = 0; i < 2; ++i) {
    const Outcome outcome = supervisor_.run(command({victim("daemon"), pids_}), {.grace = 300ms}, {});
    EXPECT_EQ(outcome.termination.kind, Kind::exited);
    EXPECT_THAT(survivors(recorded(pids_)), ElementsAre());
    EXPECT_THAT(commands(outcome), ElementsAre(HasSubstr("victims/daemon")));
  }
  other.join();
  EXPECT_EQ(long_one.termination.code, 5) << long_one.termination.evidence;
  EXPECT_EQ(long_one.out.text(), "before\nlate\n") << "its orphan lived on";
  EXPECT_TRUE(long_one.left_behind.empty()) << ::testing::PrintToString(commands(long_one));
}

TEST_P(Survivors, ManyRunsInManyThreadsAllEndRight) {
  std::vector<std::jthread> threads;
  std::mutex mutex;
  std::vector<std::string> wrong;
  for (int t = 0; t < 6; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 15; ++i) {
        const std::string expected = fmt::format("exit code {} (waitid), {}\n", t * 15 + i, t * 15 + i);
        const Outcome outcome = supervisor_.run(
            shell(fmt::format("echo {0}; (true &); exit {0}", t * 15 + i)), {.grace = 5s}, {});
        std::string seen = outcome.termination.evidence + ", " + outcome.out.text();
        for (const LeftBehind& process : outcome.left_behind) seen += " left " + process.command;
        const std::lock_guard lock(mutex);
        if (seen != expected) wrong.push_back(seen);
      }
    });
  }
  threads.clear();
  EXPECT_THAT(wrong, ElementsAre());
  EXPECT_THAT(own_cgroups(), ElementsAre());
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1) << "somebody wasn't reaped";
}

TEST_P(Survivors, UnknownOrphanIsLeftUntilTheLastRunEnds) {
  std::jthread other([&] { supervisor_.run(shell("exec sleep 100"), {}, source_.get_token()); });
  std::this_thread::sleep_for(100ms);
  supervisor_.run(command({victim("escape"), pids_}), {.grace = 200ms}, {});
  source_.request_stop();
  other.join();
  EXPECT_THAT(survivors(recorded(pids_)), ElementsAre());
  EXPECT_THAT(processes_with(pids_), ElementsAre());
}

TEST_P(Survivors, OlderChildrenOfTheProgramAreLeftAlone) {
  char program[] = "/bin/sleep";
  char seconds[] = "100";
  char* argv[] = {program, seconds, nullptr};
  char* environment[] = {nullptr};
  pid_t older = 0;
  ASSERT_EQ(posix_spawn(&older, program, nullptr, nullptr, argv, environment), 0);
  std::this_thread::sleep_for(50ms);  // more than a clock tick
  const Outcome outcome = run(command({victim("daemon"), pids_}), kPatient);
  EXPECT_EQ(outcome.left_behind.size(), 1U);
  EXPECT_EQ(kill(older, 0), 0);
  kill(older, SIGKILL);
  int status = 0;
  EXPECT_EQ(waitpid(older, &status, 0), older);
  EXPECT_EQ(WTERMSIG(status), SIGKILL);
}

TEST(KillScope, IsSaid) {
  EXPECT_EQ(Supervisor(SupervisorOptions{.use_cgroup = false}).kill_scope(),
            "subreaper sweep only: switched off");
  EXPECT_THAT(Supervisor().kill_scope(),
              ::testing::AnyOf(HasSubstr("cgroup v2 at /"), HasSubstr("sweep only")));
}

}  // namespace
}  // namespace proctor::supervise
