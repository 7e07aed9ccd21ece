#include "output/runs_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "output/columns.hpp"
#include "output/page.hpp"

namespace proctor::output {
namespace {

constexpr std::size_t kWidestCommand = 60;

std::string shown_name(const TestName& test) {
  const std::string& owner = test.suite.empty() ? test.file : test.suite;
  return one_line(printable(owner.empty() ? test.name : owner + " › " + test.name));
}

std::string shown_counts(const Counts& counts) {
  std::string text;
  const auto add = [&text](std::size_t number, const char* what) {
    if (number > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", number, what);
  };
  add(counts.failed, "failed");
  add(counts.errors, counts.errors == 1 ? "error" : "errors");
  add(counts.passed, "passed");
  add(counts.skipped, "skipped");
  return text.empty() ? "no test" : text;
}

Color color_of(Verdict verdict) {
  if (verdict == Verdict::pass) return Color::green;
  return verdict == Verdict::fail ? Color::red : Color::yellow;
}

const char* shown_verdict(Verdict verdict) {
  if (verdict == Verdict::pass) return "PASS";
  return verdict == Verdict::fail ? "FAIL" : "ERROR";
}

}  // namespace

std::string runs_table(const std::vector<RunRow>& rows, const TerminalStyle& style) {
  Page page(style);
  std::size_t id = 0;
  std::size_t tests = 0;
  std::size_t project = 0;
  for (const RunRow& row : rows) {
    id = std::max(id, row.id.size());
    tests = std::max(tests, columns(shown_counts(row.counts)));
    project = std::max(project, columns(one_line(row.project)));
  }
  for (const RunRow& row : rows) {
    std::string rest = one_line(row.command);
    if (!row.code.empty()) rest += fmt::format("  ({})", row.code);
    std::string line = fmt::format("{}  {}  ", pad_right(row.id, id), pad_left(row.age, 6));
    std::string behind = fmt::format("  {}  {}  ", pad_right(shown_counts(row.counts), tests),
                                     pad_left(format_duration(row.wall), 9));
    if (project > 0) behind += pad_right(one_line(row.project), project) + "  ";
    const std::size_t used = columns(line) + 5 + columns(behind);
    const std::size_t room = page.room(0) > used + 10 ? page.room(0) - used : kWidestCommand;
    line += page.paint(color_of(row.verdict), pad_right(shown_verdict(row.verdict), 5));
    line += behind;
    line += cut(rest, room);
    page.line(line);
  }
  return page.take();
}

std::string sparkline(const std::vector<double>& durations) {
  static constexpr const char* kBlocks[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  double longest = 0;
  for (const double one : durations) longest = std::max(longest, std::isfinite(one) ? one : 0);
  std::string line;
  for (const double one : durations) {
    const double share = longest > 0 && std::isfinite(one) ? std::clamp(one / longest, 0.0, 1.0) : 0;
    line += kBlocks[static_cast<std::size_t>(std::lround(share * 7))];
  }
  return line;
}

std::string result_marks(const std::vector<Status>& results) {
  std::string marks;
  for (const Status status : results)
    marks += status == Status::pass ? "✓" : status == Status::skip ? "·" : status == Status::fail ? "✗" : "!";
  return marks;
}

std::string tests_table(const std::string& heading, const std::vector<TestRow>& rows, bool durations,
                        const TerminalStyle& style) {
  if (rows.empty()) return {};
  Page page(style);
  page.line(page.paint(Color::bold, heading));
  std::size_t widest = 0;
  for (const TestRow& row : rows) widest = std::max(widest, row.results.size());
  for (const TestRow& row : rows) {
    const std::string line =
        pad_left(durations ? sparkline(row.durations_ms) : result_marks(row.results), widest);
    std::string last;
    if (durations)
      last = pad_left(short_duration(row.durations_ms.empty() ? 0 : row.durations_ms.back()), 8) + "  ";
    page.line(cut(fmt::format("  {}  {}{}", line, last, shown_name(row.name)), page.room(0)));
  }
  return page.take();
}

std::string names_list(const std::string& heading, const std::vector<TestName>& tests, std::size_t most,
                       const TerminalStyle& style) {
  if (tests.empty()) return {};
  Page page(style);
  page.line(page.paint(Color::bold, fmt::format("{} ({})", heading, tests.size())));
  const std::size_t shown = std::min(most, tests.size());
  for (std::size_t i = 0; i < shown; ++i) page.wrapped(2, shown_name(tests[i]), Color::plain, 2);
  if (shown < tests.size()) page.line("  " + more(tests.size() - shown, "test"));
  return page.take();
}

}  // namespace proctor::output
