#include "command/engine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "base/signal_name.hpp"
#include "base/text.hpp"
#include "command/masking.hpp"
#include "command/output_queue.hpp"
#include "command/report_files.hpp"
#include "framework/words.hpp"
#include "output/envelope.hpp"
#include "output/sanitize.hpp"
#include "report/hang.hpp"
#include "report/reconcile.hpp"

namespace proctor::command {
namespace {

using std::chrono::steady_clock;
using Kind = Termination::Kind;

constexpr int kNotFound = 127;  // a shell's word for a program that isn't there

// For the eyes of others: without secrets, known ones or such as only look like one.
std::string shown(const Around& around, std::string_view text) {
  return policy::mask_shapes(around.mask.mask(text));
}

steady_clock::time_point deadline_of(const Job& job) {
  return job.timeout ? steady_clock::now() + *job.timeout : steady_clock::time_point::max();
}

// The way of the output: read, carried to a thread of its own, told as it came, sanitised, masked; and kept
// as far as there is room.
class OutputPipeline {
 public:
  OutputPipeline(const Job& job, const Around& around)
      : around_(around),
        chunk_masks_{policy::StreamMask(around.mask), policy::StreamMask(around.mask)},
        line_mask_(around.mask),
        excerpt_(around.config.tools.output.max_bytes),
        evidence_(framework::words(), [&around](std::string_view line) { return around.mask.mask(line); }),
        sanitizer_(chunk_sink(),
                   [this](Stream, std::string_view text) {
                     line_mask_.feed(text, [this](std::string_view masked) { excerpt_.add(masked); });
                   }),
        queue_({.on_bytes =
                    [this](Stream stream, std::string_view bytes) {
                      if (around_.on_bytes) around_.on_bytes(stream, bytes);
                      evidence_.feed(stream, bytes);
                      sanitizer_.feed(stream, bytes);
                    },
                .on_notice = [this] { evidence_.command_is_being_ended(); },
                .on_idle = [this] { sanitizer_.tick(); },
                .on_late = around.on_late},
               deadline_of(job), around.stop) {}

  void push(Stream stream, std::string_view bytes) { queue_.push(stream, bytes); }
  void command_is_being_ended() { queue_.notice(); }

  void finish(const std::string& where_the_whole_is, Outcome& outcome) {
    queue_.finish();
    sanitizer_.finish();
    for (const Stream stream : {Stream::out, Stream::err}) {
      mask_of(stream).flush([&](std::string_view text) { tell(stream, text); });
    }
    line_mask_.flush([this](std::string_view masked) { excerpt_.add(masked); });
    outcome.output = excerpt_.finish(where_the_whole_is);
    outcome.evidence = evidence_.finish();
  }

 private:
  policy::StreamMask& mask_of(Stream stream) { return chunk_masks_[stream == Stream::out ? 0 : 1]; }

  // Nobody listens: then nothing needs to be made ready for it.
  output::TextSink chunk_sink() {
    if (!around_.on_text) return {};
    return [this](Stream stream, std::string_view text) {
      mask_of(stream).feed(text, [&](std::string_view masked) { tell(stream, masked); });
    };
  }
  void tell(Stream stream, std::string_view text) {
    if (!text.empty() && around_.on_text) around_.on_text(stream, text);
  }

