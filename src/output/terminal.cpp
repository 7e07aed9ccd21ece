#include "output/terminal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.hpp"
#include "base/text.hpp"
#include "output/columns.hpp"
#include "output/page.hpp"
#include "output/part_line.hpp"
#include "output/since_last.hpp"
#include "output/terminal_sections.hpp"

namespace proctor::output {
namespace {

constexpr std::size_t kShownWarnings = 5;
constexpr std::size_t kMessageLinesShown = 30;
constexpr std::size_t kWarningLines = 10;

void write_warnings(Page& page, const Report& report) {
  std::vector<std::string> warnings = report.warnings;
  for (const Suite& suite : report.suites) {
    for (const std::string& warning : suite.warnings) warnings.push_back(suite.name + ": " + warning);
  }
  if (warnings.empty()) return;
  page.gap();
  const std::size_t shown = page.verbose() ? warnings.size() : std::min(warnings.size(), kShownWarnings);
  for (std::size_t i = 0; i < shown; ++i) {
    auto lines = lines_of("warning: " + warnings[i]);
    page.wrapped(0, lines[0], Color::yellow, 2);
    lines.erase(lines.begin());
    page.block(2, lines, page.verbose() ? lines.size() : kWarningLines);
  }
  if (shown < warnings.size()) {
    page.wrapped(0, more(warnings.size() - shown, "warning"), Color::dim);
  }
}

void write_left_behind(Page& page, const Report& report) {
  const auto& left = report.run.left_behind;
  // Of a run that was stopped nothing ends by itself, and what it did then is said already.
  const bool hung =
      std::ranges::any_of(report.diagnostics, [](const Diagnostic& one) { return one.hang.has_value(); });
  if (left.empty() || hung) return;
  page.gap();
  page.wrapped(0, plural(left.size(), "process") + " outlived the run and had to be killed:", Color::yellow);
  for (const LeftBehind& process : left) {
    page.line(cut(fmt::format("  {}  {}", process.pid, one_line(process.command)), page.room(0)));
  }
}

// A run that a test, a file or the program itself held up.
bool names_culprit(const Report& report) {
  return std::ranges::any_of(report.suites, [](const Suite& suite) {
    return std::ranges::any_of(suite.cases, [](const Case& test) { return test.unfinished; });
  });
}

// What to do about it, where the message doesn't say that by itself.
std::string_view advice(const Error& error, const Report* report) {
  switch (error.code) {
    case ErrorCode::test_compile_failed:
      return "Correct the sources, or install what they need, and run again.";
    case ErrorCode::test_timeout:
      if (report != nullptr && names_culprit(*report))
        return "Look at the test that was under way; if it only needs longer, raise the time limit.";
      return "If the run only needs longer, raise the time limit.";
    case ErrorCode::test_limit_exceeded:
      return "Look for what needs so much; if it has to, raise the limit.";
    case ErrorCode::test_none_ran:
      return error.message.starts_with("No test framework")
                 ? ""
                 : "Look at the filter and at where the tests stand.";
    case ErrorCode::test_inconsistent:
      return "This run proves nothing until that is put right.";
    case ErrorCode::test_forge_failed:
      return "Look at the end of the output; a second try may succeed.";
    case ErrorCode::test_tool_failed:
      return "Look at the end of the output.";
    case ErrorCode::resources_exhausted:
      return "See to it that there is some, and run the tests again.";
    case ErrorCode::internal_error:
      return "If that names nothing to put right on this machine, it is proctor's own fault: please report "
             "it.";
    case ErrorCode::test_incomplete:
    case ErrorCode::sandbox_unavailable:
    case ErrorCode::test_config_invalid:
    case ErrorCode::tool_not_found:
    case ErrorCode::invalid_request:
    case ErrorCode::test_assertion_failed:
    case ErrorCode::test_cancelled:
    case ErrorCode::command_failed:
    case ErrorCode::approval_required:
    case ErrorCode::approval_denied:
    case ErrorCode::tool_disabled:
    case ErrorCode::tool_unknown:
      return {};
  }
  return {};
}

// The counts stand in a line of their own; a message that repeats them is shortened. Whatever doesn't look
// exactly like that stays.
std::string without_counts(std::string message, const Counts& counts) {
  std::string summary = fmt::format("{} passed, {} failed", counts.passed, counts.failed);
  if (counts.errors > 0) summary += fmt::format(", {} with errors", counts.errors);
  if (counts.skipped > 0) summary += fmt::format(", {} skipped", counts.skipped);
  for (const std::string& repeated : {" (" + summary + ")", " Known so far: " + summary + "."}) {
    if (const std::size_t at = message.find(repeated); at != std::string::npos)
      message.erase(at, repeated.size());
  }
  return message;
}

// A message of several lines that a test above has as its reason isn't said again.
std::string without_repetition(const Report& report, const Error& error, std::string message) {
  const auto is_shown = [&report](std::string_view part) {
    return std::ranges::any_of(report.suites, [part](const Suite& suite) {
      return std::ranges::any_of(suite.cases, [part](const Case& test) {
        return test.status != Status::pass && test.reason && test.reason->find(part) != std::string::npos;
      });
    });
  };
  if (message.find('\n') == std::string::npos) return message;
  for (std::size_t at = 0, end = 0; end != std::string::npos; at = end + 2) {
    end = message.find("\n\n", at);
    if (!is_shown(trim(std::string_view(message).substr(at, end - at)))) return message;
  }
  return error.code == ErrorCode::test_compile_failed ? "The sources don't compile."
                                                      : message.substr(0, message.find('\n'));
}

// "2 failed, 5 passed  ·  1.2 s  ·  forge 1.7.1"
std::string totals(const Page& page, const Report& report) {
  const Counts counts = count(report.suites);
  std::vector<std::string> parts;
  const auto add = [&](std::size_t number, Color color, std::string_view what) {
    if (number > 0) parts.push_back(page.paint(color, fmt::format("{} {}", number, what)));
  };
  add(counts.failed, Color::red, "failed");
  add(counts.errors, Color::yellow, counts.errors == 1 ? "error" : "errors");
  add(counts.passed, Color::green, "passed");
  add(count_flaky(report.suites), Color::yellow, "flaky");
  add(counts.skipped, Color::plain, "skipped");
  const auto missing = std::count_if(report.not_run.begin(), report.not_run.end(),
                                     [](const NotRun& test) { return !test.on_purpose; });
  add(static_cast<std::size_t>(missing), Color::yellow, "not run");
  std::string rest = "  ·  " + format_duration(report.run.usage.wall);
  if (const std::string tool = one_line(report.framework.name + " " + report.framework.version);
      !tool.empty()) {
    rest += "  ·  " + tool;
  }
  if (report.shard) rest += fmt::format("  ·  shard {}/{}", report.shard->index, report.shard->count);
  const std::string tests = parts.empty() ? "none" : fmt::format("{}", fmt::join(parts, ", "));
  return tests + page.paint(Color::dim, rest);
}

// Paths and commands are there to be copied, so they aren't broken into lines.
void write_unbroken(Page& page, std::string_view label, std::string_view text) {
  if (!text.empty()) page.line("  " + page.paint(Color::dim, pad_right(label, 6)) + "  " + one_line(text));
}

// "sandbox; memory 512.0 MiB, pids 256"
std::string held_by(const Isolation& isolation) {
  std::string text = word(isolation.level);
  const char* separator = "; ";
  for (const EnforcedLimit& limit : isolation.limits) {
    text += separator + limit.name + ' ' + limit.limit;
    separator = ", ";
  }
  return text;
}

// "3/10, 12 of 120 tests, shared by time"
std::string describe_shard(const Shard& shard) {
  const bool files = shard.by == "files";
  return fmt::format("{}/{}, {} of {} {}{}, shared by {}", shard.index, shard.count, shard.tests,
                     shard.tests_total, files ? "file" : "test", shard.tests_total == 1 ? "" : "s",
                     files ? "file" : shard.by);
}

void write_run(Page& page, const Report& report, bool passed) {
  if (page.verbose()) {
    const Usage& usage = report.run.usage;
    std::string used = format_duration(usage.user_cpu + usage.system_cpu) + " of CPU";
    if (usage.peak_memory_bytes) used += ", at most " + format_size(*usage.peak_memory_bytes) + " of memory";
    page.fact("used", used);
    if (report.termination) {
      const bool exited = report.termination->kind == Termination::Kind::exited;
      page.fact("ended", word(report.termination->kind) +
                             (exited ? fmt::format(" with {}", report.termination->code) : ""));
    }
    if (report.run.isolation) page.fact("held", held_by(*report.run.isolation));
    write_unbroken(page, "seed", report.framework.fuzz_seed);
    write_unbroken(page, "ran", report.run.command);
    write_unbroken(page, "in", report.run.workdir);
  }
  if (!report.partial.empty()) page.fact("part", report.partial);
  if (report.shard) page.fact("shard", describe_shard(*report.shard));
  if (!passed || page.verbose()) write_unbroken(page, "log", report.run.log);
  write_unbroken(page, "rerun", report.rerun);
}

// What happened, and what to do next.
void write_error(Page& page, std::string_view label, const Error& error, const std::string& message,
                 const Report* report = nullptr) {
  auto lines = lines_of(message);
  if (lines.empty()) lines.emplace_back(info(error.code).meaning);
  const std::size_t indent = columns(label) + 2;
  const auto first = wrap(lines[0], page.room(indent));
  page.line(page.paint(Color::red, label) + "  " + page.paint(Color::bold, first[0]));
  for (std::size_t i = 1; i < first.size(); ++i) page.wrapped(indent, first[i], Color::bold);
  lines.erase(lines.begin());
  page.block(indent, lines, page.verbose() ? lines.size() : kMessageLinesShown);
  if (const std::string_view next = advice(error, report); !next.empty()) page.fact("next", next);
  // That tests failed is no code to look up.
  if (error.code != ErrorCode::test_assertion_failed) page.fact("code", info(error.code).name);
}

// A line a part, before the verdict on them all.
void write_parts(Page& page, const Report& report) {
  if (report.parts.empty()) return;
  page.gap();
  for (const PartResult& part : report.parts) {
    const bool passed = part.verdict == Verdict::pass;
    const std::string line = fmt::format("{} {}  {}", passed ? "✓" : "✗", one_line(part_line(part)),
                                         format_duration(part.duration));
    page.wrapped(0, line, passed ? Color::green : Color::red, 2);
  }
}

void write_verdict(Page& page, const Report& report, const std::optional<Error>& error) {
  page.gap();
  const bool passed = !error && report.verdict == Verdict::pass;
  if (passed) {
    page.line(page.paint(Color::green, "✓ PASS") + "  " + totals(page, report));
  } else {
    const Error known =
        error.value_or(Error{ErrorCode::internal_error, "The tests didn't pass, but no error says why."});
    write_error(page, report.verdict == Verdict::fail ? "✗ FAIL" : "✗ ERROR", known,
                without_repetition(report, known, without_counts(known.message, count(report.suites))),
                &report);
    page.line("  " + page.paint(Color::dim, "tests ") + "  " + totals(page, report));
  }
  if (report.since_last) {
    if (const std::string line = since_line(*report.since_last); !line.empty())
      page.wrapped(2, line, Color::plain, 2);
  }
  write_run(page, report, passed);
}

}  // namespace

std::string to_terminal(const Answer& answer, const TerminalStyle& style) {
  Page page(style);
  if (!answer.report) {
    const Error error =
        answer.error.value_or(Error{ErrorCode::internal_error, "There is neither a report nor an error."});
    write_error(page, "✗ ERROR", error, error.message);
    if (style.verbose && !error.details.empty()) write_unbroken(page, "more", to_json_line(error.details));
    return page.take();
  }
  const Report& report = *answer.report;
  write_cases(page, report, Status::fail);
  write_cases(page, report, Status::error);
  write_not_run(page, report);
  write_diagnostics(page, report, answer.error ? answer.error->message : "");
  write_skipped(page, report);
  write_suites(page, report);
  write_flaky(page, report);
  write_repeat(page, report);
  write_slowest(page, report);
  write_gas(page, report);
  write_coverage(page, report);
  write_warnings(page, report);
  write_hang(page, report);
  write_left_behind(page, report);
  write_parts(page, report);
  write_verdict(page, report, answer.error);
  return page.take();
}

}  // namespace proctor::output
