#include "request/sources.hpp"

#include <gtest/gtest.h>

namespace proctor {
namespace {

TEST(Sources, PathsThatLeadElsewhereAreRefused) {
  for (const char* path : {"", "/etc/passwd", "..", "../a", "a/../../b", "a/..", "a\\b", "C:\\x", "a/", "/",
                           ".", "./", "a\tb", "a\nb", "\xff"}) {
    EXPECT_FALSE(normal_source_path(path)) << path;
  }
  EXPECT_FALSE(normal_source_path(std::string_view("a\0b", 3)));
  EXPECT_FALSE(normal_source_path(std::string(256, 'a')));
  EXPECT_TRUE(normal_source_path(std::string(255, 'a')));
  EXPECT_FALSE(normal_source_path(std::string(2000, 'a')));
  EXPECT_EQ(*normal_source_path("./a//b/./c.sol"), "a/b/c.sol");
  EXPECT_EQ(*normal_source_path("..a/b..sol/..."), "..a/b..sol/...");
}

TEST(Sources, PathsThatCollideOrPassThroughAFileAreRefused) {
  EXPECT_FALSE(check_sources({{"a/b", ""}, {"a//b", ""}}, {}));
  EXPECT_FALSE(check_sources({{"a", ""}, {"./a", ""}}, {}));
  EXPECT_FALSE(check_sources({{"a", ""}, {"a/b", ""}}, {}));
  EXPECT_FALSE(check_sources({{"a", ""}, {"a-b", ""}, {"a/b/c", ""}}, {}));
  EXPECT_TRUE(check_sources({{"a", ""}, {"ab/c", ""}, {"ab/d", ""}}, {}));
}

TEST(Sources, LimitsHoldToTheByte) {
  const UploadLimits limits{.file_bytes = 3, .total_bytes = 5, .files = 3};
  EXPECT_TRUE(check_sources({{"a", "123"}, {"b", "12"}}, limits));
  EXPECT_FALSE(check_sources({{"a", "1234"}}, limits));
  EXPECT_FALSE(check_sources({{"a", "123"}, {"b", "123"}}, limits));
  EXPECT_FALSE(check_sources({{"a", ""}, {"b", ""}, {"c", ""}, {"d", ""}}, limits));
}

}  // namespace
}  // namespace proctor
