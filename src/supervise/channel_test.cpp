// The side channel of a command, at each isolation level.
#include "supervise/channel.hpp"

#include <gmock/gmock.h>

#include "supervise/isolation/sandbox_testing.hpp"

namespace proctor::supervise {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;
using ::testing::HasSubstr;

class SideChannel : public SandboxTest, public ::testing::WithParamInterface<IsolationLevel> {
 protected:
  SideChannel() {
    options_.isolation = GetParam();
    options_.channel = [this](std::string_view bytes) { told_ += bytes; };
  }

  // bash, because a number of two digits is nothing that dash could redirect.
  Outcome bash(const std::string& script, std::optional<std::string> greeting = "hello\n\n",
               const Limits& limits = {.wall = milliseconds(20'000)}) {
    Command made = command({"/bin/bash", "-c", script}, folder_.path());
    made.greeting = std::move(greeting);
    return run(made, limits);
  }

  std::string told_{};
};

TEST_P(SideChannel, BeginsWithTheGreetingAndCarriesBackWhatIsWritten) {
  const Outcome outcome = bash("read -r line <&19; echo \"got $line\" >&19; echo printed");
  EXPECT_EQ(outcome.termination.kind, Kind::exited) << outcome.termination.evidence;
  EXPECT_EQ(told_, "got hello\n");
  EXPECT_EQ(outcome.out.text(), "printed\n");
}

TEST_P(SideChannel, IsNotThereForACommandWithoutAGreeting) {
  const Outcome outcome = bash("{ echo x >&19; } 2>/dev/null || echo none", std::nullopt);
  EXPECT_EQ(outcome.out.text(), "none\n");
  EXPECT_EQ(told_, "");
}

TEST_P(SideChannel, IsThereWithAnEmptyGreeting) {
  bash("echo x >&19", "");
  EXPECT_EQ(told_, "x\n");
}

TEST_P(SideChannel, IsOneSocketAndNoOtherDescriptorIsLeftOver) {
  const Outcome outcome =
      bash("for fd in /proc/self/fd/*; do readlink $fd; done | grep -c socket; ls /proc/$$/fd; true");
  EXPECT_EQ(outcome.out.text(), "1\n0\n1\n19\n2\n");
}

TEST_P(SideChannel, CantBeOpenedASecondTimeThroughProc) {
  const Outcome outcome = bash(
      "{ cat </proc/self/fd/19; } 2>/dev/null || echo refused; { echo x >/proc/self/fd/19; } 2>/dev/null "
      "|| echo refused");
  EXPECT_EQ(outcome.out.text(), "refused\nrefused\n");
  EXPECT_EQ(told_, "");
}

TEST_P(SideChannel, ALongGreetingIsReadToItsEnd) {
  std::string greeting;
  for (int i = 0; i < 20'000; ++i) greeting += "skip test_number_" + std::to_string(i) + "\n";
  greeting += '\n';
  const Outcome outcome =
      bash("n=0; while IFS= read -r l <&19 && [ -n \"$l\" ]; do n=$((n+1)); done; echo $n >&19", greeting);
  EXPECT_EQ(outcome.termination.kind, Kind::exited) << outcome.termination.evidence;
  EXPECT_EQ(told_, "20000\n");
}

TEST_P(SideChannel, WhatWasWrittenJustBeforeTheEndArrives) {
  bash("for i in {1..200}; do echo line >&19; done; kill -KILL $$");
  EXPECT_EQ(told_.size(), 200 * 5U);
}

TEST_P(SideChannel, IsReadWhileTheCommandRuns) {
  // It fits into no buffer: without a reader the command would hang.
  const Outcome outcome = bash("head -c 8000000 /dev/zero >&19; echo done");
  EXPECT_EQ(outcome.out.text(), "done\n");
  EXPECT_EQ(told_.size(), 8'000'000U);
}

TEST_P(SideChannel, AFloodIsReadAndDroppedAboveItsBound) {
  std::uint64_t bytes = 0;
  options_.channel = [&bytes](std::string_view piece) { bytes += piece.size(); };
  const Outcome outcome =
      bash("head -c 300000000 /dev/zero >&19; echo done", "x", {.wall = milliseconds(60'000)});
  EXPECT_EQ(outcome.out.text(), "done\n");
  EXPECT_EQ(bytes, std::uint64_t{256} << 20U);
}

TEST_P(SideChannel, AFloodDoesNotKeepTimeFromRunningOut) {
  options_.channel = [](std::string_view) {};
  const Outcome outcome =
      bash("cat /dev/zero >&19", "x", {.wall = milliseconds(500), .grace = milliseconds(100)});
  EXPECT_EQ(outcome.termination.kind, Kind::timed_out);
  EXPECT_LT(outcome.usage.wall, milliseconds(5'000));
}

TEST_P(SideChannel, ACommandThatClosesItRunsOn) {
  const Outcome outcome = bash("echo before >&19; exec 19>&-; sleep 0.1; echo on; exit 3");
  EXPECT_EQ(outcome.termination.kind, Kind::exited) << outcome.termination.evidence;
  EXPECT_EQ(outcome.termination.code, 3);
  EXPECT_EQ(outcome.out.text(), "on\n");
  EXPECT_EQ(told_, "before\n");
}

// Not that of another test, which may run at the same time.
std::string own_sleep() {
  return "sleep 1" + std::to_string(getpid());
}

TEST_P(SideChannel, WhoKeepsItOpenAfterTheCommandsEndDoesNotKeepTheAnswerBack) {
  const std::string sleep = own_sleep();
  const Outcome outcome = bash(sleep + " >/dev/null 2>&1 & echo told >&19; exit 0", "x",
                               {.wall = milliseconds(20'000), .grace = milliseconds(300)});
  EXPECT_EQ(outcome.termination.kind, Kind::exited) << outcome.termination.evidence;
  EXPECT_EQ(told_, "told\n");
  EXPECT_LT(outcome.usage.wall, milliseconds(10'000));
  EXPECT_TRUE(processes_with(sleep).empty());
}

TEST_P(SideChannel, AStepThatTakesTooLongEndsInStalled) {
  steady_clock::time_point begin = steady_clock::now();
  options_.channel = [&begin](std::string_view) { begin = steady_clock::now(); };
  options_.step_deadline = [&begin] { return std::optional(begin + milliseconds(600)); };
  const std::string sleep = own_sleep();
  const Outcome outcome = bash("for i in 1 2 3 4; do sleep 0.3; echo step >&19; done; " + sleep, "x",
                               {.wall = milliseconds(20'000), .grace = milliseconds(100)});
  EXPECT_EQ(outcome.termination.kind, Kind::stalled);
  EXPECT_THAT(outcome.termination.evidence, HasSubstr("one step took too long"));
  EXPECT_GE(outcome.usage.wall, milliseconds(1'700));  // each step has time of its own
  EXPECT_LT(outcome.usage.wall, milliseconds(10'000));
  EXPECT_TRUE(processes_with(sleep).empty());
}

TEST_P(SideChannel, WhoTellsOfProgressThereIsNotStalled) {
  options_.channel = [](std::string_view) {};
  const Outcome outcome =
      bash("for i in 1 2 3 4 5 6; do sleep 0.5; echo step >&19; done; exec sleep 1023", "x",
           {.wall = milliseconds(20'000), .grace = milliseconds(100), .stall = milliseconds(1'500)});
  EXPECT_EQ(outcome.termination.kind, Kind::stalled);
  EXPECT_THAT(outcome.termination.evidence, HasSubstr("no output for 1.5 s"));
  EXPECT_GE(outcome.usage.wall, milliseconds(4'000));  // counted from the last step
  EXPECT_LT(outcome.usage.wall, milliseconds(10'000));
}

TEST_P(SideChannel, AStepWithoutALimitIsStoppedByTheWholeTime) {
  options_.step_deadline = [] { return std::optional<steady_clock::time_point>(); };
  const Outcome outcome = bash("sleep 1021", "x", {.wall = milliseconds(300), .grace = milliseconds(100)});
  EXPECT_EQ(outcome.termination.kind, Kind::timed_out);
}

INSTANTIATE_TEST_SUITE_P(EachLevel, SideChannel,
                         ::testing::Values(IsolationLevel::process, IsolationLevel::sandbox),
                         [](const auto& level) { return std::string(word(level.param)); });

TEST(Channel, WithoutAReaderNothingIsWrong) {
  Channel channel;
  ASSERT_EQ(channel.open("x"), 0);
  channel.close_child_end();
  channel.read({});
  EXPECT_EQ(channel.fd(), -1);  // nobody can write any more
  channel.read({});
}

}  // namespace
}  // namespace proctor::supervise
