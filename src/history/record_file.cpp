#include "history/record_file.hpp"

#include <fmt/format.h>
#include <zstd.h>

#include <utility>

#include "base/files.hpp"
#include "base/kept_version.hpp"
#include "base/text.hpp"
#include "history/described.hpp"

namespace proctor {

// What a record holds of each. A suite's cases are lines of their own.
BOOST_DESCRIBE_STRUCT(Termination, (), (kind, code, evidence, silent, busy, no_sandbox, no_means, no_workdir))
BOOST_DESCRIBE_STRUCT(Usage, (),
                      (wall, user_cpu, system_cpu, peak_memory_bytes, peak_processes, bytes_written))
BOOST_DESCRIBE_STRUCT(EnforcedLimit, (), (name, limit, enforced_by))
BOOST_DESCRIBE_STRUCT(Isolation, (), (level, host_network, kill_scope, limits))
BOOST_DESCRIBE_STRUCT(HungProcess, (), (pid, parent, command, state, waits_for, cpu, threads, pipes))
BOOST_DESCRIBE_STRUCT(HangReport, (), (processes, others, stacks))
BOOST_DESCRIBE_STRUCT(LeftBehind, (), (pid, command))
BOOST_DESCRIBE_STRUCT(Location, (), (file, line))
BOOST_DESCRIBE_STRUCT(Case, (),
                      (name, status, reason, gas, duration, duration_ms, kind, runs, location, counterexample,
                       logs, order, id, shown, test, output, task, unfinished, is_new, known_flaky, attempts,
                       flaky))
BOOST_DESCRIBE_STRUCT(Suite, (), (file, name, duration_ms, warnings))
BOOST_DESCRIBE_STRUCT(Counts, (), (passed, failed, skipped, errors))
BOOST_DESCRIBE_STRUCT(NotRun, (), (file, suite, name, cause, on_purpose, shown))
BOOST_DESCRIBE_STRUCT(Diagnostic, (), (severity, file, line, column, code, message, text, hang))
BOOST_DESCRIBE_STRUCT(GasFunction, (), (name, calls, min, mean, median, max))
BOOST_DESCRIBE_STRUCT(GasContract, (), (contract, deployment_gas, deployment_size, functions))
BOOST_DESCRIBE_STRUCT(CoverageCount, (), (hit, found))
BOOST_DESCRIBE_STRUCT(CoverageFile, (), (file, lines, statements, branches, functions))
BOOST_DESCRIBE_STRUCT(Phase, (), (name, duration))
BOOST_DESCRIBE_STRUCT(RunInfo, (), (id, command, workdir, usage, log, left_behind, isolation, phases))
BOOST_DESCRIBE_STRUCT(FrameworkInfo, (), (name, version, evm_version, fuzz_seed))
BOOST_DESCRIBE_STRUCT(TestName, (), (file, suite, name))
BOOST_DESCRIBE_STRUCT(SinceLast::StillFailing, (), (test, run, began))
BOOST_DESCRIBE_STRUCT(SinceLast, (),
                      (run, short_run, began, age, new_failures, fixed, still_failing, gone, flaky,
                       tests_before, tests_now))
BOOST_DESCRIBE_STRUCT(Repeat::Test, (), (file, suite, name, failed, ran))
BOOST_DESCRIBE_STRUCT(Repeat, (), (asked, passed, failed, errors, tests))
BOOST_DESCRIBE_STRUCT(PartResult, (), (project, framework, version, verdict, counts, code, message, duration))
BOOST_DESCRIBE_STRUCT(Shard, (), (index, count, tests, tests_total, by, partition))
BOOST_DESCRIBE_STRUCT(Report, (),
                      (warnings, gas_report, coverage, termination, verdict, framework, source, run, rerun,
                       since_last, repeat, partial, parts, shard))

namespace history {

BOOST_DESCRIBE_STRUCT(KeptRun, (),
                      (id, began, wall, project, series, command, door, all, complete, others, digest_before,
                       digest_after, branch, commit, result, sentence, counts, log))

namespace {

// A reader of records is no place to run out of memory in.
constexpr std::uint64_t kLargestRecord = std::uint64_t{1} << 30U;
constexpr int kFast = 1;

json::value line(const char* event, json::value value) {
  value.get_object()["event"] = event;
  return value;
}

ErrorCode code_called(std::string_view name) {
  for (const ErrorInfo& entry : error_table()) {
    if (entry.name == name) return entry.code;
  }
  return ErrorCode::internal_error;
}

void read_line(const json::value& value, Record& record) {
  if (!value.is_object()) return;
  const std::string event = text_field(value.get_object(), "event");
  Report* report = record.answer.report ? &*record.answer.report : nullptr;
  if (event == "run") {
    read_described(value, record.run);
    record.answer.report.emplace();
  } else if (event == "error") {
    record.answer.error =
        Error{code_called(text_field(value.get_object(), "code")), text_field(value.get_object(), "message")};
    const json::value* details = value.get_object().if_contains("details");
    if (details && details->is_object()) record.answer.error->details = details->get_object();
  } else if (report == nullptr) {
    return;
  } else if (event == "suite") {
    read_described(value, report->suites.emplace_back());
  } else if (event == "case" && !report->suites.empty()) {
    read_described(value, report->suites.back().cases.emplace_back());
  } else if (event == "not_run") {
    read_described(value, report->not_run.emplace_back());
  } else if (event == "diagnostic") {
    read_described(value, report->diagnostics.emplace_back());
  } else if (event == "answer") {
    read_described(value, *report);
  }
}

}  // namespace

Verdict KeptRun::verdict() const {
  if (result == "ok") return Verdict::pass;
  return result == info(ErrorCode::test_assertion_failed).name ? Verdict::fail : Verdict::error;
}

std::string to_text(const KeptRun& run) {
  return to_json_line(described(run));
}

KeptRun run_from(std::string_view text) {
  KeptRun run;
  if (const auto parsed = parse_json(text)) read_described(*parsed, run);
  return run;
}

std::string compress(std::string_view text) {
  std::string frame(ZSTD_compressBound(text.size()), '\0');
  ZSTD_CCtx* context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, kFast);
  ZSTD_CCtx_setParameter(context, ZSTD_c_strategy, ZSTD_fast);  // the only one there is (left_out.c)
  ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
  const std::size_t size = ZSTD_compress2(context, frame.data(), frame.size(), text.data(), text.size());
  ZSTD_freeCCtx(context);
  if (ZSTD_isError(size)) throw std::bad_alloc();
  frame.resize(size);
  return frame;
}

Result<std::string> decompress(std::string_view frame) {
  // Of an older format zstd would have functions that aren't there (left_out.c).
  if (!frame.starts_with("\x28\xb5\x2f\xfd"))
    return fail(ErrorCode::internal_error, "it isn't compressed with zstd");
  const unsigned long long size = ZSTD_getFrameContentSize(frame.data(), frame.size());
  if (size > kLargestRecord)  // which the values for "not known" and "damaged" are, too
    return fail(ErrorCode::internal_error, "it is no record of a run");
  std::string text(static_cast<std::size_t>(size), '\0');
  const std::size_t read = ZSTD_decompress(text.data(), text.size(), frame.data(), frame.size());
  if (ZSTD_isError(read)) return fail(ErrorCode::internal_error, ZSTD_getErrorName(read));
  return text;
}

Result<void> write_record(const std::filesystem::path& file, const KeptRun& run, const Answer& answer) {
  std::string text;
  const auto add = [&text](const json::value& value) { text += to_json_line(value) + '\n'; };
  json::value first = line("run", described(run));
  first.get_object()["version"] = kKeptVersion;
  add(first);
  if (answer.report) {
    const Report& report = *answer.report;
    for (const Suite& suite : report.suites) {
      add(line("suite", described(suite)));
      for (const Case& test : suite.cases) add(line("case", described(test)));
    }
    for (const NotRun& test : report.not_run) add(line("not_run", described(test)));
    for (const Diagnostic& diagnostic : report.diagnostics) add(line("diagnostic", described(diagnostic)));
    add(line("answer", described(report)));
  }
  if (answer.error) {
    const Error& error = *answer.error;
    add(line("error",
             json::object{
                 {"code", info(error.code).name}, {"message", error.message}, {"details", error.details}}));
  }
  return write_file(file, compress(text));
}

Result<Record> read_record(const std::filesystem::path& file) {
  const auto frame = read_file(file);
  if (!frame) return tl::unexpected(frame.error());
  const auto text = decompress(*frame);
  const auto damaged = [&file](const std::string& why) {
    return fail(ErrorCode::internal_error,
                fmt::format("{} can't be read: {}. The run that it was of is lost", file.string(), why));
  };
  if (!text) return damaged(text.error().message);
  Record record;
  for (const std::string_view one : split_lines(*text)) {
    const auto value = parse_json(one);
    if (!value) return damaged(value.error().message);
    if (record.run.id.empty() && value->is_object()) {
      if (auto known = check_kept_version(value->get_object(), file); !known)
        return tl::unexpected(known.error());
    }
    read_line(*value, record);
  }
  if (record.run.id.empty()) return damaged("its first line names no run");
  return record;
}

}  // namespace history
}  // namespace proctor
