#include "supervise/isolation/bubblewrap.hpp"

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

#include "supervise/test_support.hpp"

namespace proctor::supervise {
namespace {

using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(Bubblewrap, ADirectoryThatIsClosedIsNotTheFaultOfAContainer) {
  EXPECT_THAT(
      explain_setup_failure("Can't bind /home/me/project: Permission denied"),
      AllOf(HasSubstr("its owner"), HasSubstr("(Can't bind /home/me/project"), Not(HasSubstr("container"))));
}

// As bubblewrap 0.8 says it. A container's system call filter, for which other things are to be done, answers
// EPERM.
TEST(Bubblewrap, NamespacesThatAreUsedUpAreNotTheFaultOfAFilter) {
  const std::string words =
      "bwrap: Creating new namespace failed: nesting depth or /proc/sys/user/max_*_namespaces exceeded "
      "(ENOSPC)";
  const std::string told = explain_setup_failure(words);
  EXPECT_THAT(told, HasSubstr(words));
  EXPECT_THAT(told,
              AnyOf(HasSubstr("too many namespaces"), HasSubstr("switched off"), HasSubstr("AppArmor")));
}

TEST(Bubblewrap, AChrootIsNamedAsTheCause) {
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
    const std::string told = explain_setup_failure(
        "bwrap: Creating new namespace failed, likely because the kernel does not support user namespaces.");
    _exit(told.starts_with("this is a chroot") ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(pid, &status, 0), pid);
  if (WEXITSTATUS(status) == 77) GTEST_SKIP() << "no chroot can be made";
  EXPECT_EQ(status, 0);
}

// Its refusals have nothing to do with where it runs.
TEST(Bubblewrap, OneThatRefusesOurOptionsIsNotTakenForAContainer) {
  const std::string as_root =
      explain_setup_failure("bwrap: --cap-add in setuid mode can be used only by root");
  EXPECT_THAT(as_root, AllOf(HasSubstr("set-user-ID"), Not(HasSubstr("container"))));
  const std::string old = explain_setup_failure("bwrap: Unknown option --perms");
  EXPECT_THAT(old, AllOf(HasSubstr("too old"), Not(HasSubstr("container"))));
  EXPECT_THAT(explain_setup_failure("Can't bind /usr: Function not implemented"), HasSubstr("Linux 5.12"));
}

// In a place without the files by which some containers can be told.
TEST(Bubblewrap, AContainerIsKnownByItsFilterToo) {
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
    const std::string told = explain_setup_failure("bwrap: options up uid map: Permission denied");
    _exit(told.starts_with("this is a container") ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(pid, &status, 0), pid);
  if (WEXITSTATUS(status) == 77) GTEST_SKIP() << "no such place can be made";
  EXPECT_EQ(status, 0);
}

TEST(Bubblewrap, WhoEndsWithoutAWordIsNotExplainedByNothing) {
  EXPECT_THAT(explain_setup_failure(" \n"), HasSubstr("bwrap ended without a word"));
}

}  // namespace
}  // namespace proctor::supervise
