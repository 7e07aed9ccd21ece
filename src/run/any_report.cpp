#include "run/any_report.hpp"

#include <fmt/format.h>

#include <utility>

#include "base/files.hpp"
#include "base/json.hpp"
#include "base/text.hpp"
#include "format/answer_reader.hpp"
#include "format/report_marks.hpp"
#include "run/read.hpp"

namespace proctor {
namespace {

constexpr std::uint64_t kLargestReport = std::uint64_t{512} << 20U;

}  // namespace

Result<AnyReport> read_any_report(const std::string& file) {
  auto text = read_file(file, kLargestReport);
  if (!text) return fail(ErrorCode::invalid_request, text.error().message, {{"field", file}});
  AnyReport report{file, {}};
  if (trim(std::string_view(*text).substr(0, 1'000)).starts_with('{')) {
    const auto parsed = parse_json(*text);
    const json::object* object = parsed ? parsed->if_object() : nullptr;
    if (object != nullptr && format::is_answer(*object)) {
      report.answer = format::read_answer(*object);
      return report;
    }
  }
  std::string_view rest = *text;
  const auto source = [&rest] { return std::exchange(rest, std::string_view()); };
  report.answer = read_recorded({{file, source}}, {});
  if (!report.answer.report) {
    return tl::unexpected(
        report.answer.error.value_or(Error{ErrorCode::internal_error, file + " gave no report."}));
  }
  const format::ReportMarks marks = format::read_report_marks(*text);
  report.answer.report->shard = marks.shard;
  // A shard may have no test, or only some that are skipped; a run that is no pass is marked as such.
  if (marks.shard && !marks.error && report.answer.error &&
      report.answer.error->code == ErrorCode::test_none_ran) {
    report.answer.error.reset();
    report.answer.report->verdict = Verdict::pass;
  }
  // A report in the format of others has no place for it: the run was stopped, say, and no test failed by
  // that.
  if (marks.error && (!report.answer.error || report.answer.error->code == ErrorCode::test_assertion_failed))
    report.answer.error = marks.error;
  if (report.answer.error && report.answer.report->verdict == Verdict::pass)
    report.answer.report->verdict = Verdict::error;
  return report;
}

}  // namespace proctor
