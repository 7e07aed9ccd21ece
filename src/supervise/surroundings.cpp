#include "supervise/surroundings.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <string_view>

#include "base/own_cgroup.hpp"
#include "base/unique_fd.hpp"
#include "supervise/cgroup_files.hpp"
#include "supervise/process_table.hpp"

namespace proctor::supervise {
namespace {
namespace fs = std::filesystem;
using std::chrono::milliseconds;

constexpr milliseconds kLookInterval{10};   // between looks, where the limit may soon be reached
constexpr milliseconds kLongInterval{200};  // where many more processes would have to be there
constexpr std::uint64_t kMany = 1'000;
constexpr int kShare = 3;  // a count may cost this part of the time: what is refused may give up soon

// Since Linux 6.11 and 5.17, `.local` has what the cgroup's own limit did; before, the file without it has
// what happened to its own processes.
std::uint64_t count_in(int cgroup, const char* local, const char* all, std::string_view key) {
  const auto here = read_value(cgroup, local, key);
  return (here ? here : read_value(cgroup, all, key)).value_or(0);
}

// Of the own cgroup and those around it, as far as their hierarchy is mounted.
void add_counts(std::string_view controller, OuterCounts& counts) {
  const auto own = own_cgroup(controller);
  if (!own) return;
  for (fs::path place = own->directory; place.has_relative_path(); place = place.parent_path()) {
    const UniqueFd directory(open(place.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    std::error_code error;
    if (!directory || !fs::exists(place / "cgroup.procs", error)) return;
    counts.refused_forks += count_in(directory.get(), "pids.events.local", "pids.events", "max");
    counts.oom_kills += count_in(directory.get(), "memory.events.local", "memory.events", "oom");
  }
}

std::optional<std::uint64_t> limit_of_user(bool raised) {
  rlimit limit{};
  if (geteuid() == 0 || getrlimit(RLIMIT_NPROC, &limit) != 0) return std::nullopt;
  const rlim_t most = raised ? limit.rlim_max : limit.rlim_cur;
  return most == RLIM_INFINITY ? std::nullopt : std::optional<std::uint64_t>(most);
}

}  // namespace

OuterCounts outer_counts() {
  OuterCounts counts;
  for (const char* controller : {"", "pids"}) add_counts(controller, counts);
  return counts;
}

std::uint64_t tasks_of_user(unsigned user) {
  std::uint64_t count = 0;
  std::error_code error;
  for (auto entry = fs::directory_iterator("/proc", error); !error && entry != fs::directory_iterator();
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    struct stat status {};
    pid_t pid = 0;
    const bool is_process = std::from_chars(name.data(), name.data() + name.size(), pid).ec == std::errc();
    if (!is_process || stat(entry->path().c_str(), &status) != 0 || status.st_uid != user) continue;
    count += std::max<std::size_t>(thread_count(pid), 1);
  }
  return count;
}

Surroundings::Surroundings(bool raised) : most_tasks_(limit_of_user(raised)) {
  if (most_tasks_) next_ = Time();
}

void Surroundings::look(Time now) {
  if (now < next_) return;
  // The number of all tasks costs next to nothing, and is no smaller than that of a user's.
  struct sysinfo machine {};
  const std::uint64_t all = sysinfo(&machine) == 0 ? machine.procs : UINT64_MAX;
  if (all >= *most_tasks_) reached_ = tasks_of_user(getuid()) >= *most_tasks_;
  const Time end = std::chrono::steady_clock::now();
  const auto interval = all<*most_tasks_&& * most_tasks_ - all> kMany ? kLongInterval : kLookInterval;
  next_ = reached_ ? Time::max() : end + std::max<Time::duration>(interval, kShare * (end - now));
}

std::string Surroundings::shortage() const {
  if (reached_) {
    return fmt::format(
        "The user had all {} processes that it may have (RLIMIT_NPROC): raise that limit (`ulimit -u`), or "
        "let less "
        "run at once.",
        *most_tasks_);
  }
  const OuterCounts now = outer_counts();
  if (now.refused_forks > before_.refused_forks) {
    return "The cgroup around proctor, such as a container's, refused processes: raise its limit (pids.max), "
           "or let "
           "less run at once.";
  }
  if (now.oom_kills > before_.oom_kills) {
    return "The cgroup around proctor, such as a container's, had no memory left: raise its limit "
           "(memory.max), or let "
           "less run at once.";
  }
  return {};
}

}  // namespace proctor::supervise
