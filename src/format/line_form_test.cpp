#include "format/line_form.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>

namespace proctor::format {
namespace {

constexpr std::array kForms = std::to_array<std::string_view>(
    {"%n passed", "%*OK (%*", "running %d test%s", "100%% of %*", "%_x", "\xE2\x9C\x93 %*", "%*: %n", ""});

TEST(LineForm, HasNumbersBlanksPluralsAndAnything) {
  EXPECT_TRUE(fits("running %d test%s", "running 0 tests"));
  EXPECT_TRUE(fits("running %d test%s", "running 1 test"));
  EXPECT_FALSE(fits("running %n test%s", "running 0 tests"));
  EXPECT_TRUE(fits("a%_b", "a  b"));
  EXPECT_FALSE(fits("a%_b", "ab"));
  EXPECT_TRUE(fits("%*b%*", "abc"));
  EXPECT_FALSE(fits("%*b", "abc"));
  EXPECT_TRUE(fits("1%% %*", "1% x"));
}

TEST(FormSet, FindsWhatOneOfItsFormsFits) {
  const FormSet set(kForms);
  for (const char* line : {"3 passed", "x OK (1)", "OK (2", "running 1 test", "100% of a", " x",
                           "\xE2\x9C\x93 a", ": 1", "a: b: 22"}) {
    EXPECT_TRUE(set.fits(line)) << line;
    EXPECT_TRUE(fits_any(kForms, line)) << line;
  }
  for (const char* line :
       {"", "0 passed", "passed", "OK", "running tests", "100 of a", "x", "\xE2\x9C\x95 a", ":", "y"}) {
    EXPECT_FALSE(set.fits(line)) << line;
    EXPECT_FALSE(fits_any(kForms, line)) << line;
  }
}

TEST(FormSet, MayHaveAFormForAllLines) {
  EXPECT_TRUE(FormSet(std::array<std::string_view, 1>{"%*"}).fits(""));
  EXPECT_FALSE(FormSet(std::array<std::string_view, 0>{}).fits("a"));
}

}  // namespace
}  // namespace proctor::format
