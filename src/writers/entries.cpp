#include "writers/entries.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <tuple>

#include "base/text.hpp"
#include "output/envelope.hpp"

namespace proctor::writers {
namespace {

constexpr std::size_t kMostDiagnostics = 50;

std::string joined(std::string text, std::string_view more, std::string_view between) {
  if (!text.empty() && !more.empty()) text += between;
  text += more;
  return text;
}

Entry entry_of(const Case& test) {
  Entry entry{.name = clean_name(test.name), .status = test.status};
  entry.message = clean(joined(test.reason.value_or(""), test.counterexample.value_or(""), "\n\n"));
  if (entry.message.empty() && entry.bad()) entry.message = "It failed, and nothing says why.";
  std::string output = test.output;
  if (output.empty()) {
    for (const std::string& line : test.logs) output += line + '\n';
  }
  entry.output = clean(output);
  entry.test = &test;
  return entry;
}

Entry entry_of(const NotRun& test) {
  Entry entry{.name = test.name.empty() ? "(all tests)" : clean_name(test.name), .status = Status::skip};
  entry.not_run = !test.on_purpose;
  entry.message = clean(test.on_purpose ? test.cause : "It didn't run: " + test.cause);
  return entry;
}

// What the compiler said stands nowhere else.
std::string with_diagnostics(std::string message, const std::vector<Diagnostic>& diagnostics) {
  std::size_t told = 0;
  for (const Diagnostic& diagnostic : diagnostics) {
    if (diagnostic.severity != "error") continue;
    if (++told > kMostDiagnostics) return message + "\n…";
    std::string place = diagnostic.file;
    if (diagnostic.line) place += fmt::format(":{}", *diagnostic.line);
    message += '\n' + joined(place, diagnostic.message, ": ");
  }
  return message;
}

bool any_bad(const Report& report) {
  const Counts counts = count(report.suites);
  return counts.failed + counts.errors > 0;
}

// Why an answer is no pass, where no failed test in it says so.
std::optional<Entry> trouble_of(const Answer& answer) {
  const auto why = output::why_no_pass(answer);
  if (!why) return std::nullopt;
  const bool by_tests =
      why->code == ErrorCode::test_assertion_failed || why->code == ErrorCode::command_failed;
  if (by_tests && answer.report && any_bad(*answer.report)) return std::nullopt;
  Entry entry{.name = std::string(kRunEntry)};
  entry.code = info(why->code).name;
  std::string message = why->message;
  if (answer.report && why->code == ErrorCode::test_compile_failed)
    message = with_diagnostics(std::move(message), answer.report->diagnostics);
  entry.message = clean(message);
  return entry;
}

}  // namespace

std::string clean(std::string_view text) {
  std::string out = for_terminal(text);
  // Valid in UTF-8, and in no XML.
  for (const char* never : {"\xEF\xBF\xBE", "\xEF\xBF\xBF"}) replace_all(out, never, "\xEF\xBF\xBD");
  return out;
}

std::string clean_name(std::string_view name) {
  std::string out = clean(printable(name));
  return trim(out).empty() ? "(no name)" : out;
}

std::string shortened(const std::string& text, std::size_t most) {
  if (text.size() <= most) return text;
  const std::string_view head = std::string_view(text).substr(0, utf8_prefix(text, most * 2 / 3));
  const std::string_view tail = std::string_view(text).substr(text.size() - utf8_suffix(text, most / 3));
  return fmt::format("{}\n… {} left out …\n{}", head, format_size(text.size() - head.size() - tail.size()),
                     tail);
}

std::string first_line(const std::string& text, std::size_t most) {
  const auto lines = split_lines(text);
  const auto found = std::ranges::find_if(lines, [](auto line) { return !trim(line).empty(); });
  if (found == lines.end()) return {};
  const std::string_view line = trim(*found);
  if (line.size() <= most) return std::string(line);
  return std::string(line.substr(0, utf8_prefix(line, most))) + "…";
}

std::string Group::title() const {
  return !name.empty() ? name : !file.empty() ? file : "tests";
}

std::vector<Group> groups_of(const Answer& answer) {
  std::vector<Group> groups;
  std::map<std::pair<std::string, std::string>, std::size_t> places;
  const auto group = [&](const std::string& file, const std::string& name) -> Group& {
    const auto [place, is_new] = places.emplace(std::pair(file, name), groups.size());
    if (is_new) {
      groups.push_back(
          {.file = file.empty() ? "" : clean_name(file), .name = name.empty() ? "" : clean_name(name)});
    }
    return groups[place->second];
  };
  if (answer.report) {
    for (const Suite& suite : answer.report->suites) {
      Group& into = group(suite.file, suite.name);
      double sum = 0;
      for (const Case& test : suite.cases) {
        into.entries.push_back(entry_of(test));
        sum += test.duration_ms.value_or(0);
      }
      into.duration_ms = into.duration_ms.value_or(0) + suite.duration_ms.value_or(sum);
    }
    for (const NotRun& test : answer.report->not_run)
      group(test.file, test.suite).entries.push_back(entry_of(test));
  }
  std::erase_if(groups, [](const Group& one) { return one.entries.empty(); });
  if (auto entry = trouble_of(answer)) {
    groups.push_back({.file = {}, .name = std::string(kRunGroup), .entries = {}});
    groups.back().entries.push_back(*std::move(entry));
  }
  return groups;
}

Verdict verdict_of(const Answer& answer) {
  if (!output::why_no_pass(answer)) return Verdict::pass;
  return answer.report && answer.report->verdict == Verdict::fail ? Verdict::fail : Verdict::error;
}

std::size_t failed_tries(const Entry& entry) {
  return entry.test == nullptr || entry.test->attempts == 0 ? 0 : entry.test->attempts - 1;
}

Location place_of(const Group& group, const Entry& entry) {
  Location place{.file = group.file};
  if (entry.test == nullptr || !entry.test->location) return place;
  place.line = entry.test->location->line;
  if (!entry.test->location->file.empty()) place.file = clean_name(entry.test->location->file);
  return place;
}

std::vector<std::pair<std::string, std::string>> properties_of(const Written& written) {
  std::vector<std::pair<std::string, std::string>> properties;
  const auto add = [&properties](const char* name, const std::string& value) {
    if (!value.empty()) properties.emplace_back(name, clean(value));
  };
  const auto why = output::why_no_pass(written.answer);
  const auto& report = written.answer.report;
  add("proctor.verdict", word(verdict_of(written.answer)));
  add("proctor.exit_code", std::to_string(written.exit_code));
  if (why) add("proctor.error", std::string(info(why->code).name));
  if (report) {
    add("proctor.run", report->run.id);
    add("proctor.command", report->run.command);
    add("proctor.framework", joined(report->framework.name, report->framework.version, " "));
    add("proctor.partial", report->partial);
    add("proctor.rerun", report->rerun);
    if (report->shard) {
      add("proctor.shard", fmt::format("{}/{}", report->shard->index, report->shard->count));
      add("proctor.partition", report->shard->partition);
    }
  }
  add("proctor.version", written.version);
  return properties;
}

std::string utc_seconds(std::int64_t milliseconds) {
  const std::chrono::sys_seconds when{std::chrono::seconds(milliseconds / 1'000)};
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}", fmt::gmtime(std::chrono::system_clock::to_time_t(when)));
}

}  // namespace proctor::writers
