// What the tests and the fuzzer of OutputEvidence share.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "format/forge_text_testing.hpp"
#include "format/output_evidence.hpp"

namespace proctor::format {

inline Evidence watch(std::string_view out, std::size_t piece = std::string_view::npos) {
  OutputEvidence evidence;
  for (; !out.empty(); out.remove_prefix(std::min(piece, out.size()))) {
    evidence.feed(Stream::out, out.substr(0, piece));
  }
  return evidence.finish();
}

/// Everything in it, for comparison.
inline std::string describe(const Evidence& evidence) {
  std::string out = fmt::format("{} report={} complete={} lines={}\n", evidence.format, evidence.has_report,
                                evidence.complete, evidence.failure_lines);
  out += describe(evidence.state) + describe(evidence.totals) + describe(evidence.suites);
  for (const Diagnostic& d : evidence.diagnostics) out += d.severity + " " + d.message + " " + d.text + "\n";
  return out;
}

}  // namespace proctor::format
