#include "output/failure_lines.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <cstring>

#include "base/text.hpp"

namespace proctor::output {
namespace {

// Of a longer line only the beginning is read.
constexpr std::size_t kLineRead = 4096;

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool has(std::string_view line, std::string_view words) {
  return line.find(words) != std::string_view::npos;
}

// Where the word begins one: XFAIL is an expected failure.
bool has_at_word(std::string_view line, std::string_view beginning) {
  for (std::size_t at = line.find(beginning); at != std::string_view::npos;
       at = line.find(beginning, at + 1)) {
    if (at == 0 || !is_word(line[at - 1])) return true;
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

namespace {

constexpr std::size_t kVector = 16;
constexpr std::size_t kAhead = 7;  // bytes after the block that are looked at

// A vector of bytes, with the operators of the compiler: it becomes whatever the machine has.
using Bytes = std::uint8_t __attribute__((vector_size(kVector)));
using Mask = std::int8_t __attribute__((vector_size(kVector)));

Bytes load(const char* from) {
  Bytes bytes;
  std::memcpy(&bytes, from, sizeof bytes);
  return bytes;
}

// For each of the bytes from `at`, whether one of the words could stand there: three or four of its letters
// do. Common letters are shared between the words, which saves a third of the work.
Mask hints(const char* at) {
  const Bytes b0 = load(at);
  const Bytes b1 = load(at + 1);
  const Bytes b2 = load(at + 2);
  const Bytes b3 = load(at + 3);
  const Bytes b4 = load(at + 4);
  const Bytes b7 = load(at + 7);
  const Mask r1 = b1 == 'r';
  const Mask r3 = b3 == 'r';
  const Mask c1 = b1 == 'c';
  const Mask t2 = b2 == 't';
  // around an e: e-rr(or): or e-rr(or)[, sse-r(t), xce(ption), (Tra)ce-b(ack), (s)e-gm, " re-f(erence)"
  const Mask with_e =
      ((b2 | 0x20) == 'e') &
      ((r3 & (((b4 == 'r') & ((b7 == ':') | (b7 == '['))) | ((b0 == 's') & (b1 == 's')))) |
       (c1 & ((b0 == 'x') | (b3 == 'b'))) | ((b3 == 'g') & (b4 == 'm')) | (r1 & (b0 == ' ') & (b3 == 'f')));
  // FAI and Fai, RRO, pani, fat
  const Mask fail = (b0 == 'F') & ((b1 | 0x20) == 'a') & ((b2 | 0x20) == 'i');
  const Mask error = (b0 == 'R') & (b1 == 'R') & (b2 == 'O');
  const Mask with_a = (b1 == 'a') & (((b0 == 'p') & (b2 == 'n') & (b3 == 'i')) | ((b0 == 'f') & t2));
  // no-t ok, and the crosses: E2 9C 95 to 98, E2 9D 8C
  const Mask not_ok = (b1 == 'o') & t2 & (b3 == ' ') & (b4 == 'o');
  const Mask cross = ((b0 == 0x9C) & ((b1 - 0x95) <= 3)) | ((b0 == 0x9D) & (b1 == 0x8C));
  return with_e | fail | error | with_a | not_ok | cross;
}

bool any(Mask mask) {
  std::array<std::uint64_t, kVector / 8> words;
  std::memcpy(words.data(), &mask, sizeof mask);
  return (words[0] | words[1]) != 0;
}

}  // namespace

std::size_t glance(std::string_view text) {
  // Words with an e at their beginning are found by what stands two bytes before it: not by these two.
  for (const std::string_view after_e : {text.substr(std::min<std::size_t>(1, text.size())),
                                         text.substr(std::min<std::size_t>(2, text.size()))}) {
    if (after_e.starts_with("rror") || after_e.starts_with("gm")) return 0;
  }
  std::size_t seen = 0;
  while (seen + kGlanceBlock + kAhead <= text.size()) {
    const char* block = text.data() + seen;
    Mask hint{};
    for (std::size_t at = 0; at < kGlanceBlock; at += kVector) hint |= hints(block + at);
    if (any(hint)) break;
    seen += kGlanceBlock;
  }
  return seen;
}

}  // namespace proctor::output
