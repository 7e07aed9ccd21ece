#include "base/json.hpp"

#include <gtest/gtest.h>

namespace proctor {
namespace {

TEST(Json, ABadDocumentSaysWhere) {
  const auto result = parse_json("{\"a\": 1,}");
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::invalid_request);
  EXPECT_NE(result.error().message.find("at byte 8"), std::string::npos) << result.error().message;
  for (const char* more : {"{} {}", "{} x", "{}\n]"}) {
    const auto followed = parse_json(more);
    ASSERT_FALSE(followed) << more;
    EXPECT_EQ(followed.error().message, "not valid JSON: something follows the document at byte 3");
  }
  EXPECT_TRUE(parse_json("12"));
  EXPECT_FALSE(parse_json(""));
  EXPECT_FALSE(parse_json(std::string(100'000, '[')));
  EXPECT_TRUE(parse_json("{}\n \n"));
}

TEST(Json, TheAnswerIsValidUtf8WhateverATestPrinted) {
  json::object object;
  object["k\xff"] = json::array{
      "a\xfe"
      "b"};
  EXPECT_EQ(to_json_line(object),
            "{\"k\xEF\xBF\xBD\":[\"a\xEF\xBF\xBD"
            "b\"]}");
}

TEST(Json, NumbersAreWrittenAsPeopleReadThem) {
  EXPECT_EQ(to_json_line(json::array{54.173, 0.25, 3.0, 1e300, -7, UINT64_MAX}),
            "[54.173,0.25,3,1e+300,-7,18446744073709551615]");
  EXPECT_EQ(to_json_line(json::array{1.0 / 3}), "[0.3333333333333333]");
}

TEST(Json, AKeyThatStandsTwiceInOneObjectIsFound) {
  EXPECT_EQ(duplicate_key(R"({"a":1,"b":{"a":2,"c":3},"l":[{"a":1},{"a":2}]})"), "");
  EXPECT_EQ(duplicate_key(R"({"a":1,"b":{"x":2,"y":3,"x":[]}})"), "x");
  EXPECT_EQ(duplicate_key(R"({"sources":{"t/A.sol":"1","t\/A.sol":"2"}})"), "t/A.sol");
  EXPECT_EQ(duplicate_key("not json"), "");
}

TEST(Json, PrettyIsTheSameDocument) {
  const json::value value = *parse_json(R"({"a":[1,{"b":"x\"y"}],"e":{},"n":null,"l":[]})");
  EXPECT_EQ(*parse_json(to_json_pretty(value)), value);
}

}  // namespace
}  // namespace proctor
