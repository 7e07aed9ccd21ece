// How a command starts, what it is born with, and why it may not start.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "supervise/cgroup.hpp"
#include "supervise/spawn.hpp"
#include "supervise/test_support.hpp"

namespace proctor::supervise {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class Start : public ::testing::Test {
 protected:
  Outcome run(const Command& command, const Limits& limits = {}) {
    return supervisor_.run(command, limits, {});
  }
  std::string reason(const Command& command) {
    const Outcome outcome = run(command);
    EXPECT_EQ(outcome.termination.kind, Kind::not_started) << word(outcome.termination.kind);
    return outcome.termination.evidence;
  }

  Supervisor supervisor_{};
  TestFolder folder_{};
};

TEST_F(Start, ChildHasItsOwnSessionAndGroupAndNoTerminal) {
  const std::string text = run(command({victim("show_state")})).out.text();
  EXPECT_THAT(text, HasSubstr("session own\n"));
  EXPECT_THAT(text, HasSubstr("group own\n"));
  EXPECT_THAT(text, HasSubstr("tty no\n"));
}

TEST_F(Start, ChildReadsNothingFromStandardInput) {
  const Outcome outcome = run(shell("readlink /proc/self/fd/0; wc -c"));
  EXPECT_EQ(outcome.out.text(), "/dev/null\n0\n");
}

TEST_F(Start, ChildInheritsNoDescriptorButTheStandardOnes) {
  const int open_file = open("/etc/passwd", O_RDONLY);  // on purpose without O_CLOEXEC
  const int far_away = fcntl(open_file, F_DUPFD, 900);
  const std::string text = run(command({victim("show_state")})).out.text();
  close(open_file);
  close(far_away);
  EXPECT_THAT(text, HasSubstr("fd 0 /dev/null\nfd 1 pipe:"));
  EXPECT_THAT(text, HasSubstr("fd 2 pipe:"));
  EXPECT_THAT(text, Not(HasSubstr("passwd")));
  EXPECT_THAT(text, Not(HasSubstr("fd 3 ")));
}

TEST_F(Start, ChildHasDefaultSignalsWhateverTheParentIgnoresOrBlocks) {
  const auto before = signal(SIGPIPE, SIG_IGN);
  sigset_t blocked, old;
  sigfillset(&blocked);
  pthread_sigmask(SIG_SETMASK, &blocked, &old);
  const std::string text = run(command({victim("show_state")})).out.text();
  sigset_t now;
  pthread_sigmask(SIG_SETMASK, &old, &now);
  signal(SIGPIPE, before);
  EXPECT_THAT(text, HasSubstr("blocked 0\nignored 0\n"));
  EXPECT_EQ(sigismember(&now, SIGUSR1), 1) << "the parent's own mask is as before";
}

TEST_F(Start, ChildRunsInTheWorkingDirectory) {
  EXPECT_EQ(run(shell("pwd", folder_.path())).out.text(), folder_.path().string() + "\n");
}

TEST_F(Start, ChildHasTheGivenEnvironmentAndTheMarkOnly) {
  setenv("PROCTOR_TEST_SECRET", "x", 1);
  const std::string text =
      run({.argv = {"/usr/bin/env"}, .environment = {"A=1", "PROCTOR_RUN=forged"}, .workdir = "/"})
          .out.text();
  unsetenv("PROCTOR_TEST_SECRET");
  EXPECT_THAT(text, ::testing::MatchesRegex("A=1\nPROCTOR_RUN=[0-9a-f.-]+\n"));
}

TEST_F(Start, NameIsLookedForInThePathOfTheCommand) {
  folder_.file("my-tool", "#!/bin/sh\necho mine\n", 0755);
  Command mine = command({"my-tool"});
  EXPECT_THAT(reason(mine), HasSubstr("my-tool was not found in PATH (/usr/bin:/bin)"));
  mine.environment = {"PATH=/nowhere:" + folder_.path().string()};
  EXPECT_EQ(run(mine).out.text(), "mine\n");
}

TEST_F(Start, NameWithSlashCountsFromTheWorkingDirectory) {
  folder_.file("tool", "#!/bin/sh\necho \"$0 $1\"\n", 0755);
  EXPECT_EQ(run(command({"./tool", "x"}, folder_.path())).out.text(), "./tool x\n");
}

TEST_F(Start, ScriptWithoutInterpreterLineRunsInTheShell) {
  const std::string script = folder_.file("plain", "echo \"plain $1\"\n", 0755);
  EXPECT_EQ(run(command({script, "one"})).out.text(), "plain one\n");
}

TEST_F(Start, SaysWhyItCantStart) {
  const std::string text = folder_.file("text", "hello", 0644);
  const std::string orphan = folder_.file("orphan", "#!/nowhere/python3 -u\n", 0755);
  const std::string dir = folder_.path().string();
  EXPECT_THAT(reason(command({})), HasSubstr("no command"));
  EXPECT_THAT(reason(command({""})), HasSubstr("no name"));
  EXPECT_THAT(reason(command({"/nowhere/tool"})), HasSubstr("/nowhere/tool: No such file or directory"));
  EXPECT_THAT(reason(command({text})), HasSubstr(text + " is not executable"));
  EXPECT_THAT(reason(command({dir})), HasSubstr(dir + " is a directory"));
  EXPECT_THAT(reason(command({orphan})), HasSubstr("interpreter /nowhere/python3, which doesn't exist"));
  EXPECT_THAT(reason(command({"/bin/true"}, "/nowhere/at/all")),
              HasSubstr("working directory /nowhere/at/all can't be entered: No such file or directory"));
  EXPECT_THAT(reason(command({"/bin/true"}, text)), HasSubstr("Not a directory"));
  EXPECT_THAT(reason(command({std::string("a\0b", 3)})), HasSubstr("NUL"));
  EXPECT_TRUE(own_cgroups().empty());
}

TEST_F(Start, TellsThePlaceFromTheCommand) {
  const std::string file = folder_.file("file", "");
  EXPECT_TRUE(run(command({"/bin/true"}, file)).termination.no_workdir);
  EXPECT_FALSE(run(command({"/nowhere/tool"})).termination.no_workdir);
}

TEST_F(Start, WithoutClone3ItWorksTheOtherWay) {
  char program[] = "/bin/sh";
  char option[] = "-c";
  char script[] = "exit 7";
  char* argv[] = {program, option, script, nullptr};
  char* environment[] = {nullptr};
  const UniqueFd null(open("/dev/null", O_RDWR | O_CLOEXEC));
  const CgroupPlace place;
  const auto made = place.make(new_cgroup_name());
  const Cgroup none;
  const Cgroup& cgroup = made ? *made : none;
  for (const bool use_clone3 : {true, false}) {
    SpawnRequest request{.program = program, .argv = argv, .environment = environment};
    request.in = request.out = request.err = null.get();
    request.cgroup = cgroup ? cgroup.fd() : -1;
    request.use_clone3 = use_clone3;
    const auto spawned = spawn(request);
    ASSERT_TRUE(spawned) << spawned.error().error;
    EXPECT_EQ(spawned->in_cgroup, static_cast<bool>(cgroup));
    siginfo_t info{};
    ASSERT_EQ(waitid(static_cast<idtype_t>(P_PIDFD), static_cast<id_t>(spawned->pidfd.get()), &info, WEXITED),
              0);
    EXPECT_EQ(info.si_status, 7);

    request.program = "/nowhere";
    const auto failed = spawn(request);
    ASSERT_FALSE(failed);
    EXPECT_EQ(failed.error().step, SpawnFailure::Step::exec);
    EXPECT_EQ(failed.error().error, ENOENT);
  }
}

TEST_F(Start, LeavesNoDescriptorOpen) {
  const auto count = [] {
    return std::distance(std::filesystem::directory_iterator("/proc/self/fd"),
                         std::filesystem::directory_iterator());
  };
  run(command({"/bin/true"}));
  const auto before = count();
  run(command({"/bin/true"}));
  run(command({"/nowhere"}));
  run(shell("sleep 100 & exit 3"), {.grace = std::chrono::milliseconds(50)});
  EXPECT_EQ(count(), before);
}

}  // namespace
}  // namespace proctor::supervise
