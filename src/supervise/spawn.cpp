#include "supervise/spawn.hpp"

#include <fcntl.h>
#include <linux/sched.h>
#include <sched.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>

#include "supervise/supervise.hpp"

// The child runs on a stack that the sanitizers know nothing of, and must not enter their runtime.
#define PROCTOR_IN_CHILD \
  __attribute__((no_sanitize("address"), no_sanitize("undefined"), no_sanitize("thread")))

namespace proctor::supervise {
namespace {

constexpr std::size_t kSignalSetBytes = 8;  // the kernel's, not glibc's
constexpr int kLastSignal = 64;

// Shared by parent and child: they are in the same memory.
struct Shared {
  const SpawnRequest* request = nullptr;
  bool join_cgroup = false;  // the child moves itself
  volatile int failed_step = -1;
  volatile int error = 0;
  volatile bool joined = false;
  volatile unsigned joined_tasks = 0;
};

[[noreturn]] PROCTOR_IN_CHILD void child_fail(Shared* shared, SpawnFailure::Step step) {
  shared->error = errno;
  shared->failed_step = static_cast<int>(step);
  for (;;) syscall(SYS_exit_group, 127);
}

PROCTOR_IN_CHILD void child_join_cgroup(Shared* shared) {
  const long file = syscall(SYS_openat, shared->request->cgroup, "cgroup.procs", O_WRONLY | O_CLOEXEC, 0);
  if (file < 0) return;
  shared->joined = syscall(SYS_write, file, "0", 1) == 1;  // 0 means the writer
}

PROCTOR_IN_CHILD void child_join_tasks(Shared* shared) {
  const SpawnRequest* request = shared->request;
  for (std::size_t i = 0; i < request->task_count; ++i) {
    if (syscall(SYS_write, request->tasks[i], "0", 1) == 1)
      shared->joined_tasks = shared->joined_tasks | 1U << i;
  }
}

// The kernel's rlimit64, which this is on every architecture.
PROCTOR_IN_CHILD bool child_limits(const SpawnRequest* request) {
  for (std::size_t i = 0; i < request->resource_count; ++i) {
    const ResourceLimit* limit = request->resources + i;
    const std::uint64_t values[2] = {limit->value, limit->value};
    if (syscall(SYS_prlimit64, 0, limit->resource, values, nullptr) < 0) return false;
  }
  return true;
}

PROCTOR_IN_CHILD void child_reset_signals() {
  // Ignored signals stay ignored over execve, so every one is set back. SIG_DFL and all else is zero in every
  // architecture's form of this structure.
  const unsigned char default_action[64] = {};
  for (int signal = 1; signal <= kLastSignal; ++signal) {
    syscall(SYS_rt_sigaction, signal, default_action, nullptr, kSignalSetBytes);
  }
  const std::uint64_t none = 0;
  syscall(SYS_rt_sigprocmask, SIG_SETMASK, &none, nullptr, kSignalSetBytes);
}

PROCTOR_IN_CHILD void child_close(int first, unsigned last) {
  if (syscall(SYS_close_range, first, last, 0U) == 0) return;
  rlimit limit{};
  syscall(SYS_prlimit64, 0, RLIMIT_NOFILE, nullptr, &limit);
  const int most = limit.rlim_cur < 65536 ? static_cast<int>(limit.rlim_cur) : 65536;
  for (int fd = first; fd < most && static_cast<unsigned>(fd) <= last; ++fd) syscall(SYS_close, fd);
}

PROCTOR_IN_CHILD bool child_descriptors(const SpawnRequest* request) {
  if (syscall(SYS_dup3, request->in, 0, 0) < 0) return false;
  if (syscall(SYS_dup3, request->out, 1, 0) < 0) return false;
  if (syscall(SYS_dup3, request->err, 2, 0) < 0) return false;
  const int count = static_cast<int>(request->more_count);
  const int first = STDERR_FILENO + 1;
  // Out of the way first: one's old number may be another's new one.
  int moved[kMostPassedOn];
  for (int i = 0; i < count; ++i) {
    moved[i] = static_cast<int>(syscall(SYS_fcntl, request->more[i], F_DUPFD, first + count));
    if (moved[i] < 0) return false;
  }
  for (int i = 0; i < count; ++i) {
    if (syscall(SYS_dup3, moved[i], first + i, 0) < 0) return false;
  }
  child_close(first + count, ~0U);
  return true;
}

// Only system calls from here on: no allocation, no locks, nothing of the C++ runtime.
PROCTOR_IN_CHILD int child_main(void* argument) {
  auto* shared = static_cast<Shared*>(argument);
  const SpawnRequest* request = shared->request;
  if (shared->join_cgroup) child_join_cgroup(shared);
  child_join_tasks(shared);
  const long detached = request->new_session ? syscall(SYS_setsid) : syscall(SYS_setpgid, 0, 0);
  if (detached < 0) child_fail(shared, SpawnFailure::Step::session);
  if (request->terminal >= 0) syscall(SYS_ioctl, request->terminal, TIOCSCTTY, 0);
  syscall(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  if (!child_descriptors(request)) {
    // A number that is beyond what the process may have is a bad one to these calls.
    if (errno == EINVAL || errno == EBADF) errno = EMFILE;
    child_fail(shared, SpawnFailure::Step::descriptors);
  }
  if (!child_limits(request)) child_fail(shared, SpawnFailure::Step::limits);
  if (request->workdir != nullptr && syscall(SYS_chdir, request->workdir) < 0) {
    child_fail(shared, SpawnFailure::Step::workdir);
  }
  child_reset_signals();
  syscall(SYS_execve, request->program, request->argv, request->environment);
  if (errno == ENOEXEC && request->shell_argv != nullptr) {
    syscall(SYS_execve, request->shell_argv[0], request->shell_argv, request->environment);
  }
  child_fail(shared, SpawnFailure::Step::exec);
}

#if defined(__x86_64__)
constexpr bool kHaveClone3 = true;

// In the child the stack pointer is the top of args->stack, and everything else is as in the parent; so it
// must not return from here, but go on in a function of its own.
long clone3_on_stack(clone_args* args, int (*function)(void*), void* argument) {
  long result = SYS_clone3;
  register int (*child_function)(void*) asm("r8") = function;
  register void* child_argument asm("r9") = argument;
  asm volatile(
      "syscall\n\t"
      "testq %%rax, %%rax\n\t"
      "jnz 1f\n\t"
      "xorl %%ebp, %%ebp\n\t"  // the end of the chain of frames, for whoever unwinds
      "movq %[argument], %%rdi\n\t"
      "callq *%[function]\n\t"
      "hlt\n"
      "1:"
      : "+a"(result)
      : "D"(args), "S"(sizeof(clone_args)), [function] "r"(child_function), [argument] "r"(child_argument)
      : "rcx", "r11", "memory", "cc");
  return result;
}
#else
constexpr bool kHaveClone3 = false;
long clone3_on_stack(clone_args*, int (*)(void*), void*) {
  return -ENOSYS;
}
#endif

// The child's stack is a part of the parent's: the parent sleeps until the child has done with it.
[[gnu::noinline]] long start_child(Shared& shared, int& pidfd) {
  alignas(64) std::array<std::byte, std::size_t{32} * 1024> stack;
  constexpr std::uint64_t kFlags = CLONE_VM | CLONE_VFORK | CLONE_PIDFD;
  if (kHaveClone3 && shared.request->use_clone3) {
    clone_args args{};
    args.flags = kFlags;
    args.pidfd = reinterpret_cast<std::uint64_t>(&pidfd);
    args.exit_signal = SIGCHLD;
    args.stack = reinterpret_cast<std::uint64_t>(stack.data());
    args.stack_size = stack.size();
    if (shared.request->cgroup >= 0) {
      args.flags |= CLONE_INTO_CGROUP;
      args.cgroup = static_cast<std::uint64_t>(shared.request->cgroup);
    }
    const long pid = clone3_on_stack(&args, child_main, &shared);
    if (pid > 0) shared.joined = shared.request->cgroup >= 0;
    // Out of processes or memory is final. All else may be a missing system call, a seccomp filter that
    // answers for it, or a cgroup that can't be entered this way.
    if (pid > 0 || pid == -EAGAIN || pid == -ENOMEM) return pid;
  }
  shared.join_cgroup = shared.request->cgroup >= 0;
  const auto start = [&](std::uint64_t flags) {
    return clone(child_main, stack.data() + stack.size(), static_cast<int>(flags) | SIGCHLD, &shared, &pidfd);
  };
  int pid = start(kFlags);
  if (pid >= 0 || errno != EINVAL) return pid < 0 ? -errno : pid;
  // qemu's user mode (amd64 images on arm machines, and the other way round) doesn't know CLONE_PIDFD, and
  // makes a copy of the memory for the child: a command that can't be executed ends with 127 there.
  pid = start(kFlags & ~std::uint64_t{CLONE_PIDFD});
  if (pid < 0) return -errno;
  pidfd = static_cast<int>(syscall(SYS_pidfd_open, pid, 0));
  return pid;
}

tl::expected<Spawned, SpawnFailure> spawn_once(const SpawnRequest& request) {
  Shared shared{.request = &request};
  // No handler of the parent may run in the child, which has the parent's memory. The call is made directly
  // because glibc's function spares the signals that it uses itself.
  if (request.more_count > kMostPassedOn)
    return tl::unexpected(SpawnFailure{SpawnFailure::Step::descriptors, EMFILE});
  const std::uint64_t all = ~std::uint64_t{0};
  std::uint64_t before = 0;
  syscall(SYS_rt_sigprocmask, SIG_SETMASK, &all, &before, kSignalSetBytes);
  int pidfd = -1;
  const long pid = start_child(shared, pidfd);
  syscall(SYS_rt_sigprocmask, SIG_SETMASK, &before, nullptr, kSignalSetBytes);

  if (pid < 0) return tl::unexpected(SpawnFailure{SpawnFailure::Step::clone, static_cast<int>(-pid)});
  Spawned spawned{static_cast<pid_t>(pid), UniqueFd(pidfd), shared.joined, shared.joined_tasks};
  if (shared.failed_step < 0) return spawned;
  siginfo_t info{};
  while (waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED) < 0 && errno == EINTR) {
  }
  return tl::unexpected(SpawnFailure{static_cast<SpawnFailure::Step>(shared.failed_step), shared.error});
}

}  // namespace

tl::expected<Spawned, SpawnFailure> spawn(const SpawnRequest& request) {
  // A program that was written a moment ago may still be open for writing in another thread's child that is
  // between clone and execve. That passes within a moment.
  for (int delay_us = 500;; delay_us *= 2) {
    auto spawned = spawn_once(request);
    const bool busy =
        !spawned && spawned.error().step == SpawnFailure::Step::exec && spawned.error().error == ETXTBSY;
    if (!busy || delay_us > 50'000) return spawned;
    usleep(static_cast<useconds_t>(delay_us));
  }
}

}  // namespace proctor::supervise
