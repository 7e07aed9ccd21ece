// What a declared framework's results come to as a Report.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "base/files.hpp"
#include "base/text.hpp"
#include "format/coverage.hpp"
#include "framework/compile_errors.hpp"
#include "framework/declared.hpp"
#include "framework/end_in_words.hpp"
#include "framework/place.hpp"
#include "report/judge.hpp"

namespace proctor::framework {
namespace {

using Kind = Termination::Kind;

constexpr std::chrono::milliseconds kFileListLimit{10'000};
constexpr std::size_t kMostFileList = 1U << 20U;
constexpr std::size_t kMostLeftOut = 16U << 10U;
constexpr int kToolMissing = 127;  // of a build, or a tool's own command: what it needs isn't installed

struct Parts {
  std::string suite;
  std::string name;
};

// "a_test.py::ATest::test_b" of a_test.py is test_b of the suite ATest. What tells the rows of one test apart
// ("test_b[x::y]") is a part of the name, whatever stands in it; and what stands in the name of the file's
// directory, with which an id may begin as well ("internal/a.TestB/c"), separates nothing.
Parts parts_of(const format::TestEvent& event, const Definition::Source& source) {
  const std::string& separator = source.separator;
  std::string_view id = event.id;
  std::string_view row =
      event.test.empty() || !id.starts_with(event.test) ? "" : id.substr(event.test.size());
  if (row.starts_with(separator)) row = "";
  const std::string file = event.file + separator;
  if (!event.file.empty() && id.starts_with(file)) id.remove_prefix(file.size());
  if (source.whole_names && id == event.name) return {"", event.name};
  if (source.whole_names && !event.name.empty() && id.ends_with(separator + event.name))
    return {std::string(id.substr(0, id.size() - event.name.size() - separator.size())), event.name};
  const std::string_view whole = id.substr(0, id.size() - std::min(row.size(), id.size()));
  const std::size_t at = separator.empty() ? std::string_view::npos : whole.rfind(separator);
  const std::size_t slash = event.file.rfind('/');
  const bool in_directory = slash != std::string::npos && at <= slash &&
                            id.starts_with(std::string_view(event.file).substr(0, slash));
  if (at == std::string_view::npos || in_directory) return {"", std::string(id)};
  return {std::string(id.substr(0, at)), std::string(id.substr(at + separator.size()))};
}

// A native report says both.
Parts parts_of(const format::TestEvent& event) {
  TestId name = name_of(event);
  return {std::move(name.suite), std::move(name.name)};
}

// As it is seen from the project, also where the framework names it in full.
std::string file_of(const format::TestEvent& event, const std::filesystem::path& root) {
  const std::string below = root.string() + '/';
  return event.file.starts_with(below) ? event.file.substr(below.size()) : event.file;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  if (trim(text).empty()) return lines;
  for (const std::string_view line : split_lines(text)) lines.emplace_back(line);
  return lines;
}

// Results come in the order in which tests ended; a project's are shown file by file.
void sort_suites(std::vector<Suite>& suites) {
  std::stable_sort(suites.begin(), suites.end(), [](const Suite& a, const Suite& b) {
    return std::tie(a.file, a.name) < std::tie(b.file, b.name);
  });
}

}  // namespace

std::string Declared::none_reason(const Context& context) {
  const Request& request = context.request;
  if (!context.only.empty()) return "No test ran: none of those that were asked for is there.";
  std::string asked;
  for (const auto& [option, value] :
       {std::pair("--match-path", request.match_path), std::pair("--filter", request.filter)}) {
    if (!value.empty()) asked += fmt::format("{}{} {}", asked.empty() ? "" : " and ", option, value);
  }
  if (!asked.empty()) return fmt::format("No test ran: the framework found none for {}.", asked);
  return "No test ran: the framework found none.";
}

// What explains a run that failed although none of its tests did. (Where the tool's report stands on standard
// output, the rest stands on standard error.)
std::string Declared::printed_last() const {
  const std::string& err = outputs_.err(0);
  const bool mixed = native_ && definition_.results == "stdout";
  if (mixed || runtime_words(err) != std::string::npos) return last_lines(err);
  return last_lines(trim(outputs_.recent()).empty() ? outputs_.both(0) : outputs_.recent());
}

// `before` tests have had a result before this run.
void Declared::tell(const EventSink& events, const format::TestEvent* test, std::size_t before) const {
  if (test == nullptr) {
    if (stage_ == Stage::testing)
      events(TestsFound{before + (to_run_.empty() ? this->events().tests().size() : to_run_.size())});
    return;
  }
  const std::string& name = test->name.empty() ? test->id : test->name;
  const Parts parts = native_ ? parts_of(*test) : parts_of(*test, definition_.source);
  const std::string file = file_of(*test, places_.root);
  const EventTest names{test->id, file, parts.suite, parts.name};
  if (test->open())
    events(TestStarted{name, names});
  else
    events(TestFinished{name, test->status, names, test->duration_ms, test->message});
}

void Declared::fill_suites(Report& report) const {
  std::map<std::pair<std::string, std::string>, std::size_t> places;
  // Parts of a test stand before it, as they end before it.
  std::vector<const DeclaredResults::Test*> order;
  for (const DeclaredResults::Test& test : results_.tests()) order.push_back(&test);
  std::stable_sort(order.begin(), order.end(), [](const auto* a, const auto* b) {
    return a->settled != 0 && (b->settled == 0 || a->settled < b->settled);
  });
  std::size_t number = 0;
  PlaceFinder finder(places_.root);
  // What a site shows of a native report's test is made of the id, where the folder says how.
  const bool by_id = native_ && !places_.slug.empty() && !definition_.exercise.names.empty();
  for (const DeclaredResults::Test* each : order) {
    const DeclaredResults::Test& test = *each;
    const format::TestEvent& event = test.event;
    if (event.group && !event.status) continue;
    const Parts parts = native_ ? parts_of(event) : parts_of(event, definition_.source);
    const std::string file = file_of(event, places_.root);
    const std::string shown = !event.shown.empty() || by_id ? event.shown : event.name;
    if (!event.status) {
      report.not_run.push_back({.file = file,
                                .suite = parts.suite,
                                .name = parts.name,
                                .cause = test.begun ? "it was under way when another test ended the run"
                                         : rest_unnamed_
                                             ? "another test ended the run before it, and " +
                                                   definition_.title + " can't be told to run the rest alone"
                                             : "it was never started",
                                .shown = shown});
      continue;
    }
    const auto [place, is_new] = places.emplace(std::pair(file, parts.suite), report.suites.size());
    if (is_new) report.suites.push_back({.file = file, .name = parts.suite});
    Case result{.name = parts.name, .status = *event.status};
    if (!event.message.empty()) result.reason = event.message;
    if (event.duration_ms) {
      result.duration_ms = event.duration_ms;
      result.duration = fmt::format("{:.1f}ms", *event.duration_ms);
    }
    if (event.line) {
      result.location = Location{event.place.empty() ? file : event.place, event.line};
    } else if (result.status == Status::fail || result.status == Status::error) {
      // A report that names no line has it in its message at best.
      if (const auto found = finder.first_in(event.message))
        result.location = Location{found->file, found->line};
    }
    result.logs = lines_of(to_valid_utf8(test.output));
    result.order = ++number;
    result.id = event.id;
    result.shown = shown;
    result.test = event.test;
    result.output = test.output;
    result.task = event.task;
    result.unfinished = event.finished == 0;
    report.suites.at(place->second).cases.push_back(std::move(result));
  }
}

void Declared::add_coverage(Report& report) const {
  const std::string file = fill({definition_.coverage.file}, places_).front();
  if (runs_ > 1) {
    report.warnings.emplace_back("There is no coverage: the tests were run in several runs.");
    return;
  }
  const auto text = read_file(file);
  if (text && definition_.coverage.format == "go")
    report.coverage = format::read_go_coverage(*text, places_.root);
  else if (text)
    report.coverage = format::read_lcov(*text);
  if (report.coverage.empty()) {
    report.warnings.push_back(fmt::format("There is no coverage: {} {}.", definition_.title,
                                          text ? "measured no file" : "wrote no report of it"));
  }
}

// The files, directories or programs with tests that a run which was stopped hasn't come to.
void Declared::add_unstarted(const Context& context, Report& report) const {
  const std::vector<std::string>& words = commands(context).files;
  const Request& request = context.request;
  const bool some = !context.only.empty() || !request.match_path.empty() || !request.paths.empty();
  // (What a tool writes at its end says nothing of a run that was stopped.)
  const bool told = !is_native(definition_) || !definition_.results.starts_with("file:");
  // (A tool that shares its files itself doesn't say of a test where it stands.)
  const bool nameless = definition_.options.contains("shard");
  if (words.empty() || !context.side_run || some || !told || nameless || stage_ == Stage::building ||
      last_.kind == Kind::exited || last_.kind == Kind::cancelled || last_.kind == Kind::not_started)
    return;
  std::string listed;
  context.side_run(command(context, fill(words, places_)), kFileListLimit,
                   [&listed](Stream stream, std::string_view bytes) {
                     if (stream == Stream::out && listed.size() < kMostFileList) listed += bytes;
                   });
  std::set<std::string> begun;
  for (const DeclaredResults::Test& test : results_.tests()) {
    const std::string file = file_of(test.event, places_.root);
    const std::string& id = test.event.id;
    begun.insert({file, test.event.suite, std::filesystem::path(file).parent_path().string(), id,
                  id.substr(0, id.find(definition_.source.separator))});
  }
  for (const std::string_view line : split_lines(listed)) {
    const std::filesystem::path path(trim(line));
    const std::string name =
        path.is_absolute() ? path.lexically_relative(places_.root).string() : path.string();
    if (!name.empty() && !begun.contains(name))
      report.not_run.push_back({.file = name, .cause = "none of its tests was started"});
  }
}

void Declared::finish(const Context& context, const supervise::Outcome& outcome, Report& report,
                      ReportState& state) {
  fill_suites(report);
  add_unstarted(context, report);
  if (!context.exercise) sort_suites(report.suites);
  if (context.request.coverage && stage_ != Stage::building) add_coverage(report);
  const Counts counts = count(report.suites);
  report.source = definition_.format;
  state.left_out =
      to_valid_utf8(trim(read_if_there(places_.private_ / "left_out", kMostLeftOut).value_or("")));
  state.printed = printed_.empty() ? printed_last() : printed_;
  state.not_wanted = not_wanted_;
  if (events_) report.framework.version = to_valid_utf8(events_->events().version());
  state.found = counts.total() > 0;
  state.cause = cause_;
  state.cause_tells_end = cause_.has_value();
  const bool fails_whole = !complaint_.empty() && !cause_;
  if (fails_whole) state.cause = Error{code_of_complaint(), complaint_};
  const bool compiles = !state.cause || state.cause->code != ErrorCode::test_compile_failed;
  std::vector<Diagnostic> errors;
  if (!compiles && !context.exercise) errors = compile_errors(state.cause->message, places_.root);
  if (errors.empty() && (fails_whole || !compiles)) {
    Diagnostic whole = PlaceFinder(places_.root).first_in(state.cause->message).value_or(Diagnostic());
    whole.severity = "error";
    whole.message = state.cause->message;
    errors.push_back(std::move(whole));
  }
  std::move(errors.begin(), errors.end(), std::back_inserter(report.diagnostics));
  if (!context.exercise) {
    for (const std::string& warning : told_) report.warnings.push_back(to_valid_utf8(warning));
  }
  if (unshared_ && !state.cause) state.cause = unshared_;
  if (native_) state.malformed = fmt::format("{}", fmt::join(native_->problems(), "; "));
  if (broken_ > 0) {
    state.malformed = fmt::format("{} of its lines break the rules of proctor events", broken_);
  }
  report.termination = outcome.termination;
  if (stage_ == Stage::building) return;
  const auto bad_end = results_.bad_end();
  const bool named = bad_end && bad_end->kind == Kind::signalled && results_.blames() &&
                     last_.kind == Kind::exited && any_report() && events().ended();
  if (named && !context.exercise) {
    // A test has crashed, that is its failure, and all others were run: nothing is unknown.
    report.termination = Termination{
        Kind::exited, 1, fmt::format("in {} runs, as a test crashed: {}", runs_, bad_end->evidence)};
  } else if (bad_end) {
    report.termination = bad_end;
    // An exit with code 0 in the midst of the tests looks well from outside.
    state.truncated = counts.failed + counts.errors == 0;
  } else if (runs_ > 1 && last_.kind == Kind::exited) {
    // Of several runs, the last one's code says nothing of those before it.
    report.termination = Termination{Kind::exited, counts.failed + counts.errors > 0 ? 1 : bad_code_,
                                     fmt::format("in {} runs", runs_)};
  } else {
    report.termination = last_;
  }
  // Frameworks have exit codes of their own for that.
  if (!cause_ && !state.found && any_report() && events().ended() && last_.kind == Kind::exited)
    state.cause = Error{ErrorCode::test_none_ran, none_reason(context)};
  // What the tool warns of explains it, where it does (a program that ended before its tests, say).
  if (state.cause && state.cause->code == ErrorCode::test_none_ran && !context.exercise) {
    for (const std::string& warning : told_) state.cause->message += "\n" + to_valid_utf8(warning);
  }
}

ErrorCode Declared::code_of_complaint() const {
  if (bad_settings_) return ErrorCode::test_config_invalid;
  return behind_tests_ ? ErrorCode::test_inconsistent : ErrorCode::test_compile_failed;
}

// No test was ever started.
void Declared::nothing_tested(const Context& context, const supervise::Outcome& outcome) {
  const Termination& end = outcome.termination;
  // Where a tool finds none of the tests that were asked for, it writes no report at all.
  const bool some = !context.only.empty() || !context.request.filter.empty() ||
                    !context.request.match_path.empty() || !context.request.paths.empty();
  if (native_ && some && stage_ == Stage::testing && end.kind == Kind::exited && end.code == 0 &&
      complaint_.empty()) {
    cause_ = Error{ErrorCode::test_none_ran, none_reason(context)};
    return;
  }
  std::string printed = build_output_;
  if (stage_ != Stage::building) {
    const std::string& err = outputs_.err(0);
    printed = err.empty() ? outputs_.out(0) : err;
  }
  if (trim(printed).empty()) printed = list_errors_;
  printed = std::string(trim(printed));
  if (stage_ != Stage::building && !complaint_.empty()) printed = complaint_;
  const std::string_view what = stage_ == Stage::building ? "build" : "program";
  const bool told = !printed.empty() && end.kind == Kind::exited;
  const bool lacks_tool =
      end.kind == Kind::exited && end.code == kToolMissing && (stage_ == Stage::building || native_);
  if (!told || (stage_ != Stage::building && complaint_.empty() && !lacks_tool)) {
    std::string reason;
    if (end.kind == Kind::timed_out || end.kind == Kind::stalled) {
      const auto limit = context.limit();
      const std::string time = end.silent ? " (" + end.evidence + ")" : " within " + format_duration(limit);
      if (stage_ == Stage::building) {
        reason = "The code didn't finish building" + time +
                 ". The compiler needs too long for it (the machine may be busy), or what runs while it is "
                 "built has an endless loop or waits in vain.";
      } else if (whole_limit_ < limit / 2) {
        reason = fmt::format(
            "No test was started{}: what came before, building above all, left {} of it. The machine "
            "may be busy.",
            time, format_duration(whole_limit_));
      } else {
        // Some tools report a test when it, or its file, has ended.
        reason =
            "No test was started" + time +
            (native_
                 ? ", as far as the report says. Look for an endless loop in a test or in what runs before"
                 : ". Look for an endless loop in what runs before") +
            " the first test, when the code is loaded, or for something that it waits for in vain.";
      }
    } else if (end.kind == Kind::exited) {
      const bool silent = native_ && stage_ != Stage::building;
      reason = fmt::format("The {} ended with exit code {} {}.", what, end.code,
                           silent ? "and left no report with a test" : "before the first test was run");
    } else {
      reason = describe_end(end, {}, "", what) + " No test had been started.";
    }
    printed = printed.empty() ? reason : reason + "\n\n" + printed;
  }
  const bool compile = stage_ == Stage::building && end.kind == Kind::exited;
  ErrorCode code = compile               ? ErrorCode::test_compile_failed
                   : !complaint_.empty() ? code_of_complaint()
                                         : ErrorCode::test_tool_failed;
  if (end.kind == Kind::timed_out || end.kind == Kind::stalled) code = ErrorCode::test_timeout;
  if (any_report() && events().none_there()) code = ErrorCode::test_none_ran;
  const bool unavailable = any_report() && events().unavailable();
  if (unavailable || lacks_tool) code = ErrorCode::tool_not_found;
  if (is_limit(end.kind)) code = ErrorCode::test_limit_exceeded;
  if (end.kind == Kind::not_started) code = code_of_not_started(end);
  cause_ = Error{code, to_valid_utf8(printed)};
}

}  // namespace proctor::framework
