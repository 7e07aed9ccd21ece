#include "format/nunit_xml.hpp"

#include <gmock/gmock.h>

#include "format/reader_testing.hpp"

namespace proctor::format {
namespace {
using testing::HasSubstr;

std::string told_nunit(const std::string& text) {
  return told("nunit-xml", text);
}
const std::string kNunitPassed =
    R"x(<test-case fullname="N.C.a(1.5)" name="a(1.5)" classname="N.C" result="Passed" duration="0.5"><output>hi</output></test-case>)x";

TEST(NunitXml, ReadsVersion3) {
  EXPECT_EQ(
      told_nunit(
          R"(<test-run total="2" passed="1" failed="1" result="Failed"><test-suite result="Failed">)" +
          kNunitPassed +
          R"(<test-case fullname="N.C.b" name="b" classname="N.C" result="Failed"><failure><message>no</message>)"
          R"(<stack-trace>at N.C.b() in /src/C.cs:line 12</stack-trace></failure></test-case>)"
          R"(<test-case fullname="N.C.c" name="c" classname="N.C" result="Skipped" label="Ignored">)"
          R"(<reason><message>later</message></reason></test-case>)"
          R"(<test-case fullname="N.C.d" name="d" classname="N.C" result="Failed" label="Invalid"/>)"
          "</test-suite></test-run>"),
      "N.C | a(1.5): pass [hi]\nN.C | b: fail <no\\nat N.C.b() in /src/C.cs:line 12> (/src/C.cs:12)\n"
      "N.C | c: skip <later>\nN.C | d: error <Its result is Failed Invalid.>\n");
}

TEST(NunitXml, ReadsVersion2) {
  EXPECT_EQ(
      told_nunit(
          R"(<test-results total="3" failures="1" errors="0" not-run="1"><test-suite><results>)"
          R"(<test-case name="N.C.a" executed="True" success="True" time="0,016"/><test-case name="old" executed="True"/>)"
          R"(<test-case name="N.C.b" executed="True" result="Failure"><failure><message>no</message></failure></test-case>)"
          R"(<test-case name="N.C.c" executed="False"><reason><message>later</message></reason></test-case>)"
          "</results></test-suite></test-results>"),
      "N.C | a: pass\nold: pass\nN.C | b: fail <no>\nN.C | c: skip <later>\n");
  // Both count among the failures in the exit code of NUnit's own program.
  EXPECT_EQ(
      told_nunit(
          R"(<test-results total="1"><test-case name="N.C.a" executed="False" result="NotRunnable"><reason>)"
          R"(<message>No arguments</message></reason></test-case></test-results>)"),
      "N.C | a: error <No arguments>\n");
  EXPECT_EQ(
      told_nunit(R"(<test-run><test-case fullname="N.C.a" result="Skipped" label="Invalid"/></test-run>)"),
      "N.C | a: error <Its result is Skipped Invalid.>\n");
}

TEST(NunitXml, WhatFailedOutsideOfTestsIsNoPass) {
  EXPECT_THAT(
      told_nunit(
          R"(<test-run total="1" result="Failed"><test-suite fullname="N.C" result="Failed" label="Error" site="TearDown">)"
          R"(<failure><message>late</message></failure>)" +
          kNunitPassed + "</test-suite></test-run>"),
      HasSubstr("(N.C): error <late>"));
  EXPECT_THAT(told_nunit(R"(<test-run total="1" result="Failed">)" + kNunitPassed + "</test-run>"),
              HasSubstr("! the run as a whole is said to have failed"));
}

TEST(NunitXml, WhatContradictsIsSaid) {
  EXPECT_THAT(told_nunit(R"(<test-run total="2" failed="1" result="Passed">)" + kNunitPassed + "</test-run>"),
              HasSubstr("! it says that it has 2 tests and 1 of them failed, and 1 and 0 are there"));
  EXPECT_THAT(told_nunit("<test-run>" + kNunitPassed), HasSubstr("! it is cut off or no XML"));
  EXPECT_THAT(told_nunit("<html/>"), HasSubstr("! it has neither"));
}

}  // namespace
}  // namespace proctor::format
