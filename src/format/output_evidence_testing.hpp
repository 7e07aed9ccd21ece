// What the tests and the fuzzer of OutputEvidence share.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "format/forge_text_testing.hpp"
#include "format/output_evidence.hpp"

namespace proctor::format {

/// Some rows of the table (frameworks/words.toml).
inline const WordTable& some_words() {
  static const WordTable kTable = std::move(
      WordTable::make({{"unittest", Word::failed, "FAILED \\(failures=[1-9]\\d*\\)"},
                       {"mocha", Word::failed, "^ {0,2}[1-9]\\d* failing"},
                       {"tap", Word::failed, "not ok \\d+ .*"},
                       {"tap", Word::excused, "not ok .* # (?i:todo|skip)( .*)?"},
                       {"go", Word::failed, "--- FAIL: .* \\(.*s\\)"},
                       {"go", Word::failed, "FAIL"},
                       {"pytest", Word::failed, "(\\d+ [a-z ]+, )*[1-9]\\d* failed(, \\d+ [a-z ]+)* in .*s"},
                       {"pytest", Word::passed, "(=+ )?[1-9]\\d* passed in .*s( =+)?"},
                       {"go", Word::passed_some, "ok \\S+ .*s"},
                       {"pytest", Word::none, "no tests ran in .*"},
                       {"go", Word::nothing, "no tests to run"},
                       {"pytest", Word::begins, "=+ test session starts =+"},
                       {"pytest", Word::ends, "=+ .* in .*s =+"}},
                      {"\\[[a-z0-9]+\\] ", "[a-z]+ \\| "})
          .value());
  return kTable;
}

inline Evidence watch(std::string_view out, std::size_t piece = std::string_view::npos) {
  OutputEvidence evidence(some_words());
  for (; !out.empty(); out.remove_prefix(std::min(piece, out.size()))) {
    evidence.feed(Stream::out, out.substr(0, piece));
  }
  return evidence.finish();
}

/// Everything in it, for comparison.
inline std::string describe(const Evidence& evidence) {
  std::string out = fmt::format("{} report={} complete={} lines={}\n", evidence.format, evidence.has_report,
                                evidence.complete, evidence.failure_lines);
  out += fmt::format("{}|{}|{}|{}|{}\n", evidence.passed, evidence.passed_some, evidence.none_ran,
                     evidence.nothing, evidence.unfinished);
  return out + describe(evidence.state) + describe(evidence.totals) + describe(evidence.suites) +
         describe(evidence.diagnostics);
}

}  // namespace proctor::format
