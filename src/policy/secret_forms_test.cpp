#include "policy/secret_forms.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace proctor::policy {
namespace {

using ::testing::Contains;
using ::testing::IsSupersetOf;
using ::testing::SizeIs;

TEST(SecretForms, AreThoseOfShells) {
  EXPECT_THAT(forms_of_secret("pa$$w0rd&Long77"),
              IsSupersetOf({R"(pa\$\$w0rd&Long77)",      // export -p, declare -p
                            R"(pa\$\$w0rd\&Long77)"}));  // printf %q
  EXPECT_THAT(forms_of_secret(R"(a"b`c\d e'f)"), IsSupersetOf({R"(a\"b\`c\\d e'f)", R"(a\"b\`c\\d\ e\'f)",
                                                               R"(a"b`c\d e'\''f)", R"(a"b`c\d e''f)"}));
}

TEST(SecretForms, AreThoseOfPython) {
  EXPECT_THAT(forms_of_secret("it's\\one"), IsSupersetOf({R"(it's\\one)", R"(it\'s\\one)"}));
  EXPECT_THAT(forms_of_secret("\xC3\xA9t\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80"),
              IsSupersetOf({R"(\xe9t\xe9 \u20ac \U0001f600)",                         // ascii()
                            R"(\xc3\xa9t\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80)"}));  // bytes
  EXPECT_THAT(forms_of_secret("a\tb\nc\x01"), Contains(R"(a\tb\nc\x01)"));
}

TEST(SecretForms, OfPlainTextAreFew) {
  EXPECT_THAT(forms_of_secret("abcdefgh"), Contains("abcdefgh"));
  EXPECT_THAT(forms_of_secret("abcdefgh"), SizeIs(::testing::Le(12U)));
}

TEST(SecretForms, OfBytesThatAreNoTextEndToo) {
  EXPECT_THAT(forms_of_secret("\xFF\xC3"), Contains(R"(\xff\xc3)"));
}

}  // namespace
}  // namespace proctor::policy
