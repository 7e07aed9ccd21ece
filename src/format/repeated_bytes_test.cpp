#include "format/repeated_bytes.hpp"

#include <gtest/gtest.h>

#include <string>

#include "format/evidence_start.hpp"
#include "format/plain_lines.hpp"

namespace proctor::format {
namespace {

std::string times(std::string_view text, std::size_t bytes) {
  std::string all;
  while (all.size() < bytes) all += text;
  return all;
}

TEST(RepeatedBytes, AreCountedInWholePeriods) {
  const std::string text = "abcabcabcab";
  const char* const end = text.data() + text.size();
  EXPECT_EQ(repeated_bytes(text.data() + 3, end, 3), 6U);
  EXPECT_EQ(repeated_bytes(text.data() + 3, end, 4), 0U);
  EXPECT_EQ(repeated_bytes(end, end, 3), 0U);
}

// What is passed over ends before the first line that matters, wherever that stands.
TEST(RepeatedBytes, HideNoLineThatMatters) {
  constexpr std::string_view failure = "FAILED test_a.py::test_a\n";
  constexpr std::string_view run = "running 3 tests\n";
  constexpr std::string_view prefixed = "[1] FAILED test_a.py\n";
  for (const std::string_view line :
       {"y\n", "yes\n", "a: b\n", "seven..\n", "fifteen letters\n", "\n", "no\nyes\n"}) {
    for (std::size_t before = 0; before < 700; ++before) {
      const std::string begin = times("another line\n", before % 130) + times(line, before);
      const std::string with_failure = begin + std::string(failure) + times(line, 700);
      EXPECT_EQ(find_line_to_look_at("\n" + with_failure, {}), begin.size() + 1) << line << before;
      for (const std::string_view special : {run, prefixed}) {
        const std::string text = begin + std::string(special) + times(line, 700);
        EXPECT_LE(plain_lines(text), begin.size()) << line << before;
      }
    }
  }
}

}  // namespace
}  // namespace proctor::format
