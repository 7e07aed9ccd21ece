#include "format/output_watch.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "format/line_prefix.hpp"

namespace proctor::format {
namespace {

OutputWatch::Seen seen_in(std::string_view output, std::size_t piece = std::string_view::npos) {
  OutputWatch watch("run | tail");
  while (!output.empty()) {
    watch.feed(output.substr(0, piece));
    output.remove_prefix(std::min(piece, output.size()));
  }
  return watch.finish();
}

std::string filler(std::size_t lines) {
  std::string text;
  for (std::size_t i = 0; i < lines; ++i)
    text += "compiling something or other, number " + std::to_string(i) + "\n";
  return text;
}

// Every line of the text behind the prefix.
std::string prefixed(const std::string& prefix, const std::string& text) {
  std::string out;
  bool begins = true;
  for (const char c : text) {
    if (begins) out += prefix;
    out += c;
    begins = c == '\n';
  }
  return out;
}

TEST(OutputWatch, LooksAtTheWholeOfALongOutput) {
  const std::string begin = "===== test session starts =====\ncollected 2 items\n";
  EXPECT_TRUE(seen_in(begin + filler(20'000)).unfinished);
  EXPECT_TRUE(seen_in(filler(20'000) + begin + filler(20'000)).unfinished);
  EXPECT_FALSE(seen_in(begin + filler(20'000) + "===== 2 passed in 1.00s =====\n").unfinished);
  const auto missing = seen_in(filler(20'000) + "sh: 1: jest: not found\n").none_ran;
  ASSERT_TRUE(missing);
  EXPECT_TRUE(missing->is_failure);
  EXPECT_FALSE(seen_in("5 passed\n" + filler(20'000) + "sh: 1: jest: not found\n").none_ran);
}

TEST(OutputWatch, GivesUpOnWhetherTestsRanAtSomeLength) {
  EXPECT_FALSE(seen_in(filler(120'000) + "sh: 1: jest: not found\n").none_ran);
}

// What matters has to be found wherever it stands.
TEST(OutputWatch, LosesNothingOfALongOutput) {
  const std::string decided = "5 passed\n";
  std::string places;
  for (int i = 0; i < 70; ++i) {
    places += std::string(static_cast<std::size_t>(i * 7 % 90), 'x') + "\n";
    const std::string text = decided + filler(100) + places + "[0] a\n[0] b\n" + filler(3) +
                             "[0] --- FAIL: TestA (0.00s)\n" + filler(10) + "12:00:00 a\n" + filler(10) +
                             "12:00:00 b\n12:00:00 --- FAIL: TestB (0.00s)\n" + filler(10);
    EXPECT_EQ(seen_in(text).failure_lines.size(), 2U) << i;
    for (const std::string begin :
         {"Segmentation fault\n", "===== test session starts =====\n", "1..2\nok 1 - a\n",
          "   === RUN   TestA\n", "[ RUN      ] A.a\n", "/a/t: t.c:3: main: Assertion `a' failed.\nAborted\n",
          "/a/t of mine and ours: t.c:3: main: Assertion `a' failed.\nAborted\n",
          "[0] a\n[0] b\n[0] TAP version 13\n"}) {
      EXPECT_TRUE(seen_in(decided + filler(100) + places + begin + filler(100)).unfinished) << i << begin;
    }
  }
}

TEST(OutputWatch, AnEndBehindALongLineIsAnEnd) {
  for (const std::size_t size : {0U, 290U, 1'000U, 4'080U, 10'000U}) {
    const std::string text = "[ RUN      ] A.a\n" + std::string(size, '.');
    EXPECT_FALSE(seen_in(text + "[       OK ] A.a (0 ms)\n").unfinished) << size;
  }
  EXPECT_TRUE(seen_in("[ RUN      ] A.a\n" + std::string(1'000, '.') + "\n").unfinished);
}

TEST(OutputWatch, DoesntMindHowTheOutputIsCut) {
  const std::string text =
      prefixed("[0] ", "a\nb\n===== test session starts =====\n--- FAIL: TestA (0.00s)\n");
  for (const std::size_t piece : {1U, 2U, 7U, 1000U}) {
    const auto seen = seen_in(text, piece);
    ASSERT_EQ(seen.failure_lines.size(), 1U) << piece;
    EXPECT_EQ(seen.failure_lines.front(), "[0] --- FAIL: TestA (0.00s)");
    ASSERT_TRUE(seen.unfinished);
    EXPECT_EQ(seen.unfinished->line, "===== test session starts =====");
  }
}

TEST(OutputWatch, ReadsWhatStandsBehindPrefixes) {
  const std::vector<std::string> sums = {
      "> app@1.0.0 test\n> jest\n\nTests:       1 failed, 2 passed, 3 total\n",
      "a\nb\n===== 1 failed, 2 passed in 0.12s =====\n",
      "a\nb\n--- FAIL: TestA (0.00s)\nFAIL\nFAIL\ta/b\t0.002s\n",
      "a\n\n  3 passing (8ms)\n  1 failing\n",
      "TAP version 13\n1..2\nok 1 - a\nnot ok 2 - b\n",
  };
  for (const std::string prefix :
       {"[0] ", "[test] ", "[app]: ", "web-1  | ", "web.1  | ", "12:00:01 web.1 | ",
        "app:test: ", "@scope/app:test: ", "app: ", "packages/app test: ", "2026-01-31T12:00:00.123456Z ",
        "Jan 31 12:00:00 ", "#12 3.456 ", "web-1  | 2026-01-31T12:00:00.1Z ", "2026-01-31 12:00:00 "}) {
    for (const std::string& sum : sums)
      EXPECT_FALSE(seen_in(prefixed(prefix, sum)).failure_lines.empty()) << prefix << sum;
  }
  EXPECT_EQ(seen_in("[0] a\n[1] b\n[0] c\n[0] npm run test:unit exited with code 1\n").failure_lines.size(),
            1U);
}

TEST(OutputWatch, ACrashIsOneOfTestsOnlyWhereTestsAreNamedOrSeen) {
  const auto seen = [](const std::string& command, const std::string& output) {
    OutputWatch watch(command);
    watch.feed(output);
    return watch.finish();
  };
  for (const std::string line : {"Segmentation fault", "Fatal Python error: Segmentation fault"}) {
    const auto program = seen("./a | tail", "a\n" + line + "\n");
    EXPECT_FALSE(program.unfinished || program.about_tests);
    EXPECT_EQ(program.crash, line);
    for (const auto& tests :
         {seen("./run_tests | tail", "a\n" + line + "\n"), seen("./a | tail", "3 passed\n" + line + "\n")}) {
      EXPECT_TRUE(tests.unfinished && tests.about_tests);
      EXPECT_EQ(tests.crash, "");
    }
  }
}

TEST(OutputWatch, TakesTimesForOneSource) {
  EXPECT_EQ(seen_in("[12:00:00] a\n[12:00:01] b\n[12:00:02] --- FAIL: TestA (0.00s)\n").failure_lines.size(),
            1U);
  EXPECT_EQ(seen_in("Jan 31 12:00:00 a\nJan 31 12:00:01 b\nFeb  1 12:00:02 --- FAIL: TestA (0.00s)\n")
                .failure_lines.size(),
            1U);
}

TEST(OutputWatch, KeepsTheSourcesApart) {
  const std::string begin = "===== test session starts =====\nplatform linux\ncollected 1 item\n";
  const std::string end = "===== 1 passed in 0.01s =====\n";
  const std::string a = prefixed("a-1  | ", begin);
  const std::string b = prefixed("b-1  | ", begin);
  EXPECT_FALSE(seen_in(a + b + "a-1  | " + end + "b-1  | " + end).unfinished);
  EXPECT_TRUE(seen_in(a + b + "a-1  | " + end).unfinished);
  EXPECT_TRUE(seen_in(a + b + "a-1  | " + end + "a-1  | " + end).unfinished);
}

TEST(OutputWatch, TakesNoProseForAPrefix) {
  for (const std::string text : {
           "result: 1 failed, 2 passed in 0.12s\n",                // nothing else of that name
           "a: b\na: c\na: FAIL\na: ERRORS!\na: not ok\n",         // too short to be a tool's
           "1: a\n1: b\n1: [  FAILED  ] 1 test, listed below:\n",  // ctest -V, of one that is to fail
           "[INFO] a\n[INFO] b\n[INFO] FAILED (failures=1)\n",     // what a program logs
           "error: a\nerror: b\nerror: 1 failed, 2 passed in 0.12s\n",
           "[0] a\n[0] b\n[0] npm run dev exited with code 1\n",
           "[0] a\n[0] b\n[0] npm test exited with code 0\n",
           "[0] a\n[0] b\n[0] npm test exited with code SIGTERM\n",
           "[0] a\n[0] b\n[0] npm test exited with code 143\n",
           "[0] a\n[0] b\n[0] Tests:       3 passed, 3 total\n",
           "[0] === RUN   TestA\n[0] FAIL\n[0] --- PASS: TestA (0.00s)\n[0] PASS\n",
           "File | % Stmts | % Branch\na.js | 1 | 2\na.js | 1 failing | 3\n",
       }) {
    EXPECT_TRUE(seen_in(text).failure_lines.empty()) << text;
    EXPECT_FALSE(seen_in(text).unfinished) << text;
  }
}

TEST(OutputWatch, RemembersTheSourcesThatPrintMost) {
  std::string text;
  for (int i = 0; i < 100; ++i) text += "[" + std::to_string(i) + "/100] Building a.o\n";
  text = prefixed("[0] ", "a\nb\nc\n") + text + "[0] --- FAIL: TestA (0.00s)\n";
  EXPECT_EQ(seen_in(text).failure_lines.size(), 1U);
}

// Only the first words of a line are looked at for a prefix.
TEST(OutputWatch, FindsEachKindOfPrefixInALongOutput) {
  const std::string prose = "One of the lines of prose, that has: a colon, a [bracket] and a bar | in it\n";
  for (const std::string prefix :
       {"[0] ", "[a-name-that-is-longer-than-sixteen-bytes] ", "[app]: ", "web-1            | ",
        "app:test: ", "packages/a test: ", "packages/of-a-long-name/and-more   test: ", "of mine  | ",
        "#12 3.4 ", "Jan 31 12:00:00 ", "2026-01-31T12:00:00.1Z "}) {
    const std::string lines = prefixed(prefix, "a\nb\n--- FAIL: TestA (0.00s)\n");
    std::string text = "5 passed\n" + filler(100);
    for (int i = 0; i < 20; ++i) text += prose + std::string(static_cast<std::size_t>(i), 'x');
    EXPECT_EQ(seen_in(text + "\n" + lines + filler(100)).failure_lines.size(), 1U) << prefix;
  }
}

TEST(LinePrefix, IsTheNameOfASource) {
  const auto rest = [](std::string_view line) {
    const auto prefixed = take_prefix(line);
    return prefixed ? std::string(prefixed->rest) : "none";
  };
  EXPECT_EQ(rest("web-1  |   x"), "  x");
  EXPECT_EQ(rest("[test   ] x"), "x");
  EXPECT_EQ(rest("12:00:00.5 x"), "x");
  for (const char* line :
       {"", " a: b", "[ RUN      ] a", "[  FAILED  ] a", "[INFO] a", "a b c: d", "| a | b", "https://a b",
        "a", "a:", "a  b", "[a b] c", "Error: a", "12:00 a", "#12 a", "# 1.5 a", "Maybe 1 a"}) {
    EXPECT_EQ(rest(line), "none") << line;
  }
}

}  // namespace
}  // namespace proctor::format
