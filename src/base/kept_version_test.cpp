#include "base/kept_version.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace proctor {
namespace {
using testing::AllOf;
using testing::HasSubstr;

TEST(KeptVersion, OlderVersionsAndThisOneAreKnown) {
  EXPECT_TRUE(check_kept_version({}, "/a/file"));
  EXPECT_TRUE(check_kept_version({{"version", 1}}, "/a/file"));
  EXPECT_TRUE(check_kept_version({{"version", kKeptVersion}}, "/a/file"));
}

TEST(KeptVersion, ANewerOneIsRefusedWithTheFileAndWhatToDo) {
  const auto checked = check_kept_version({{"version", kKeptVersion + 1}}, "/a/file");
  ASSERT_FALSE(checked);
  EXPECT_THAT(checked.error().message,
              AllOf(HasSubstr("/a/file has version 3"), HasSubstr("move the file away")));
}

TEST(KeptVersion, WhatIsNoVersionIsRefusedToo) {
  for (const json::value& version : {json::value("2"), json::value(0), json::value(nullptr)})
    EXPECT_FALSE(check_kept_version({{"version", version}}, "/a/file")) << to_json_line(version);
}

}  // namespace
}  // namespace proctor
