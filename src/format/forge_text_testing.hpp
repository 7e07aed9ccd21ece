// What the tests and the fuzzer of the reader of forge's text share.
#pragma once

#include "format/forge_json_testing.hpp"
#include "format/forge_text.hpp"

namespace proctor::format {

inline ForgeTextReader::Result read_forge_text(std::string_view text,
                                               std::size_t piece = std::string_view::npos) {
  return read_with<ForgeTextReader>(text, piece);
}

inline std::string describe(const Counts& counts) {
  return fmt::format("{} {} {} {}\n", counts.passed, counts.failed, counts.skipped, counts.errors);
}

/// Everything in a result, for comparison.
inline std::string describe(const ForgeTextReader::Result& result) {
  return describe(result.state) + describe(result.totals) + describe(result.suites) +
         describe(result.diagnostics) + (result.complete ? "complete" : "");
}

}  // namespace proctor::format
