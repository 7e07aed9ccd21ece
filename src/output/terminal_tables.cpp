#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "output/columns.hpp"
#include "output/terminal_sections.hpp"

namespace proctor::output {
namespace {

constexpr std::size_t kPassedSuites = 20;  ///< more become one line
constexpr std::size_t kNameWidth = 44;
constexpr std::size_t kSlowest = 5;
constexpr double kSlowMs = 10;
constexpr std::size_t kHandful = 5;
constexpr std::size_t kRepeatedTests = 10;

bool all_passed(const Counts& counts) {
  return counts.failed == 0 && counts.errors == 0 && counts.passed > 0;
}

std::string mark(const Page& page, const Counts& counts) {
  if (counts.failed > 0) return page.paint(Color::red, "✗");
  if (counts.errors > 0) return page.paint(Color::yellow, "!");
  return counts.passed > 0 ? page.paint(Color::green, "✓") : page.paint(Color::dim, "-");
}

std::string mark(const Page& page, Status status) {
  switch (status) {
    case Status::pass:
      return page.paint(Color::green, "✓");
    case Status::fail:
      return page.paint(Color::red, "✗");
    case Status::error:
      return page.paint(Color::yellow, "!");
    case Status::skip:
      return page.paint(Color::dim, "-");
  }
  return "?";
}

std::string counts_text(const Counts& counts) {
  std::vector<std::string> parts;
  if (counts.failed > 0) parts.push_back(fmt::format("{} failed", counts.failed));
  if (counts.errors > 0) parts.push_back(plural(counts.errors, "error"));
  if (counts.passed > 0) parts.push_back(fmt::format("{} passed", counts.passed));
  if (counts.skipped > 0) parts.push_back(fmt::format("{} skipped", counts.skipped));
  return parts.empty() ? "no tests" : fmt::format("{}", fmt::join(parts, ", "));
}

std::string time_text(const std::optional<double>& milliseconds) {
  return milliseconds ? short_duration(*milliseconds) : "";
}

// A suite without a time of its own took as long as its cases.
std::optional<double> time_of(const Suite& suite) {
  if (suite.duration_ms) return suite.duration_ms;
  std::optional<double> sum;
  for (const Case& test : suite.cases) {
    if (test.duration_ms) sum = sum.value_or(0) + *test.duration_ms;
  }
  return sum;
}

struct SuiteRow {
  const Suite* suite;
  Counts counts;
  std::string name, text, time;
};

void write_tests(Page& page, const Suite& suite) {
  for (const Case& test : suite.cases) {
    std::string text = one_line(printable(test.name));
    if (test.duration_ms) text += fmt::format("  {}", short_duration(*test.duration_ms));
    if (test.gas) text += fmt::format("  {} gas", *test.gas);
    if (test.runs) text += fmt::format("  {}", plural(*test.runs, "run"));
    page.line("    " + mark(page, test.status) + " " + cut(text, page.room(6)));
    if (test.status == Status::skip) page.block(8, lines_of(test.reason.value_or("")), 3, Color::dim);
  }
}

std::string share(const CoverageCount& counted) {
  if (counted.found == 0) return "-";
  return fmt::format("{:.1f} % ({}/{})", percent(counted), counted.hit, counted.found);
}

// Rows of text cells, each column as wide as its widest cell; the first to the left, all others to the right.
template <std::size_t Columns>
void write_table(Page& page, std::size_t indent, const std::vector<std::array<std::string, Columns>>& rows) {
  std::array<std::size_t, Columns> widths{};
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < Columns; ++i) widths.at(i) = std::max(widths.at(i), columns(row.at(i)));
  }
  for (std::size_t r = 0; r < rows.size(); ++r) {
    std::string text = pad_right(rows[r][0], widths[0]);
    for (std::size_t i = 1; i < Columns; ++i) text += "  " + pad_left(rows[r].at(i), widths.at(i));
    page.line(std::string(indent, ' ') + (r == 0 ? page.paint(Color::dim, text) : text));
  }
}

}  // namespace

void write_suites(Page& page, const Report& report) {
  std::vector<SuiteRow> rows;
  for (const Suite& suite : report.suites) {
    const Counts counts = count(suite);
    rows.push_back({&suite, counts, cut(one_line(suite.name.empty() ? suite.file : suite.name), kNameWidth),
                    counts_text(counts), time_text(time_of(suite))});
  }
  if (rows.empty()) return;
  Counts folded;
  std::size_t folded_suites = 0;
  const auto passed = [](const SuiteRow& row) { return all_passed(row.counts); };
  if (!page.verbose() &&
      std::count_if(rows.begin(), rows.end(), passed) > static_cast<std::ptrdiff_t>(kPassedSuites)) {
    for (const SuiteRow& row : rows) {
      if (!passed(row)) continue;
      folded += row.counts;
      ++folded_suites;
    }
    std::erase_if(rows, passed);
  }

  std::size_t name_width = 0, text_width = 0, time_width = 0;
  for (const SuiteRow& row : rows) {
    name_width = std::max(name_width, columns(row.name));
    text_width = std::max(text_width, columns(row.text));
    time_width = std::max(time_width, columns(row.time));
  }
  page.gap();
  for (const SuiteRow& row : rows) {
    std::string text = fmt::format("{}  {}  {}", pad_right(row.name, name_width),
                                   pad_right(row.text, text_width), pad_left(row.time, time_width));
    const std::string file = row.suite->name.empty() ? "" : one_line(row.suite->file);
    const bool room = !file.empty() && columns(text) + columns(file) + 6 <= page.room(0);
    text = cut(text, page.room(2));
    if (!room) text.erase(text.find_last_not_of(' ') + 1);
    page.line(mark(page, row.counts) + " " + text + (room ? "  " + page.paint(Color::dim, file) : ""));
    if (page.verbose()) write_tests(page, *row.suite);
  }
  if (folded_suites > 0) {
    page.line(mark(page, folded) + fmt::format(" {}{} suites, {}", folded_suites, rows.empty() ? "" : " more",
                                               counts_text(folded)));
  }
}

