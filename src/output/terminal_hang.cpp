// Who was alive when the run was stopped.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "output/columns.hpp"
#include "output/terminal_sections.hpp"

namespace proctor::output {
namespace {

// What a person can take in at once; verbose shows everything.
constexpr std::size_t kShownProcesses = 5;
constexpr std::size_t kStackLines = 10;

std::string_view does(const HungProcess& process) {
  return process.waits_for.empty() ? process.state : process.waits_for;
}

void write_process(Page& page, const HungProcess& process) {
  const std::string command = one_line(process.command);
  page.line(cut(fmt::format("  {}  {}", process.pid, command), page.room(0)));
  std::string about = fmt::format("{}, {:.2f} s of CPU", one_line(does(process)),
                                  static_cast<double>(process.cpu.count()) / 1000);
  if (process.threads > 1)
    about += fmt::format(", {}", plural(static_cast<std::size_t>(process.threads), "thread"));
  page.wrapped(6, about, Color::dim, 2);
  if (!page.verbose()) return;
  for (const std::string& pipe : process.pipes) page.wrapped(6, one_line(pipe), Color::dim, 2);
}

}  // namespace

void write_hang(Page& page, const Report& report) {
  constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();
  for (const Diagnostic& diagnostic : report.diagnostics) {
    if (!diagnostic.hang) continue;
    const auto& processes = diagnostic.hang->processes;
    page.gap();
    page.wrapped(
        0,
        "when it was stopped, " + (processes.empty() ? "nobody could be looked at"
                                                     : plural(processes.size(), "process") + " still ran:"),
        Color::yellow);
    const std::size_t shown = std::min(processes.size(), page.verbose() ? kAll : kShownProcesses);
    for (std::size_t i = 0; i < shown; ++i) write_process(page, processes[i]);
    if (shown < processes.size()) page.wrapped(2, more(processes.size() - shown, "process"), Color::dim);
    if (diagnostic.hang->stacks.empty()) continue;
    page.wrapped(2, "stacks", Color::dim);
    page.block(4, lines_of(diagnostic.hang->stacks), page.verbose() ? kAll : kStackLines, Color::dim);
  }
}

}  // namespace proctor::output
