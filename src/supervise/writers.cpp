#include "supervise/writers.hpp"

#include <cstddef>
#include <vector>

#include "supervise/process_table.hpp"

namespace proctor::supervise {
namespace {

constexpr std::size_t kMostProcesses = 16;

}  // namespace

bool all_have_one_thread(pid_t root) {
  const auto adopted = own_children();
  if (!adopted) return false;
  std::vector<pid_t> found{root};
  for (const pid_t pid : *adopted) {
    if (pid != root) found.push_back(pid);
  }
  for (std::size_t at = 0; at < found.size(); ++at) {
    if (found.size() > kMostProcesses) return false;
    const auto process = read_process(found[at]);
    if (!process) continue;  // it has ended
    if (process->threads > 1) return false;
    // Of one thread all children are its own.
    const auto children = children_of(process->pid, process->pid);
    if (!children && read_process(process->pid)) return false;
    if (!children) continue;
    found.insert(found.end(), children->begin(), children->end());
  }
  return true;
}

}  // namespace proctor::supervise
