#include "exercism/results.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/json.hpp"
#include "base/text.hpp"

namespace proctor::exercism {
namespace {
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

constexpr std::string_view kNotice = "Output was truncated. Please limit to 500 chars";

std::size_t characters(std::string_view text) {
  std::size_t count = 0;
  for (const char c : text) count += (static_cast<unsigned char>(c) & 0xC0U) != 0x80U ? 1U : 0U;
  return count;
}

std::string repeated(std::string_view text, std::size_t times) {
  std::string all;
  for (std::size_t i = 0; i < times; ++i) all += text;
  return all;
}

json::object parsed(const Results& results) {
  const std::string text = to_json(results);
  EXPECT_LT(text.size(), kLargestFile);
  EXPECT_TRUE(is_valid_utf8(text));
  const auto document = parse_json(text);
  EXPECT_TRUE(document) << (document ? "" : document.error().message);
  return document->as_object();
}

TEST(Results, OutputOfUpTo500CharactersStaysAsItIs) {
  for (const char* character : {"x", "ü", "€", "🐑"}) {
    for (const std::size_t length : {0U, 1U, 451U, 452U, 453U, 499U, 500U}) {
      const std::string text = repeated(character, length);
      EXPECT_EQ(limit_output(text), text);
    }
  }
}

TEST(Results, LongerOutputIsCutTo500CharactersWithTheNoticeAndNoCharacterInHalf) {
  for (const char* character : {"x", "ü", "€", "🐑"}) {
    for (const std::size_t length : {501U, 502U, 5'000U}) {
      const std::string cut = limit_output(repeated(character, length));
      EXPECT_EQ(characters(cut), kLongestOutput) << character << length;
      EXPECT_THAT(cut, EndsWith("\n" + std::string(kNotice)));
      EXPECT_TRUE(is_valid_utf8(cut));
      EXPECT_THAT(cut, StartsWith(repeated(character, 500 - kNotice.size() - 1)));
    }
  }
  // Characters of several lengths around the place of the cut.
  for (std::size_t before = 440; before < 460; ++before) {
    const std::string cut = limit_output(std::string(before, 'x') + repeated("🐑ü€", 100));
    EXPECT_EQ(characters(cut), kLongestOutput);
    EXPECT_TRUE(is_valid_utf8(cut));
  }
}

TEST(Results, OutputThatIsntTextIsMadeText) {
  const std::string cut = limit_output(std::string(600, '\xff'));
  EXPECT_TRUE(is_valid_utf8(cut));
  EXPECT_EQ(characters(cut), kLongestOutput);
  EXPECT_TRUE(is_valid_utf8(limit_output(std::string("a\xc3"))));
  EXPECT_TRUE(is_valid_utf8(limit_output(std::string("a\0b\xed\xa0\x80", 6))));
}

TEST(Results, TheMessageOfTheWholeIsCutAt65535Bytes) {
  Results results;
  for (const char* character : {"x", "🐑"}) {
    const std::size_t size = std::string_view(character).size();
    results.message = repeated(character, kLongestMessage / size);
    EXPECT_EQ(parsed(results).at("message").as_string(), results.message);
    results.message = repeated(character, kLongestMessage / size + 1);
    const std::string cut(parsed(results).at("message").as_string());
    EXPECT_LE(cut.size(), kLongestMessage);
    EXPECT_GT(cut.size(), kLongestMessage - 200);
    EXPECT_THAT(cut, HasSubstr("cut off"));
  }
}

TEST(Results, WhatAReporterCutOffIsCountedToo) {
  Results results;
  results.message = std::string(100'000, 'x') + "\n… (2900000 bytes more were cut off)";
  const std::string cut(parsed(results).at("message").as_string());
  const std::size_t kept = cut.find('\n');
  EXPECT_EQ(cut.substr(kept), fmt::format("\n… ({} bytes more were cut off)", 3'000'000 - kept));

  for (const char* notice : {"\n… (12x bytes more were cut off)", "\n… ( bytes more were cut off)",
                             "\n… (99999999999 bytes more were cut off)"}) {
    results.message = std::string(100'000, 'x') + notice;
    const std::string other(parsed(results).at("message").as_string());
    const std::size_t lost = results.message.size() - other.find('\n');
    EXPECT_EQ(other.substr(other.find('\n')), fmt::format("\n… ({} bytes more were cut off)", lost));
  }
}

TEST(Results, AFileThatWouldBeTooLargeLosesTheEndsOfItsLongestTextsAlone) {
  Results results;
  results.status = Verdict::fail;
  results.tests = {{"short", Status::fail, "a short message", "code();", "out", 1},
                   {"long", Status::fail, std::string(400'000, 'x'), "code();", "", 1},
                   {"longer", Status::fail, std::string(2'000'000, 'y'), "code();", "", 1}};
  const auto tests = parsed(results).at("tests").as_array();
  ASSERT_EQ(tests.size(), 3U);
  EXPECT_EQ(tests[0].at("message").as_string(), "a short message");
  EXPECT_EQ(tests[0].at("test_code").as_string(), "code();");
  for (const std::size_t i : {1U, 2U}) {
    const std::string message(tests[i].at("message").as_string());
    EXPECT_GT(message.size(), 200'000U);
    EXPECT_THAT(message, HasSubstr("bytes more were cut off"));
  }
}

TEST(Results, TextsThatGrowWhenTheyAreWrittenStillFit) {
  Results results;
  results.status = Verdict::fail;
  // Six bytes of JSON for each byte.
  for (int i = 0; i < 50; ++i)
    results.tests.push_back({"test", Status::fail, std::string(50'000, '\x01'), "", "", {}});
  EXPECT_EQ(parsed(results).at("tests").as_array().size(), 50U);
}

TEST(Results, TooManyTestsForTheFileAreSaidToBe) {
  Results results;
  results.status = Verdict::fail;
  for (int i = 0; i < 50'000; ++i)
    results.tests.push_back({"a test", Status::fail, "message", "code", "output", 1});
  const json::object object = parsed(results);
  EXPECT_GT(object.at("tests").as_array().size(), 1'000U);
  EXPECT_THAT(std::string(object.at("message").as_string()), HasSubstr("of 50000 tests"));
  EXPECT_EQ(object.at("status").as_string(), "fail");
}

TEST(Results, OfTooManyTestsThoseThatFailedStay) {
  Results results;
  results.status = Verdict::fail;
  for (int i = 0; i < 20'000; ++i) results.tests.push_back({"a test", Status::pass, "", "code", "output", 1});
  results.tests.push_back({"the last one", Status::fail, "message", "code", "output", 1});
  const auto tests = parsed(results).at("tests").as_array();
  ASSERT_GT(tests.size(), 1'000U);
  EXPECT_EQ(tests.back().at("name").as_string(), "the last one");
  EXPECT_EQ(tests.front().at("status").as_string(), "pass");
}

TEST(Results, ThousandsOfTestsHaveMostOfTheFile) {
  Results results;
  results.status = Verdict::fail;
  for (int i = 0; i < 1'500; ++i) {
    results.tests.push_back(
        {"a test", Status::fail, std::string(2'000, 'm'), std::string(2'000, 'c'), std::string(400, 'o'), 1});
  }
  EXPECT_GT(to_json(results).size(), kLargestFile * 17 / 20);
}

TEST(Results, OutputThatTheFileHasNoRoomForKeepsItsOwnNotice) {
  Results results;
  results.status = Verdict::fail;
  for (int i = 0; i < 700; ++i)
    results.tests.push_back({"a test", Status::fail, std::string(200, 'm'), "", std::string(600, 'o'), {}});
  const json::object object = parsed(results);
  for (const json::value& test : object.at("tests").as_array()) {
    const std::string output(test.at("output").as_string());
    EXPECT_LT(output.size(), 499U);
    EXPECT_THAT(output, EndsWith("o\nOutput was truncated. Please limit to 500 chars"));
  }
}

TEST(Results, MessagesOutliveWhatWasPrintedAndTheCode) {
  Results results;
  results.status = Verdict::fail;
  const std::string message =
      "the number isn't what it should be, and this is the reason for it, said at length";
  for (int i = 0; i < 2'000; ++i)
    results.tests.push_back(
        {"a test", Status::fail, message, std::string(300, 'c'), std::string(600, 'o'), {}});
  const json::object object = parsed(results);
  EXPECT_THAT(std::string(object.at("message").as_string()), HasSubstr("what they printed"));
  ASSERT_EQ(object.at("tests").as_array().size(), 2'000U);
  for (const json::value& test : object.at("tests").as_array())
    EXPECT_EQ(test.at("message").as_string(), message);
}

TEST(Results, InvalidUtf8BecomesValidInEveryText) {
  Results results;
  results.message = "a\xff";
  results.tests = {{"n\xff", Status::fail, "m\xc3", "c\xe2\x82", "o\xf0\x9f", {}}};
  const auto test = parsed(results).at("tests").as_array()[0].as_object();
  EXPECT_EQ(test.at("name").as_string(), "n\xEF\xBF\xBD");
  EXPECT_THAT(std::string(test.at("output").as_string()), StartsWith("o\xEF\xBF\xBD"));
}

TEST(Results, EachVersionHasItsFields) {
  Results results;
  results.status = Verdict::fail;
  results.message = "two failed";
  results.tests = {{"a", Status::fail, "m", "c", "o", 3}};
  results.version = 1;
  json::object object = parsed(results);
  EXPECT_EQ(object.at("version").as_int64(), 1);
  EXPECT_FALSE(object.contains("tests"));
  EXPECT_EQ(object.at("message").as_string(), "two failed");
  results.version = 2;
  results.message.clear();
  object = parsed(results);
  EXPECT_TRUE(object.at("message").is_null());
  EXPECT_FALSE(object.at("tests").as_array()[0].as_object().contains("task_id"));
  results.version = 3;
  const json::object test = parsed(results).at("tests").as_array()[0].as_object();
  EXPECT_EQ(test.at("task_id").as_int64(), 3);
  EXPECT_EQ(test.at("name").as_string(), "a");
  EXPECT_EQ(test.at("status").as_string(), "fail");
  EXPECT_EQ(test.at("message").as_string(), "m");
  EXPECT_EQ(test.at("test_code").as_string(), "c");
  EXPECT_EQ(test.at("output").as_string(), "o");
}

TEST(Results, APassHasNoMessageAndEmptyTextsArentWritten) {
  Results results;
  results.status = Verdict::pass;
  results.tests = {{"a", Status::pass, "", "", "", {}}};
  const json::object object = parsed(results);
  EXPECT_TRUE(object.at("message").is_null());
  EXPECT_EQ(object.at("tests").as_array()[0].as_object().size(), 2U);
}

}  // namespace
}  // namespace proctor::exercism
