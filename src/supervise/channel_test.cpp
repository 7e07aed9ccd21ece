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
    options_.channel = [this](int client, std::string_view bytes) {
      told_ += bytes;
      last_client_ = client;
      return std::string(bytes) == "ask\n" ? "answer " + std::to_string(client) + '\n' : std::string();
    };
  }

  /// A script of Python's in which `c` is connected.
  Outcome python(const std::string& script, const Limits& limits = {.wall = milliseconds(20'000)}) {
    Command made =
        command({"/usr/bin/python3", "-c",
                 "import os, socket, sys, time, subprocess\n"
                 "def connect():\n  c = socket.socket(socket.AF_UNIX)\n  c.connect(sys.argv[1])\n  return c\n"
                 "c = connect()\n" +
                     script,
                 channel().string()},
                folder_.path());
    made.channel = channel();
    return run(made, limits);
  }
  std::filesystem::path channel() const { return folder_.path() / "channel"; }

  std::string told_{};
  int last_client_ = 0;
};

TEST_P(SideChannel, WhatAClientWritesIsToldAndAnswered) {
  const Outcome outcome = python("c.sendall(b'ask\\n'); print('got', c.recv(100).decode().strip())");
  EXPECT_EQ(outcome.termination.kind, Kind::exited) << outcome.termination.evidence;
  EXPECT_EQ(told_, "ask\n");
  EXPECT_EQ(outcome.out.text(), "got answer 1\n") << outcome.err.text();
}

TEST_P(SideChannel, EachConnectionIsAClientOfItsOwn) {
  const Outcome outcome = python(
      "d = connect()\n"
      "for one in (d, c): one.sendall(b'ask\\n'); print(one.recv(100).decode().strip())");
  EXPECT_EQ(outcome.out.text(), "answer 2\nanswer 1\n") << outcome.err.text();
}

TEST_P(SideChannel, WhatWasPrintedBeforeIsToldBeforeAndWhatIsPrintedBehindTheAnswerBehind) {
  std::string all;
  options_.sink = [&all](Stream, std::string_view bytes) { all += bytes; };
  options_.channel = [&all](int, std::string_view bytes) {
    all += bytes;
    return std::string("ok\n");
  };
  const Outcome outcome = python(
      "for i in range(200):\n"
      "  os.write(1, b'o%d ' % i); os.write(2, b'e%d ' % i); c.sendall(b't%d ' % i); c.recv(3)");
  std::string expected;
  for (int i = 0; i < 200; ++i) {
    const std::string number = std::to_string(i) + ' ';
    expected.append("o").append(number).append("e").append(number).append("t").append(number);
  }
  EXPECT_EQ(all, expected) << outcome.err.text();
}

TEST_P(SideChannel, ABackgroundProcessThatPrintsForEverKeepsNoAnswerBack) {
  const Outcome outcome = python(
      "noise = subprocess.Popen(['sh', '-c', 'yes'])\n"
      "for i in range(100): c.sendall(b'ask\\n'); c.recv(100)\n"
      "noise.kill(); noise.wait(); sys.exit(3)");
  EXPECT_EQ(outcome.termination.code, 3) << outcome.termination.evidence << outcome.err.text();
}

TEST_P(SideChannel, IsNotThereForACommandThatHasNone) {
  Command made = command({"/bin/sh", "-c", "ls -a; ls /proc/$$/fd"}, folder_.path());
  EXPECT_THAT(run(made, {.wall = milliseconds(20'000)}).out.text(), ::testing::Not(HasSubstr("channel")));
}

TEST_P(SideChannel, IsGoneAfterTheRun) {
  python("c.sendall(b'x')");
  EXPECT_FALSE(std::filesystem::exists(channel()));
  python("c.sendall(b'y')");  // and can be had once more
  EXPECT_EQ(told_, "xy");
}

TEST_P(SideChannel, APathThatIsTooLongIsNoReasonToRunWithoutIt) {
  Command made = command({"/bin/sh", "-c", "echo ran"}, folder_.path());
  made.channel = folder_.path() / std::string(120, 'x');
  const Outcome outcome = run(made, {.wall = milliseconds(20'000)});
  EXPECT_EQ(outcome.termination.kind, Kind::not_started);
  EXPECT_THAT(outcome.termination.evidence, HasSubstr("File name too long"));
  EXPECT_EQ(outcome.out.text(), "");
}

TEST_P(SideChannel, WhatWasWrittenJustBeforeTheEndArrives) {
  python("for i in range(200): c.sendall(b'line\\n')\nos.kill(os.getpid(), 9)");
  EXPECT_EQ(told_.size(), 200 * 5U);
}

TEST_P(SideChannel, AFloodIsReadAndDroppedAboveItsBound) {
  std::uint64_t bytes = 0;
  options_.channel = [&bytes](int, std::string_view piece) {
    bytes += piece.size();
    return std::string();
  };
  const Outcome outcome =
      python("for i in range(300): c.sendall(bytes(1000000))\nprint('done')", {.wall = milliseconds(60'000)});
  EXPECT_EQ(outcome.out.text(), "done\n");
  EXPECT_EQ(bytes, std::uint64_t{256} << 20U);
}

TEST_P(SideChannel, AFloodDoesNotKeepTimeFromRunningOut) {
  options_.channel = {};
  const Outcome outcome = python("while True: c.sendall(bytes(1000000))",
                                 {.wall = milliseconds(500), .grace = milliseconds(100)});
  EXPECT_EQ(outcome.termination.kind, Kind::timed_out);
  EXPECT_LT(outcome.usage.wall, milliseconds(5'000));
}

TEST_P(SideChannel, ManyClientsAreLetGoAndTheFirstStays) {
  const Outcome outcome = python(
      "try:\n  many = [connect() for i in range(400)]\nexcept OSError: pass\n"
      "c.sendall(b'ask\\n'); print(c.recv(100).decode().strip())");
  EXPECT_EQ(outcome.out.text(), "answer 1\n") << outcome.err.text();
}

TEST_P(SideChannel, AClientThatTakesNoAnswersIsLetGo) {
  options_.channel = [](int, std::string_view bytes) { return std::string(bytes.size() * 100, 'x'); };
  const Outcome outcome =
      python("try:\n  for i in range(100): c.sendall(bytes(100000))\nexcept OSError: print('let go')");
  EXPECT_EQ(outcome.out.text(), "let go\n") << outcome.err.text();
}

TEST_P(SideChannel, ACommandThatClosesItRunsOn) {
  const Outcome outcome =
      python("c.sendall(b'before'); c.close(); time.sleep(0.1); print('on'); sys.exit(3)");
  EXPECT_EQ(outcome.termination.kind, Kind::exited) << outcome.termination.evidence;
  EXPECT_EQ(outcome.termination.code, 3);
  EXPECT_EQ(outcome.out.text(), "on\n");
  EXPECT_EQ(told_, "before");
}

// Not that of another test, which may run at the same time.
std::string own_sleep() {
  return "sleep 1" + std::to_string(getpid());
}

TEST_P(SideChannel, WhoKeepsItOpenAfterTheCommandsEndDoesNotKeepTheAnswerBack) {
  const std::string sleep = own_sleep();
  const Outcome outcome =
      python("subprocess.Popen(['sh', '-c', '" + sleep +
                 "'], pass_fds=[c.fileno()], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)\n"
                 "c.sendall(b'told')",
             {.wall = milliseconds(20'000), .grace = milliseconds(300)});
  EXPECT_EQ(outcome.termination.kind, Kind::exited) << outcome.termination.evidence;
  EXPECT_EQ(told_, "told");
  EXPECT_LT(outcome.usage.wall, milliseconds(10'000));
  EXPECT_TRUE(processes_with(sleep).empty());
}

TEST_P(SideChannel, AStepThatTakesTooLongEndsInStalled) {
  // Before the first step there is no limit: on a busy machine python itself may take as long to start.
  std::optional<steady_clock::time_point> deadline;
  options_.channel = [&deadline](int, std::string_view) {
    deadline = steady_clock::now() + milliseconds(1'000);
    return std::string();
  };
  options_.step_deadline = [&deadline] { return deadline; };
  const std::string sleep = own_sleep();
  const Outcome outcome =
      python("for i in range(4): time.sleep(0.3); c.sendall(b'step')\nos.execvp('sh', ['sh', '-c', '" +
                 sleep + "'])",
             {.wall = milliseconds(20'000), .grace = milliseconds(100)});
  EXPECT_EQ(outcome.termination.kind, Kind::stalled);
  EXPECT_THAT(outcome.termination.evidence, HasSubstr("one step took too long"));
  EXPECT_GE(outcome.usage.wall, milliseconds(2'000));  // each step has time of its own
  EXPECT_LT(outcome.usage.wall, milliseconds(10'000));
  EXPECT_TRUE(processes_with(sleep).empty());
}

TEST_P(SideChannel, WhoTellsOfProgressThereIsNotStalled) {
  const Outcome outcome =
      python("for i in range(6): time.sleep(0.5); c.sendall(b'step')\ntime.sleep(1023)",
             {.wall = milliseconds(20'000), .grace = milliseconds(100), .stall = milliseconds(1'500)});
  EXPECT_EQ(outcome.termination.kind, Kind::stalled);
  EXPECT_THAT(outcome.termination.evidence, HasSubstr("no output for 1.5 s"));
  EXPECT_GE(outcome.usage.wall, milliseconds(4'000));  // counted from the last step
  EXPECT_LT(outcome.usage.wall, milliseconds(10'000));
}

TEST_P(SideChannel, AStepWithoutALimitIsStoppedByTheWholeTime) {
  options_.step_deadline = [] { return std::optional<steady_clock::time_point>(); };
  const Outcome outcome = python("time.sleep(1021)", {.wall = milliseconds(300), .grace = milliseconds(100)});
  EXPECT_EQ(outcome.termination.kind, Kind::timed_out);
}

INSTANTIATE_TEST_SUITE_P(EachLevel, SideChannel,
                         ::testing::Values(IsolationLevel::process, IsolationLevel::sandbox),
                         [](const auto& level) { return std::string(word(level.param)); });

TEST(Channel, ThatIsNotOpenHasNothingToRead) {
  Channel channel;
  EXPECT_EQ(channel.fd(), -1);
  channel.read({});
}

}  // namespace
}  // namespace proctor::supervise
