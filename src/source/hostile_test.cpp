// Whatever a file holds: an answer, soon, and no larger than it has to be.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

#include "base/text.hpp"
#include "source/tests.hpp"

namespace proctor::source {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

std::string repeated(std::string_view text, std::size_t times) {
  std::string result;
  for (std::size_t i = 0; i < times; ++i) result += text;
  return result;
}

Rules javascript(CodeStyle code) {
  return {"javascript",
          R"scm(
    ((call_expression function: (identifier) @_call
       arguments: (arguments . (_) @test.name . (arrow_function body: (_) @test.body))) @test (#eq? @_call "test"))
    ((call_expression function: (identifier) @_call arguments: (arguments . (_) @group.name)) @group
       (#eq? @_call "describe"))
    ((comment) @task (#match? @task "task")))scm",       code, " > ", {}, {}, "(debugger_statement) @skip @hide"};
}

/// Reads a file in every grammar, with every way to show code.
void read_by_all(std::string_view text) {
  for (const std::string& grammar : grammars())
    for (const CodeStyle code :
         {CodeStyle::body, CodeStyle::statements, CodeStyle::block, CodeStyle::whole, CodeStyle::table}) {
      const auto begin = std::chrono::steady_clock::now();
      const auto found =
          find_tests({grammar, "((_) @test.name) @test @test.body @group", code, "::", {}}, text);
      ASSERT_TRUE(found) << found.error().message;
      for (const FoundTest& test : found->tests) {
        EXPECT_TRUE(is_valid_utf8(test.id));
        EXPECT_LE(test.end, text.size());
      }
      EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10)) << grammar;
    }
}

TEST(Hostile, NothingAtAll) {
  read_by_all("");
}
TEST(Hostile, NulBytes) {
  read_by_all(std::string("test('a\0b', () => {\0});\0", 24));
}
TEST(Hostile, InvalidUtf8) {
  read_by_all("test('\xFF\xC3', () => { \x80 });\ndef test_\xE9(): pass\n");
}
TEST(Hostile, OnlyOpeningBrackets) {
  read_by_all(repeated("([{", 1000));
}
TEST(Hostile, AnUnclosedString) {
  read_by_all("x = \"" + repeated("\\", 2001));
}

TEST(Hostile, AFileOfMoreThanAMebibyteIsNotRead) {
  const auto finder = TestFinder::make(javascript(CodeStyle::body));
  ASSERT_TRUE(finder);
  const Found found = *finder->find("test('a', () => {});\n" + repeated(" ", 1 << 20));
  EXPECT_TRUE(found.broken);
  EXPECT_THAT(found.tests, IsEmpty());
  EXPECT_THAT(finder->find("test('a', () => {});\n" + repeated(" ", 1 << 19))->tests, SizeIs(1));
}

TEST(Hostile, TestsWithinTestsWithinTests) {
  for (const std::size_t depth : {50U, 2'000U, 20'000U}) {
    const std::string text = repeated("test('a', () => {\n", depth) + repeated("});\n", depth);
    const auto begin = std::chrono::steady_clock::now();
    const auto found = find_tests(javascript(CodeStyle::whole), text);
    ASSERT_TRUE(found);
    std::size_t total = 0;
    for (const FoundTest& test : found->tests) total += test.code.size();
    EXPECT_LE(total, 8U << 20);
    EXPECT_EQ(found->tests.size(), depth == 50 ? 50U : 0U);
    EXPECT_EQ(found->broken, depth != 50);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
  }
}

TEST(Hostile, GroupsWithinGroups) {
  const std::size_t depth = 3'000;
  const std::string text = repeated("describe('a', () => {\n", depth) +
                           repeated("test('b', () => {});\n", depth) + repeated("});\n", depth);
  const auto found = find_tests(javascript(CodeStyle::body), text);
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->broken);
  EXPECT_THAT(found->tests, IsEmpty());
}

TEST(Hostile, AHugeNameOfManyTests) {
  const std::string text = "describe('" + repeated("a", 400'000) + "', () => {\n" +
                           repeated("test('b', () => {});\n", 4'000) + "});\n";
  const auto found = find_tests(javascript(CodeStyle::body), text);
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->broken);
  EXPECT_THAT(found->tests, IsEmpty());
}

TEST(Hostile, AMebibyteOfStatements) {
  const std::string text = "test('a', () => {\n" + repeated("a();\ndebugger;\n", 60'000) + "});\n";
  const auto begin = std::chrono::steady_clock::now();
  const auto found = find_tests(javascript(CodeStyle::statements), text);
  ASSERT_TRUE(found);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
}

TEST(Hostile, ManyTestsAndManyTasks) {
  const std::string text = repeated("test('a', () => {}); // task\n", 4'900);
  const auto begin = std::chrono::steady_clock::now();
  const auto found = find_tests(javascript(CodeStyle::whole), text);
  ASSERT_TRUE(found);
  EXPECT_THAT(found->tests, SizeIs(4'900));
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
}

}  // namespace
}  // namespace proctor::source
