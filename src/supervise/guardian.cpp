#include "supervise/guardian.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <string_view>

#include "base/error.hpp"
#include "supervise/guardian_process.hpp"
#include "supervise/live_runs.hpp"
#include "supervise/process_table.hpp"

namespace proctor::supervise {
namespace {

constexpr std::size_t kSignalSetBytes = 8;  // the kernel's, not glibc's

std::string header(std::uint64_t run) {
  const GuardianMessage message{run};
  std::string bytes(sizeof(message), '\0');
  std::memcpy(bytes.data(), &message, sizeof(message));
  return bytes;
}

// What doesn't fit is left for the next start. The tag is the first and always fits.
void add(std::string& message, char kind, const std::string& text) {
  const bool fits = message.size() + text.size() + 2 <= kGuardianMessageBytes;
  if (!fits || text.empty() || text.find('\0') != std::string::npos) return;
  message += kind;
  message += text;
  message += '\0';
}

// Fields 48 to 51 of /proc/self/stat: where the command line and the environment begin and end.
void find_words(GuardianOptions& options) {
  const std::string text = read_kernel_file("/proc/self/stat", 4096);
  std::string_view rest = text;
  rest.remove_prefix(std::min(rest.rfind(')'), rest.size()));
  std::array<std::uintptr_t*, 4> wanted{&options.words_begin, &options.words_end, &options.variables_begin,
                                        &options.variables_end};
  for (std::size_t field = 2; !rest.empty() && field <= 51; ++field) {
    const std::string_view word = rest.substr(0, rest.find(' '));
    if (field >= 48) std::from_chars(word.data(), word.data() + word.size(), *wanted.at(field - 48));
    rest.remove_prefix(std::min(word.size() + 1, rest.size()));
  }
}

// Like fork(), but without what programs have asked to be called at a fork, and without SIGCHLD at its end:
// waitid() for all children passes it over, so that "no children" still proves that no run has left anybody.
pid_t copy_process() {
  return static_cast<pid_t>(syscall(SYS_clone, 0UL, 0UL, 0UL, 0UL, 0UL));
}

}  // namespace

Guardian::~Guardian() {
  end();
}

bool Guardian::start() {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    obstacle_ = system_message("no socket for the guardian", errno);
    return false;
  }
  UniqueFd ours(ends[0]);
  const UniqueFd its(ends[1]);
  GuardianOptions options{.socket = its.get(), .may_search = process_table_is_ours()};
  find_words(options);
  // Every signal stays blocked in it: nothing but SIGKILL ends it before its time.
  const std::uint64_t all = ~std::uint64_t{0};
  std::uint64_t before = 0;
  syscall(SYS_rt_sigprocmask, SIG_SETMASK, &all, &before, kSignalSetBytes);
  const pid_t pid = copy_process();
  const int error = errno;
  if (pid == 0) run_guardian(options);
  if (pid > 0) live_.set_guardian(pid);
  syscall(SYS_rt_sigprocmask, SIG_SETMASK, &before, nullptr, kSignalSetBytes);
  if (pid < 0) {
    obstacle_ = system_message("no process for the guardian", error);
    return false;
  }
  pid_ = pid;
  socket_ = std::move(ours);
  return true;
}

// It has nothing to do any more, or is of no use.
void Guardian::end() {
  if (pid_ == 0) return;
  kill(pid_, SIGKILL);
  siginfo_t info{};
  while (waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | __WALL) != 0 && errno == EINTR) {
  }
  live_.set_guardian(0);
  pid_ = 0;
  socket_.reset();
}

bool Guardian::send(const std::string& message) {
  // Never waits: somebody may have stopped it.
  return socket_ && ::send(socket_.get(), message.data(), message.size(), MSG_NOSIGNAL | MSG_DONTWAIT) ==
                        static_cast<ssize_t>(message.size());
}

std::uint64_t Guardian::enter(const GuardedRun& run) {
  const std::lock_guard lock(mutex_);
  const std::uint64_t id = ++last_;
  std::string message = header(id);
  add(message, 't', run.tag);
  for (const auto& cgroup : run.cgroups) add(message, 'c', cgroup.native());
  add(message, 'd', run.private_directories.native());
  obstacle_.clear();
  if (runs_.size() == kGuardedRuns) {
    obstacle_ = "the guardian has enough to do";
    return 0;
  }
  runs_.emplace(id, message);
  if (send(message)) return id;
  // There is none, or it was killed or stopped: a new one, which is told of all.
  end();
  bool told = start();
  for (const auto& [other, text] : runs_) told = told && send(text);
  if (told) return id;
  if (obstacle_.empty()) obstacle_ = "the guardian doesn't listen";
  return id;
}

void Guardian::leave(std::uint64_t run) {
  const std::lock_guard lock(mutex_);
  if (runs_.erase(run) > 0) send(header(run));
}

std::string Guardian::obstacle() const {
  const std::lock_guard lock(mutex_);
  return obstacle_;
}

pid_t Guardian::pid() const {
  const std::lock_guard lock(mutex_);
  return pid_;
}

}  // namespace proctor::supervise
