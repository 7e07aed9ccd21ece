#include "supervise/process_table.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <memory>

#include "base/text.hpp"
#include "base/unique_fd.hpp"

namespace proctor::supervise {
namespace {

using Directory = std::unique_ptr<DIR, decltype([](DIR* directory) { closedir(directory); })>;

template <typename Number>
bool parse_number(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

// The next word of text, taken off.
std::string_view take_word(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \n"), text.size()));
  const std::string_view word = text.substr(0, text.find_first_of(" \n"));
  text.remove_prefix(word.size());
  return word;
}

template <typename Action>
void for_each_number(const char* path, const Action& action) {
  const Directory directory(opendir(path));
  if (!directory) return;
  while (const dirent* entry = readdir(directory.get())) {
    pid_t number = 0;
    if (parse_number(std::string_view(entry->d_name), number)) action(number);
  }
}

}  // namespace

std::chrono::nanoseconds LookBudget::used() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
}

std::string read_kernel_file(int directory, const char* path, std::size_t limit) {
  const UniqueFd file(openat(directory, path, O_RDONLY | O_CLOEXEC));
  if (!file) return {};
  std::string content;
  std::array<char, 4096> buffer;
  while (content.size() < limit) {
    const ssize_t count = read(file.get(), buffer.data(), std::min(buffer.size(), limit - content.size()));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    content.append(buffer.data(), static_cast<std::size_t>(count));
  }
  return content;
}

std::string read_kernel_file(const char* path, std::size_t limit) {
  return read_kernel_file(AT_FDCWD, path, limit);
}

bool Process::alive() const {
  return (state != 'Z' && state != 'X') || threads > 1;
}

bool process_table_is_ours() {
  std::array<char, 32> target{};
  const ssize_t length = readlink("/proc/self", target.data(), target.size());
  pid_t pid = 0;
  return length > 0 && parse_number(std::string_view(target.data(), static_cast<std::size_t>(length)), pid) &&
         pid == getpid();
}

namespace {

std::optional<Process> read_stat(pid_t pid) {
  // One read into a fixed buffer: this is done for every process of the machine in a sweep.
  std::array<char, 32> path{};
  fmt::format_to_n(path.data(), path.size() - 1, "/proc/{}/stat", pid);
  const UniqueFd file(open(path.data(), O_RDONLY | O_CLOEXEC));
  if (!file) return std::nullopt;
  std::array<char, 1024> buffer;
  const ssize_t count = read(file.get(), buffer.data(), buffer.size());
  if (count <= 0) return std::nullopt;

  std::string_view text(buffer.data(), static_cast<std::size_t>(count));
  const std::size_t name_end = text.rfind(')');  // a name may hold anything, ")" and spaces included
  if (name_end == std::string_view::npos) return std::nullopt;
  text.remove_prefix(name_end + 1);
  Process process{.pid = pid, .thread = pid};
  bool good = true;
  const auto add = [&good](std::string_view word, std::uint64_t& sum) {
    std::uint64_t number = 0;
    good = good && parse_number(word, number);
    sum += number;
  };
  for (int field = 3; field <= 24; ++field) {  // numbered as in proc(5)
    const std::string_view word = take_word(text);
    if (field == 3) process.state = word.empty() ? '?' : word.front();
    if (field == 4) good = good && parse_number(word, process.parent);
    if (field == 5) good = good && parse_number(word, process.group);
    if (field == 14 || field == 15) add(word, process.cpu_ticks);
    if (field == 16 || field == 17) add(word, process.waited_ticks);
    if (field == 20) good = good && parse_number(word, process.threads);
    if (field == 22) good = good && parse_number(word, process.start);
    if (field == 24) add(word, process.resident_pages);
  }
  return good ? std::optional(process) : std::nullopt;
}

}  // namespace

std::optional<Process> read_process(pid_t pid) {
  auto process = read_stat(pid);
  if (!process || process->state != 'Z' || process->threads <= 1) return process;
  // The first thread has ended, and its memory and descriptors are gone from /proc; those of the others
  // aren't. Of such a thread /proc/TID isn't listed, but there.
  for_each_number(fmt::format("/proc/{}/task", pid).c_str(), [&](pid_t thread) {
    if (process->thread != pid || thread == pid) return;
    const auto living = read_stat(thread);
    if (!living || living->state == 'Z' || living->state == 'X') return;
    process->thread = thread;
    process->state = living->state;
    process->resident_pages = living->resident_pages;
  });
  return process;
}

bool has_thread_ready(const Process& process) {
  bool ready = process.state == 'R';
  if (ready || process.threads <= 1) return ready;
  for_each_number(fmt::format("/proc/{}/task", process.pid).c_str(), [&](pid_t thread) {
    const auto one = ready ? std::nullopt : read_stat(thread);
    ready = ready || (one && one->state == 'R');
  });
  return ready;
}

std::vector<Process> all_processes(const LookBudget& budget) {
  std::vector<Process> processes;
  if (!process_table_is_ours()) return processes;
  for_each_number("/proc", [&](pid_t pid) {
    if (budget.spent()) return;
    if (const auto process = read_process(pid)) processes.push_back(*process);
  });
  return processes;
}

std::size_t thread_count(pid_t pid) {
  constexpr nlink_t kOthers = 2;  // . and ..
  struct stat status {};
  if (stat(fmt::format("/proc/{}/task", pid).c_str(), &status) != 0 || status.st_nlink <= kOthers) return 0;
  return status.st_nlink - kOthers;
}

std::optional<std::vector<pid_t>> children_of(pid_t process, pid_t thread) {
  const std::string path = fmt::format("/proc/{}/task/{}/children", process, thread);
  const std::string content = read_kernel_file(path.c_str(), 1U << 20U);
  if (content.empty() && access(path.c_str(), R_OK) != 0) return std::nullopt;
  std::vector<pid_t> children;
  std::string_view rest = content;
  for (std::string_view word = take_word(rest); !word.empty(); word = take_word(rest)) {
    pid_t pid = 0;
    if (parse_number(word, pid)) children.push_back(pid);
  }
  return children;
}

std::optional<std::vector<pid_t>> own_children() {
  if (!process_table_is_ours()) return std::nullopt;
  std::vector<pid_t> children;
  bool listed = false;
  for_each_number("/proc/self/task", [&](pid_t thread) {
    const auto some = children_of(getpid(), thread);
    listed = listed || some;
    if (some) children.insert(children.end(), some->begin(), some->end());
  });
  return listed ? std::optional(std::move(children)) : std::nullopt;
}

std::string command_line(pid_t pid) {
  constexpr std::size_t kLongest = 256;
  std::string raw = read_kernel_file(fmt::format("/proc/{}/cmdline", pid).c_str(), 4 * kLongest);
  while (!raw.empty() && raw.back() == '\0') raw.pop_back();
  if (raw.empty()) {
    const std::string name = read_kernel_file(fmt::format("/proc/{}/comm", pid).c_str(), kLongest);
    raw = fmt::format("[{}]", trim(name));
  }
  for (char& c : raw) {
    if (c == '\0' || c == '\n' || c == '\t' || c == '\r') c = ' ';
  }
  std::string line = for_terminal(raw);
  if (line.size() > kLongest) {
    line.resize(utf8_prefix(line, kLongest));
    line += "…";
  }
  return line;
}

std::string environment_value(pid_t pid, std::string_view name) {
  const std::string content = read_kernel_file(fmt::format("/proc/{}/environ", pid).c_str(), 1U << 20U);
  std::string_view rest = content;
  while (!rest.empty()) {
    const std::string_view entry = rest.substr(0, rest.find('\0'));
    rest.remove_prefix(std::min(entry.size() + 1, rest.size()));
    if (entry.size() > name.size() && entry.starts_with(name) && entry[name.size()] == '=') {
      return std::string(entry.substr(name.size() + 1));
    }
  }
  return {};
}

std::string cgroup_of(pid_t pid) {
  const std::string path = pid == getpid() ? "/proc/self/cgroup" : fmt::format("/proc/{}/cgroup", pid);
  const std::string content = read_kernel_file(path.c_str(), 64U << 10U);
  for (const std::string_view line : split_lines(content)) {
    if (line.starts_with("0::")) return std::string(line.substr(3));
  }
  return {};
}

std::uint64_t ticks_since_boot() {
  timespec now{};
  clock_gettime(CLOCK_BOOTTIME, &now);
  const auto per_second = static_cast<std::uint64_t>(sysconf(_SC_CLK_TCK));
  return static_cast<std::uint64_t>(now.tv_sec) * per_second +
         static_cast<std::uint64_t>(now.tv_nsec) * per_second / 1'000'000'000U;
}

bool signal_process(const Process& process, int signal) {
  // First the pidfd, then the look: from then on the number can't be taken over by another process unseen.
  const UniqueFd pidfd(static_cast<int>(syscall(SYS_pidfd_open, process.pid, 0)));
  const bool have_pidfd = static_cast<bool>(pidfd);
  if (!have_pidfd && errno == ESRCH) return false;
  const auto now = read_process(process.pid);
  if (!now || now->start != process.start || !now->alive()) return false;
  if (have_pidfd) return syscall(SYS_pidfd_send_signal, pidfd.get(), signal, nullptr, 0) == 0;
  return kill(process.pid, signal) == 0;  // no descriptor to be had: better this than a survivor
}

}  // namespace proctor::supervise
