// What is seen of a run whose time is up, and that looking costs it neither its end nor its place in the
// words.
#include "supervise/hang_report.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <signal.h>

#include <algorithm>
#include <thread>

#include "supervise/test_support.hpp"

namespace proctor::supervise {
namespace {

using namespace std::chrono_literals;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using Clock = std::chrono::steady_clock;

constexpr Limits kHasty{.wall = 1500ms, .grace = 300ms};  // time enough to get there

class Hang : public ::testing::Test {
 protected:
  Outcome run(const Command& command, const Limits& limits = kHasty) {
    Outcome outcome = supervisor_.run(command, limits, source_.get_token());
    EXPECT_EQ(outcome.termination.kind, Kind::timed_out) << outcome.termination.evidence;
    EXPECT_TRUE(outcome.hang);
    if (!outcome.hang) outcome.hang.emplace();
    return outcome;
  }
  // The process of the picture whose command line ends like this.
  static HungProcess find(const Outcome& outcome, const std::string& end) {
    for (const HungProcess& process : outcome.hang->processes) {
      if (process.command.ends_with(end)) return process;
    }
    ADD_FAILURE() << "nobody whose command ends with " << end;
    return {};
  }

  Supervisor supervisor_{};
  TestFolder folder_{};
  std::stop_source source_{};
  std::string pids_ = folder_.path() / "pids";
};

TEST_F(Hang, SaysWhoSleptAndWhoWaitedForWhom) {
  const Outcome outcome = run(shell("sleep 1000 & cat /dev/stdin <(sleep 2000); wait"));
  const HungProcess root = outcome.hang->processes.front();
  EXPECT_EQ(root.parent, getpid());
  EXPECT_THAT(root.waits_for, HasSubstr("wait4"));
  const HungProcess sleeper = find(outcome, "sleep 1000");
  EXPECT_EQ(sleeper.parent, root.pid);
  EXPECT_EQ(sleeper.state, "sleeping");
  EXPECT_THAT(sleeper.waits_for, HasSubstr("nanosleep"));
  EXPECT_LT(sleeper.cpu, 300ms);
  EXPECT_EQ(sleeper.threads, 1);
  EXPECT_THAT(sleeper.pipes, Contains(EndsWith(", the output")));
}

TEST_F(Hang, WhoComputesInAnotherThreadRuns) {
  const Outcome outcome = run(shell(R"(exec python3 -c '
import threading
def burn():
    while True: pass
t = threading.Thread(target=burn)
t.start()
t.join()')"));
  const HungProcess root = outcome.hang->processes.front();
  EXPECT_EQ(root.state, "running");
  EXPECT_EQ(root.waits_for, "");
  EXPECT_EQ(root.threads, 2);
}

TEST_F(Hang, NamesTheOtherEndOfAPipe) {
  const Outcome outcome = run(shell("sleep 1000 | cat; true"));
  const HungProcess reader = find(outcome, "cat");
  const HungProcess writer = find(outcome, "sleep 1000");
  EXPECT_THAT(reader.waits_for, HasSubstr("read of 0, pipe:["));
  EXPECT_THAT(reader.pipes, Contains(EndsWith(fmt::format(", also {}", writer.pid))));
  EXPECT_THAT(writer.pipes, Contains(EndsWith(fmt::format(", also {}", reader.pid))));
}

TEST_F(Hang, LooksAtALivingThreadWhereTheFirstHasEnded) {
  const Outcome outcome = run(command({"/usr/bin/python3", "-c",
                                       "import ctypes, threading, time\n"
                                       "threading.Thread(target=time.sleep, args=(1000,)).start()\n"
                                       "ctypes.CDLL(None).pthread_exit(None)  # lonely"}));
  const HungProcess process = find(outcome, "# lonely");
  EXPECT_NE(process.waits_for, "");
  EXPECT_THAT(process.pipes, Contains(EndsWith(", the output")));
}

TEST_F(Hang, CountsThoseWhomItDoesNotLookAt) {
  const Outcome outcome = run(shell("for i in $(seq 70); do sleep 1000 & done; wait"));
  EXPECT_LE(outcome.hang->processes.size(), 50U);
  EXPECT_GT(outcome.hang->others, 0U);
}

TEST_F(Hang, TellsBurningFromSleeping) {
  const Outcome outcome = run(shell("while :; do :; done"));
  const HungProcess burner = outcome.hang->processes.front();
  EXPECT_EQ(burner.state, "running");
  EXPECT_EQ(burner.waits_for, "");
  EXPECT_GT(burner.cpu, 50ms);
}

TEST_F(Hang, SaysThatAFifoHasNoOtherEnd) {
  const Outcome outcome = run(shell("mkfifo f; exec cat f", folder_.path()));
  EXPECT_THAT(find(outcome, "cat f").waits_for, HasSubstr("open"));
}

TEST_F(Hang, SeesWhoIsStopped) {
  const Outcome outcome = run(shell("kill -STOP $$"));
  EXPECT_EQ(outcome.hang->processes.front().state, "stopped");
}

TEST_F(Hang, SeesWhoLeftTheSession) {
  const Outcome outcome = run(command({victim("daemon"), pids_, "stay", "deaf"}));
  EXPECT_EQ(outcome.hang->processes.size(), 2U);
}

TEST_F(Hang, KeepsCommandLinesHarmlessAndTheirNumberBounded) {
  const Outcome outcome =
      run(shell("for i in $(seq 80); do exec -a $'evil\\e[2J\\nline' sleep 1000 & done; wait"),
          {.wall = 9s, .grace = 300ms});
  EXPECT_EQ(outcome.hang->processes.size(), kMostInPicture);
  for (const HungProcess& process : outcome.hang->processes)
    EXPECT_THAT(process.command, Not(HasSubstr("\x1b")));
  EXPECT_EQ(outcome.hang->processes.back().command, "evil line 1000");
}

TEST_F(Hang, NobodyIsLookedAtWhenNothingHangs) {
  EXPECT_FALSE(supervisor_.run(shell("true"), kHasty, {}).hang);
  EXPECT_FALSE(supervisor_.run(shell("yes"), {.output_bytes = 1000}, {}).hang);
}

TEST_F(Hang, AsksAGoProgramForItsStacks) {
  const Outcome outcome = run(command({victim("tells_stacks"), pids_}));
  EXPECT_EQ(outcome.hang->stacks, "goroutine 1 [sleep]:\n\tmain.main()\n");
  EXPECT_EQ(outcome.out.text(), "before\ngoroutine 1 [sleep]:\n\tmain.main()\n");
}

TEST_F(Hang, AsksAPythonWithAFaultHandlerForItsStacks) {
  const std::string script = folder_.file("hang.py", "import time\ndef deep():\n  time.sleep(100)\ndeep()\n");
  Command python = command({"python3", script}, folder_.path());
  python.environment.emplace_back("PYTHONFAULTHANDLER=1");
  // So long that a Python on a busy machine has come to its sleep.
  Outcome outcome = run(python, {.wall = 6s, .grace = 300ms});
  EXPECT_THAT(outcome.hang->stacks, HasSubstr("line 3 in deep"));
  EXPECT_THAT(outcome.err.text(), HasSubstr("line 3 in deep"));

  python.environment.pop_back();
  outcome = run(python, {.wall = 2s, .grace = 300ms});
  EXPECT_EQ(outcome.hang->stacks, "") << "without the handler it would just end";
  EXPECT_EQ(outcome.err.text(), "");
}

TEST_F(Hang, WhoEndsOfBeingAskedStillTimedOut) {
  const std::string java = folder_.path() / "java";
  std::filesystem::copy_file("/bin/sleep", java);
  const Outcome outcome = run(command({java, "1000"}));
  EXPECT_EQ(outcome.hang->stacks, "");
  EXPECT_TRUE(outcome.left_behind.empty());
}

TEST_F(Hang, KeepsSoMuchOfAnAnswerAndGoesOnToTheEnd) {
  const auto begin = Clock::now();
  const Outcome outcome = run(command({victim("tells_stacks"), pids_, "for ever"}));
  EXPECT_LT(Clock::now() - begin, 10s);
  EXPECT_THAT(outcome.hang->stacks, HasSubstr("and more\n"));
  EXPECT_LE(outcome.hang->stacks.size(), 64U << 10U);
  EXPECT_THAT(survivors(recorded(pids_)), IsEmpty());
}

TEST_F(Hang, ACancelDoesntWaitForStacks) {
  // From the sink: after the question, while the answer is awaited.
  RunOptions options;
  options.sink = [&](Stream, std::string_view bytes) {
    if (bytes.find("goroutine") != std::string_view::npos) source_.request_stop();
  };
  const Outcome outcome = supervisor_.run(command({victim("tells_stacks"), pids_}),
                                          {.wall = 500ms, .grace = 20s}, source_.get_token(), options);
  EXPECT_EQ(outcome.termination.kind, Kind::timed_out) << "the first cause";
  EXPECT_LT(outcome.usage.wall, 15s);
  EXPECT_THAT(outcome.hang->stacks, HasSubstr("goroutine 1"));
}

TEST_F(Hang, AForkBombIsNoReasonToWait) {
  const Outcome outcome = run(command({victim("fork_bomb"), pids_}), {.wall = 400ms, .grace = 200ms});
  EXPECT_LE(outcome.hang->processes.size(), kMostInPicture);
  EXPECT_THAT(processes_with(pids_), IsEmpty());
}

TEST(Picture, LeavesOutWhomItIsTold) {
  const auto own = read_process(getpid());
  ASSERT_TRUE(own);
  const auto until = Clock::now() + 10s;
  const HangReport report = take_picture({{*own, true}}, {}, until);
  ASSERT_EQ(report.processes.size(), 1U);
  EXPECT_EQ(report.processes.front().state, "running");
  EXPECT_THAT(take_picture({{*own, true}}, {.left_out = {getpid()}}, until).processes, IsEmpty());
  EXPECT_THAT(take_picture({{*own, true}}, {}, Clock::now()).processes, IsEmpty()) << "there is no time";
}

TEST(Picture, OfAProcessThatIsGoneIsEmpty) {
  Process gone = read_process(getpid()).value();
  gone.start -= 1;  // another one with the same number
  EXPECT_THAT(take_picture({{gone, true}}, {}, Clock::now() + 10s).processes, IsEmpty());
  EXPECT_EQ(what_it_waits_for(0), "");
}

}  // namespace
}  // namespace proctor::supervise
