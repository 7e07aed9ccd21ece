#include "report/hang.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/text.hpp"

namespace proctor {
namespace {

constexpr std::size_t kNamed = 3;
constexpr std::size_t kLongestCommand = 80;

std::string in_words(const HungProcess& process) {
  std::string command = process.command;
  if (command.size() > kLongestCommand) {
    command.resize(utf8_prefix(command, kLongestCommand));
    command += "…";
  }
  const std::string does = process.waits_for.empty() ? process.state : "waits in " + process.waits_for;
  return fmt::format("{} (pid {}, {}, {:.2f} s of CPU)", command, process.pid, does,
                     static_cast<double>(process.cpu.count()) / 1000);
}

// A person looks for the project's own frames among those of frameworks and runtimes. (The function of a
// frame of Go's stands in the line before.)
std::string own_frames_first(const std::string& stacks, const std::string& root) {
  constexpr std::size_t kMostFrames = 12;
  std::string own, all;
  std::size_t frames = 0;
  std::string_view before;
  for (const std::string_view line : split_lines(stacks)) {
    if (line.starts_with("Fatal Python error: Aborted")) continue;  // by which Python was asked
    all.append(line).append("\n");
    if (line.find(root + '/') != std::string_view::npos && ++frames <= kMostFrames) {
      if (line.starts_with('\t') && !before.empty()) own.append("  ").append(before).append("\n");
      own.append(line.starts_with('\t') ? "  " : "").append(line).append("\n");
    }
    before = line;
  }
  return own.empty() || root.empty() ? all : std::string(kOwnFrames) + own + "\n" + all;
}

}  // namespace

Diagnostic hang_diagnostic(HangReport report, const std::string& root) {
  report.stacks = own_frames_first(report.stacks, root);
  std::set<int> parents;
  for (const HungProcess& process : report.processes) parents.insert(process.parent);
  std::vector<const HungProcess*> order;
  for (const HungProcess& process : report.processes) order.push_back(&process);
  // A shell that waits for its command says less than the command.
  std::stable_partition(order.begin(), order.end(),
                        [&parents](const HungProcess* process) { return !parents.contains(process->pid); });
  std::string message = "Still alive when it was stopped: ";
  for (std::size_t i = 0; i < std::min(order.size(), kNamed); ++i) {
    message += (i == 0 ? "" : ", ") + in_words(*order[i]);
  }
  if (order.empty()) message += "nobody that could be looked at";
  if (const std::size_t more = order.size() - std::min(order.size(), kNamed) + report.others; more > 0)
    message += fmt::format(", and {}{} more", report.others > 0 ? "at least " : "", more);
  message += '.';
  std::vector<HungProcess> sorted;
  sorted.reserve(order.size());
  for (const HungProcess* process : order) sorted.push_back(*process);
  report.processes = std::move(sorted);
  Diagnostic diagnostic{.severity = "info", .file = {}, .code = "hang", .message = std::move(message)};
  diagnostic.hang = std::move(report);
  return diagnostic;
}

}  // namespace proctor
