// What /proc tells of processes. Reading only, but for signal_process().
//
// The whole table is read from /proc/PID/stat and not from /proc/PID/task/TID/children: the kernel documents
// that the latter may leave children out while others exit, and a sweep must not miss one.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace proctor::supervise {

struct Process {
  pid_t pid = 0;
  pid_t parent = 0;
  pid_t group = 0;
  char state = '?';
  long threads = 1;
  std::uint64_t cpu_ticks = 0;     ///< user and system, its own; in clock ticks
  std::uint64_t waited_ticks = 0;  ///< those of children that have ended and that it has waited for
  std::uint64_t resident_pages = 0;
  std::uint64_t start = 0;  ///< clock ticks since boot; with the pid it names a process for ever
  /// The thread whose /proc/PID tells of memory and open files: the first, or a living one if that has ended.
  /// `state` and `resident_pages` are what is told there.
  pid_t thread = 0;

  /// False for a zombie. (A process whose first thread alone has ended may show as a zombie with threads.)
  bool alive() const;
};

/// Whether /proc is there and shows our own PID namespace. If not, its numbers mean other processes.
bool process_table_is_ours();

std::optional<Process> read_process(pid_t pid);

/// How many threads it has, 0 if it has ended; much cheaper than read_process().
std::size_t thread_count(pid_t pid);

/// Whether one of its threads runs, or would if it got a processor.
bool has_thread_ready(const Process& process);

/// How long a look at the processes may take, in CPU time of the thread that looks. By the clock, a thread
/// that a fork bomb keeps from running would have hardly begun when its time is up, and see nothing of the
/// bomb.
class LookBudget {
 public:
  /// Without an end.
  LookBudget() = default;
  explicit LookBudget(std::chrono::nanoseconds time) : end_(used() + time) {}
  /// By the clock all the same, for who would rather see a part than be late.
  explicit LookBudget(std::chrono::steady_clock::time_point until) : until_(until) {}

  /// CPU time of this thread by now.
  static std::chrono::nanoseconds used();

  bool spent() const {
    return (end_ && used() >= *end_) || (until_ && std::chrono::steady_clock::now() >= *until_);
  }

 private:
  std::optional<std::chrono::nanoseconds> end_{};
  std::optional<std::chrono::steady_clock::time_point> until_{};
};

/// Every process that exists during the whole call is in the answer, those aside that aren't reached within
/// `budget`; nothing if the table isn't ours.
std::vector<Process> all_processes(const LookBudget& budget = {});

/// The children that a thread has started or adopted, as the kernel lists them, in no order. Cheap, but may
/// miss some; nothing if the kernel has no such list, or the thread has ended.
std::optional<std::vector<pid_t>> children_of(pid_t process, pid_t thread);
/// The same of all threads of this process.
std::optional<std::vector<pid_t>> own_children();

/// The command line, at most about 256 bytes, harmless on a terminal; "[name]" if the process has none.
std::string command_line(pid_t pid);

/// The value of a variable in the environment that the process was started with; empty if it can't be read.
std::string environment_value(pid_t pid, std::string_view name);

/// Its place in the cgroup v2 hierarchy, "/a/b"; empty if unknown.
std::string cgroup_of(pid_t pid);

/// Now, in the unit of Process::start.
std::uint64_t ticks_since_boot();

/// Sends a signal through a pidfd, after a look that the number still means the same process. False if the
/// process has ended.
bool signal_process(const Process& process, int signal);

/// The beginning of a file of /proc or of a cgroup, whose size isn't known beforehand; empty on any error.
std::string read_kernel_file(const char* path, std::size_t limit);
std::string read_kernel_file(int directory, const char* path, std::size_t limit);

}  // namespace proctor::supervise
