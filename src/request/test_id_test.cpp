#include "request/test_id.hpp"

#include <gtest/gtest.h>

namespace proctor {
namespace {

TEST(TestIdText, ComesBackAsItWas) {
  for (const TestId& test :
       {TestId{"test/A.t.sol", "A", "test_x(uint256,(bytes,uint8)[])"}, TestId{"test/A.t.sol", "A", ""},
        TestId{"a::b/c.t.sol", "A$", ""}, TestId{"a::b::c", "A", "t()"}, TestId{"a:", "A", "t:"}}) {
    EXPECT_EQ(parse_test_id(to_text(test)), test) << to_text(test);
  }
}

TEST(TestIdText, WithoutANameIsTheWholeSuite) {
  EXPECT_EQ(parse_test_id("a.t.sol::A"), (TestId{"a.t.sol", "A", ""}));
  EXPECT_EQ(parse_test_id("a.t.sol::A::"), (TestId{"a.t.sol", "A", ""}));
}

TEST(TestIdText, ATestOutsideOfAnySuiteIsWrittenLikeOne) {
  EXPECT_EQ(to_text({"test_a.py", "", "test_b"}), "test_a.py::test_b");
  EXPECT_EQ(parse_test_id("test_a.py::test_b"), (TestId{"test_a.py", "test_b", ""}));
}

TEST(TestIdText, WithoutAFileOrASuiteIsNone) {
  for (const char* text : {"", "a", "::", "a::", "::a", ":::", "::::", "a::::x", "::A::x", "a:b:c"})
    EXPECT_EQ(parse_test_id(text), std::nullopt) << text;
}

}  // namespace
}  // namespace proctor
