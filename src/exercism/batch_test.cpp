#include "exercism/batch.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace proctor::exercism {
namespace {

using testing::HasSubstr;

std::string refusal(const std::string& list) {
  const auto entries = read_batch(list, "/base");
  return entries ? "accepted" : entries.error().message;
}

TEST(Batch, LinesAreSubmissionsAndRelativePathsCountFromTheBase) {
  const auto entries = read_batch(
      "{\"slug\":\"leap\",\"input\":\"in/1\",\"output\":\"/out/1\",\"track\":\"bash\"}\n"
      "\n"
      "{\"slug\":\"leap\",\"input\":\"in/2\",\"output\":\"out/2\"}\n",
      "/base");
  ASSERT_TRUE(entries) << entries.error().message;
  ASSERT_EQ(entries->size(), 2U);
  EXPECT_EQ(entries->at(0).assignment.in, "/base/in/1");
  EXPECT_EQ(entries->at(0).assignment.out, "/out/1");
  EXPECT_EQ(entries->at(0).assignment.track, "bash");
  EXPECT_EQ(entries->at(1).line, 3U);
  EXPECT_EQ(entries->at(1).assignment.out, "/base/out/2");
}

TEST(Batch, AByteOrderMarkAndATrackOfNullAreTaken) {
  const auto entries =
      read_batch("\xEF\xBB\xBF{\"slug\":\"a\",\"input\":\"b\",\"output\":\"c\",\"track\":null}\r\n", "/base");
  ASSERT_TRUE(entries) << entries.error().message;
  EXPECT_EQ(entries->at(0).assignment.track, "");
}

TEST(Batch, OfTwoThatWriteTheSameFileNoneIsRun) {
  const std::string one = "{\"slug\":\"a\",\"input\":\"b\",\"output\":\"c/d\"}\n";
  for (const char* same : {"c/d", "c/d/", "c/./d", "/base/c/d", "c/x/../d"}) {
    EXPECT_EQ(refusal(one + "{\"slug\":\"e\",\"input\":\"f\",\"output\":\"" + same + "\"}"),
              "line 2 of the list: its output is that of line 1: /base/c/d" +
                  std::string(std::string_view(same).ends_with('/') ? "/" : ""));
  }
  EXPECT_EQ(refusal(one + "{\"slug\":\"a\",\"input\":\"b\",\"output\":\"c\"}"), "accepted");
}

TEST(Batch, ABadLineIsNamedAndNothingIsRun) {
  const std::string good = "{\"slug\":\"a\",\"input\":\"b\",\"output\":\"c\"}\n";
  EXPECT_THAT(refusal(""), HasSubstr("empty"));
  EXPECT_THAT(refusal(good + "{"), HasSubstr("line 2"));
  EXPECT_THAT(refusal(good + "[]"), HasSubstr("line 2 of the list: isn't a JSON object"));
  EXPECT_THAT(refusal("{\"slug\":\"a\",\"input\":\"b\"}"), HasSubstr("output is missing"));
  EXPECT_THAT(refusal("{\"slug\":\"a\",\"input\":\"b\",\"output\":1}"), HasSubstr("output must be a text"));
  EXPECT_THAT(refusal("{\"slug\":\"a\",\"input\":\"b\",\"output\":\"c\",\"x\":\"\"}"),
              HasSubstr("x isn't known"));
}

}  // namespace
}  // namespace proctor::exercism
