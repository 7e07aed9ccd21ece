#include "supervise/isolation/namespace_check.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "supervise/supervise.hpp"

namespace proctor::supervise {
namespace {

bool write_to(const std::string& path, const std::string& text) {
  std::ofstream file(path);
  file << text << std::flush;
  return file.good();
}

// What the check says in a user namespace that is spoilt like this: 0 no, 1 yes, 2 it can't be tried here.
int in_namespace(bool (*spoil)()) {
  const std::string user = fmt::format("0 {} 1", geteuid());
  const std::string group = fmt::format("0 {} 1", getegid());
  const pid_t pid = fork();
  if (pid == 0) {
    const bool made = unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0 && write_to("/proc/self/uid_map", user) &&
                      write_to("/proc/self/setgroups", "deny") && write_to("/proc/self/gid_map", group);
    _exit(!made || !spoil() ? 2 : namespaces_can_be_had() ? 1 : 0);
  }
  int status = 0;
  waitpid(pid, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// As containers do it. The kernel lets a new one be mounted where any other can be seen as a whole, wherever
// it is mounted: somebody may have prepared a chroot.
bool mask_every_proc() {
  std::ifstream table("/proc/self/mountinfo");
  std::vector<std::string> places;
  for (std::string line; std::getline(table, line);) {
    std::istringstream fields(line);
    std::string id, parent, device, root, place;
    fields >> id >> parent >> device >> root >> place;
    if (root == "/" && line.find(" - proc ") != std::string::npos) places.push_back(place);
  }
  return std::all_of(places.begin(), places.end(), [](const std::string& place) {
    return mount("tmpfs", (place + "/sys").c_str(), "tmpfs", 0, nullptr) == 0;
  });
}

// As an older kernel does, or a container's filter.
template <long kCall>
bool dont_know() {
  const std::array<sock_filter, 4> program{{
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, kCall, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  }};
  const sock_fprog filter{program.size(), const_cast<sock_filter*>(program.data())};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}

TEST(NamespaceCheck, SaysWhatBubblewrapSays) {
  const Supervisor supervisor;
  EXPECT_EQ(namespaces_can_be_had(), !supervisor.proven_sandbox_obstacle());
}

TEST(NamespaceCheck, LeavesNothing) {
  namespaces_can_be_had();
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG | __WALL), -1) << "no child is left";
  EXPECT_EQ(errno, ECHILD);
}

TEST(NamespaceCheck, SeesThatUserNamespacesAreUsedUp) {
  if (in_namespace([] { return true; }) == 2) GTEST_SKIP() << "no user namespace to try it in";
  EXPECT_EQ(in_namespace([] { return true; }), 1) << "one in another";
  // The limit of a user namespace holds for all that are made in it.
  EXPECT_EQ(in_namespace([] { return write_to("/proc/sys/user/max_user_namespaces", "0"); }), 0);
  EXPECT_EQ(in_namespace([] { return write_to("/proc/sys/user/max_net_namespaces", "0"); }), 0);
}

TEST(NamespaceCheck, SeesThatCallsForMountsAreMissing) {
  if (in_namespace(dont_know<SYS_getppid>) == 2) GTEST_SKIP() << "no user namespace to try it in";
  EXPECT_EQ(in_namespace(dont_know<SYS_getppid>), 1);
  EXPECT_EQ(in_namespace(dont_know<SYS_open_tree>), 0);
  EXPECT_EQ(in_namespace(dont_know<SYS_mount_setattr>), 0);
  EXPECT_EQ(in_namespace(dont_know<SYS_move_mount>), 0);
}

TEST(NamespaceCheck, SeesThatProcIsMasked) {
  // One of them may be where nobody comes to it.
  if (in_namespace(mask_every_proc) == 2) GTEST_SKIP() << "no user namespace to try it in";
  EXPECT_EQ(in_namespace(mask_every_proc), 0);
}

}  // namespace
}  // namespace proctor::supervise
