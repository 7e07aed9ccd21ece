#include "tool/log_page.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "base/files.hpp"
#include "base/paths.hpp"
#include "run/logs.hpp"

namespace proctor::tool {
namespace {
namespace fs = std::filesystem;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

class LogPageTest : public testing::Test {
 protected:
  LogPageTest() {
    std::string name = (temporary_dir() / "proctor-page-XXXXXX").string();
    dir_ = mkdtemp(name.data());
    setenv("XDG_STATE_HOME", dir_.c_str(), 1);
  }
  ~LogPageTest() override {
    unsetenv("XDG_STATE_HOME");
    remove_tree(dir_);
  }
  void log(std::string_view content) {
    ASSERT_TRUE(make_private_dirs(logs_dir()));
    ASSERT_TRUE(write_file(logs_dir() / "20260101-000000-0000000a.log", content));
  }
  static Result<LogPage> page(const LogQuestion& question, const policy::SecretMask& mask = {}) {
    return read_page("20260101-000000-0000000a", question, mask);
  }
  fs::path dir_;
};

TEST_F(LogPageTest, PagesEndWithALineAndPutTogetherAreTheWhole) {
  std::string whole;
  for (int i = 0; i < 100; ++i) whole += "line " + std::to_string(i) + " é\n";
  log(whole + "the end without a newline");
  std::string read;
  std::int64_t offset = 0;
  while (true) {
    const auto one = page({.offset = offset, .limit = 50});
    ASSERT_TRUE(one);
    EXPECT_EQ(one->offset, static_cast<std::uint64_t>(offset));
    read += one->text;
    if (one->next_offset == one->total_bytes) break;
    EXPECT_THAT(one->text, EndsWith("\n"));
    offset = static_cast<std::int64_t>(one->next_offset);
  }
  EXPECT_EQ(read, whole + "the end without a newline");
}

TEST_F(LogPageTest, APageSmallerThanACharacterHoldsOne) {
  log("€😀x");
  std::string read;
  for (std::uint64_t offset = 0; offset < 8;) {
    const auto one = page({.offset = static_cast<std::int64_t>(offset), .limit = 1});
    ASSERT_TRUE(one);
    ASSERT_GT(one->next_offset, offset);
    offset = one->next_offset;
    read += one->text;
  }
  EXPECT_EQ(read, "€😀x");
}

TEST_F(LogPageTest, NoPageShowsAPartOfASecret) {
  log("ab 0123456789abcdef cd");
  const policy::SecretMask mask({"0123456789abcdef"});
  EXPECT_EQ(page({.offset = 8}, mask)->text, "[secret] cd");
  EXPECT_EQ(page({.limit = 8}, mask)->text, "ab [secret]");
  EXPECT_EQ(page({.offset = 8, .grep = "."}, mask)->text, "[secret] cd\n");
}

TEST_F(LogPageTest, ALineThatIsLongerThanAPageGoesOnWithoutCuttingACharacter) {
  std::string whole;
  for (int i = 0; i < 50; ++i) whole += "é";
  log(whole);
  std::string read;
  std::int64_t offset = 0;
  for (int i = 0; i < 200 && offset < 100; ++i) {
    const auto one = page({.offset = offset, .limit = 7});
    ASSERT_TRUE(one);
    ASSERT_GT(one->next_offset, static_cast<std::uint64_t>(offset));
    read += one->text;
    offset = static_cast<std::int64_t>(one->next_offset);
  }
  EXPECT_EQ(read, whole);
}

TEST_F(LogPageTest, ANegativeOffsetCountsFromTheEndAndOneBeyondItIsTheEnd) {
  log("one\ntwo\nthree\n");
  EXPECT_EQ(page({.offset = -6})->text, "three\n");
  EXPECT_EQ(page({.offset = -600})->text, "one\ntwo\nthree\n");
  EXPECT_EQ(page({.offset = INT64_MIN})->offset, 0U);
  const auto beyond = page({.offset = 600});
  EXPECT_EQ(beyond->text, "");
  EXPECT_EQ(beyond->next_offset, 14U);
}

TEST_F(LogPageTest, OnlyLinesThatMatchAndTheyGoOnAfterALimit) {
  log("ok 1\nFAIL a\nok 2\nFAIL b\nok 3\n");
  const auto first = page({.limit = 1, .grep = "FAIL"});
  EXPECT_EQ(first->text, "FAIL a\n");
  EXPECT_EQ(first->matches, 1U);
  const auto second =
      page({.offset = static_cast<std::int64_t>(first->next_offset), .limit = 100, .grep = "^FAIL"});
  EXPECT_EQ(second->text, "FAIL b\n");
  EXPECT_EQ(second->next_offset, second->total_bytes);
  EXPECT_EQ(page({.grep = "nothing"})->matches, 0U);
  // Colours are no part of a line.
  log("\033[31mFAIL\033[0m red\n");
  EXPECT_EQ(page({.grep = "^FAIL red$"})->text, "FAIL red\n");
}

TEST_F(LogPageTest, ASearchEndsWhenItsTimeIsOverOrNobodyWaitsAndGoesOnThere) {
  log("ok 1\nok 2\nFAIL a\nok 3\n");
  std::stop_source gone;
  gone.request_stop();
  for (const bool late : {true, false}) {
    std::string text;
    std::int64_t offset = 0;
    for (int pages = 1; pages <= 4; ++pages) {
      LogQuestion question{.offset = offset, .grep = "FAIL"};
      if (late) question.until = std::chrono::steady_clock::now();
      if (!late) question.stop = gone.get_token();
      const auto found = page(question);
      text += found->text;
      EXPECT_GT(static_cast<std::int64_t>(found->next_offset), offset);
      offset = static_cast<std::int64_t>(found->next_offset);
      EXPECT_EQ(found->next_offset == found->total_bytes, pages == 4) << "a line each";
    }
    EXPECT_EQ(text, "FAIL a\n");
  }
}

TEST_F(LogPageTest, TheLastLines) {
  log("1\n2\n3\n4");
  EXPECT_EQ(page({.last_lines = 2})->text, "3\n4\n");
  EXPECT_EQ(page({.last_lines = 9})->text, "1\n2\n3\n4\n");
  EXPECT_EQ(page({.grep = "[12]", .last_lines = 1})->text, "2\n");
}

TEST_F(LogPageTest, WhatIsReadIsSanitisedAndMasked) {
  log("\033]0;title\007\033[1mhello\033[0m my-secret-value \xE2\x80\xAE!\n");
  const policy::SecretMask mask({"my-secret-value"});
  const auto all = page({}, mask);
  EXPECT_THAT(all->text, HasSubstr("hello [secret]"));
  EXPECT_THAT(all->text, Not(HasSubstr("\033")));
  EXPECT_THAT(all->text, Not(HasSubstr("\xE2\x80\xAE")));
  EXPECT_EQ(page({.grep = "my-secret"}, mask)->matches, 0U);  // no way to guess at it either
}

TEST_F(LogPageTest, WhatIsNoRunOrNoExpressionIsRefused) {
  log("x\n");
  ASSERT_TRUE(write_file(dir_ / "proctor/other.log", "not for you"));
  for (const char* run :
       {"", "../other", "/etc/passwd", "20260101-000000-0000000b", "20260101-000000-0000000a.log"}) {
    const auto read = read_page(run, {}, {});
    ASSERT_FALSE(read) << run;
    EXPECT_EQ(read.error().details.at("field"), "run");
  }
  const auto bad = page({.grep = "("});
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.error().details.at("field"), "grep");
  const auto huge = page({.grep = "(.{1,450}y){2}(.{1,450}y){2}(.{1,450}y){2}"});
  ASSERT_FALSE(huge);
  EXPECT_THAT(huge.error().message, HasSubstr("too large"));
  EXPECT_TRUE(page({.grep = ".{1,1000}(error|failed|[a-z]+: .{0,80})$"}));
}

}  // namespace
}  // namespace proctor::tool
