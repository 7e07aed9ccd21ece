#include "output/brief.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/head_and_tail.hpp"
#include "base/text.hpp"
#include "output/columns.hpp"
#include "output/page.hpp"
#include "output/part_line.hpp"
#include "output/since_last.hpp"
#include "output/token_budget.hpp"
#include "report/hang.hpp"

namespace proctor::output {
namespace {

constexpr std::size_t kReasonLines = 30;
constexpr std::size_t kMessageLines = 24;
constexpr std::size_t kExampleLines = 8;
constexpr std::size_t kLogLines = 4;
constexpr std::size_t kLongestLine = 600;
constexpr std::size_t kLongestName = 200;
constexpr std::size_t kDiagnostics = 5;
constexpr std::size_t kEvidence = 5;
constexpr std::size_t kProcesses = 5;
constexpr std::size_t kWarnings = 3;

std::string short_line(std::string_view text, std::size_t limit = kLongestLine) {
  return cut(one_line(text.substr(0, 8 * limit)), limit);
}

struct Failure {
  const Suite* suite;
  const Case* test;
};

std::vector<Failure> failures_of(const Report& report) {
  std::vector<Failure> failures;
  for (const Status status : {Status::fail, Status::error}) {
    for (const Suite& suite : report.suites) {
      for (const Case& test : suite.cases) {
        if (test.status == status) failures.push_back({&suite, &test});
      }
    }
  }
  return failures;
}

std::string name_of(const Failure& failure) {
  const std::string& owner = failure.suite->name.empty() ? failure.suite->file : failure.suite->name;
  const std::string name = printable(failure.test->name);
  return short_line(owner.empty() ? name : owner + "." + name, kLongestName);
}

std::string place_of(const Failure& failure) {
  const auto& location = failure.test->location;
  if (!location || location->file.empty()) return short_line(failure.suite->file, kLongestName);
  std::string place = short_line(location->file, kLongestName);
  if (location->line) place += fmt::format(":{}", *location->line);
  return place;
}

void add_block(std::vector<std::string>& lines, std::string_view text, std::size_t most) {
  const auto block = lines_of(text.substr(0, 16 * kLongestLine));
  // Of more lines the middle is left out.
  const std::size_t behind = block.size() > most ? most / 3 : 0;
  const std::size_t before = std::min(block.size(), most) - behind;
  for (std::size_t i = 0; i < block.size(); ++i) {
    if (i == before && block.size() > most)
      lines.push_back(fmt::format("  … {} more lines", block.size() - most));
    if (i < before || i >= block.size() - behind) lines.push_back("  " + cut(block[i], kLongestLine));
  }
}

std::vector<std::string> in_full(const Failure& failure) {
  std::vector<std::string> lines;
  const Case& test = *failure.test;
  const std::string place = place_of(failure);
  lines.push_back(
      fmt::format("- {}{}{}{}", name_of(failure), failure_mark(test), place.empty() ? "" : "  ", place));
  add_block(lines, test.reason.value_or("no reason given"), kReasonLines);
  if (test.counterexample) {
    lines.emplace_back("  counterexample:");
    add_block(lines, *test.counterexample, kExampleLines);
  }
  if (!test.logs.empty()) {
    lines.emplace_back("  logs:");
    // The last ones stand nearest to the failure.
    const std::size_t first = test.logs.size() - std::min(test.logs.size(), kLogLines);
    std::uint64_t hidden = 0;
    for (std::size_t i = 0; i < first; ++i)
      hidden += std::max<std::uint64_t>(1, lines_left_out(test.logs[i]));
    if (hidden > 0) lines.push_back(fmt::format("  … {} lines before", hidden));
    for (std::size_t i = first; i < test.logs.size(); ++i) lines.push_back("  " + short_line(test.logs[i]));
  }
  return lines;
}

// What happened, on at most a third of the room.
void write_message(BudgetedText& text, std::string_view message) {
  const auto lines = lines_of(message.substr(0, 16 * kLongestLine));
  const std::size_t reserved = text.left() - text.left() / 3;
  text.cut_line("  " + cut(lines.empty() ? "" : lines[0], kLongestLine), text.left() / 4);
  for (std::size_t i = 1; i < std::min(lines.size(), kMessageLines); ++i) {
    if (!text.line("  " + cut(lines[i], kLongestLine), reserved)) return;
  }
  if (lines.size() > kMessageLines) text.line("  " + more(lines.size() - kMessageLines, "line"), reserved);
}

std::string joined(const std::vector<std::string>& lines) {
  return fmt::format("{}", fmt::join(lines, "\n"));
}

// The first failures in full as long as they take no more than half of what is left, then names, then their
// number.
void write_failures(BudgetedText& text, const Report& report, std::size_t reserved) {
  const std::vector<Failure> failures = failures_of(report);
  std::size_t next = 0;
  const std::size_t half = text.left() / 2;
  for (; next < failures.size(); ++next) {
    const bool last = next + 1 == failures.size();
    const std::size_t kept = std::max(reserved, last ? 0 : half);
    if (!text.line(joined(in_full(failures[next])), kept)) break;
  }
  constexpr std::size_t kMore = 8;  // tokens of the line that says how many more there are
  for (; next < failures.size(); ++next) {
    const std::size_t kept = reserved + (next + 1 < failures.size() ? kMore : 0);
    if (!text.line("- " + name_of(failures[next]), kept)) break;
  }
  if (next < failures.size()) text.line(more(failures.size() - next, "failure"), reserved);
}

void write_not_run(BudgetedText& text, const Report& report, std::size_t reserved) {
  std::size_t number = 0;
  const NotRun* first = nullptr;
  for (const NotRun& test : report.not_run) {
    if (test.on_purpose) continue;
    if (!first) first = &test;
    ++number;
  }
  if (!first) return;
  const std::string owner = first->suite.empty() ? first->file : first->suite;
  text.line(fmt::format("not run: {}: {}, first {}", plural(number, first->name.empty() ? "suite" : "test"),
                        short_line(first->cause, kLongestName),
                        short_line(first->name.empty() ? owner : owner + "." + first->name, kLongestName)),
            reserved);
}

void write_diagnostics(BudgetedText& text, const Report& report, const std::string& message,
                       std::size_t reserved) {
  std::size_t errors = 0;
  for (const Diagnostic& diagnostic : report.diagnostics) {
    if (diagnostic.severity != "error" || diagnostic.message == message || ++errors > kDiagnostics) continue;
    std::string place = short_line(diagnostic.file, kLongestName);
    if (diagnostic.line) place += fmt::format(":{}", *diagnostic.line);
    text.line(fmt::format("- {}: {}", place, short_line(diagnostic.message)), reserved);
  }
  if (errors > kDiagnostics) text.line(more(errors - kDiagnostics, "compile error"), reserved);
}

// Where the project's own code stood comes first, and then who was alive.
void write_hang(BudgetedText& text, const Diagnostic& diagnostic, std::size_t reserved) {
  const std::string_view stacks = diagnostic.hang->stacks;
  std::string own;
  if (stacks.starts_with(kOwnFrames))
    own = "hang: " + joined(lines_of(stacks.substr(0, stacks.find("\n\n"))));
  const bool shown = !own.empty() && text.line(own, std::max(reserved, text.left() / 2));
  text.line((shown ? "" : "hang: ") + short_line(diagnostic.message), reserved);
  if (stacks.empty()) return;
  text.line(fmt::format("stacks: {} in `diagnostics` and in the output",
                        plural(split_lines(stacks).size(), "line")),
            reserved);
}

std::string counts_of(const Report& report) {
  const Counts counts = count(report.suites);
  std::string text = fmt::format("{} passed, {} failed", counts.passed, counts.failed);
  if (counts.errors > 0) text += fmt::format(", {} with errors", counts.errors);
  if (const std::size_t flaky = count_flaky(report.suites); flaky > 0)
    text += fmt::format(", {} flaky", flaky);
  if (counts.skipped > 0) text += fmt::format(", {} skipped", counts.skipped);
  return text;
}

// Tests that failed and passed at another try.
void write_flaky(BudgetedText& text, const Report& report, std::size_t reserved) {
  for (const Suite& suite : report.suites) {
    for (const Case& test : suite.cases) {
      if (!test.flaky) continue;
      text.line(fmt::format("flaky: {} passed at try {}, after: {}", name_of({&suite, &test}), test.attempts,
                            short_line(test.reason.value_or("no reason given"), kLongestName)),
                reserved);
    }
  }
}

void write_repeat(BudgetedText& text, const Repeat& repeat, std::size_t reserved) {
  text.line(fmt::format("runs: {} of {}: {} passed, {} failed, {} with errors", repeat.ran(), repeat.asked,
                        repeat.passed, repeat.failed, repeat.errors),
            reserved);
  for (const Repeat::Test& test : repeat.tests) {
    const std::string& owner = test.suite.empty() ? test.file : test.suite;
    text.line(fmt::format("- {} of {}: {}", test.failed, test.ran,
                          short_line(owner.empty() ? test.name : owner + "." + test.name, kLongestName)),
              reserved);
  }
}

// What the reader can do next has its place kept free.
std::size_t tokens_of(const std::vector<std::string>& lines) {
  return lines.empty() ? 0 : estimated_tokens(joined(lines)) + 1;
}

void write_lines(BudgetedText& text, const std::vector<std::string>& lines) {
  for (const std::string& line : lines) text.line(line);
}

std::string verdict_word(bool ok, const std::optional<Error>& error) {
  if (ok) return "PASS";
  if (!error) return "ERROR";
  const bool failed =
      error->code == ErrorCode::test_assertion_failed || error->code == ErrorCode::command_failed;
  return failed ? "FAIL" : std::string(info(error->code).name);
}

// How the command ended, in a few words.
std::string ending(const Termination& termination) {
  switch (termination.kind) {
    case Termination::Kind::exited:
      return fmt::format("exit code {}", termination.code);
    case Termination::Kind::signalled:
      return fmt::format("ended by signal {}", termination.code);
    default: {
      std::string text = word(termination.kind);
      std::replace(text.begin(), text.end(), '_', ' ');
      return text;
    }
  }
}

std::string quoted(std::string_view output) {
  std::string text;
  for (const std::string_view line : split_lines(output)) {
    if (!text.empty()) text += '\n';
    text += "| ";
    text += for_terminal(line);
  }
  return text;
}

// A third for the beginning, the rest for the end, where failures and sums stand. "| " before each line is
// paid for as well, so it is put there first.
void write_output(BudgetedText& text, const CommandBrief& answer, std::size_t reserved) {
  const std::string_view output = trim(answer.output);
  if (output.empty()) {
    const std::string size = format_size(answer.output_bytes);
    text.line(answer.output_bytes == 0 ? "(no output)" : fmt::format("(output: {}, none of it shown)", size),
              reserved);
    return;
  }
  constexpr std::size_t kHeading = 16;  // tokens of the lines around the excerpt
  const std::size_t left = text.left();
  if (left < reserved + kHeading + 8) return;
  const std::size_t room = left - reserved - kHeading;
  // No more is quoted than could be shown: the rest is far from both ends.
  const std::size_t most = 4 * room;
  const std::string head_text = quoted(output.substr(0, utf8_prefix(output, most)));
  if (output.size() <= most && estimated_tokens(head_text) <= room) {
    text.line("output:", reserved);
    text.line(head_text, reserved);
    return;
  }
  const std::string tail_text = quoted(output.substr(output.size() - utf8_suffix(output, most)));
  std::string_view head = token_prefix(head_text, room / 3);
  std::string_view tail = token_suffix(tail_text, room - room / 3 - 1);
  // Whole lines, if there are some: half a line is easily misread.
  if (const std::size_t end = head.rfind('\n'); end != std::string_view::npos) head = head.substr(0, end);
  if (const std::size_t begin = tail.find('\n'); begin != std::string_view::npos) {
    tail.remove_prefix(begin + 1);
  }
  const std::string mark = tail.starts_with("| ") ? "" : "| ";
  text.line(fmt::format("output ({}, cut):", format_size(answer.output_bytes)), reserved);
  text.line(head, reserved);
  text.line("…", reserved);
  text.line(mark + std::string(tail), reserved);
}

}  // namespace

std::string brief(const Answer& answer, std::size_t max_tokens, std::string_view log_run) {
  BudgetedText text(max_tokens);
  const bool ok = answer.ok() && answer.report->verdict == Verdict::pass;
  std::string first = verdict_word(ok, answer.error);
  if (answer.report) first += ": " + counts_of(*answer.report);
  if (answer.report && answer.report->run.usage.wall.count() > 0) {
    first += " in " + format_duration(answer.report->run.usage.wall);
  }
  text.cut_line(first);
  if (answer.error && answer.error->code != ErrorCode::test_assertion_failed) {
    write_message(text, answer.error->message);
  }
  std::vector<std::string> next;
  if (answer.report && !answer.report->rerun.empty()) {
    next.push_back("rerun: " + short_line(answer.report->rerun, 2000));
  }
  if (!log_run.empty() && !ok) next.push_back("log: read_log " + short_line(log_run, kLongestName));
  // A long command line that takes most of the room isn't worth it.
  while (!next.empty() && tokens_of(next) > text.left() / 2) next.erase(next.begin());
  const std::size_t reserved = tokens_of(next);
  if (answer.report) {
    if (answer.report->since_last) {
      if (const std::string line = since_line(*answer.report->since_last); !line.empty())
        text.line(short_line(line), reserved);
    }
    if (!answer.report->partial.empty()) text.line("part: " + short_line(answer.report->partial), reserved);
    for (const PartResult& part : answer.report->parts) text.line(short_line(part_line(part)), reserved);
    if (answer.report->repeat) write_repeat(text, *answer.report->repeat, reserved);
    write_failures(text, *answer.report, reserved);
    write_flaky(text, *answer.report, reserved);
    write_not_run(text, *answer.report, reserved);
    write_diagnostics(text, *answer.report, answer.error ? answer.error->message : "", reserved);
    for (const Diagnostic& diagnostic : answer.report->diagnostics) {
      if (diagnostic.hang) write_hang(text, diagnostic, reserved);
    }
    std::size_t warnings = 0;
    for (const std::string& warning : answer.report->warnings) {
      if (++warnings <= kWarnings) text.line("warning: " + short_line(warning), reserved);
    }
  }
  write_lines(text, next);
  return text.take();
}

std::string brief_command(const CommandBrief& answer, std::size_t max_tokens) {
  BudgetedText text(max_tokens);
  const bool untested = !answer.error && !answer.shows_tests;
  const std::string word = untested ? "DONE" : verdict_word(!answer.error, answer.error);
  text.cut_line(fmt::format("{}: {}{} after {}: {}", word, ending(answer.termination),
                            untested ? ", no tests seen," : "", format_duration(answer.duration),
                            short_line(answer.command, 300)));
  if (answer.error) text.cut_line("  " + short_line(answer.error->message), text.left() / 2);
  if (!answer.error && !answer.passed.empty()) text.cut_line("  evidence: " + short_line(answer.passed));
  std::vector<std::string> next;
  if (!answer.run.empty()) next.push_back("log: read_log " + short_line(answer.run, kLongestName));
  if (!answer.log.empty()) next.push_back("log file: " + short_line(answer.log, 1000));
  while (!next.empty() && tokens_of(next) > text.left() / 3) next.pop_back();
  const std::size_t reserved = tokens_of(next);
  for (std::size_t i = 0; i < std::min(answer.evidence.size(), kEvidence); ++i) {
    text.line("  said: " + short_line(answer.evidence[i], kLongestName), reserved);
  }
  if (answer.hang != nullptr) write_hang(text, *answer.hang, std::max(reserved, text.left() / 2));
  if (!answer.left_behind.empty()) {
    text.line(fmt::format("left behind and ended: {}", plural(answer.left_behind.size(), "process")),
              reserved);
    for (std::size_t i = 0; i < std::min(answer.left_behind.size(), kProcesses); ++i) {
      const LeftBehind& process = answer.left_behind[i];
      text.line(fmt::format("- {} {}", process.pid, short_line(process.command, kLongestName)), reserved);
    }
  }
  for (std::size_t i = 0; i < std::min(answer.warnings.size(), kWarnings); ++i) {
    text.line("warning: " + short_line(answer.warnings[i]), reserved);
  }
  if (answer.report) {
    const bool shown = text.line("tests: " + counts_of(*answer.report), reserved);
    // Half of the room is for the output, whatever there is to say about tests.
    if (shown) write_failures(text, *answer.report, std::max(reserved, text.left() / 2));
    write_diagnostics(text, *answer.report, "", std::max(reserved, text.left() / 2));
  }
  write_output(text, answer, reserved);
  write_lines(text, next);
  return text.take();
}

std::string without_output(std::string_view text) {
  std::string rest;
  for (const std::string_view line : split_lines(text)) {
    if (line.starts_with("| ") || line == "…" || line.starts_with("output:") || line.starts_with("output ("))
      continue;
    rest.append(line).append("\n");
  }
  return rest;
}

}  // namespace proctor::output
