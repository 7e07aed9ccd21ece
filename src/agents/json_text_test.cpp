#include "agents/json_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace proctor::agents {
namespace {

std::string appended(const std::string& text, const std::string& item) {
  return append_item(text, read_json_text(text).value(), item);
}

std::string removed(const std::string& text, std::size_t index) {
  return remove_item(text, read_json_text(text).value(), index);
}

TEST(JsonText, AnItemIsAppendedAsTheOthersAreWritten) {
  EXPECT_EQ(appended("{\n  \"a\": 1\n}\n", "\"b\": 2"), "{\n  \"a\": 1,\n  \"b\": 2\n}\n");
  EXPECT_EQ(appended("{\n\t\"a\": 1 // one\n}", "\"b\": 2"), "{\n\t\"a\": 1, // one\n\t\"b\": 2\n}");
  EXPECT_EQ(appended("{\r\n    \"a\": [],\r\n}\r\n", "\"b\": 2"),
            "{\r\n    \"a\": [],\r\n    \"b\": 2,\r\n}\r\n");
  EXPECT_EQ(appended("{\"a\":1}", "\"b\": 2"), "{\"a\":1, \"b\": 2}");
  EXPECT_EQ(appended("[1, 2]", "3"), "[1, 2, 3]");
  EXPECT_EQ(appended("{}", "\"b\": 2"), "{\n  \"b\": 2\n}");
  EXPECT_EQ(appended("{\n  // nothing yet\n}\n", "\"b\": 2"), "{\n  // nothing yet\n  \"b\": 2\n}\n");
}

TEST(JsonText, WhatWasAppendedIsTakenOutToTheByte) {
  for (const std::string text :
       {"{\n  \"a\": 1\n}\n", "{\n\t\"a\": 1 // one\n}", "{\r\n    \"a\": [],\r\n}\r\n", "{\"a\":1}",
        "{ \"a\" : 1 }", "{\n   \"a\": 1 /* x */ , // y\n   \"c\": {\"d\": [1,\n2]}\n     }",
        "{\n  // nothing yet\n}\n", "{}", "\xEF\xBB\xBF{\n \"a\": \"}\\\"\"\n}"}) {
    const std::string more = appended(text, "\"b\": {\"x\": [1]}");
    const auto root = read_json_text(more);
    ASSERT_TRUE(root) << more;
    ASSERT_NE(root->member("b"), nullptr);
    EXPECT_EQ(removed(more, root->items.size() - 1), text);
  }
}

TEST(JsonText, AnItemAmongOthersIsTakenOut) {
  EXPECT_EQ(removed("{\n  \"a\": 1,\n  \"b\": 2,\n  \"c\": 3\n}\n", 1), "{\n  \"a\": 1,\n  \"c\": 3\n}\n");
  EXPECT_EQ(removed("{\n  \"a\": 1,\n  \"b\": 2\n}\n", 0), "{\n  \"b\": 2\n}\n");
  EXPECT_EQ(removed("[1, 2, 3]", 0), "[2, 3]");
  EXPECT_EQ(removed("[1, 2, 3]", 1), "[1, 3]");
}

TEST(JsonText, WhatIsNoJsonIsRefusedWithItsLine) {
  for (const std::string text :
       {"{\n\"a\": \n}", "{\n\"a\": 1\n\"b\": 2}", "{\n\"a", "[\n1", "{}\nx", "{'a': 1}", ""}) {
    const auto root = read_json_text(text);
    ASSERT_FALSE(root) << text;
    EXPECT_THAT(root.error().message, ::testing::ContainsRegex("line [123] isn't JSON"));
  }
  EXPECT_FALSE(read_json_text(std::string(100'000, '[')));
}

}  // namespace
}  // namespace proctor::agents
