#include "format/test_outputs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace proctor::format {
namespace {

TEST(TestOutputs, WhatComesBelongsToTheTestThatIsCurrent) {
  TestOutputs outputs(1000);
  outputs.feed(Stream::out, "before");
  outputs.turn_to(1);
  outputs.feed(Stream::out, "one");
  outputs.feed(Stream::err, "err");
  outputs.turn_to(2);  // a part of it
  outputs.feed(Stream::out, "two");
  outputs.turn_to(1);
  outputs.feed(Stream::out, "more");
  outputs.turn_to(0);
  outputs.feed(Stream::err, "between");
  EXPECT_EQ(outputs.both(0), "beforebetween");
  EXPECT_EQ(outputs.both(1), "oneerrmore");
  EXPECT_EQ(outputs.out(1), "onemore");
  EXPECT_EQ(outputs.err(1), "err");
  EXPECT_EQ(outputs.both(2), "two");
  EXPECT_EQ(outputs.both(3), "");
}

TEST(TestOutputs, OfEachStreamOfATestTheBeginningAndTheEndAreKept) {
  TestOutputs outputs(100);
  outputs.turn_to(1);
  for (int i = 1; i <= 60; ++i) outputs.feed(Stream::out, "line " + std::to_string(i) + "\n");
  outputs.feed(Stream::err, "cause");
  EXPECT_THAT(outputs.out(1), testing::StartsWith("line 1\n"));
  EXPECT_THAT(outputs.out(1), testing::EndsWith("line 60\n"));
  EXPECT_THAT(outputs.out(1), testing::HasSubstr(" lines left out …]\n"));
  EXPECT_LE(outputs.out(1).size(), 200U);
  EXPECT_EQ(outputs.err(1), "cause");
}

TEST(TestOutputs, AllTestsTogetherAreBounded) {
  constexpr std::size_t kEach = 8U << 20U;
  TestOutputs outputs(kEach);
  const std::string text(kEach, 'x');
  std::size_t kept = 0;
  for (std::uint64_t i = 1; i <= 20; ++i) {
    outputs.turn_to(i);
    outputs.feed(Stream::out, text);
    kept += outputs.both(i).size() + outputs.out(i).size();
  }
  EXPECT_EQ(outputs.both(1), text);
  EXPECT_LE(kept, (128U << 20U) + 20 * 4096);
}

}  // namespace
}  // namespace proctor::format
