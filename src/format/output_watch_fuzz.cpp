// Whatever is printed and however it is cut in pieces: no crash, and the same is seen line by line as in one
// piece.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/text.hpp"
#include "format/output_evidence.hpp"
#include "format/output_watch.hpp"

namespace {

using namespace proctor::format;

// Each byte stands for one of these, or for itself.
constexpr std::array kParts = std::to_array<std::string_view>(
    {"\n",
     "[0] ",
     "[app]: ",
     "web-1  | ",
     "app:test: ",
     "app: ",
     "12:00:00 ",
     "2026-01-31T12:00:00.1Z ",
     "Jan 31 12:00:00 ",
     "#12 3.4 ",
     "  ",
     "===== test session starts =====\n",
     "===== 1 passed in 0.01s =====\n",
     "===== 1 failed in 0.01s =====\n",
     "--- FAIL: TestA (0.00s)\n",
     "=== RUN   TestA\n",
     "PASS\n",
     "[ RUN      ] A.a\n",
     "[       OK ] A.a (0 ms)\n",
     "1..2\n",
     "ok 1 - a\n",
     "not ok 2 - b\n",
     "Segmentation fault\n",
     "a: b.c:3: main: Assertion `a' failed.\n",
     "Aborted\n",
     "running 2 tests\n",
     "test a ... ok\n",
     "test result: ok. 2 passed; 0 failed\n",
     "npm test exited with code 1\n",
     "sh: 1: jest: not found\n",
     "code 0\n",
     "code 1\n",
     "packages/a test: ",
     "a name: ",
     "words in a row: and more | of them] in one line, all of them prose, none of them a prefix\n",
     "some words that mean nothing and are as many as in a line of prose, and a few more\n"});

constexpr std::array kCommands = std::to_array<std::string_view>(
    {"run | tail", "pytest | tail", "pytest; echo \"code $?\"", "npm test || true"});

std::string text_of(const std::uint8_t* data, std::size_t size) {
  std::string text;
  for (std::size_t i = 0; i < size; ++i) {
    if (data[i] < kParts.size()) {
      text += kParts.at(data[i]);
    } else {
      text += static_cast<char>(data[i]);
    }
  }
  return text;
}

std::string describe(const OutputWatch::Seen& seen) {
  std::string all;
  if (seen.none_ran) all += "none ran: " + seen.none_ran->line + "\n";
  if (seen.unfinished) all += "unfinished: " + seen.unfinished->line + "\n";
  if (!seen.untold.empty()) all += "untold: " + seen.untold + "\n";
  for (const std::string& line : seen.failure_lines) {
    if (line.size() > OutputEvidence::kFailureLineBytes || proctor::for_terminal(line) != line) std::abort();
    all += "failed: " + line + "\n";
  }
  if (seen.failure_lines.size() > OutputEvidence::kFailureLines) std::abort();
  return all;
}

std::string seen_in(std::string_view command, std::string_view text, bool by_lines) {
  OutputWatch watch(command);
  while (!text.empty()) {
    const std::string_view piece = text.substr(0, by_lines ? text.find('\n') : text.npos);
    const std::size_t size = std::min(piece.size() + 1, text.size());
    watch.feed(text.substr(0, size));
    text.remove_prefix(size);
  }
  return describe(watch.finish());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  // Behind the first line whether tests ran is decided.
  const std::string text = ((data[0] & 1U) != 0 ? "5 passed\n" : "") + text_of(data + 1, size - 1);
  const std::string_view command = kCommands.at((data[0] >> 1U) % kCommands.size());
  const std::string whole = seen_in(command, text, false);
  const std::string by_lines = seen_in(command, text, true);
  if (whole != by_lines) {
    std::fprintf(stderr, "--- whole\n%s\n--- by lines\n%s\n", whole.c_str(), by_lines.c_str());
    std::abort();
  }
  return 0;
}