void write_flaky(Page& page, const Report& report) {
  if (count_flaky(report.suites) == 0) return;
  page.gap();
  for (const Suite& suite : report.suites) {
    for (const Case& test : suite.cases) {
      if (!test.flaky) continue;
      const std::string& owner = suite.name.empty() ? suite.file : suite.name;
      const std::string name =
          (owner.empty() ? "" : owner + " › ") + (test.shown.empty() ? test.name : test.shown);
      page.wrapped(0, fmt::format("flaky  {}  (passed at try {})", one_line(name), test.attempts),
                   Color::yellow, 7);
      const auto why = lines_of(test.reason.value_or(""));
      if (!why.empty() && test.status == Status::pass)
        page.wrapped(7, "first: " + why.front(), Color::dim, 7);
    }
  }
}

void write_repeat(Page& page, const Report& report) {
  if (!report.repeat) return;
  const Repeat& repeat = *report.repeat;
  page.gap();
  std::string text =
      fmt::format("{}: {} passed, {} failed", plural(repeat.ran(), "run"), repeat.passed, repeat.failed);
  if (repeat.errors > 0) text += fmt::format(", {} without a proper end", repeat.errors);
  page.line(text);
  const std::size_t shown =
      page.verbose() ? repeat.tests.size() : std::min(repeat.tests.size(), kRepeatedTests);
  for (std::size_t i = 0; i < shown; ++i) {
    const Repeat::Test& test = repeat.tests[i];
    const std::string& owner = test.suite.empty() ? test.file : test.suite;
    page.wrapped(2,
                 fmt::format("failed in {} of {}  {}", test.failed, plural(test.ran, "run"),
                             one_line(owner.empty() ? test.name : owner + " › " + test.name)),
                 Color::plain, 2);
  }
  if (shown < repeat.tests.size()) page.line("  " + more(repeat.tests.size() - shown, "test"));
}

void write_slowest(Page& page, const Report& report) {
  struct Slow {
    double milliseconds;
    std::string name;
  };
  std::vector<Slow> slow;
  if (count(report.suites).total() <= kHandful) return;
  for (const Suite& suite : report.suites) {
    for (const Case& test : suite.cases) {
      if (test.duration_ms.value_or(0) <= kSlowMs) continue;
      const std::string owner = one_line(suite.name.empty() ? suite.file : suite.name);
      slow.push_back(
          {*test.duration_ms, (owner.empty() ? "" : owner + " › ") + one_line(printable(test.name))});
    }
  }
  if (slow.empty()) return;
  std::stable_sort(slow.begin(), slow.end(),
                   [](const Slow& a, const Slow& b) { return a.milliseconds > b.milliseconds; });
  if (slow.size() > kSlowest) slow.resize(kSlowest);
  std::size_t width = 0;
  for (const Slow& test : slow) width = std::max(width, columns(short_duration(test.milliseconds)));
  page.gap();
  page.line(page.paint(Color::bold, "Slowest tests"));
  for (const Slow& test : slow) {
    page.line(fmt::format("  {}  {}", pad_left(short_duration(test.milliseconds), width),
                          cut(test.name, page.room(4 + width))));
  }
}

void write_gas(Page& page, const Report& report) {
  for (const GasContract& contract : report.gas_report) {
    page.gap();
    page.line(page.paint(Color::bold, "Gas  " + cut(one_line(contract.contract), page.room(5))));
    page.line(page.paint(Color::dim, fmt::format("  deployment {} gas, {} bytes", contract.deployment_gas,
                                                 contract.deployment_size)));
    if (contract.functions.empty()) continue;
    std::vector<std::array<std::string, 6>> rows{{"function", "calls", "min", "mean", "median", "max"}};
    for (const GasFunction& function : contract.functions) {
      rows.push_back({cut(one_line(function.name), kNameWidth), std::to_string(function.calls),
                      std::to_string(function.min), std::to_string(function.mean),
                      std::to_string(function.median), std::to_string(function.max)});
    }
    write_table(page, 2, rows);
  }
}

void write_coverage(Page& page, const Report& report) {
  if (report.coverage.empty()) return;
  std::vector<std::array<std::string, 5>> rows{{"file", "lines", "statements", "branches", "functions"}};
  const auto add_row = [&rows](std::string name, const CoverageFile& file) {
    rows.push_back({std::move(name), share(file.lines), share(file.statements), share(file.branches),
                    share(file.functions)});
  };
  for (const CoverageFile& file : report.coverage) {
    add_row(cut(one_line(file.file), kNameWidth), file);
  }
  const CoverageFile all = total(report.coverage);
  if (report.coverage.size() > 1) add_row("total", all);
  page.gap();
  const bool lines = all.lines.found > 0;
  page.line(page.paint(Color::bold,
                       fmt::format("Coverage  {:.1f} % of {}", percent(lines ? all.lines : all.statements),
                                   lines ? "lines" : "statements")));
  write_table(page, 2, rows);
}

}  // namespace proctor::output
