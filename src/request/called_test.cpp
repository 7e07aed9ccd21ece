#include "request/called.hpp"

#include <gtest/gtest.h>

namespace proctor {
namespace {

TEST(Called, ATestIsCalledAsItIsPrinted) {
  const std::string path = name_path(TestId{"tests/a.py", "TestB", "test_c[x::y]"});
  for (const char* asked : {"test_c", "test_c[x::y]", "TestB › test_c", "TestB::test_c[x::y]", "TestB",
                            "TestB.test_c", "tests/a.py", "tests/a.py::TestB", "tests/a.py::TestB::test_c"})
    EXPECT_TRUE(is_called(name_path(asked), path)) << asked;
  for (const char* asked : {"", "test", "est_c", "a.py", "TestB › test", "TestB::test_c[x]", "test_c::TestB"})
    EXPECT_FALSE(is_called(name_path(asked), path)) << asked;
}

TEST(Called, WhatStandsBetweenNamesIsTheFrameworksOrOurs) {
  const std::string path = name_path("a_test.go/TestA/sub_one", "/");
  for (const char* asked : {"TestA/sub_one", "TestA › sub_one", "a_test.go::TestA::sub_one", "sub_one"})
    EXPECT_TRUE(is_called(name_path(asked, "/"), path)) << asked;
  EXPECT_TRUE(is_called(name_path("test/A.t.sol::A::test_x"),
                        name_path(TestId{"test/A.t.sol", "A", "test_x(uint256)"})));
}

TEST(Called, AControlCharacterStandsThereOrIsWrittenOut) {
  const std::string path = name_path(TestId{"a.js", "", std::string("nul \0 tab \t", 11)});
  EXPECT_TRUE(is_called(name_path(R"(nul \x00 tab \t)"), path));
  EXPECT_TRUE(is_called(name_path("nul \\x00 tab \t"), path));
}

TEST(Called, WhatBeginsWithAFileIsOfThatFileAlone) {
  EXPECT_TRUE(begins_as_called(name_path("a.py::test"), name_path("a.py::test[1]")));
  EXPECT_FALSE(begins_as_called(name_path("test"), name_path("a.py::test")));
}

}  // namespace
}  // namespace proctor
