// What commands.txt says of closing sums, against the words that find these.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "base/text.hpp"
#include "framework/words.hpp"
#include "shell/commands.hpp"

namespace proctor::command {
namespace {

TEST(Sums, HaveWordsOfTheirTool) {
  const auto words = framework::read_words();
  ASSERT_TRUE(words);
  std::size_t looked_at = 0;
  for (const std::string_view line : split_lines(shell::commands_table())) {
    if (!line.starts_with("sums ")) continue;
    const std::string tool(line.substr(5, line.find(' ', 5) - 5));
    EXPECT_TRUE(std::ranges::any_of(words->rows, [&tool](const format::WordRow& row) {
      return row.tool == tool && row.word == format::Word::ends;
    })) << line;
    ++looked_at;
  }
  EXPECT_GT(looked_at, 5U);
}

}  // namespace
}  // namespace proctor::command
