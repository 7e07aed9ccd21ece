#include "supervise/tagged.hpp"

#include <algorithm>
#include <csignal>
#include <ctime>

#include "supervise/process_table.hpp"

namespace proctor::supervise {
namespace {

// Tags of nested supervisors are chained with dots.
bool holds_tag(std::string_view value, std::string_view tag) {
  while (!value.empty()) {
    const std::size_t dot = value.find('.');
    if (value.substr(0, dot) == tag) return true;
    value = dot == std::string_view::npos ? std::string_view() : value.substr(dot + 1);
  }
  return false;
}

}  // namespace

std::vector<LeftBehind> end_tagged(const std::string& tag) {
  constexpr int kRounds = 50;  // whoever forks between two looks is met by the next
  std::vector<LeftBehind> ended;
  if (tag.empty()) return ended;
  for (int round = 0; round < kRounds; ++round) {
    bool found = false;
    for (const Process& process : all_processes()) {
      if (!process.alive() || !holds_tag(environment_value(process.pid, "PROCTOR_RUN"), tag)) continue;
      const std::string command = command_line(process.pid);
      if (!signal_process(process, SIGKILL)) continue;
      found = true;
      // One that was too busy to die at once is met again.
      const bool known = std::any_of(ended.begin(), ended.end(),
                                     [&](const LeftBehind& one) { return one.pid == process.pid; });
      if (!known) ended.push_back({process.pid, command});
    }
    if (!found) break;
    const timespec pause{0, 2'000'000};
    nanosleep(&pause, nullptr);
  }
  return ended;
}

}  // namespace proctor::supervise
