// What the tests and the fuzzers of forge's readers share.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "format/forge_json.hpp"

namespace proctor::format {

/// What a reader makes of the text, in pieces of the given size.
template <typename Reader>
typename Reader::Result read_with(std::string_view text, std::size_t piece) {
  Reader reader;
  for (; !text.empty(); text.remove_prefix(std::min(piece, text.size()))) reader.feed(text.substr(0, piece));
  return reader.finish();
}
inline ForgeJsonReader::Result read_forge(std::string_view text, std::size_t piece = std::string_view::npos) {
  return read_with<ForgeJsonReader>(text, piece);
}

inline std::string describe(const std::vector<Suite>& suites) {
  const auto optional = [](const auto& value) {
    return value ? fmt::format("{}", *value) : std::string("-");
  };
  std::string out;
  for (const Suite& suite : suites) {
    out += fmt::format("suite {}:{} {} {}\n", suite.file, suite.name, optional(suite.duration_ms),
                       suite.warnings);
    for (const Case& test : suite.cases) {
      out += fmt::format("  {} {} reason={} gas={} {} {} kind={} runs={} example={} logs={}\n", test.name,
                         word(test.status), optional(test.reason), optional(test.gas),
                         optional(test.duration), optional(test.duration_ms), optional(test.kind),
                         optional(test.runs), optional(test.counterexample), test.logs);
    }
  }
  return out;
}

inline std::string describe(const std::vector<Diagnostic>& diagnostics) {
  std::string out;
  for (const Diagnostic& d : diagnostics) {
    out += fmt::format("{} {} {}:{}:{} {} {}\n", d.severity, d.code, d.file, d.line.value_or(0),
                       d.column.value_or(0), d.message, d.text);
  }
  return out;
}

inline std::string describe(const ReportState& state) {
  return fmt::format("found={} truncated={} malformed={} instead={} none={} cause={}\n", state.found,
                     state.truncated, state.malformed, state.instead, state.none_reason,
                     state.cause ? state.cause->message : "-");
}

/// Everything in a result, for comparison.
inline std::string describe(const ForgeJsonReader::Result& result) {
  std::string out =
      describe(result.state) + result.text + '\n' + describe(result.suites) + describe(result.diagnostics);
  for (const GasContract& contract : result.gas_report) {
    out += fmt::format("{} {} {}\n", contract.contract, contract.deployment_gas, contract.deployment_size);
    for (const GasFunction& f : contract.functions) {
      out += fmt::format("  {} {} {} {} {} {}\n", f.name, f.calls, f.min, f.mean, f.median, f.max);
    }
  }
  return out;
}

}  // namespace proctor::format
