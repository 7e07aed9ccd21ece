// The filter's program, interpreted as the kernel would, against the list that it is made from.
#include "supervise/isolation/seccomp_filter.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/personality.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <vector>

#include "supervise/isolation/refused_calls.hpp"

namespace proctor::supervise {
namespace {

#if defined(__x86_64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_X86_64;
#else
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_AARCH64;
#endif
constexpr int kAllowed = 0;

// What the filter says: 0, or the errno value that it answers with.
int answer(const std::vector<sock_filter>& program, const seccomp_data& data) {
  std::uint32_t a = 0;
  for (std::size_t at = 0; at < program.size(); ++at) {
    const sock_filter& step = program[at];
    const auto jump = [&](bool condition) { at += condition ? step.jt : step.jf; };
    switch (step.code) {
      case BPF_LD | BPF_W | BPF_ABS:
        std::memcpy(&a, reinterpret_cast<const char*>(&data) + step.k, sizeof a);
        break;
      case BPF_ALU | BPF_AND | BPF_K:
        a &= step.k;
        break;
      case BPF_JMP | BPF_JA:
        at += step.k;
        break;
      case BPF_JMP | BPF_JEQ | BPF_K:
        jump(a == step.k);
        break;
      case BPF_JMP | BPF_JGT | BPF_K:
        jump(a > step.k);
        break;
      case BPF_JMP | BPF_JGE | BPF_K:
        jump(a >= step.k);
        break;
      case BPF_JMP | BPF_JSET | BPF_K:
        jump((a & step.k) != 0);
        break;
      case BPF_RET | BPF_K:
        if (step.k == SECCOMP_RET_ALLOW) return kAllowed;
        if ((step.k & SECCOMP_RET_ACTION_FULL) == SECCOMP_RET_ERRNO)
          return static_cast<int>(step.k & SECCOMP_RET_DATA);
        return -1;
      default:
        ADD_FAILURE() << "unknown instruction " << step.code;
        return -1;
    }
  }
  ADD_FAILURE() << "the program has no end";
  return -1;
}

class Filter : public ::testing::Test {
 protected:
  Filter() {
    const auto bytes = seccomp_filter();
    EXPECT_TRUE(bytes.has_value()) << (bytes ? "" : bytes.error().reason);
    program_.resize(bytes->size() / sizeof(sock_filter));
    std::memcpy(program_.data(), bytes->data(), bytes->size());
  }
  int call(long number, std::vector<std::uint64_t> arguments = {},
           std::uint32_t architecture = kArchitecture) const {
    seccomp_data data{};
    data.nr = static_cast<int>(number);
    data.arch = architecture;
    std::copy(arguments.begin(), arguments.end(), data.args);
    return answer(program_, data);
  }

