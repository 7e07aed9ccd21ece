// How fast a command's output is looked at for what it says about tests: evidence_bench [LOG...]
//
// Feeds 1 GB of each kind of text in pieces of 64 KiB and prints gigabytes a second, and the peak memory. Of
// logs (`ctest -V >LOG`) it feeds some 200 MB each, and compares the table of words with RE2 alone: one
// alternation of the same patterns, looked for in each line.
#include <fmt/format.h>
#include <re2/re2.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>

#include "base/files.hpp"
#include "base/text.hpp"
#include "format/output_evidence.hpp"
#include "framework/words.hpp"

namespace {

constexpr std::size_t kPiece = 64U << 10U;
constexpr std::size_t kTotal = 1'000'000'000;

// A mebibyte or so of the line, repeated; `number` writes its own into each.
template <typename Line>
std::string repeat(Line line) {
  std::string text;
  for (std::size_t i = 0; text.size() < (1U << 20U); ++i) text += line(i);
  return text;
}

void measure(std::string_view name, const std::string& text) {
  const auto begin = std::chrono::steady_clock::now();
  proctor::format::OutputEvidence evidence(proctor::framework::words());
  std::size_t bytes = 0;
  while (bytes < kTotal) {
    for (std::string_view rest = text; !rest.empty(); rest.remove_prefix(std::min(kPiece, rest.size()))) {
      evidence.feed(proctor::Stream::out, rest.substr(0, kPiece));
    }
    bytes += text.size();
  }
  const bool failure = evidence.finish().shows_failure();
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  fmt::print("{:<34} {:5.2f} GB/s{}\n", name, static_cast<double>(bytes) / took.count() / 1e9,
             failure ? "  shows a failure" : "");
}

constexpr std::size_t kTotalOfALog = 200'000'000;

// How many megabytes a second `look` takes, which looks at all lines of a log once.
template <typename Look>
double speed(const std::string& log, Look look) {
  const auto begin = std::chrono::steady_clock::now();
  std::size_t bytes = 0;
  for (; bytes < kTotalOfALog; bytes += log.size()) look();
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  return static_cast<double>(bytes) / took.count() / 1e6;
}

int compare(const char* path) {
  const auto log = proctor::read_file(path);
  const auto rows = proctor::framework::read_words();
  if (!log || log->empty() || !rows) {
    fmt::print(stderr, "evidence_bench: {} can't be read, or is empty\n", path);
    return 1;
  }
  std::string all;
  for (const auto& row : rows->rows)
    all += (all.empty() ? "" : "|") +
           (row.pattern.starts_with('^') ? row.pattern : "[ \t]*(?:" + row.pattern + ")");
  RE2::Options options;
  options.set_encoding(RE2::Options::EncodingLatin1);
  options.set_max_mem(64 << 20);
  const RE2 rival(all, options);
  const auto lines = proctor::split_lines(*log);
  std::size_t hits = 0;
  const double alone = speed(*log, [&] {
    for (const std::string_view line : lines)
      hits += RE2::FullMatch({line.data(), line.size()}, rival) ? 1 : 0;
  });
  const double words = speed(*log, [&] {
    proctor::format::WordReader reader(proctor::framework::words());
    for (const std::string_view line : lines) reader.line(line);
  });
  const double whole = speed(*log, [&] {
    proctor::format::OutputEvidence evidence(proctor::framework::words());
    for (std::string_view rest = *log; !rest.empty(); rest.remove_prefix(std::min(kPiece, rest.size())))
      evidence.feed(proctor::Stream::out, rest.substr(0, kPiece));
  });
  fmt::print(
      "{}: words {:.0f} MB/s, with all else {:.0f} MB/s; RE2 alone {:.0f} MB/s: {:.2f} times as fast\n", path,
      words, whole, alone, words / alone);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  int failures = 0;
  for (const char* log : std::span(argv, static_cast<std::size_t>(argc)).subspan(1)) failures += compare(log);
  if (argc > 1) return failures;
  measure("build log", repeat([](std::size_t i) {
            return fmt::format("[{:3}/900] Building CXX object src/x{}/CMakeFiles/y.dir/file_{}.cpp.o\n",
                               i % 900, i, i);
          }));
  measure("log lines with a date", repeat([](std::size_t i) {
            return fmt::format("2026-01-01T00:00:00.{:06} INFO server: request {} served in 12 ms\n",
                               i % 1'000'000, i);
          }));
  measure("JSON log lines", repeat([](std::size_t i) {
            return fmt::format("{{\"level\":\"info\",\"msg\":\"request served\",\"id\":{},\"ms\":12}}\n", i);
          }));
  measure("indented source code", repeat([](std::size_t i) {
            return fmt::format("        value = compute(value, {}); // and so on\n", i);
          }));
  measure("prose", repeat([](std::size_t i) {
            constexpr std::string_view kWords[] = {"It was a bright day", "the clocks were striking",
                                                   "And so it goes", "What follows is",
                                                   "Then nothing happened"};
            return fmt::format("{} in line {} of this text, which is quite ordinary.\n", kWords[i % 5], i);
          }));
  measure("prose that begins like sums", repeat([](std::size_t i) {
            constexpr std::string_view kWords[] = {"The tests are run",        "Tests that fail are",
                                                   "Failing is no shame",      "Running out of words",
                                                   "and so it goes on and on", "No more"};
            return fmt::format("{} in line {} of this text, which is quite ordinary.\n", kWords[i % 6], i);
          }));
  measure("coloured lines", repeat([](std::size_t i) {
            return fmt::format("\x1b[32mok\x1b[0m {} some/path/to/a/file.js took \x1b[33m12 ms\x1b[0m\n", i);
          }));
  measure("no newline at all", std::string(1U << 20U, 'x'));
  measure("yes", repeat([](std::size_t) { return std::string("y\n"); }));
  measure("empty lines", repeat([](std::size_t) { return std::string("\n"); }));
  measure("numbers, one a line", repeat([](std::size_t i) { return fmt::format("{}\n", i); }));
  measure(
      "go test -json", repeat([](std::size_t i) {
        return fmt::format(
            "{{\"Time\":\"2026-01-01T00:00:00Z\",\"Action\":\"pass\",\"Package\":\"x\",\"Test\":\"T{}\"}}\n",
            i);
      }));
  measure("hostile: `{\"a.sol:B\":{` a line",
          repeat([](std::size_t) { return std::string("{\"a.sol:B\":{\n"); }));
  measure("hostile: `{\"ok\":true` a line",
          repeat([](std::size_t) { return std::string("{\"ok\":true\n"); }));
  measure("hostile: `{` a line", repeat([](std::size_t) { return std::string("{\n"); }));
  measure("hostile: `[FAIL: ` a line", repeat([](std::size_t) { return std::string("[FAIL: x\n"); }));
  measure("hostile: forge's results",
          repeat([](std::size_t i) { return fmt::format("[PASS] test_{}() (gas: 1)\n", i); }));
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  fmt::print("peak memory {} MiB\n", usage.ru_maxrss / 1024);
}
