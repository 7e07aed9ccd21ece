#include "supervise/hang_report.hpp"

#include <dirent.h>
#include <fmt/format.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "base/text.hpp"

namespace proctor::supervise {
namespace {

using std::chrono::steady_clock;

constexpr std::size_t kMostPipes = 16;         // listed of one process
constexpr std::size_t kMostDescriptors = 256;  // looked at of one process
constexpr std::size_t kMostHolders = 4;        // named of one pipe
constexpr long kMostThreads = 1000;            // looked at of one process
constexpr std::size_t kLongestName = 120;      // of what a descriptor leads to

struct SystemCall {
  long number;
  const char* name;
  bool takes_descriptor;  // as its first argument
};

// What programs are found in when they hang. The numbers differ between architectures, and some calls exist
// on one only.
constexpr SystemCall kSystemCalls[] = {
#ifdef SYS_accept
    {SYS_accept, "accept", true},
#endif
    {SYS_accept4, "accept4", true},
    {SYS_clock_nanosleep, "clock_nanosleep", false},
    {SYS_connect, "connect", true},
    {SYS_epoll_pwait, "epoll_pwait", true},
    {SYS_epoll_pwait2, "epoll_pwait2", true},
#ifdef SYS_epoll_wait
    {SYS_epoll_wait, "epoll_wait", true},
#endif
    {SYS_execve, "execve", false},
    {SYS_fcntl, "fcntl", true},
    {SYS_fdatasync, "fdatasync", true},
    {SYS_flock, "flock", true},
    {SYS_fsync, "fsync", true},
    {SYS_futex, "futex", false},
    {SYS_ioctl, "ioctl", true},
    {SYS_io_getevents, "io_getevents", false},
    {SYS_io_uring_enter, "io_uring_enter", true},
    {SYS_msgrcv, "msgrcv", false},
    {SYS_mq_timedreceive, "mq_timedreceive", true},
    {SYS_nanosleep, "nanosleep", false},
#ifdef SYS_open
    {SYS_open, "open", false},
#endif
    {SYS_openat, "openat", false},
#ifdef SYS_pause
    {SYS_pause, "pause", false},
#endif
#ifdef SYS_poll
    {SYS_poll, "poll", false},
#endif
    {SYS_ppoll, "ppoll", false},
    {SYS_pselect6, "pselect6", false},
    {SYS_read, "read", true},
    {SYS_readv, "readv", true},
    {SYS_recvfrom, "recvfrom", true},
    {SYS_recvmmsg, "recvmmsg", true},
    {SYS_recvmsg, "recvmsg", true},
    {SYS_restart_syscall, "restart_syscall", false},
    {SYS_rt_sigsuspend, "rt_sigsuspend", false},
    {SYS_rt_sigtimedwait, "rt_sigtimedwait", false},
#ifdef SYS_select
    {SYS_select, "select", false},
#endif
    {SYS_semop, "semop", false},
    {SYS_semtimedop, "semtimedop", false},
    {SYS_sendmsg, "sendmsg", true},
    {SYS_sendto, "sendto", true},
    {SYS_splice, "splice", true},
    {SYS_wait4, "wait4", false},
    {SYS_waitid, "waitid", false},
    {SYS_write, "write", true},
    {SYS_writev, "writev", true},
};

std::string kernel_text(pid_t pid, std::string_view file, std::size_t limit) {
  return read_kernel_file(fmt::format("/proc/{}/{}", pid, file).c_str(), limit);
}

std::string harmless(std::string_view text) {
  std::string line = for_terminal(text);
  std::replace_if(
      line.begin(), line.end(), [](char c) { return c == '\n' || c == '\t'; }, ' ');
  if (line.size() <= kLongestName) return line;
  line.resize(utf8_prefix(line, kLongestName));
  return line + "…";
}

// What a descriptor leads to, as the kernel names it; empty if it can't be read.
std::string target_of(pid_t pid, std::string_view descriptor) {
  std::array<char, 512> target{};
  const std::string path = fmt::format("/proc/{}/fd/{}", pid, descriptor);
  const ssize_t length = readlink(path.c_str(), target.data(), target.size());
  return length <= 0 ? std::string() : std::string(target.data(), static_cast<std::size_t>(length));
}

std::optional<std::uint64_t> pipe_inode(std::string_view target) {
  constexpr std::string_view kBefore = "pipe:[";
  if (!target.starts_with(kBefore) || !target.ends_with(']')) return std::nullopt;
  target.remove_prefix(kBefore.size());
  std::uint64_t inode = 0;
  const auto [end, error] = std::from_chars(target.data(), target.data() + target.size(), inode);
  return error == std::errc() && *end == ']' ? std::optional(inode) : std::nullopt;
}

// "read of 0, pipe:[4711]" out of "0 0x0 0x7ffe… …" (proc_pid_syscall(5)).
std::string system_call_of(pid_t pid) {
  const std::string text = kernel_text(pid, "syscall", 256);
  long number = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || number < 0) return {};  // "running", or blocked outside of any
  const auto* const call = std::find_if(std::begin(kSystemCalls), std::end(kSystemCalls),
                                        [number](const SystemCall& known) { return known.number == number; });
  if (call == std::end(kSystemCalls)) return fmt::format("system call {}", number);
  std::string_view argument(end, static_cast<std::size_t>(text.data() + text.size() - end));
  unsigned descriptor = 0;
  if (!call->takes_descriptor || !argument.starts_with(" 0x") ||
      std::from_chars(argument.data() + 3, argument.data() + argument.size(), descriptor, 16).ec !=
          std::errc()) {
    return call->name;
  }
  std::string words = fmt::format("{} of {}", call->name, descriptor);
  const std::string target = target_of(pid, std::to_string(descriptor));
  if (!target.empty()) words += ", " + harmless(target);
  return words;
}

std::chrono::milliseconds cpu_of(pid_t pid) {
  const std::string text = kernel_text(pid, "stat", 1024);
  const std::size_t name_end = text.rfind(')');
  if (name_end == std::string::npos) return {};
  std::uint64_t ticks = 0;
  int field = 2;  // numbered as in proc_pid_stat(5); the name is the second
  for (std::size_t at = name_end + 1; at < text.size() && field < 15;) {
    at = std::min(text.find_first_not_of(' ', at), text.size());
    const std::size_t end = std::min(text.find(' ', at), text.size());
    std::uint64_t number = 0;
    if (++field >= 14 && std::from_chars(text.data() + at, text.data() + end, number).ec == std::errc())
      ticks += number;
    at = end;
  }
  const auto per_second = static_cast<std::uint64_t>(sysconf(_SC_CLK_TCK));
  return std::chrono::milliseconds(ticks * 1000U / per_second);
}

struct OpenPipe {
  std::string descriptor;
  std::uint64_t inode = 0;
};

std::vector<OpenPipe> open_pipes(pid_t pid) {
  std::vector<OpenPipe> pipes;
  const std::unique_ptr<DIR, decltype([](DIR* d) { closedir(d); })> directory(
      opendir(fmt::format("/proc/{}/fd", pid).c_str()));
  if (!directory) return pipes;
  for (std::size_t looked = 0; looked < kMostDescriptors && pipes.size() < kMostPipes; ++looked) {
    const dirent* entry = readdir(directory.get());
    if (entry == nullptr) break;
    if (entry->d_name[0] == '.') continue;
    if (const auto inode = pipe_inode(target_of(pid, entry->d_name)))
      pipes.push_back({entry->d_name, *inode});
  }
  return pipes;
}

// "1 -> pipe:[4711], the output", "4 -> pipe:[4712], also 31 33".
std::string describe(const OpenPipe& pipe, pid_t own, const std::map<std::uint64_t, std::set<pid_t>>& holders,
                     const PictureHints& hints) {
  std::string words = fmt::format("{} -> pipe:[{}]", pipe.descriptor, pipe.inode);
  if (hints.output_pipes.contains(pipe.inode)) return words + ", the output";
  std::size_t named = 0;
  for (const pid_t pid : holders.at(pipe.inode)) {
    if (pid == own || named == kMostHolders) continue;
    words += fmt::format("{}{}", named++ == 0 ? ", also " : " ", pid);
  }
  return words;
}

}  // namespace

