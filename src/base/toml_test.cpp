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

TEST(Toml, KeysOfAnyLengthAreRefusedAndNotFollowed) {
  std::string deep;
  for (int i = 0; i < 300'000; ++i) deep += "a.";
  for (const std::string& bad :
       {deep + "a = 1", "[" + deep + "a]", "x = {" + deep + "a = 1}", "x = [\n{" + deep + "a = 1}]",
        "x = \"\" # \"\n" + deep + "a = 1", "x = '\\'\n" + deep + "a = 1", "x = \"\\\"\"\n" + deep + "a = 1",
        "x = {y = \"\"\"z\"\"\"\"\", " + deep + "a = 1}", "x = {y = '''z'''', " + deep + "a = 1}",
        "\"\"." + deep + "a = 1", "x = \"\n" + deep + "a = 1"}) {
    const auto result = parse_toml(bad, "x.toml");
    ASSERT_FALSE(result) << bad.substr(0, 30);
    EXPECT_EQ(result.error().message.find("x.toml:"), 0U) << result.error().message;
  }
  std::string many;
  for (int i = 0; i < 300; ++i) many += "[a.b.c" + std::to_string(i) + "]\nx = 1.5\n";
  EXPECT_TRUE(parse_toml(many, "x"));
  for (const std::string& text : {"'" + deep + "'", "\"\\\"" + deep + "\"",
                                  "\"\"\"\n\"" + deep + "\"\"\"\"\"", "'''" + deep + "\n'''", "1 # " + deep})
    EXPECT_TRUE(parse_toml("x = " + text, "x")) << text.substr(0, 9);
}

TEST(Toml, WhatIsWrittenReadsAsTheSameTableOrIsRefused) {
  for (const char* text :
       {"a = 1\n[b]\nc = ['x', \"\\t\"]\n", "\"a b\" = 1", "\"é\" = 'ü'", "[[a]]\nb = 1\n[[a]]\n"}) {
    const auto table = parse_toml(text, "x");
    ASSERT_TRUE(table) << text;
    const auto written = write_toml(*table, "x");
    ASSERT_TRUE(written) << text;
    EXPECT_EQ(*parse_toml(*written, "x"), *table) << *written;
  }
  for (const char* text :
       {"\"a\\tb\" = 1", "\"\\nffi\" = true", "\"it's\" = 1", "[\"a\\tb\"]", "\"a=1\\n\" = 1"}) {
    const auto table = parse_toml(text, "x");
    ASSERT_TRUE(table) << text;
    const auto written = write_toml(*table, "x.toml");
    ASSERT_FALSE(written) << *written;
    EXPECT_EQ(written.error().message.find("x.toml: a key with"), 0U) << written.error().message;
  }
}

}  // namespace
}  // namespace proctor
