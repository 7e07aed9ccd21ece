#include "framework/words.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "base/files.hpp"
#include "base/text.hpp"

namespace proctor::framework {
namespace {

using format::Said;
using format::WordReader;

Said said_in(std::string_view text) {
  WordReader reader(words());
  for (const std::string_view line : split_lines(text)) reader.line(line);
  return reader.finish();
}

// Lines as tools print them, kind by kind: tests/data/words/KIND.txt.
std::vector<std::string> lines_of(const std::string& kind) {
  const auto text =
      read_file(std::filesystem::path(PROCTOR_SOURCE_DIR) / "tests/data/words" / (kind + ".txt"));
  EXPECT_TRUE(text) << kind;
  const std::string content = text.value_or("");
  std::vector<std::string> lines;
  for (const std::string_view line : split_lines(content)) {
    if (!line.empty()) lines.emplace_back(line);
  }
  EXPECT_GT(lines.size(), 5U);
  return lines;
}

TEST(Words, AreReadWithoutAFault) {
  const auto file = read_words();
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_GT(file->rows.size(), 300U);
  ASSERT_TRUE(format::WordTable::make(file->rows, file->prefixes));
}

TEST(Words, OfAFailureAreRecognised) {
  for (const std::string& line : lines_of("failed")) {
    EXPECT_FALSE(said_in(line).failure_lines.empty()) << line;
    EXPECT_EQ(said_in(line).passed + said_in(line).passed_some, "") << line;
  }
}

TEST(Words, OfAPassAreRecognised) {
  for (const std::string& line : lines_of("passed")) {
    EXPECT_NE(said_in(line).passed + said_in(line).passed_some, "") << line;
    EXPECT_TRUE(said_in(line).failure_lines.empty()) << line;
  }
}

TEST(Words, ThatNoTestRanAreRecognised) {
  for (const std::string& line : lines_of("none")) {
    EXPECT_NE(said_in(line).none + said_in(line).nothing, "") << line;
    EXPECT_EQ(said_in(line).passed + said_in(line).passed_some, "") << line;
    EXPECT_EQ(said_in(line + "\n3 passed in 0.01s").none, "") << line;
  }
}

TEST(Words, OfProseAreNot) {
  for (const std::string& line : lines_of("other")) EXPECT_TRUE(said_in(line).failure_lines.empty()) << line;
  for (const char* line : {"it says: no tests ran in 0.00s", "OK", "ok", "PASS", "2 passed",
                           "all 3 tests passed?", "the 3 passed in 0.1s", "100% tests passed"}) {
    EXPECT_EQ(said_in(line).passed + said_in(line).passed_some + said_in(line).none, "") << line;
  }
}

TEST(Words, BehindWhatStandsBeforeEachLineCount) {
  for (const std::string prefix :
       {"[0] ", "[test] ", "[app]: ", "web-1  | ", "web.1  | ", "12:00:01 web.1 | ", "app:test: ",
        "@scope/app:test: ", "packages/app test: ", "2026-01-31T12:00:00.123456Z ", "Jan 31 12:00:00 ",
        "#12 3.456 ", "web-1  | 2026-01-31T12:00:00.1Z ", "2026-01-31 12:00:00 ", "[12:00:00] "}) {
    for (const std::string line : {"Tests:       1 failed, 2 passed, 3 total",
                                   "===== 1 failed, 2 passed in 0.12s =====", "--- FAIL: TestA (0.00s)",
                                   "  1 failing", "not ok 2 - b"}) {
      EXPECT_EQ(said_in(prefix + line).failure_lines.size(), 1U) << prefix << line;
    }
  }
}

TEST(Words, OfABeginningWantAnEnd) {
  const std::string pytest = "===== test session starts =====\ncollected 2 items\n";
  EXPECT_EQ(said_in(pytest + "a_test.py .").unfinished, "===== test session starts =====");
  EXPECT_EQ(said_in(pytest + "===== 2 passed in 0.01s =====\n" + pytest).unfinished,
            "===== test session starts =====");
  EXPECT_EQ(said_in("=== RUN   TestA\n--- PASS: TestA (0.00s)\n=== RUN   TestB\n").unfinished,
            "=== RUN   TestA");
  EXPECT_NE(
      said_in("[ RUN      ] A.a\n[       OK ] A.a (0 ms)\n[ RUN      ] A.b\nSegmentation fault\n").unfinished,
      "");
  // ctest -V takes the end of such a program for a pass.
  EXPECT_EQ(said_in("5: [ RUN      ] A.a\n1/1 Test #5: A.a ..   Passed    0.03 sec\n").unfinished,
            "5: [ RUN      ] A.a");
  EXPECT_EQ(said_in("5: [ RUN      ] A.a\n5: [       OK ] A.a (0 ms)\n").unfinished, "");
  const std::string doctest = "[doctest] doctest version is \"2.4.9\"\n";
  EXPECT_EQ(said_in(doctest).unfinished, "[doctest] doctest version is \"2.4.9\"");
  EXPECT_EQ(said_in(doctest + "[doctest] Status: SUCCESS!\n").unfinished, "");
  EXPECT_EQ(said_in("Runtime:       PHP 8.2.36\n\n.").unfinished, "Runtime:       PHP 8.2.36");
  EXPECT_EQ(
      said_in(
          "Runtime:       PHP 8.2.36\n\n.\n\nTime: 00:00.002, Memory: 4.00 MB\n\nOK (1 test, 1 assertion)\n")
          .unfinished,
      "");
  EXPECT_NE(said_in("Running unittests src/lib.rs (target/debug/deps/a-1234)\n\nrunning 1 test\n").unfinished,
            "");
  for (const char* begun : {"running 1 test\ntest a ... ", "Run options: --seed 1\n\n# Running:\n\n.",
                            "Loaded suite a\nStarted\n.", "Randomness seeded to: 5\n",
                            "Found 1 test(s).\nSystem check identified no issues.\n."})
    EXPECT_NE(said_in(begun).unfinished, "") << begun;
  EXPECT_NE(said_in("Test project /a/build\n    Start 1: a\n").unfinished, "");
  for (const std::string& text :
       {pytest + "===== 2 passed in 62.12s (0:01:02) =====\n", pytest + "Results (0.05s):\n",
        std::string("[ RUN      ] P/A.a/0\n[  FAILED  ] P/A.a/0, where GetParam() = 3 (0 ms)\n"),
        std::string("[ RUN      ] A.a\nno newline[       OK ] A.a (0 ms)\n"),
        std::string(
            "=== RUN   TestA\n=== RUN   TestA/b\nx--- PASS: TestA (0.00s)\n    --- PASS: TestA/b (0.00s)\n"),
        std::string("Test project /a\n100% tests passed, 0 tests failed out of 1\n"),
        std::string("TAP version 13\n1..0\n"),
        std::string("[INFO] Scanning for projects...\n[INFO] BUILD SUCCESS\n"),
        std::string("Running benches/own.rs (target/debug/deps/own-1)\nno harness\n"),
        std::string("Found 1 test(s).\nRan 1 test in 0.01s\n")}) {
    EXPECT_EQ(said_in(text).unfinished, "") << text;
  }
}

}  // namespace
}  // namespace proctor::framework
