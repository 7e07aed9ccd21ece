#include "supervise/writers.hpp"

#include <cstddef>
#include <vector>

#include "supervise/process_table.hpp"

namespace proctor::supervise {
namespace {

constexpr std::size_t kMostProcesses = 16;

}  // namespace

bool all_have_one_thread(pid_t root, const Cgroup* cgroup) {
  if (cgroup != nullptr) {
    const auto processes = cgroup->count(Cgroup::Of::processes, kMostProcesses);
    return processes && processes == cgroup->count(Cgroup::Of::threads, kMostProcesses);
  }
  const auto adopted = own_children();
  if (!adopted) return false;
  std::vector<pid_t> found{root};
  for (const pid_t pid : *adopted) {
    if (pid != root) found.push_back(pid);
  }
  for (std::size_t at = 0; at < found.size(); ++at) {
    if (found.size() > kMostProcesses) return false;
    const std::size_t threads = thread_count(found[at]);
    if (threads == 0) continue;  // it has ended
    if (threads > 1) return false;
    // Of one thread all children are its own.
    const auto children = children_of(found[at], found[at]);
    if (!children && thread_count(found[at]) > 0) return false;
    if (!children) continue;
    found.insert(found.end(), children->begin(), children->end());
  }
  return true;
}

}  // namespace proctor::supervise
