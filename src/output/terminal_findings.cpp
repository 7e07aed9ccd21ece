#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/head_and_tail.hpp"
#include "base/text.hpp"
#include "output/columns.hpp"
#include "output/since_last.hpp"
#include "output/terminal_sections.hpp"

namespace proctor::output {
namespace {

// What a person can take in at once; verbose shows everything.
constexpr std::size_t kDetailedCases = 50;
constexpr std::size_t kShownReasonLines = 40;
constexpr std::size_t kShownLogLines = 20;
constexpr std::size_t kNotRunSuites = 10;
constexpr std::size_t kShownSkips = 10;
constexpr std::size_t kShownDiagnostics = 20;

constexpr std::size_t kIndent = 4;

std::size_t limit(const Page& page, std::size_t number) {
  return page.verbose() ? std::numeric_limits<std::size_t>::max() : number;
}

std::string place(const Suite& suite, const Case& test) {
  if (!test.location || test.location->file.empty()) return one_line(suite.file);
  std::string text = one_line(test.location->file);
  if (test.location->line) text += fmt::format(":{}", *test.location->line);
  return text;
}

// Mark, suite and name, and the place beside them if there is room, otherwise below.
void write_heading(Page& page, const Suite& suite, const Case& test) {
  const std::string owner = one_line(suite.name.empty() ? suite.file : suite.name);
  const std::string name = one_line(printable(test.name));
  const std::string where = place(suite, test);
  const bool failed = test.status == Status::fail;
  const std::string title = (owner.empty() ? name : owner + " › " + name) + failure_mark(test);
  const std::size_t needed = columns(title) + 2 + columns(where);
  if (needed > page.room(2)) {
    const std::vector<std::string> parts = wrap(title, page.room(kIndent));
    page.line(page.paint(failed ? Color::red : Color::yellow, failed ? "✗ " : "! ") +
              page.paint(Color::bold, parts[0]));
    for (std::size_t i = 1; i < parts.size(); ++i) page.wrapped(kIndent, parts[i], Color::bold);
    if (!where.empty()) page.wrapped(kIndent, where, Color::dim);
    return;
  }
  page.line(page.paint(failed ? Color::red : Color::yellow, failed ? "✗ " : "! ") +
            page.paint(Color::bold, title) + (where.empty() ? "" : "  " + page.paint(Color::dim, where)));
}

void write_details(Page& page, const Case& test) {
  const auto reason = lines_of(test.reason.value_or(""));
  page.block(kIndent, reason, limit(page, kShownReasonLines));
  if (reason.empty()) {
    page.wrapped(kIndent, test.status == Status::fail ? "no reason given" : "no proper result", Color::dim);
  }
  if (const auto calls = lines_of(test.counterexample.value_or("")); !calls.empty()) {
    const std::string label = test.runs && *test.runs > 0
                                  ? fmt::format("counterexample, after {}", plural(*test.runs, "run"))
                                  : "counterexample";
    page.wrapped(kIndent, label, Color::dim);
    page.block(kIndent + 2, calls, limit(page, kShownReasonLines), Color::plain, 2);
  }
  std::vector<std::string> logs;
  for (const std::string& log : test.logs) {
    const auto lines = lines_of(log);
    logs.insert(logs.end(), lines.begin(), lines.end());
  }
  if (logs.empty()) return;
  page.wrapped(kIndent, "logs", Color::dim);
  const std::size_t shown = limit(page, kShownLogLines);
  if (logs.size() <= shown) return page.block(kIndent + 2, logs, shown);
  // The end stands nearest to what happened.
  const std::size_t first = shown / 4;
  const auto end = logs.end() - static_cast<std::ptrdiff_t>(shown - first);
  std::uint64_t hidden = 0;
  for (auto line = logs.begin() + static_cast<std::ptrdiff_t>(first); line != end; ++line)
    hidden += std::max<std::uint64_t>(1, lines_left_out(*line));
  page.block(kIndent + 2, {logs.begin(), logs.begin() + static_cast<std::ptrdiff_t>(first)}, first);
  page.wrapped(kIndent + 2, more(static_cast<std::size_t>(hidden), "line"), Color::dim);
  page.block(kIndent + 2, {end, logs.end()}, shown);
}

struct NotRunGroup {
  std::string cause;
  bool on_purpose = false;
  std::size_t tests = 0;
  std::size_t whole_suites = 0;
  std::vector<std::pair<std::string, std::vector<std::string>>> suites{};  ///< in order of appearance
};

std::vector<NotRunGroup> by_cause(const std::vector<NotRun>& tests) {
  std::vector<NotRunGroup> groups;
  std::map<std::pair<bool, std::string>, std::size_t> known;
  std::vector<std::map<std::string, std::size_t>> known_suites;
  for (const NotRun& test : tests) {
    const auto [entry, fresh] = known.emplace(std::pair(test.on_purpose, test.cause), groups.size());
    if (fresh) {
      groups.push_back({test.cause, test.on_purpose});
      known_suites.emplace_back();
    }
    NotRunGroup& group = groups[entry->second];
    ++(test.name.empty() ? group.whole_suites : group.tests);
    const std::string owner = one_line(test.suite.empty() ? test.file : test.suite);
    const auto [suite, fresh_suite] = known_suites[entry->second].emplace(owner, group.suites.size());
    if (fresh_suite) group.suites.push_back({owner, {}});
    if (!test.name.empty()) group.suites[suite->second].second.push_back(one_line(printable(test.name)));
  }
  std::stable_partition(groups.begin(), groups.end(),
                        [](const NotRunGroup& group) { return !group.on_purpose; });
  return groups;
}

std::string numbers(const NotRunGroup& group) {
  if (group.whole_suites == 0) return plural(group.tests, "test");
  const std::string suites = plural(group.whole_suites, "suite");
  return group.tests == 0 ? suites : plural(group.tests, "test") + " and " + suites;
}

// The source lines among the compiler's words ("4 | code" and "  |   ^^^^"): the rest repeats message and
// place.
std::vector<std::string> source_lines(const std::string& text) {
  std::vector<std::string> kept;
  for (std::string& line : lines_of(text)) {
    const std::size_t begin = line.find_first_not_of(" 0123456789");
    if (begin == std::string::npos || line[begin] != '|') continue;
    if (begin + 1 == line.size() && kept.empty()) continue;  // the empty line above the code
    kept.push_back(std::move(line));
  }
  while (!kept.empty() && kept.back().ends_with('|')) kept.pop_back();
  return kept;
}

void write_diagnostic(Page& page, const Diagnostic& diagnostic) {
  std::string where = one_line(diagnostic.file);
  if (!where.empty() && diagnostic.line) where += fmt::format(":{}", *diagnostic.line);
  if (!where.empty() && diagnostic.line && diagnostic.column) where += fmt::format(":{}", *diagnostic.column);
  const bool error = diagnostic.severity == "error";
  const Color color = error ? Color::red : Color::yellow;
  page.line(
      page.paint(color, error ? "✗ " : "! ") +
      page.paint(Color::bold, where.empty() ? one_line(diagnostic.severity) : cut(where, page.room(2))));
  auto message = lines_of(diagnostic.message);
  if (message.empty()) message = lines_of(diagnostic.text);
  if (!diagnostic.code.empty() && !message.empty())
    message.front() += fmt::format(" [{}]", one_line(diagnostic.code));
  page.block(kIndent, message, limit(page, kShownReasonLines));
  page.source(kIndent, source_lines(diagnostic.text));
}

}  // namespace

void write_cases(Page& page, const Report& report, Status status) {
  std::size_t written = 0;
  for (const Suite& suite : report.suites) {
    for (const Case& test : suite.cases) {
      if (test.status != status) continue;
      const bool detailed = written++ < limit(page, kDetailedCases);
      if (detailed || written == kDetailedCases + 1) page.gap();
      write_heading(page, suite, test);
      if (detailed) write_details(page, test);
    }
  }
}

void write_skipped(Page& page, const Report& report) {
  if (page.verbose()) return;  // there each test has its reason below it
  std::vector<std::pair<std::string, std::vector<std::string>>> reasons;
  for (const Suite& suite : report.suites) {
    for (const Case& test : suite.cases) {
      if (test.status != Status::skip) continue;
      const std::string reason = one_line(test.reason.value_or(""));
      if (reason.empty()) continue;
      auto known = std::ranges::find_if(reasons, [&](const auto& each) { return each.first == reason; });
      if (known == reasons.end()) known = reasons.insert(reasons.end(), {reason, {}});
      known->second.push_back(one_line(test.name));
    }
  }
  if (reasons.empty()) return;
  page.gap();
  for (std::size_t i = 0; i < std::min(reasons.size(), kShownSkips); ++i) {
    const auto& [reason, tests] = reasons[i];
    const std::string what = tests.size() == 1 ? tests[0] : plural(tests.size(), "test");
    page.wrapped(0, cut(fmt::format("- {} skipped: {}", what, reason), 300), Color::dim, 2);
    if (tests.size() > 1)
      page.wrapped(2, cut(fmt::format("{}", fmt::join(tests, ", ")), 2 * page.room(2)), Color::dim, 2);
  }
  if (reasons.size() > kShownSkips) page.wrapped(0, more(reasons.size() - kShownSkips, "reason"), Color::dim);
}

void write_not_run(Page& page, const Report& report) {
  for (const NotRunGroup& group : by_cause(report.not_run)) {
    page.gap();
    const std::string title = fmt::format("{} {}", numbers(group), group.on_purpose ? "left out" : "not run");
    const std::string cause = one_line(group.cause);
    const std::string mark =
        group.on_purpose ? page.paint(Color::dim, "- ") : page.paint(Color::yellow, "! ");
    page.line(mark + page.paint(group.on_purpose ? Color::dim : Color::bold, title));
    if (!cause.empty()) page.wrapped(kIndent, cause);
    // What its author left out is no news; the number is enough.
    if (group.on_purpose && !page.verbose()) continue;
    const std::size_t shown = std::min(group.suites.size(), limit(page, kNotRunSuites));
    for (std::size_t i = 0; i < shown; ++i) {
      const auto& [owner, names] = group.suites[i];
      const std::string prefix = owner.empty() || names.empty() ? owner : owner + " › ";
      const std::string all = fmt::format("{}{}", prefix, fmt::join(names, ", "));
      page.wrapped(kIndent + 2, page.verbose() ? all : cut(all, 600), Color::dim, 2);
    }
    if (shown < group.suites.size()) {
      page.wrapped(kIndent + 2, more(group.suites.size() - shown, "suite"), Color::dim);
    }
  }
}

// A file or package that failed as a whole has a result, which is shown.
bool is_shown(const Diagnostic& diagnostic, const Report& report) {
  return std::any_of(report.suites.begin(), report.suites.end(), [&](const Suite& suite) {
    return std::any_of(suite.cases.begin(), suite.cases.end(), [&](const Case& test) {
      return test.status == Status::error && test.name.starts_with('[') && test.name.ends_with(']') &&
             test.reason && !test.reason->empty() &&
             diagnostic.message.find(*test.reason) != std::string::npos;
    });
  });
}

void write_diagnostics(Page& page, const Report& report, const std::string& message) {
  std::size_t errors = 0;
  for (const Diagnostic& diagnostic : report.diagnostics) {
    if (diagnostic.hang || (diagnostic.severity != "error" && !page.verbose())) continue;
    if (diagnostic.file.empty() && diagnostic.message == message) continue;
    if (is_shown(diagnostic, report)) continue;
    if (++errors > limit(page, kShownDiagnostics)) continue;
    page.gap();
    write_diagnostic(page, diagnostic);
  }
  if (errors > limit(page, kShownDiagnostics)) {
    page.gap();
    page.wrapped(0, more(errors - kShownDiagnostics, "compile error"), Color::dim);
  }
}

}  // namespace proctor::output
