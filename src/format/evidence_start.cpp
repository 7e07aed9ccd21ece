#include "format/evidence_start.hpp"

#include <algorithm>
#include <array>
#include <bitset>
#include <string>
#include <vector>

#include "format/document_start.hpp"
#include "format/failure_context.hpp"
#include "format/failure_forms.hpp"
#include "format/failure_line.hpp"
#include "format/forge_text.hpp"
#include "format/line_cursor.hpp"
#include "format/text_line.hpp"

namespace proctor::format {
namespace {

constexpr std::size_t kStart = 24;      // characters that are looked at
constexpr std::size_t kLooked = 96;     // bytes that are looked at for them, escape sequences included
constexpr std::size_t kLongest = 1024;  // of the lines that are judged where they stand
constexpr char kEscape = '\x1b';
constexpr char kReturn = '\r';

// What lines begin with, in front of the part that the functions above look at. Two bytes at least.
constexpr std::array kStarts = std::to_array<std::string_view>({"==",
                                                                "FAIL",
                                                                "Failed! ",
                                                                "Fail:",
                                                                "Tests",
                                                                "Test ",
                                                                "The following tests ",
                                                                "not ok",
                                                                "# fail",
                                                                "# FAIL:",
                                                                "# ERROR:",
                                                                "# Looks like you ",
                                                                "--- FAIL: ",
                                                                "[  FAILED  ]",
                                                                "[ERROR] ",
                                                                "[WARNING] ",
                                                                "[INFO] ",
                                                                "[doctest] ",
                                                                "[error] Failed:",
                                                                "[   ",
                                                                "> Task :",
                                                                "> There were ",
                                                                "ERRORS!",
                                                                "Errors while ",
                                                                "ERROR ",
                                                                "ERROR: test",
                                                                "Executed ",
                                                                "Result: ",
                                                                "Summary [",
                                                                "DONE ",
                                                                "PASS",
                                                                "test ",
                                                                "test cases: ",
                                                                "assertions: ",
                                                                "Current thread 0x",
                                                                "..",
                                                                ".F",
                                                                ".E",
                                                                ".s",
                                                                ".x",
                                                                "F.",
                                                                "FF",
                                                                "FE",
                                                                "Fs",
                                                                "E.",
                                                                "EE",
                                                                "EF",
                                                                "Es",
                                                                "<testsuite",
                                                                "\tfailures=\"",
                                                                "\terrors=\"",
                                                                "<test-run ",
                                                                "<assembly ",
                                                                "<?xml ",
                                                                "error: test ",
                                                                "npm ERR! T",
                                                                "npm error L",
                                                                "make",
                                                                "gmake",
                                                                "*** ",
                                                                "!!",
                                                                "//",
                                                                "\xE2\x84\xB9 fail ",
                                                                "\xE2\x9C\x96 ",
                                                                "\xE2\x9C\x97 FAIL ",
                                                                "\xE2\x9C\x97 ERROR ",
                                                                "Ran ",
                                                                "Running ",
                                                                "[PASS] ",
                                                                "[SKIP",
                                                                "[FAIL",
                                                                "Suite result:",
                                                                "Test result:",
                                                                "Failing tests:",
                                                                "Encountered ",
                                                                "Tip: Run ",
                                                                "Fuzz seed: ",
                                                                "Compiler run ",
                                                                "Error: Comp",
                                                                "Error (",
                                                                "No tests ",
                                                                "Warning: no tests ",
                                                                "| Test Suite "});

constexpr std::array kIndentedStarts = std::to_array<std::string_view>(
    {"--- FAIL: ", "Tests", "Test Files ", "Test Suites: ", "Summary [", "FAIL ", "Executed ", "ELIFECYCLE ",
     "Test #", "Test  #",
     "\"pending\": ", "\"failures\": ", "\"skipped\": ", "\"unexpected\": ", "failures=\"", "errors=\""});

// Digits, a blank and a letter; "1..3"; "50% t", "50%: C"; "00:01 +"; "1/2 T"; "1/2 p"; "1/2 m".
bool may_be_sum(std::string_view start, bool whole) {
  std::size_t digits = 0;
  while (digits < start.size() && is_digit(start[digits])) ++digits;
  if (digits + 1 >= start.size()) return !whole;
  if (start[digits] == '%')
    return start.substr(digits).starts_with("% t") || start.substr(digits).starts_with("%: C");
  if (start[digits] == ':' || start[digits] == '/') {
    const bool of_time = start[digits] == ':';
    start.remove_prefix(digits + 1);
    start.remove_prefix(std::min(start.find_first_not_of("0123456789"), start.size()));
    return of_time ? start.starts_with(" +")
                   : start.starts_with(" T") || start.starts_with(" p") || start.starts_with(" m");
  }
  if (start[digits] == '.') return start.starts_with("1..");
  const char letter = start[digits + 1];
  return start[digits] == ' ' && ((letter >= 'a' && letter <= 'z') || letter == 'F' || letter == 'T');
}

// What the first two bytes of a line tell.
class FirstBytes {
 public:
  FirstBytes() {
    for (const std::string_view start : kIndentedStarts) indented_.push_back(start);
    for (const std::string_view start : failure_form_starts(true)) indented_.push_back(start);
    for (const std::string_view start : kStarts) starts_[byte(start[0])].push_back(start);
    for (const std::string_view start : failure_form_starts(false)) starts_[byte(start[0])].push_back(start);
    for (const auto& starts : starts_) {
      for (const std::string_view start : starts) set(start[0], start[1]);
    }
    for (const std::string_view start : indented_) set(start[0], start[1]);
    for (char first = '0'; first <= '9'; ++first) {
      for (char second = '0'; second <= '9'; ++second) set(first, second);
      set(first, ' ');
      set(first, '%');
      set(first, '.');
      set(first, ':');
      set(first, '/');
    }
  }

