#include "supervise/resource_limits.hpp"

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <string>

#include "supervise/process_table.hpp"

namespace proctor::supervise {
namespace {

// Never above the hard limit that holds for us, which an ordinary user can't raise.
ResourceLimit at_most(int resource, std::uint64_t value) {
  rlimit own{};
  getrlimit(static_cast<__rlimit_resource_t>(resource), &own);
  return {resource, std::min<std::uint64_t>(value, own.rlim_max)};
}

std::uint64_t tasks_of_own_user() {
  std::uint64_t count = 0;
  for (const Process& process : all_processes()) {
    struct stat status {};
    const std::string path = "/proc/" + std::to_string(process.pid);
    if (stat(path.c_str(), &status) == 0 && status.st_uid == getuid())
      count += static_cast<std::uint64_t>(std::max(process.threads, 1L));
  }
  return count;
}

}  // namespace

std::vector<ResourceLimit> resource_limits(const Limits& limits, bool pids_by_watch) {
  std::vector<ResourceLimit> set;
  if (limits.cpu || limits.memory_bytes || limits.processes || limits.open_files || limits.disk_bytes)
    set.push_back({RLIMIT_CORE, 0});  // a core file is as large as the memory was
  if (limits.open_files) set.push_back(at_most(RLIMIT_NOFILE, *limits.open_files));
  // One block more than is allowed, so that whoever writes until it fails is found above the limit.
  if (limits.disk_bytes) set.push_back(at_most(RLIMIT_FSIZE, *limits.disk_bytes + 4096));
  // The watch counts the time of all together and is there first, unless we are held up.
  if (limits.cpu) {
    const auto seconds = std::chrono::ceil<std::chrono::seconds>(*limits.cpu).count();
    set.push_back(at_most(RLIMIT_CPU, static_cast<std::uint64_t>(seconds) + 2));
  }
  // It counts everything that the user runs, not only the tree, and a refusal leaves no trace: so this is no
  // limit but a stop for bombs, with much room for what the user starts elsewhere meanwhile. It doesn't bind
  // root at all.
  if (limits.processes && pids_by_watch && geteuid() != 0)
    set.push_back(at_most(RLIMIT_NPROC, tasks_of_own_user() + 2 * *limits.processes + 256));
  return set;
}

}  // namespace proctor::supervise
