// What becomes of a sandbox where something is short while it is made, or the machine allows none. The kernel
// itself says so: a system call filter gives one error to one call, in a process of the test and in all that
// it starts.
#include <gmock/gmock.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "supervise/isolation/sandbox_testing.hpp"

namespace proctor::supervise {
namespace {

using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

// A step of making a sandbox, by the call that it can't do without. With a mask, only calls whose first
// argument has `value` in these bits.
struct CallOfStep {
  const char* name;
  std::uint64_t mask = 0;
  std::uint64_t value = 0;
};

constexpr CallOfStep kMakeNamespaces{"clone", CLONE_NEWUSER, CLONE_NEWUSER};

// First proctor's own steps, then those of bubblewrap, then those of the first process.
const std::vector<CallOfStep> kCallsOfSteps{
    {"memfd_create"},
    {"pipe2"},
    {"lseek"},
    {"clone", CLONE_NEWUSER, 0},  // proctor's start of bubblewrap
    {"dup3"},
    {"execve"},
    kMakeNamespaces,
    {"eventfd2"},
    {"socket"},  // of the loopback
    {"mount"},
    {"pivot_root"},
    {"umount2"},
    {"capset"},
    {"open_tree"},
    {"mount_setattr"},
    {"move_mount"},
    {"mkdirat"},
    {"symlinkat"},
    {"sendfile"},
    {"unlinkat"},
    {"prctl", 0xffffffff, PR_CAPBSET_DROP},
    {"prctl", 0xffffffff, PR_SET_SECCOMP},
    {"signalfd4"},
};

// From now on, for this process and all that it starts.
bool call_ends_with(const CallOfStep& call, std::uint32_t action) {
  const std::string_view name = call.name;
  scmp_filter_ctx context = seccomp_init(SCMP_ACT_ALLOW);
  const scmp_arg_cmp test{0, SCMP_CMP_MASKED_EQ, call.mask, call.value};
  const int number = seccomp_syscall_resolve_name(call.name);
  bool made = seccomp_rule_add_array(context, action, number, call.mask != 0 ? 1 : 0, &test) == 0;
  // The arguments of clone3 are out of a filter's sight. Without it, clone is called.
  if (name == "clone")
    made = made && seccomp_rule_add(context, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0) == 0;
  made = made && seccomp_load(context) == 0;
  seccomp_release(context);
  return made;
}

std::string told_of_sandboxes(Supervisor& supervisor) {
  const auto obstacle = supervisor.sandbox_obstacle();
  if (!obstacle) return "there is one";
  return (obstacle->lasts() ? "lasting: " : "passing: ") + obstacle->reason;
}

StartedChild start_where(const CallOfStep& call, std::uint32_t action) {
  return start_child([&]() -> std::string {
    if (!call_ends_with(call, action)) return "no filter";
    Supervisor supervisor({.tries = 1});
    return told_of_sandboxes(supervisor);
  });
}

// All at a time.
void expect_where(const std::vector<CallOfStep>& calls, std::uint32_t action, const char* beginning) {
  std::vector<StartedChild> children;
  for (const CallOfStep& call : calls) children.push_back(start_where(call, action));
  for (std::size_t i = 0; i < calls.size(); ++i)
    EXPECT_THAT(what_told(children[i]), StartsWith(beginning)) << calls[i].name << ", " << i;
}

void set_limit(__rlimit_resource_t resource, rlim_t value) {
  rlimit limit{};
  getrlimit(resource, &limit);
  limit.rlim_cur = value;
  setrlimit(resource, &limit);
}

// Nothing that is short makes a machine one without sandboxes, whichever step it meets.
class SandboxShortOf : public ::testing::TestWithParam<int> {};

TEST_P(SandboxShortOf, MayBeHadLater) {
  expect_where(kCallsOfSteps, SCMP_ACT_ERRNO(static_cast<std::uint32_t>(GetParam())), "passing: ");
}

INSTANTIATE_TEST_SUITE_P(Something, SandboxShortOf,
                         ::testing::Values(EAGAIN, ENOMEM, EMFILE, ENFILE, ENOSPC, EDQUOT, EIO));

bool is_of_bubblewrap(const CallOfStep& call) {
  return call.name == std::string_view(kMakeNamespaces.name) && call.value == kMakeNamespaces.value;
}

TEST(SandboxShortage, WhoeverIsKilledWhileMakingOneProvesNothing) {
  std::vector<CallOfStep> calls(std::find_if(kCallsOfSteps.begin(), kCallsOfSteps.end(), is_of_bubblewrap),
                                kCallsOfSteps.end());
  // proctor itself removes cgroups by it.
  std::erase_if(calls, [](const CallOfStep& call) { return call.name == std::string_view("unlinkat"); });
  expect_where(calls, SCMP_ACT_KILL_PROCESS, "passing: ");
}

TEST(SandboxShortage, AMachineThatAllowsNoneSaysSo) {
  for (const int error : {EPERM, EACCES, ENOSYS}) {
    const auto action = SCMP_ACT_ERRNO(static_cast<std::uint32_t>(error));
    expect_where({kMakeNamespaces, {"mount"}, {"open_tree"}, {"mount_setattr"}}, action, "lasting: ");
  }
  // A kernel without user namespaces.
  expect_where({kMakeNamespaces}, SCMP_ACT_ERRNO(EINVAL), "lasting: ");
}

TEST(SandboxShortage, OfDescriptorsIsNoMachineWithoutSandboxes) {
  const auto with_files = [](rlim_t files) {
    return start_child([files] {
      Supervisor supervisor({.tries = 1});
      set_limit(RLIMIT_NOFILE, files);
      return told_of_sandboxes(supervisor);
    });
  };
  std::vector<StartedChild> children;
  for (rlim_t files = 3; files <= 40; ++files) children.push_back(with_files(files));
  for (std::size_t i = 0; i < children.size(); ++i)
    EXPECT_THAT(what_told(children[i]), AnyOf("there is one", HasSubstr("raise it: ulimit -n"))) << i + 3;
}

TEST(SandboxShortage, IsForgottenWhenItHasPassed) {
  const std::string told = in_child([] {
    Supervisor supervisor;
    set_limit(RLIMIT_NOFILE, 8);
    const std::string before = told_of_sandboxes(supervisor);
    set_limit(RLIMIT_NOFILE, 256);
    return before.substr(0, 9) + "then " + told_of_sandboxes(supervisor);
  });
  EXPECT_EQ(told, "passing: then there is one");
}

TEST(SandboxShortage, OfProcessesPassesAndSaysWhichLimitToRaise) {
  if (geteuid() != 0) GTEST_SKIP() << "others may run as this user, and count";
  const auto as_somebody = [](rlim_t processes) {
    return in_child([processes]() -> std::string {
      constexpr uid_t kSomebody = 64321;  // nobody else is
      set_limit(RLIMIT_NPROC, processes);
      if (setgid(kSomebody) != 0 || setuid(kSomebody) != 0) return "can't become somebody";
      prctl(PR_SET_DUMPABLE, 1);
      setenv("HOME", "/nonexistent", 1);
      Supervisor supervisor;
      return told_of_sandboxes(supervisor);
    });
  };
  EXPECT_THAT(as_somebody(1), AllOf(StartsWith("passing: "), HasSubstr("RLIMIT_NPROC")));
  for (rlim_t processes = 2; processes <= 5; ++processes) {
    EXPECT_THAT(as_somebody(processes), AnyOf(StartsWith("passing: "), "there is one")) << processes;
  }
  EXPECT_EQ(as_somebody(20), "there is one");
}

// After a good probe.
TEST(SandboxShortage, OfARunIsToldAsAShortage) {
  for (const CallOfStep& call : {kMakeNamespaces, CallOfStep{"mount"}, CallOfStep{"open_tree"},
                                 CallOfStep{"clone", CLONE_NEWUSER, 0}}) {
    const std::string told = in_child([&]() -> std::string {
      Supervisor supervisor;
      if (supervisor.sandbox_obstacle()) return "no sandbox";
      call_ends_with(call, SCMP_ACT_ERRNO(EAGAIN));
      const Termination end =
          supervisor.run(shell("true"), {}, {}, {.isolation = IsolationLevel::sandbox}).termination;
      if (supervisor.sandbox_obstacle()) return "a sandbox was had, and that doesn't change";
      return end.no_means ? end.evidence : "not short of anything: " + end.evidence;
    });
    EXPECT_THAT(told, AllOf(HasSubstr("the sandbox can't be set up: "), HasSubstr("RLIMIT_NPROC")))
        << call.name;
  }
}

TEST(SandboxShortage, IsNotWaitedForOnceAStopIsAskedFor) {
  Supervisor supervisor;
  std::stop_source source;
  source.request_stop();
  const auto obstacle = supervisor.sandbox_obstacle(source.get_token());
  ASSERT_TRUE(obstacle);
  EXPECT_EQ(obstacle->kind, SandboxObstacle::Kind::stopped);
  EXPECT_FALSE(supervisor.sandbox_obstacle()) << "a stop settles nothing";
}

}  // namespace
}  // namespace proctor::supervise
