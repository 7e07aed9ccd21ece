#include "tool/arguments.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace proctor::tool {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;

constexpr milliseconds kLongest{3'600'000};

json::object object(std::string_view text) {
  return parse_json(text)->as_object();
}

// The field that is complained about; "-" if the arguments are accepted.
template <typename T>
std::string field(const Result<T>& result) {
  if (result) return "-";
  EXPECT_EQ(result.error().code, ErrorCode::invalid_request);
  const json::value* named = result.error().details.if_contains("field");
  const std::string name = named ? std::string(named->as_string()) : "";
  EXPECT_THAT(result.error().message, HasSubstr(name));
  return name;
}
std::string test_field(std::string_view text) {
  return field(test_arguments(object(text), kLongest));
}

TEST(TestArguments, AllAreOptional) {
  const auto none = test_arguments({}, kLongest);
  ASSERT_TRUE(none);
  EXPECT_FALSE(none->command || none->workdir || none->timeout);
  const auto all =
      test_arguments(object(R"({"command": "make test", "workdir": "a", "timeout_ms": 1})"), kLongest);
  ASSERT_TRUE(all);
  EXPECT_EQ(all->command, "make test");
  EXPECT_EQ(all->workdir, "a");
  EXPECT_EQ(all->timeout, milliseconds(1));
}

TEST(TestArguments, AreRefusedByNameForUnknownFieldsAndWrongTypes) {
  EXPECT_EQ(test_field(R"({"cmd": "x"})"), "cmd");
  EXPECT_EQ(test_field(R"({"Command": "x"})"), "Command");
  EXPECT_EQ(test_field(R"({"command": ["x"]})"), "command");
  EXPECT_EQ(test_field(R"({"command": null})"), "command");
  EXPECT_EQ(test_field(R"({"command": ""})"), "command");
  EXPECT_EQ(test_field(R"({"command": " \t\n"})"), "command");
  EXPECT_EQ(test_field(R"({"command": "# npm test"})"), "command");
  EXPECT_EQ(test_field(R"({"command": "\n  #a\n\t# b \\\n"})"), "command");
  EXPECT_EQ(test_field(R"({"command": "# first\nmake"})"), "-");
  EXPECT_EQ(test_field("{\"command\": \"a\\u0000b\"}"), "command");
  EXPECT_EQ(test_field(R"({"workdir": 1})"), "workdir");
  EXPECT_EQ(test_field(R"({"workdir": ""})"), "workdir");
  for (const char* bad :
       {"0", "-1", "1.5", "\"5\"", "true", "null", "1e99", "18446744073709551615", "3600001"})
    EXPECT_EQ(test_field(std::string(R"({"timeout_ms": )") + bad + "}"), "timeout_ms") << bad;
}

TEST(TestArguments, AllUnknownFieldsAreNamedAtOnce) {
  const auto refused = test_arguments(object(R"({"cmd": "x", "command": 5, "cwd": "y"})"), kLongest);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message, "cmd, cwd: unknown fields; the fields are command, timeout_ms, workdir");
  EXPECT_EQ(refused.error().details.at("field"), "cmd");
}

TEST(TestArguments, TheLongestTimeIsTakenAndANumberMayBeWrittenAsADecimal) {
  EXPECT_EQ(test_arguments(object(R"({"timeout_ms": 3600000})"), kLongest)->timeout, kLongest);
  EXPECT_EQ(test_arguments(object(R"({"timeout_ms": 5.0})"), kLongest)->timeout, milliseconds(5));
}

TEST(ReadLogArguments, NeedARun) {
  EXPECT_EQ(field(read_log_arguments({})), "run");
  EXPECT_EQ(field(read_log_arguments(object(R"({"run": ""})"))), "run");
  EXPECT_EQ(field(read_log_arguments(object(R"({"run": "a", "limit": 0})"))), "limit");
  EXPECT_EQ(field(read_log_arguments(object(R"({"run": "a", "grep": 1})"))), "grep");
  EXPECT_EQ(field(read_log_arguments(object(R"({"run": "a", "tail": 1})"))), "tail");
  const auto read = read_log_arguments(object(R"({"run": "a", "offset": -5, "limit": 7, "grep": "x"})"));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->offset, -5);
  EXPECT_EQ(read->limit, 7U);
  EXPECT_EQ(read->grep, "x");
}

TEST(CancelArguments, NeedARunAndNothingElse) {
  EXPECT_EQ(field(cancel_arguments({})), "run");
  EXPECT_EQ(field(cancel_arguments(object(R"({"run": "a", "force": true})"))), "force");
  EXPECT_EQ(cancel_arguments(object(R"({"run": "a"})"))->run, "a");
}

TEST(Arguments, AreAnObjectOfLimitedSize) {
  EXPECT_TRUE(parse_arguments("", 10));
  EXPECT_TRUE(parse_arguments("{}", 2));
  EXPECT_FALSE(parse_arguments("{ }", 2));
  for (const char* bad : {"[]", "null", "\"x\"", "5", "{", "{} {}", "\xFF", R"({"a": 1, "a": 2})"}) {
    const auto parsed = parse_arguments(bad, 100);
    ASSERT_FALSE(parsed) << bad;
    EXPECT_EQ(parsed.error().code, ErrorCode::invalid_request);
  }
  const std::string most = "{\"command\":\"" + std::string(262'144 - 14, 'x') + "\"}";
  EXPECT_TRUE(parse_arguments(most, 262'144));
  EXPECT_FALSE(parse_arguments(most + " ", 262'144));
}

}  // namespace
}  // namespace proctor::tool
