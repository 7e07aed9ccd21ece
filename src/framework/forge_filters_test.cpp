#include "framework/forge_filters.hpp"

#include <gtest/gtest.h>

namespace proctor::framework {
namespace {

TEST(ForgeFilters, MatchJustWhatIsNamed) {
  EXPECT_EQ(exact_glob("test/A.t.sol"), "test/A.t.sol");
  EXPECT_EQ(exact_glob("test/[a]*{b,c}?!.sol"), "test/[[]a[]][*][{]b[,]c[}][?]!.sol");
  EXPECT_EQ(exact_globs({"a.sol"}), "a.sol");
  EXPECT_EQ(exact_globs({"b.sol", "a*.sol"}), "{a[*].sol,b.sol}");
  EXPECT_EQ(exact_regex("test_$x"), "test_\\$x");
  EXPECT_EQ(contract_filter({"B", "A$"}), "^(A\\$|B)$");
  EXPECT_EQ(test_filter({"test_x", "test_y"}), "^test_x\\(|^test_y\\(");
  EXPECT_EQ(test_filter({"test_x(uint8[])"}), "^test_x\\(uint8\\[\\]\\)$");
}

}  // namespace
}  // namespace proctor::framework
