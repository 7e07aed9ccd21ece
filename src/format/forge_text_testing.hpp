// What the tests and the fuzzer of the reader of forge's text share.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "format/forge_text.hpp"

namespace proctor::format {

inline ForgeTextReader::Result read_forge_text(std::string_view text) {
  ForgeTextReader reader;
  reader.feed(text);
  return reader.finish();
}

inline ForgeTextReader::Result read_forge_text_in_pieces(std::string_view text, std::size_t piece) {
  ForgeTextReader reader;
  for (; !text.empty(); text.remove_prefix(std::min(piece, text.size()))) reader.feed(text.substr(0, piece));
  return reader.finish();
}

inline std::string describe(const std::vector<Suite>& suites) {
  std::string out;
  for (const Suite& suite : suites) {
    out += fmt::format("suite {}:{}\n", suite.file, suite.name);
    for (const Case& test : suite.cases) {
      out += fmt::format("  {} {} reason={} gas={} kind={} runs={} example={} logs={}\n", test.name,
                         word(test.status), test.reason.value_or("-"), test.gas.value_or(0),
                         test.kind.value_or("-"), test.runs.value_or(0), test.counterexample.value_or("-"),
                         test.logs);
    }
  }
  return out;
}

inline std::string describe(const ReportState& state) {
  return fmt::format("found={} truncated={} malformed={} none={} cause={}\n", state.found, state.truncated,
                     state.malformed, state.none_reason, state.cause ? state.cause->message : "-");
}

inline std::string describe(const Counts& counts) {
  return fmt::format("{} {} {} {}\n", counts.passed, counts.failed, counts.skipped, counts.errors);
}

/// Everything in a result, for comparison.
inline std::string describe(const ForgeTextReader::Result& result) {
  std::string out = describe(result.state) + describe(result.totals) + describe(result.suites);
  for (const Diagnostic& d : result.diagnostics) out += d.severity + " " + d.message + " " + d.text + "\n";
  return out + (result.complete ? "complete" : "");
}

}  // namespace proctor::format