std::string_view state_in_words(char state) {
  switch (state) {
    case 'R':
      return "running";
    case 'S':
      return "sleeping";
    case 'D':
      return "in uninterruptible sleep";
    case 'T':
      return "stopped";
    case 't':
      return "stopped by a debugger";
    case 'Z':
      return "first thread ended";
    case 'I':
      return "idle";
    default:
      return "unknown";
  }
}

std::string what_it_waits_for(pid_t pid) {
  std::string function = kernel_text(pid, "wchan", 128);
  function.resize(std::min(function.find('.'), function.size()));  // ".isra.0" is the compiler's
  if (function == "0") function.clear();
  std::string call = system_call_of(pid);
  if (function.empty()) return call;
  return call.empty() ? harmless(function) : fmt::format("{} ({})", harmless(function), call);
}

HangReport take_picture(const std::vector<Member>& members, const PictureHints& hints,
                        steady_clock::time_point until) {
  HangReport report;
  std::vector<std::vector<OpenPipe>> pipes;
  std::map<std::uint64_t, std::set<pid_t>> holders;
  for (const Member& member : members) {
    const pid_t pid = member.process.pid;
    if (!member.process.alive() || hints.left_out.contains(pid)) continue;
    if (report.processes.size() == kMostInPicture || steady_clock::now() >= until) {
      ++report.others;
      continue;
    }
    const pid_t thread = member.process.thread;  // where the first has ended, it has no memory and no files
    HungProcess hung{.pid = pid,
                     .parent = member.process.parent,
                     .command = command_line(thread),
                     .state = {},
                     .waits_for = what_it_waits_for(thread),
                     .cpu = cpu_of(pid),
                     .threads = member.process.threads};
    std::vector<OpenPipe> open = open_pipes(thread);
    // Is it still the one whose number stood in the table? What was read could be another's.
    const auto now = read_process(pid);
    if (!now || now->start != member.process.start || !now->alive()) continue;
    hung.state = state_in_words(now->state);
    // Where another thread computes, it says nothing that the first one waits.
    if (now->threads > 1 && now->threads <= kMostThreads && has_thread_ready(*now)) {
      hung.state = state_in_words('R');
      hung.waits_for.clear();
    }
    for (const OpenPipe& pipe : open) holders[pipe.inode].insert(pid);
    report.processes.push_back(std::move(hung));
    pipes.push_back(std::move(open));
  }
  for (std::size_t i = 0; i < pipes.size(); ++i) {
    HungProcess& hung = report.processes[i];
    for (const OpenPipe& pipe : pipes[i]) hung.pipes.push_back(describe(pipe, hung.pid, holders, hints));
  }
  return report;
}

}  // namespace proctor::supervise
