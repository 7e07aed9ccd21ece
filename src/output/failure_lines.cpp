#include "output/failure_lines.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "base/text.hpp"

namespace proctor::output {
namespace {

// Of a longer line only the beginning is read.
constexpr std::size_t kLineRead = 4096;

bool has(std::string_view line, std::string_view words) {
  return line.find(words) != std::string_view::npos;
}

// Words that stand at the beginning of a word (XFAIL is an expected failure), words that stand anywhere, the
// crosses of several tools, TAP, and pytest.
constexpr const char* kFailure =
    R"re((?m)(?:^|[^0-9A-Za-z_])(?:FAIL|Failed|Failure|ERROR))re"
    R"re(|[Ee]rror:|error\[|panicked at|panic:|Assertion|Traceback|Exception|exception:|fatal:)re"
    R"re(|assert(?:ion)? failed|egmentation fault|undefined reference)re"
    R"re(|\xE2\x9C[\x95-\x98]|\xE2\x9D\x8C)re"
    R"re(|^[ \t\r\v\f]*not ok|^E  .*assert)re";

const RE2& failure() {
  static const RE2 kPattern(kFailure, RE2::Latin1);
  return kPattern;
}

}  // namespace

bool reports_failure(std::string_view line) {
  return find_failure(line.substr(0, kLineRead)) != std::string_view::npos;
}

std::size_t find_failure(std::string_view text) {
  re2::StringPiece match;
  const bool found = failure().Match({text.data(), text.size()}, 0, text.size(), RE2::UNANCHORED, &match, 1);
  return found ? static_cast<std::size_t>(match.data() - text.data()) : std::string_view::npos;
}

bool explains_failure(std::string_view line) {
  static constexpr std::array<std::string_view, 12> kWords{"expected", "actual",  "got",      "want",
                                                           "left:",    "right:",  "received", "value of:",
                                                           "which is", "but was", "at ",      "-->"};
  if (!line.starts_with(' ') && !line.starts_with('\t')) {
    return line.starts_with("Expected") || line.starts_with("Actual") || line.starts_with("expected") ||
           line.starts_with("actual");
  }
  std::string lower(trim(line.substr(0, 200)));
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); });
  return std::any_of(kWords.begin(), kWords.end(), [&](std::string_view word) { return has(lower, word); });
}

}  // namespace proctor::output