  std::vector<sock_filter> program_;
};

// Arguments that meet a row's conditions, with `high` in the upper half of each.
std::vector<std::uint64_t> arguments_for(const RefusedCall& row, std::uint64_t high) {
  std::vector<std::uint64_t> arguments(6, 0);
  for (const auto& test : {row.test, row.and_test}) {
    if (test) arguments[test->index] = (test->outside ? test->value + 1 : test->value) | high << 32U;
  }
  return arguments;
}

TEST_F(Filter, RefusesEveryCallOfTheList) {
  for (const RefusedCall& row : refused_calls()) {
    const int number = seccomp_syscall_resolve_name(std::string(row.name).c_str());
    if (number < 0) continue;
    EXPECT_EQ(call(number, arguments_for(row, 0)), row.error) << row.name << ' ' << row.when;
    // What the kernel doesn't look at, in the upper half of an argument, can't carry a call past the filter.
    EXPECT_NE(call(number, arguments_for(row, 0xffffffff)), kAllowed) << row.name << ' ' << row.when;
  }
}

TEST_F(Filter, KnowsTheNamesOfTheList) {
  for (const RefusedCall& row : refused_calls())
    EXPECT_NE(seccomp_syscall_resolve_name(std::string(row.name).c_str()), __NR_SCMP_ERROR) << row.name;
}

TEST_F(Filter, AllowsWhatRuntimesDo) {
  for (const int number : {SYS_read,          SYS_write,          SYS_openat,
                           SYS_mmap,          SYS_futex,          SYS_execve,
                           SYS_exit_group,    SYS_kill,           SYS_seccomp,
                           SYS_prctl,         SYS_memfd_create,   SYS_pidfd_open,
                           SYS_epoll_wait,    SYS_inotify_init1,  SYS_rt_sigaction,
                           SYS_personality,   SYS_getrandom,      SYS_statx,
                           SYS_rseq,          SYS_setuid,         SYS_landlock_create_ruleset,
                           SYS_get_mempolicy, SYS_mbind,          SYS_sched_setaffinity,
                           SYS_clock_gettime, SYS_set_robust_list})
    EXPECT_EQ(call(number), kAllowed) << number;
  const std::uint64_t thread = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD |
                               CLONE_SYSVSEM | CLONE_SETTLS | CLONE_PARENT_SETTID | CLONE_CHILD_CLEARTID;
  EXPECT_EQ(call(SYS_clone, {thread}), kAllowed);
  EXPECT_EQ(call(SYS_clone, {CLONE_VM | CLONE_VFORK | SIGCHLD}), kAllowed);
  EXPECT_EQ(call(SYS_unshare, {CLONE_FS}), kAllowed);
  EXPECT_EQ(call(SYS_ptrace, {PTRACE_TRACEME}), kAllowed);
  EXPECT_EQ(call(SYS_ioctl, {1, TCGETS}), kAllowed);
  EXPECT_EQ(call(SYS_mmap, {0, 4096, 3, 0x4022, ~0ULL, 0}), kAllowed);
  EXPECT_EQ(call(SYS_memfd_create, {0, 3}), kAllowed);
  EXPECT_EQ(call(SYS_fcntl, {1, F_SETLK}), kAllowed);
  EXPECT_EQ(call(SYS_fcntl, {1, F_GETLEASE}), kAllowed);
  EXPECT_EQ(call(SYS_openat, {0, 0, O_CREAT | O_WRONLY, 0644}), kAllowed);
  EXPECT_EQ(call(SYS_openat, {0, 0, O_RDONLY, 06755}), kAllowed) << "without O_CREAT the mode means nothing";
  EXPECT_EQ(call(SYS_fchmodat, {0, 0, 0755}), kAllowed);
  EXPECT_EQ(call(SYS_mkdirat, {0, 0, 01777}), kAllowed);
}

TEST_F(Filter, AllowsSocketsOfFourFamiliesOnly) {
  for (std::uint64_t family = 0; family < 64; ++family) {
    const bool allowed = family == AF_UNIX || family == AF_INET || family == AF_INET6 || family == AF_NETLINK;
    EXPECT_EQ(call(SYS_socket, {family, SOCK_STREAM, 0}) == kAllowed, allowed) << family;
  }
  EXPECT_EQ(call(SYS_socket, {AF_PACKET, SOCK_RAW, 0}), EPERM);
  EXPECT_EQ(call(SYS_socket, {AF_VSOCK, SOCK_STREAM, 0}), EPERM);
  EXPECT_EQ(call(SYS_socket, {std::uint64_t{1} << 32U | AF_VSOCK, SOCK_STREAM, 0}), EPERM);
  EXPECT_EQ(call(SYS_socket, {AF_ALG, SOCK_SEQPACKET, 0}), EAFNOSUPPORT);
  for (std::uint64_t protocol = 1; protocol < 23; ++protocol)
    EXPECT_EQ(call(SYS_socket, {AF_NETLINK, SOCK_RAW, protocol}), EPROTONOSUPPORT) << protocol;
}

TEST_F(Filter, RefusesOtherArchitecturesAndWhatItDoesntKnow) {
  for (std::uint32_t number = 0; number <= kNewestKnownCall; ++number)
    EXPECT_EQ(call(number, {}, AUDIT_ARCH_I386), ENOSYS) << number;
  constexpr std::uint32_t kX32 = 0x40000000;
  for (const std::uint32_t number : {0U, 1U, 41U, 512U, 547U})
    EXPECT_EQ(call(kX32 | number), ENOSYS) << number;
  for (std::uint32_t number = kNewestKnownCall + 1; number < 2000; ++number)
    EXPECT_EQ(call(number), ENOSYS) << number;
  EXPECT_EQ(call(-1), ENOSYS);
}

// The documentation shows the list; this is what keeps it true.
TEST_F(Filter, IsDocumentedLineByLine) {
  std::ifstream stream(PROCTOR_SOURCE_DIR "/docs/isolation.md");
  const std::string document{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  const std::string table = refused_calls_table();
  EXPECT_NE(document.find(table), std::string::npos) << "docs/isolation.md should have this table:\n"
                                                     << table;
}

}  // namespace
}  // namespace proctor::supervise