  /// The known beginnings with this first byte.
  const std::vector<std::string_view>& starts(char first) const { return starts_[byte(first)]; }
  const std::vector<std::string_view>& indented() const { return indented_; }
  bool pair(char first, char second) const { return pairs_[byte(first) * 256 + byte(second)]; }

 private:
  static std::size_t byte(char c) { return static_cast<unsigned char>(c); }
  void set(char first, char second) { pairs_.set(byte(first) * 256 + byte(second)); }

  std::array<std::vector<std::string_view>, 256> starts_{};
  std::vector<std::string_view> indented_{};
  std::bitset<65536> pairs_{};
};

const FirstBytes& first_bytes() {
  static const FirstBytes kFirstBytes;
  return kFirstBytes;
}

// `start` is the line, or if not `whole` its first kStart characters.
bool may_be_evidence(std::string_view start, bool whole) {
  const std::size_t blanks = std::min(start.find_first_not_of(' '), start.size());
  if (blanks > kDeepestEvidence) return false;
  start.remove_prefix(blanks);
  if (start.size() < 2) return false;
  if (!first_bytes().pair(start[0], start[1])) return false;
  if (is_digit(start.front())) return may_be_sum(start, whole);
  const auto like = [start](std::string_view known) {
    return known.starts_with(start.substr(0, known.size()));
  };
  const auto& starts = blanks > 0 ? first_bytes().indented() : first_bytes().starts(start.front());
  return std::any_of(starts.begin(), starts.end(), like);
}

// An object whose first key is one that sniff_document() knows.
Look look_at_object(std::string_view bytes, bool to_the_end) {
  switch (sniff_document(bytes.substr(0, bytes.find('\n')))) {
    case Sniffed::nothing:
      return Look::no;
    case Sniffed::unknown:
      return to_the_end || bytes.find('\n') != std::string_view::npos ? Look::yes : Look::more;
    default:
      return Look::yes;
  }
}

}  // namespace

bool is_plainly_nothing(std::string_view bytes, Wanted wanted) {
  const std::size_t newline = bytes.find('\n');
  if (newline == std::string_view::npos || newline == 0 || newline > kLongest) return false;
  std::string_view line = bytes.substr(0, newline);
  if (line.front() == kReturn) return false;
  // What plain_line() would make of it.
  line = line.substr(0, line.find_last_not_of(kReturn) + 1);
  std::string plain;
  if (line.find(kEscape) != std::string_view::npos) line = plain = plain_line(line);
  line = line.substr(0, line.find_last_not_of(" \t\r") + 1);
  const bool failures = wanted == Wanted::all_evidence;
  if (bytes.front() == '{') {
    const Sniffed kind = sniff_document(bytes.substr(0, newline));
    const bool one_line = kind == Sniffed::go_event || kind == Sniffed::jest_report ||
                          kind == Sniffed::rspec_report || kind == Sniffed::pytest_report;
    return one_line && !(failures && is_failed_document(kind, line));
  }
  return !(failures && (FailureContext::needs(line) || says_tests_failed(line))) &&
         !ForgeTextReader::begins_line(line);
}

Look look_at_line(std::string_view bytes) {
  const bool to_the_end = bytes.size() >= kLooked;
  if (bytes.starts_with('{')) return look_at_object(bytes, bytes.size() >= LineBuffer::kHead);
  const std::string_view first = bytes.substr(0, kStart);
  if (first.find(kEscape) == std::string_view::npos && first.find(kReturn) == std::string_view::npos) {
    const std::size_t newline = first.find('\n');
    if (newline != std::string_view::npos || first.size() == kStart) {
      const bool whole = newline != std::string_view::npos;
      return may_be_evidence(first.substr(0, newline), whole) ? Look::yes : Look::no;
    }
  }
  bytes = bytes.substr(0, kLooked);
  std::array<char, kStart> start{};
  std::size_t length = 0;
  while (!bytes.empty() && length < kStart) {
    const char c = bytes.front();
    if (c == '\n') return may_be_evidence({start.data(), length}, true) ? Look::yes : Look::no;
    if (c == kEscape) {
      const std::size_t escape = escape_length(bytes);
      // Its end may not have been seen.
      if (escape == bytes.size()) return to_the_end ? Look::yes : Look::more;
      bytes.remove_prefix(escape);
      continue;
    }
    bytes.remove_prefix(1);
    if (c == '\r' && length == 0) continue;
    start.at(length++) = c;
  }
  if (length < kStart) return to_the_end ? Look::yes : Look::more;
  return may_be_evidence({start.data(), length}, false) ? Look::yes : Look::no;
}

std::size_t find_line_to_look_at(std::string_view bytes, Wanted wanted) {
  for (std::size_t at = bytes.find('\n'); at != std::string_view::npos; at = bytes.find('\n', at)) {
    const std::string_view rest = bytes.substr(++at);
    if (rest.empty() || (look_at_line(rest) != Look::no && !is_plainly_nothing(rest, wanted))) return at;
  }
  return std::string_view::npos;
}

}  // namespace proctor::format
