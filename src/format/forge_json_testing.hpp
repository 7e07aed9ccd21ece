// What the tests and the fuzzer of the forge reader share.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "format/forge_json.hpp"

namespace proctor::format {

inline ForgeJsonReader::Result read_forge(std::string_view text) {
  ForgeJsonReader reader;
  reader.feed(text);
  return reader.finish();
}

inline ForgeJsonReader::Result read_forge_in_pieces(std::string_view text, std::size_t piece) {
  ForgeJsonReader reader;
  for (; !text.empty(); text.remove_prefix(std::min(piece, text.size()))) reader.feed(text.substr(0, piece));
  return reader.finish();
}

/// Everything in a result, for comparison.
inline std::string describe(const ForgeJsonReader::Result& result) {
  const auto optional = [](const auto& value) {
    return value ? fmt::format("{}", *value) : std::string("-");
  };
  std::string out = fmt::format("found={} truncated={} malformed={} instead={} none={}\ntext={}\n",
                                result.state.found, result.state.truncated, result.state.malformed,
                                result.state.instead, result.state.none_reason, result.text);
  for (const Suite& suite : result.suites) {
    out += fmt::format("suite {}:{} {} {}\n", suite.file, suite.name, optional(suite.duration_ms),
                       suite.warnings);
    for (const Case& test : suite.cases) {
      out += fmt::format("  {} {} reason={} gas={} {} {} kind={} runs={} example={} logs={}\n", test.name,
                         word(test.status), optional(test.reason), optional(test.gas),
                         optional(test.duration), optional(test.duration_ms), optional(test.kind),
                         optional(test.runs), optional(test.counterexample), test.logs);
    }
  }
  for (const Diagnostic& d : result.diagnostics) {
    out += fmt::format("{} {} {}:{}:{} {} {}\n", d.severity, d.code, d.file, optional(d.line),
                       optional(d.column), d.message, d.text);
  }
  for (const GasContract& contract : result.gas_report) {
    out += fmt::format("{} {} {}\n", contract.contract, contract.deployment_gas, contract.deployment_size);
    for (const GasFunction& f : contract.functions) {
      out += fmt::format("  {} {} {} {} {} {}\n", f.name, f.calls, f.min, f.mean, f.median, f.max);
    }
  }
  return out;
}

}  // namespace proctor::format
