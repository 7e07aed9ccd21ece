#include "run/read.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <tuple>

#include "base/text.hpp"
#include "format/forge_json.hpp"
#include "format/reader.hpp"
#include "framework/forge_errors.hpp"
#include "report/judge.hpp"
#include "request/request.hpp"

namespace proctor {
namespace {

constexpr std::size_t kEnoughToTell = 64U << 10U;

template <typename List>
void append(List& list, List&& more) {
  std::move(more.begin(), more.end(), std::back_inserter(list));
}

// What has come of a file so that its format can be told, and then the rest of it.
struct Begun {
  const RecordedFile& file;
  std::string begin{};
  bool over = false;

  explicit Begun(const RecordedFile& from) : file(from) {
    while (!over && begin.size() < kEnoughToTell) {
      const std::string_view piece = file.source();
      over = piece.empty();
      begin += piece;
    }
  }
  template <typename Reader>
  void feed(Reader& reader) {
    if (!begin.empty()) reader.feed(begin);
    while (!over) {
      const std::string_view piece = file.source();
      over = piece.empty();
      if (!over) reader.feed(piece);
    }
  }
};

void read_forge(Begun& begun, const Recorded& recorded, Report& report, ReportState& state) {
  format::ForgeJsonReader reader;
  begun.feed(reader);
  format::ForgeJsonReader::Result read = reader.finish();
  report.framework.name = "forge";
  append(report.suites, std::move(read.suites));
  append(report.diagnostics, std::move(read.diagnostics));
  append(report.gas_report, std::move(read.gas_report));
  append(report.diagnostics, framework::forge_diagnostics(recorded.stderr_text));
  append(report.warnings, framework::forge_warnings(recorded.stderr_text));
  state = std::move(read.state);
  if (state.found) return;
  state.cause = framework::forge_failure(read.text, recorded.stderr_text, report.diagnostics,
                                         recorded.exit_code.value_or(0));
  if (!state.cause && !report.diagnostics.empty() && report.diagnostics.front().severity == "error") {
    state.cause = Error{ErrorCode::test_compile_failed,
                        "The sources don't compile: " + report.diagnostics.front().message};
  }
}

void add(ReportState& all, ReportState&& more) {
  all.found = all.found || more.found;
  all.truncated = all.truncated || more.truncated;
  if (!more.malformed.empty()) all.malformed += (all.malformed.empty() ? "" : "; ") + more.malformed;
  if (all.instead.empty()) all.instead = std::move(more.instead);
  if (all.none_reason.empty()) all.none_reason = std::move(more.none_reason);
  if (!all.cause) all.cause = std::move(more.cause);
}

bool has_results(const format::ReportReader& reader) {
  return std::ranges::any_of(reader.events().tests(), [](const auto& test) { return test.number != 0; });
}

Answer refuse(const std::string& message) {
  return {.error = invalid_field("format", message).value()};
}

}  // namespace

std::string recorded_formats() {
  std::string list = "forge-json";
  for (const std::string_view name : format::reader_formats()) list += fmt::format(", {}", name);
  return list;
}

Answer read_recorded(const std::vector<RecordedFile>& files, const Recorded& recorded) {
  Report report;
  ReportState state;
  std::vector<format::LabelledReader> readers;
  std::vector<std::string> sources;  // of each reader
  std::vector<std::string> kinds;    // of all results, each once
  const auto add_kind = [&kinds](const std::string& kind) {
    if (std::ranges::find(kinds, kind) == kinds.end()) kinds.push_back(kind);
  };
  for (const RecordedFile& file : files) {
    Begun begun(file);
    std::string format = recorded.format;
    if (format.empty()) format = format::detect_format(begun.begin);
    if (format.empty() && trim(begun.begin).empty()) {
      if (files.size() > 1) add(state, {.malformed = file.name + " is empty"});
    } else if (format.empty()) {
      return refuse(fmt::format("what {} holds isn't known; say it with --format: {}",
                                file.name == "-" ? "standard input" : file.name, recorded_formats()));
    } else if (format == "forge-json") {
      ReportState of_file;
      read_forge(begun, recorded, report, of_file);
      add(state, std::move(of_file));
      add_kind(format);
    } else {
      auto reader = format::make_reader(format);
      if (!reader) return refuse(fmt::format("{} isn't known; there is: {}", format, recorded_formats()));
      begun.feed(*reader);
      reader->feed_stderr(recorded.stderr_text);
      reader->finish();
      sources.push_back(format);
      if (has_results(*reader)) add_kind(format);
      readers.push_back({files.size() > 1 ? file.name : "", std::move(reader)});
    }
  }
  format::ReadReports read = format::report_of(readers);
  append(report.suites, std::move(read.suites));
  std::ranges::stable_sort(report.suites, [](const Suite& a, const Suite& b) {
    return std::tie(a.file, a.name) < std::tie(b.file, b.name);
  });
  append(report.not_run, std::move(read.not_run));
  append(report.diagnostics, std::move(read.diagnostics));
  append(report.warnings, std::move(read.warnings));
  add(state, std::move(read.state));
  if (kinds.empty()) kinds = sources;
  for (const std::string& kind : kinds) report.source += (report.source.empty() ? "" : ", ") + kind;
  if (recorded.exit_code) {
    const int code = *recorded.exit_code;
    report.termination =
        code < 0
            ? Termination{Termination::Kind::signalled, -code, fmt::format("signal {}, as recorded", -code)}
            : Termination{Termination::Kind::exited, code, fmt::format("exit code {}, as recorded", code)};
  }
  Answer answer;
  answer.error = judge(report, state);
  answer.report = std::move(report);
  return answer;
}

Answer read_recorded(const Source& source, const Recorded& recorded) {
  return read_recorded(std::vector<RecordedFile>{{"the report", source}}, recorded);
}

}  // namespace proctor