  const Around& around_;
  std::array<policy::StreamMask, 2> chunk_masks_;
  policy::StreamMask line_mask_;
  output::Excerpt excerpt_;
  format::OutputEvidence evidence_;
  output::Sanitizer sanitizer_;
  OutputQueue queue_;  // the last: its thread uses all the others
};

// For the mark in a cut output; a log that has reached its cap isn't the whole, and that is said.
std::string where_the_whole_is(const Around& around, Outcome& outcome, std::uint64_t log_bytes) {
  if (!outcome.run.log_written) return "";
  std::string log = "proctor log " + around.log.id;
  if (outcome.printed() <= log_bytes) return log;
  const std::string kept = format_size(log_bytes);
  outcome.warnings.push_back(
      fmt::format("The log has only the first {} of the output (limits.log_bytes).", kept));
  return fmt::format("too long to be kept; its first {}: {}", kept, log);
}

void warn_of_files(const FoundReports& written, std::vector<std::string>& warnings) {
  constexpr std::size_t kNamed = 3;
  if (written.left_out > 0) {
    warnings.push_back(
        fmt::format("Not looked at for a report, being too large or too many: {} of the files that "
                    "the command wrote.",
                    written.left_out));
  }
  if (written.unlisted)
    warnings.emplace_back("The working directory has too many files to look at all for a report.");
  const auto& unread = written.unread;
  for (std::size_t i = 0; i < std::min(kNamed, unread.size()); ++i)
    warnings.push_back(fmt::format("A report that is too large to be read to its end: {}.", unread[i]));
  if (unread.size() > kNamed)
    warnings.push_back(fmt::format("So are {} more, or there are too many.", unread.size() - kNamed));
}

void run_command(const Job& job, const Around& around, Outcome& outcome) {
  const PortRange ports;
  supervise::Command command{.argv = job.argv,
                             .environment = with_ports(job.environment, ports),
                             .workdir = job.workdir,
                             .results = {around.directory}};
  supervise::Limits limits = limits_from(around.config, job.containment.level);
  limits.wall = job.timeout;
  limits.head_bytes = limits.tail_bytes = 0;  // the excerpt is made here
  OutputPipeline pipeline(job, around);
  supervise::RunOptions options;
  job.containment.apply(options, command);
  options.log = around.log.path;
  options.sink = [&pipeline](Stream stream, std::string_view bytes) { pipeline.push(stream, bytes); };
  options.ending = [&pipeline] { pipeline.command_is_being_ended(); };
  options.tag = around.tag;
  if (around.adjust) around.adjust(command, options);
  outcome.run = around.supervisor.run(command, limits, around.stop, options);
  for (LeftBehind& process : outcome.run.left_behind) process.command = shown(around, process.command);
  if (outcome.run.hang) {
    mask_hang(*outcome.run.hang, around.mask);
    outcome.hang = hang_diagnostic(std::move(*outcome.run.hang), job.workdir.string());
  }
  pipeline.finish(where_the_whole_is(around, outcome, limits.log_bytes), outcome);
  const Termination& end = outcome.run.termination;
  const bool succeeded = end.kind == Kind::exited && end.code == 0;
  if (!outcome.run.shortage.empty() && !succeeded) outcome.warnings.push_back(outcome.run.shortage);
  if (!outcome.run.log_error.empty())
    outcome.warnings.push_back("The log isn't whole: " + outcome.run.log_error);
  if (succeeded && !outcome.evidence.nothing.empty())
    outcome.warnings.push_back(
        fmt::format("As it seems no test ran: the output says `{}`.", outcome.evidence.nothing));
  if (end.kind == Kind::exited && end.code == kNotFound &&
      outcome.run.isolation.level == IsolationLevel::sandbox) {
    outcome.warnings.emplace_back(
        "Exit code 127 means that a program wasn't found. The sandbox shows only a part of this machine, and "
        "nothing of home directories: what the command needs of the rest has to be named under [isolation] "
        "read_only in your own configuration.");
  }
}

// Whether each runner in the command has told of its tests. What `make test` runs beside a tool that tells of
// its tests, nobody knows.
bool all_told(const shell::ExitCodeUse& use, const std::vector<std::string>& tools) {
  return tools.size() >= use.runners.size() &&
         std::ranges::all_of(use.runners, [&tools](const std::string& runner) {
           return std::ranges::any_of(tools, [&runner](const std::string& tool) {
             return !tool.empty() && runner.find(tool) != std::string::npos;
           });
         });
}

// Whether as many tools show tests that passed as the command has runner programs: in `go test; pytest` a
// pass of pytest's says nothing of go, of which nobody knows whether it came to a test.
bool each_shows_a_pass(const shell::ExitCodeUse& use, const std::vector<std::string>& tools,
                       const format::Evidence& evidence) {
  std::set<std::string> programs;
  for (const std::string& runner : use.runners) programs.insert(runner.substr(0, runner.find(' ')));
  std::set<std::string> shown = evidence.passed_by;
  shown.insert(tools.begin(), tools.end());
  if (tools.empty() && evidence.has_report) shown.insert(evidence.format);
  if (shown.size() > 1) shown.erase("tap");  // node's and bats' own lines are TAP, too
  return shown.size() >= programs.size();
}

// The runners of a tool of which too few runs have closed their output: which of them isn't known. Empty:
// none.
std::string unclosed(const std::vector<shell::Sum>& sums, const std::map<std::string, std::size_t>& ended) {
  std::map<std::string, std::vector<std::string>> runners;  // by tool
  for (const shell::Sum& sum : sums) runners[sum.tool].push_back(sum.runner);
  for (const auto& [tool, started] : runners) {
    const auto closed = ended.find(tool);
    if (started.size() > (closed == ended.end() ? 0 : closed->second))
      return fmt::format("{}", fmt::join(started, "` or `"));
  }
  return {};
}

// What the command does with the exit code of its tests, and with what they print. `tools`: those that told
// of their tests by themselves.
void judge_exit_code(const shell::ExitCodeUse& use, const std::vector<std::string>& tools,
                     format::Evidence& evidence) {
  // What such a tool prints (`rspec --dry-run`: "5 examples, 0 failures") is of no test that ran.
  if (use.only_asks) evidence.passed = evidence.passed_some = "";
  if (use.leaves_lines_out) evidence.unfinished.clear();  // its end may have been left out
  evidence.unclosed = unclosed(use.sums, evidence.ended);
  if (use.tests_own || (!tools.empty() && all_told(use, tools))) return;
  const bool each = each_shows_a_pass(use, tools, evidence);
  const bool some = !evidence.passed.empty() || (tools.empty() && evidence.has_report) ||
                    (!use.leaves_lines_out && !evidence.passed_some.empty());
  if (some && each) return;
  evidence.untold = use.why + (some ? ", and what was printed shows tests of fewer runners than were started"
                                    : ", and nothing that was printed says how many tests passed");
  if (!use.instead.empty()) evidence.untold += fmt::format("; run `{}` instead", use.instead);
}

// A test runner that proctor had to end: whatever the rest says, it hadn't come to its end.
std::string ended_runner(const supervise::Outcome& outcome) {
  for (const LeftBehind& process : outcome.left_behind) {
    if (shell::read_exit_code_use(process.command).has_runner) return process.command;
  }
  return {};
}

// What the output, the reports and the report files say, against how the command ended.
void judge(const Job& job, const Around& around, FoundReports written, Outcome& outcome) {
  std::vector<std::string> warnings;
  std::vector<format::Evidence> sources{std::move(outcome.evidence)};  // what was printed comes first
  std::vector<std::string> tools;
  if (around.reports) {
    for (format::Evidence& told : around.reports()) {
      tools.push_back(told.framework.name);
      for (std::string& line : told.failure_lines) line = shown(around, line);
      sources.push_back(std::move(told));
    }
  }
  for (FoundReport& found : written.reports) {
    for (std::string& line : found.evidence.failure_lines) line.insert(0, found.file + ": ");
    if (found.evidence.has_report) warnings.push_back("A report was read from " + found.file + ".");
    sources.push_back(std::move(found.evidence));
  }
  outcome.evidence = format::merged(std::move(sources));
  format::Evidence& evidence = outcome.evidence;
  evidence.left_running = shown(around, ended_runner(outcome.run));
  const shell::ExitCodeUse use = shell::read_exit_code_use(job.text, job.dialect);
  outcome.has_runner = use.has_runner;
  judge_exit_code(use, tools, evidence);
  evidence.untold = shown(around, evidence.untold);
  evidence.unclosed = shown(around, evidence.unclosed);
  Report report;
  report.suites = evidence.suites;
  report.diagnostics = evidence.diagnostics;
  report.framework = evidence.framework;
  report.warnings = std::move(warnings);
  report.run = {.id = around.log.id,
                .command = shown(around, job.text),
                .workdir = job.workdir.string(),
                .usage = outcome.run.usage,
                .log = outcome.run.log_written ? around.log.path.string() : std::string(),
                .left_behind = outcome.run.left_behind,
                .isolation = outcome.run.isolation};
  mask_report(report, around.mask);
  outcome.answer.error = reconcile(outcome.run.termination, report, evidence);
  outcome.report = std::move(report);
  if (evidence.has_report) outcome.answer.report = outcome.report;
}

}  // namespace

Result<Slot> take_slot(const Job& job, const Config& config, const std::stop_token& stop,
                       const std::function<void(const std::string&)>& on_waiting) {
  if (!shell::read_exit_code_use(job.text, job.dialect).has_runner) return Slot();
  return Slot::take(config.machine.max_parallel, stop, on_waiting);
}

Outcome run(const Job& job, const Around& around) {
  const ReportFiles files(job.workdir, around.config.tools.test.reports, report_files_in(job.text));
  Outcome outcome;
  run_command(job, around, outcome);
  FoundReports written = files.read([&around](std::string_view line) { return around.mask.mask(line); });
  warn_of_files(written, outcome.warnings);
  outcome.warnings.insert(outcome.warnings.end(), job.containment.warnings.begin(),
                          job.containment.warnings.end());
  judge(job, around, std::move(written), outcome);
  return outcome;
}

json::object describe(const Job& job, const Around& around, const Outcome& outcome) {
  const supervise::Outcome& run = outcome.run;
  const Termination& end = run.termination;
  json::object data;
  if (end.kind == Kind::exited) data["exit_code"] = end.code;
  if (end.kind == Kind::signalled) data["signal"] = signal_name(end.code);
  data["termination"] = word(end.kind);
  if (!end.evidence.empty()) data["evidence"] = end.evidence;
  data["timed_out"] = end.kind == Kind::timed_out;
  data["duration_ms"] = run.usage.wall.count();
  data["command"] = shown(around, job.text);
  data["workdir"] = job.workdir.string();
  data["output"] = outcome.output.text;
  data["output_bytes"] = outcome.printed();
  data["truncated"] = outcome.output.truncated;
  data["run"] = around.log.id;
  if (run.log_written) data["log"] = around.log.path.string();
  json::array left;
  for (const LeftBehind& process : run.left_behind)
    left.push_back({{"pid", process.pid}, {"command", process.command}});
  data["left_behind"] = std::move(left);
  data["usage"] = output::to_json(run.usage);
  if (outcome.hang) data["diagnostics"] = json::array{output::to_json(*outcome.hang)};
  data["isolation"] = output::to_json(run.isolation);
  if (!outcome.warnings.empty())
    data["warnings"] = json::array(outcome.warnings.begin(), outcome.warnings.end());
  if (outcome.answer.report) data["report"] = output::to_json(*outcome.answer.report);
  return data;
}

}  // namespace proctor::command
