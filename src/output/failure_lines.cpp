#include "output/failure_lines.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include "base/text.hpp"
#include "output/characters.hpp"

namespace proctor::output {
namespace {

// Of a longer line only the beginning is read.
constexpr std::size_t kLineRead = 4096;

bool has(std::string_view line, std::string_view words) {
  return line.find(words) != std::string_view::npos;
}

// Where the word begins one: XFAIL is an expected failure.
bool has_at_word(std::string_view line, std::string_view beginning) {
  for (std::size_t at = line.find(beginning); at != std::string_view::npos;
       at = line.find(beginning, at + 1)) {
    if (at == 0 || !is_word_character(line[at - 1])) return true;
  }
  return false;
}

}  // namespace

bool reports_failure(std::string_view line) {
  static constexpr std::array<std::string_view, 4> kAtWord{"FAIL", "Failed", "Failure", "ERROR"};
  static constexpr std::array<std::string_view, 19> kAnywhere{"error:",
                                                              "Error:",
                                                              "error[",
                                                              "panicked at",
                                                              "panic:",
                                                              "Assertion",
                                                              "Traceback",
                                                              "Exception",
                                                              "exception:",
                                                              "fatal:",
                                                              "assertion failed",
                                                              "assert failed",
                                                              "egmentation fault",
                                                              "undefined reference",
                                                              "\u2717",
                                                              "\u2715",
                                                              "\u2718",
                                                              "\u2716",
                                                              "\u274C"};
  line = line.substr(0, kLineRead);
  const auto holds = [line](std::string_view words) { return has(line, words); };
  const auto holds_at_word = [line](std::string_view words) { return has_at_word(line, words); };
  if (std::any_of(kAnywhere.begin(), kAnywhere.end(), holds)) return true;
  if (std::any_of(kAtWord.begin(), kAtWord.end(), holds_at_word)) return true;
  if (trim(line).starts_with("not ok")) return true;
  return line.starts_with("E  ") && has(line, "assert");  // pytest
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
