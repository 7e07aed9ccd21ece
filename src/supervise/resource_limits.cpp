#include "supervise/resource_limits.hpp"

#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <utility>

#include "supervise/surroundings.hpp"

namespace proctor::supervise {
namespace {

// Never above the hard limit that holds for us, which an ordinary user can't raise.
ResourceLimit at_most(int resource, std::uint64_t value) {
  rlimit own{};
  getrlimit(static_cast<__rlimit_resource_t>(resource), &own);
  return {resource, std::min<std::uint64_t>(value, own.rlim_max)};
}

// Since Linux 5.14 the processes of a user are counted in each user namespace by themselves.
bool counts_by_namespace() {
  static const bool counts = [] {
    utsname name{};
    int major = 0, minor = 0;
    if (uname(&name) != 0 || std::sscanf(name.release, "%d.%d", &major, &minor) != 2) return false;
    return std::pair(major, minor) >= std::pair(5, 14);
  }();
  return counts;
}

}  // namespace

std::vector<ResourceLimit> resource_limits(const Limits& limits, PidsBy pids) {
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
  // A refusal leaves no trace, and who is refused may give up before the watch has looked. So it's no limit
  // but a stop, with room above the limit for a bomb to be seen in. In a namespace of its own that is a small
  // one (and the sandbox's first process counts). Otherwise everything that the user runs counts, and there
  // must be room for what the user starts elsewhere meanwhile, too. It doesn't bind root at all.
  if (limits.processes && pids != PidsBy::cgroup && geteuid() != 0) {
    const bool alone = pids == PidsBy::watch_in_sandbox && counts_by_namespace();
    const std::uint64_t room = 2 * *limits.processes;
    const std::uint64_t most = alone ? room + 64 : tasks_of_user(getuid()) + room + 256;
    set.push_back(at_most(RLIMIT_NPROC, most));
  }
  return set;
}

std::vector<ResourceLimit> sandbox_limits() {
  rlimit own{};
  getrlimit(RLIMIT_SIGPENDING, &own);
  constexpr std::uint64_t kShare = 8;
  constexpr std::uint64_t kEnough = 4096;
  return {at_most(RLIMIT_CORE, 1),
          {RLIMIT_SIGPENDING, std::min<std::uint64_t>(own.rlim_cur / kShare, kEnough)}};
}

std::uint64_t most_open_files(std::uint64_t asked) {
  return at_most(RLIMIT_NOFILE, asked).value;
}

}  // namespace proctor::supervise
