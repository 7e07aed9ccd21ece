#include "supervise/isolation/obstacle.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string_view>

#include "base/unique_fd.hpp"
#include "supervise/isolation/sandbox_testing.hpp"
#include "supervise/process_table.hpp"

namespace proctor::supervise {
namespace {

using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::Not;

std::string reason_of(std::string_view words) {
  return obstacle_of_words(words).reason;
}

TEST(Obstacle, ADirectoryThatIsClosedIsNotTheFaultOfAContainer) {
  EXPECT_THAT(
      reason_of("Can't bind /home/me/project: Permission denied"),
      AllOf(HasSubstr("its owner"), HasSubstr("(Can't bind /home/me/project"), Not(HasSubstr("container"))));
}

// As bubblewrap 0.8 says it. A container's system call filter, for which other things are to be done, answers
// EPERM.
TEST(Obstacle, NamespacesThatAreUsedUpAreNotTheFaultOfAFilter) {
  const std::string words =
      "bwrap: Creating new namespace failed: nesting depth or /proc/sys/user/max_*_namespaces exceeded "
      "(ENOSPC)";
  const std::string told = reason_of(words);
  EXPECT_THAT(told, HasSubstr(words));
  EXPECT_THAT(told, AnyOf(HasSubstr("too many namespaces"), HasSubstr("switched off")));
}

TEST(Obstacle, AChrootIsNamedAsTheCause) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can make one";
  const TestFolder folder;
  const std::filesystem::path proc = folder.path() / "proc";
  mkdir(proc.c_str(), 0755);
  const pid_t pid = fork();
  if (pid == 0) {
    if (unshare(CLONE_NEWNS) != 0 || mount("", "/", "", MS_REC | MS_PRIVATE, nullptr) != 0 ||
        mount("/proc", proc.c_str(), "", MS_BIND | MS_REC, nullptr) != 0) {
      _exit(77);
    }
    if (chroot(folder.path().c_str()) != 0 || chdir("/") != 0) _exit(77);
    const std::string told = reason_of(
        "bwrap: Creating new namespace failed, likely because the kernel does not support user namespaces.");
    _exit(told.starts_with("this is a chroot") ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(pid, &status, 0), pid);
  if (WEXITSTATUS(status) == 77) GTEST_SKIP() << "no chroot can be made";
  EXPECT_EQ(status, 0);
}

// Its refusals have nothing to do with where it runs.
TEST(Obstacle, OneThatRefusesOurOptionsIsNotTakenForAContainer) {
  const std::string as_root = reason_of("bwrap: --cap-add in setuid mode can be used only by root");
  EXPECT_THAT(as_root, AllOf(HasSubstr("set-user-ID"), Not(HasSubstr("container"))));
  const std::string old = reason_of("bwrap: Unknown option --perms");
  EXPECT_THAT(old, AllOf(HasSubstr("too old"), Not(HasSubstr("container"))));
  EXPECT_THAT(reason_of("Can't bind /usr: Function not implemented"), HasSubstr("Linux 5.12"));
}

// In a place without the files by which some containers can be told.
TEST(Obstacle, AContainerIsKnownByItsFilterToo) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can make such a place";
  const TestFolder folder;
  const std::filesystem::path proc = folder.path() / "proc";
  mkdir(proc.c_str(), 0755);
  const pid_t pid = fork();
  if (pid == 0) {
    if (unshare(CLONE_NEWNS) != 0 || mount("", "/", "", MS_REC | MS_PRIVATE, nullptr) != 0 ||
        mount("/proc", proc.c_str(), "", MS_BIND | MS_REC, nullptr) != 0 ||
        chroot(folder.path().c_str()) != 0 || chdir("/") != 0) {
      _exit(77);
    }
    std::array<sock_filter, 1> allow{{BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)}};
    const sock_fprog program{allow.size(), allow.data()};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) {
      _exit(77);
    }
    const std::string told = reason_of("bwrap: options up uid map: Permission denied");
    _exit(told.starts_with("this is a container") ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(pid, &status, 0), pid);
  if (WEXITSTATUS(status) == 77) GTEST_SKIP() << "no such place can be made";
  EXPECT_EQ(status, 0);
}

