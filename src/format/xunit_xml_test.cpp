#include "format/xunit_xml.hpp"

#include <gmock/gmock.h>

#include "format/reader_testing.hpp"

namespace proctor::format {
namespace {
using testing::HasSubstr;

std::string told_xunit(const std::string& text) {
  return told("xunit-xml", text);
}
const std::string kXunitPassed =
    R"x(<test name="N.C.a(x: 1.5)" type="N.C" method="a" time="0.5" result="Pass"><output>hi</output></test>)x";

TEST(XunitXml, ReadsWhatEachTestCameTo) {
  EXPECT_EQ(
      told_xunit(
          R"(<assemblies><assembly name="a.dll" total="4" passed="1" failed="1" skipped="1" errors="0"><collection>)" +
          kXunitPassed +
          R"(<test name="N.C.b" type="N.C" result="Fail"><failure exception-type="E"><message>no</message>)"
          R"(<stack-trace>at N.C.b() in /src/C.cs:line 12</stack-trace></failure></test>)"
          R"(<test name="shown" type="N.C" result="Skip"><reason>later</reason></test>)"
          R"(<test name="N.C.d" type="N.C" result="?"/></collection></assembly></assemblies>)"),
      "N.C | a(x: 1.5): pass [hi]\nN.C | b: fail <no\\nat N.C.b() in /src/C.cs:line 12> (/src/C.cs:12)\n"
      "N.C | shown: skip <later>\nN.C | d: error <Its result is ?.>\n");
  // Version 1.
  EXPECT_EQ(told_xunit(R"(<assembly total="1"><class name="N.C">)" + kXunitPassed + "</class></assembly>"),
            "N.C | a(x: 1.5): pass [hi]\n");
}

TEST(XunitXml, WhatFailedOutsideOfTestsIsNoPass) {
  EXPECT_THAT(
      told_xunit(
          R"(<assembly total="1" errors="1"><errors><error type="assembly-cleanup" name="a.dll"><failure>)"
          R"(<message>late</message></failure></error></errors><collection>)" +
          kXunitPassed + "</collection></assembly>"),
      HasSubstr("(assembly-cleanup a.dll): error <late>"));
}

TEST(XunitXml, WhatContradictsIsSaid) {
  EXPECT_THAT(told_xunit(R"(<assembly name="a.dll" total="2" failed="1"><collection>)" + kXunitPassed +
                         "</collection></assembly>"),
              HasSubstr("! a.dll says that it has 2 tests, 1 failed and 0 errors, and 1, 0 and 0 are there"));
  EXPECT_THAT(told_xunit("<assemblies><assembly>"), HasSubstr("! it is cut off or no XML"));
  EXPECT_THAT(told_xunit("<html/>"), HasSubstr("! it has neither"));
}

}  // namespace
}  // namespace proctor::format
