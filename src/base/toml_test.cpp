#include "base/toml.hpp"

#include <gtest/gtest.h>

namespace proctor {
namespace {

TEST(Toml, ABadFileSaysWhere) {
  const auto result = parse_toml("a = 1\nb = [\n", "proctor.toml");
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().message.find("proctor.toml:"), 0U) << result.error().message;
}

TEST(Toml, CharactersBeyondAsciiAreNoTrouble) {
  EXPECT_EQ((*parse_toml("\"é\" = 'ü ☃ 😀'\n", "x"))["é"].value_or(std::string()), "ü ☃ 😀");
  for (const char* bad :
       {"\xEF\xBB\xBF,", "é", "= ☃", "a = é", "\xff", "a\xC2\xA0= 1", "\xEF\xBB\xBE", "\n[$", "[[?"}) {
    EXPECT_FALSE(parse_toml(bad, "x")) << bad;
  }
}

}  // namespace
}  // namespace proctor
