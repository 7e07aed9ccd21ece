// Real sandboxes: how a command in one begins and ends, and what is told of it.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <thread>

#include "supervise/isolation/sandbox_testing.hpp"

namespace proctor::supervise {
namespace {

using std::chrono::milliseconds;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

class SandboxedRun : public SandboxTest {};

TEST_F(SandboxedRun, TellsTheExitCodeOfTheCommand) {
  for (const int code : {0, 1, 3, 126, 127, 139, 255}) {
    const Outcome outcome = run(shell(fmt::format("exit {}", code)));
    EXPECT_EQ(outcome.termination.kind, Kind::exited) << outcome.termination.evidence;
    EXPECT_EQ(outcome.termination.code, code);
  }
}

TEST_F(SandboxedRun, TellsTheSignalThatEndedTheCommand) {
  for (const int signal : {SIGSEGV, SIGKILL, SIGTERM, SIGABRT, SIGHUP}) {
    const Outcome outcome = run(shell(fmt::format("kill -{} $$", signal)));
    EXPECT_EQ(outcome.termination.kind, Kind::signalled) << outcome.termination.evidence;
    EXPECT_EQ(outcome.termination.code, signal);
  }
}

TEST_F(SandboxedRun, CarriesBothStreamsAndNothingElse) {
  const Outcome outcome = run(shell("echo out; echo err >&2"));
  EXPECT_EQ(outcome.out.text(), "out\n");
  EXPECT_EQ(outcome.err.text(), "err\n");
}

TEST_F(SandboxedRun, LetsNobodyChangeProtectedFiles) {
  std::filesystem::create_directory(folder_.path() / "tests");
  const std::string file = folder_.file("tests/a_test", "expected");
  folder_.file("plain", "");
  options_.protected_files = {file};
  for (const char* attempt :
       {"echo x > tests/a_test", "rm -f tests/a_test", "mv tests/a_test away",
        "echo x > other && mv other tests/a_test", "rm -rf tests", "mv tests away", "chmod 777 tests/a_test",
        "ln tests/a_test link", "sed -i s/e/x/ tests/a_test", "unshare -rm umount tests/a_test"}) {
    const Outcome outcome = run(shell(attempt, folder_.path()));
    EXPECT_NE(outcome.termination.code, 0) << attempt;
    EXPECT_EQ(read_all(file), "expected") << attempt;
  }
  // mv has copied it to `away` before it found that it can't remove it.
  const std::string rest = "cat tests/a_test; echo x > tests/beside; mv plain moved; ls";
  EXPECT_EQ(run(shell(rest, folder_.path())).out.text(), "expectedaway\nmoved\nother\ntests\n");
}

TEST_F(SandboxedRun, TellsThePlaceFromTheCommand) {
  const std::string file = folder_.file("file", "");
  const Outcome outcome = run(command({"/usr/bin/true"}, file));
  EXPECT_EQ(outcome.termination.kind, Kind::not_started);
  EXPECT_TRUE(outcome.termination.no_workdir) << outcome.termination.evidence;
  EXPECT_FALSE(run(command({"/usr/bin/nothing"}, folder_.path())).termination.no_workdir);
}

TEST_F(SandboxedRun, NamesItsLevelAndWhatHolds) {
  const Outcome outcome = run(shell("true"));
  EXPECT_EQ(outcome.isolation.level, IsolationLevel::sandbox);
  EXPECT_FALSE(outcome.isolation.host_network);
  EXPECT_EQ(outcome.isolation.kill_scope, "PID namespace of its own (bubblewrap)");
  options_.sandbox.host_network = true;
  EXPECT_TRUE(run(shell("true")).isolation.host_network);
}

TEST_F(SandboxedRun, HasNoObstacleHere) {
  EXPECT_EQ(supervisor_.sandbox_obstacle().value_or(SandboxObstacle{}).reason, "");
}

TEST_F(SandboxedRun, PassesArgumentsAndEnvironmentAsTheyAre) {
  Command strange = command({"/usr/bin/printf", "%s|", "", "a b", "line\nbreak", "\x01", "--", "*"});
  EXPECT_EQ(run(strange).out.text(), "|a b|line\nbreak|\x01|--|*|");
  strange = {.argv = {"/usr/bin/printenv", "ODD"}, .environment = {"ODD=a b\nc=d", "EMPTY="}, .workdir = "/"};
  EXPECT_EQ(run(strange).out.text(), "a b\nc=d\n");
}

TEST_F(SandboxedRun, IsToldAsNotStartedWhenTheProgramIsNotThere) {
  const Outcome outcome = run(command({"no-such-program"}));
  EXPECT_EQ(outcome.termination.kind, Kind::not_started);
  EXPECT_THAT(outcome.termination.evidence, HasSubstr("no-such-program was not found in PATH"));
}

TEST_F(SandboxedRun, NamesTheSettingThatWouldShowAHiddenProgram) {
  const TestFolder tools;
  const std::string tool = tools.file("tool", "#!/bin/sh\necho here\n", 0755);
  Command by_path = command({tool});
  EXPECT_EQ(run(by_path).termination.kind, Kind::not_started);
  EXPECT_THAT(run(by_path).termination.evidence, HasSubstr("isn't visible in the sandbox"));
  EXPECT_THAT(run(by_path).termination.evidence, HasSubstr("[isolation] read_only"));
  Command by_name = command({"tool"});
  by_name.environment = {"PATH=" + tools.path().string() + ":/usr/bin"};
  EXPECT_THAT(run(by_name).termination.evidence, HasSubstr("[isolation] read_only"));
  options_.sandbox.read_only = {tools.path()};
  EXPECT_EQ(run(by_path).out.text(), "here\n");
  EXPECT_EQ(run(by_name).out.text(), "here\n");
}

TEST_F(SandboxedRun, TellsWhyAProgramCantBeExecuted) {
  const std::string plain = folder_.file("plain", "text", 0644);
  EXPECT_THAT(run(command({plain})).termination.evidence, HasSubstr("not executable"));
  const std::string script = folder_.file("script", "#!/no/such/interpreter\n", 0755);
  EXPECT_THAT(run(command({script})).termination.evidence, HasSubstr("/no/such/interpreter"));
  const std::string headless = folder_.file("headless", "echo \"$1\"\n", 0755);
  EXPECT_EQ(run(command({headless, "no first line"})).out.text(), "no first line\n");
  EXPECT_THAT(run(command({"/bin/true"}, folder_.path() / "gone")).termination.evidence,
              HasSubstr("working directory"));
}

TEST_F(SandboxedRun, IsToldAsNotStartedWhenTheSandboxCantBeSetUp) {
  options_.writable = {folder_.path() / "gone"};
  const Outcome outcome = run(shell("echo never"));
  EXPECT_EQ(outcome.termination.kind, Kind::not_started);
  EXPECT_THAT(outcome.termination.evidence, HasSubstr("gone"));
  EXPECT_EQ(outcome.out.text() + outcome.err.text(), "");
}

TEST_F(SandboxedRun, EndsAGracefulCommandWhenTimeIsUp) {
  Limits limits{.wall = milliseconds(300), .grace = milliseconds(5000)};
  const Outcome outcome =
      run(shell("trap 'echo graceful; exit 0' TERM; while :; do read -t 0.05 < <(:); done"), limits);
  EXPECT_EQ(outcome.termination.kind, Kind::timed_out);
  EXPECT_THAT(outcome.out.text(), HasSubstr("graceful"));
  EXPECT_LT(outcome.usage.wall, milliseconds(4000));
  EXPECT_THAT(outcome.left_behind, IsEmpty());
}

TEST_F(SandboxedRun, KillsACommandThatIgnoresTheRequest) {
  Limits limits{.wall = milliseconds(200), .grace = milliseconds(200)};
  const Outcome outcome = run(shell("trap '' TERM; echo begun; sleep 3009"), limits);
  EXPECT_EQ(outcome.termination.kind, Kind::timed_out);
  EXPECT_EQ(outcome.out.text(), "begun\n");
  EXPECT_THAT(processes_with("sleep 3009"), IsEmpty());
}

TEST_F(SandboxedRun, NamesWhoOutlivedTheCommandAndNoneOfItsOwn) {
  const Outcome outcome = run(shell("setsid sleep 3013 & exit 4"), {.grace = milliseconds(300)});
  EXPECT_EQ(outcome.termination.kind, Kind::exited);
  EXPECT_EQ(outcome.termination.code, 4);
  ASSERT_EQ(outcome.left_behind.size(), 1U);
  EXPECT_EQ(outcome.left_behind[0].command, "sleep 3013");
  EXPECT_THAT(processes_with("sleep 3013"), IsEmpty());
}

TEST_F(SandboxedRun, GivesLeftoversTheRequestAndTheGrace) {
  const Outcome outcome = run(
      shell("(trap 'echo bye; exit' TERM; echo up; while :; do sleep 0.02; done) & while ! read -t 0.1; do "
            "exit 0; done"),
      {.grace = milliseconds(5000)});
  EXPECT_THAT(outcome.out.text(), HasSubstr("bye"));
  EXPECT_LT(outcome.usage.wall, milliseconds(4000));
}

TEST_F(SandboxedRun, IsCancelled) {
  std::stop_source stop;
  options_.sink = [&](Stream, std::string_view) { stop.request_stop(); };
  const Outcome outcome = supervisor_.run(shell("echo up; sleep 3019"), {.grace = milliseconds(2000)},
                                          stop.get_token(), options_);
  EXPECT_EQ(outcome.termination.kind, Kind::cancelled);
  EXPECT_THAT(processes_with("sleep 3019"), IsEmpty());
}

TEST_F(SandboxedRun, IsKilledWhenTheSinkThrows) {
  options_.sink = [](Stream, std::string_view) { throw std::runtime_error("sink"); };
  EXPECT_THROW(run(shell("echo up; sleep 3021")), std::runtime_error);
  EXPECT_THAT(processes_with("sleep 3021"), IsEmpty());
}

TEST_F(SandboxedRun, RunsTwentyTimesSideBySide) {
  std::atomic<int> good = 0;
  std::vector<std::jthread> threads;
  for (int i = 0; i < 20; ++i) {
    threads.emplace_back([&, i] {
      const Outcome outcome =
          supervisor_.run(shell(fmt::format("echo {}; (exit {})", i, i)), {}, {}, options_);
      if (outcome.termination.kind == Kind::exited && outcome.termination.code == i &&
          outcome.out.text() == fmt::format("{}\n", i) && outcome.left_behind.empty())
        ++good;
    });
  }
  threads.clear();
  EXPECT_EQ(good, 20);
}

TEST_F(SandboxedRun, EndsWithASupervisorThatIsKilled) {
  std::array<int, 2> up{};
  ASSERT_EQ(pipe(up.data()), 0);
  const pid_t child = fork();
  if (child == 0) {
    Supervisor supervisor;
    options_.sink = [&](Stream, std::string_view text) {
      if (write(up[1], text.data(), text.size()) < 0) _exit(1);
    };
    supervisor.run(shell("setsid sleep 3031 & setsid sleep 3031 & echo up; wait"), {}, {}, options_);
    _exit(0);
  }
  close(up[1]);
  std::array<char, 8> text{};
  EXPECT_GT(read(up[0], text.data(), text.size()), 0);
  EXPECT_THAT(processes_with("sleep 3031"), Not(IsEmpty()));
  kill(child, SIGKILL);
  close(up[0]);
  // The test is their reaper now. Should one live on, this would never end.
  while (waitpid(-1, nullptr, 0) > 0) {
  }
  EXPECT_THAT(processes_with("sleep 3031"), IsEmpty());
}

TEST_F(SandboxedRun, CountsTheCpuTimeOfWhoIsKilledWithIt) {
  const Limits limits{.wall = milliseconds(1500), .grace = milliseconds(100)};
  const Outcome outcome = run(shell("trap '' TERM; while :; do :; done"), limits);
  EXPECT_EQ(outcome.termination.kind, Kind::timed_out);
  EXPECT_GT(outcome.usage.user_cpu + outcome.usage.system_cpu, milliseconds(300));
  EXPECT_LT(outcome.usage.user_cpu + outcome.usage.system_cpu, milliseconds(2000));
}

TEST_F(SandboxedRun, CountsTheCpuTimeOfWhatRanInside) {
  const Outcome outcome = run(shell("i=0; while ((i < 200000)); do ((++i)); done"));
  EXPECT_GT(outcome.usage.user_cpu + outcome.usage.system_cpu, milliseconds(50));
}

}  // namespace
}  // namespace proctor::supervise