// Which texts of bubblewrap 0.8, and of Debian's, speak of a machine that will say the same tomorrow.
TEST(Obstacle, LastsOnlyWhereThatIsProven) {
  const auto lasts = [](std::string_view words) { return obstacle_of_words(words).lasts(); };
  for (const char* words :
       {"bwrap: Creating new namespace failed: Operation not permitted",
        "bwrap: No permissions to create new namespace, likely because the kernel does not allow "
        "non-privileged user namespaces. See <https://deb.li/bubblewrap> or <file:///usr/share/doc/x>.",
        "bwrap: No permissions to creating new namespace, likely because the kernel does not allow "
        "non-privileged user namespaces. On e.g. debian this can be enabled with 'sysctl "
        "kernel.unprivileged_userns_clone=1'.",
        "bwrap: Creating new namespace failed, likely because the kernel does not support user namespaces.  "
        "bwrap must be installed setuid on such systems.",
        "bwrap: setting up uid map: Permission denied", "bwrap: Failed to make / slave: Permission denied",
        "bwrap: loopback: Failed RTM_NEWADDR: Operation not permitted",
        "bwrap: --cap-add in setuid mode can be used only by root", "bwrap: Unknown option --perms",
        "bwrap: Unexpected capabilities but not setuid, old file caps config?"})
    EXPECT_TRUE(lasts(words)) << words;
  for (const char* words :
       {"bwrap: Creating new namespace failed: Resource temporarily unavailable",
        "bwrap: Creating new namespace failed: Cannot allocate memory",
        "bwrap: Can't create signalfd: Too many open files",
        "bwrap: Can't open /proc/self/mountinfo: Too many open files in system",
        "bwrap: Can't write data to file /.proctor-init: No space left on device",
        "bwrap: Can't bind mount /oldroot/usr on /newroot/usr: Invalid argument",
        "bwrap: Can't read seccomp data: Input/output error", "bwrap: Something that nobody has thought of",
        "bwrap: error while loading shared libraries: libcap.so.2: cannot open shared object file: Error 24",
        // Two reasons, and one of them may pass.
        "bwrap: Can't fork for pid 1: Resource temporarily unavailable\nbwrap: setting up uid map: "
        "Permission denied",
        // An end of a sentence that isn't its reason.
        "bwrap: Can't find source path /x/Permission denied", "", "\n"})
    EXPECT_FALSE(lasts(words)) << words;
}

TEST(Obstacle, NamespacesThatAreUsedUpMayBeFreeLater) {
  if (read_kernel_file("/proc/sys/user/max_user_namespaces", 8) == "0\n") GTEST_SKIP() << "none are allowed";
  const SandboxObstacle obstacle = obstacle_of_words(
      "bwrap: Creating new namespace failed: nesting depth or /proc/sys/user/max_*_namespaces exceeded "
      "(ENOSPC)");
  EXPECT_FALSE(obstacle.lasts());
  EXPECT_THAT(obstacle.reason, HasSubstr("sysctl user.max_user_namespaces"));
}

// The kernel answers there as it does where too many are in use.
TEST(Obstacle, NamespacesThatAreSwitchedOffAreKnownByTheSetting) {
  const std::string told = in_child([]() -> std::string {
    const uid_t user = geteuid();
    if (unshare(CLONE_NEWUSER) != 0) return "skip";
    // In a namespace of its own everybody may set it.
    const UniqueFd setting(open("/proc/sys/user/max_user_namespaces", O_WRONLY | O_CLOEXEC));
    const UniqueFd map(open("/proc/self/uid_map", O_WRONLY | O_CLOEXEC));
    const std::string same = fmt::format("{} {} 1", user, user);
    if (write(map.get(), same.data(), same.size()) < 0 || write(setting.get(), "0", 1) != 1) return "skip";
    const auto obstacle = Supervisor().sandbox_obstacle();
    if (!obstacle) return "there is a sandbox";
    return (obstacle->lasts() ? "lasting: " : "passing: ") + obstacle->reason;
  });
  if (told == "skip") GTEST_SKIP() << "no user namespace can be made";
  EXPECT_THAT(told, AllOf(HasSubstr("lasting: "), HasSubstr("user.max_user_namespaces=0")));
}

TEST(Obstacle, NamesWhatIsShortAndWhichLimitToRaise) {
  EXPECT_THAT(reason_of("bwrap: Can't fork: Resource temporarily unavailable"),
              AllOf(HasSubstr("Can't fork"), HasSubstr("RLIMIT_NPROC"), HasSubstr("pids.max")));
  EXPECT_THAT(reason_of("bwrap: Can't open /proc: Too many open files"), HasSubstr("ulimit -n"));
  EXPECT_THAT(reason_of("bwrap: Can't open /proc: Too many open files in system"), HasSubstr("fs.file-max"));
  EXPECT_THAT(reason_of("bwrap: Can't mount: Cannot allocate memory"), HasSubstr("no more memory"));
}

TEST(Obstacle, OfAProbeLastsOnlyIfNothingWasShort) {
  const auto kind = [](const Termination& end) { return obstacle_behind(end).value().kind; };
  constexpr auto kLasting = SandboxObstacle::Kind::lasting;
  constexpr auto kPassing = SandboxObstacle::Kind::passing;
  EXPECT_FALSE(obstacle_behind({.kind = Kind::exited}));
  EXPECT_EQ(kind({.kind = Kind::not_started, .evidence = "no namespaces", .no_sandbox = true}), kLasting);
  EXPECT_EQ(kind({.kind = Kind::not_started, .no_sandbox = true, .no_means = true}), kPassing);
  EXPECT_EQ(kind({.kind = Kind::not_started, .evidence = "true was not found"}), kPassing);
  for (const Kind end : {Kind::timed_out, Kind::signalled, Kind::stalled, Kind::out_of_memory})
    EXPECT_EQ(kind({.kind = end}), kPassing) << word(end);
  EXPECT_EQ(kind({.kind = Kind::exited, .code = 127}), kPassing);
  EXPECT_EQ(kind({.kind = Kind::cancelled}), SandboxObstacle::Kind::stopped);
}

TEST(Obstacle, WhoEndsWithoutAWordIsNotExplainedByNothing) {
  EXPECT_THAT(reason_of(" \n"), HasSubstr("bwrap ended without a word"));
}

}  // namespace
}  // namespace proctor::supervise
