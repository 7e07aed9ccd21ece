#include "run/read.hpp"

#include <fmt/format.h>

#include "format/forge_json.hpp"
#include "framework/forge_errors.hpp"
#include "report/judge.hpp"
#include "request/request.hpp"

namespace proctor {

Answer read_recorded(const Source& source, const Recorded& recorded) {
  if (recorded.format != "forge-json") {
    return {.error =
                invalid_field("format", fmt::format("{} isn't known; there is: forge-json", recorded.format))
                    .value()};
  }
  format::ForgeJsonReader reader;
  for (std::string_view piece = source(); !piece.empty(); piece = source()) reader.feed(piece);
  format::ForgeJsonReader::Result read = reader.finish();

  Report report;
  report.framework.name = "forge";
  report.suites = std::move(read.suites);
  report.diagnostics = std::move(read.diagnostics);
  report.gas_report = std::move(read.gas_report);
  for (Diagnostic& diagnostic : framework::forge_diagnostics(recorded.stderr_text))
    report.diagnostics.push_back(std::move(diagnostic));
  report.warnings = framework::forge_warnings(recorded.stderr_text);
  if (recorded.exit_code) {
    const int code = *recorded.exit_code;
    report.termination =
        code < 0
            ? Termination{Termination::Kind::signalled, -code, fmt::format("signal {}, as recorded", -code)}
            : Termination{Termination::Kind::exited, code, fmt::format("exit code {}, as recorded", code)};
  }
  ReportState state = std::move(read.state);
  if (!state.found) {
    state.cause = framework::forge_failure(read.text, recorded.stderr_text, report.diagnostics,
                                           recorded.exit_code.value_or(0));
    if (!state.cause && !report.diagnostics.empty() && report.diagnostics.front().severity == "error") {
      state.cause = Error{ErrorCode::test_compile_failed,
                          "The sources don't compile: " + report.diagnostics.front().message};
    }
  }
  Answer answer;
  answer.error = judge(report, state);
  answer.report = std::move(report);
  return answer;
}

}  // namespace proctor
