#include "format/xunit_xml.hpp"

#include <gmock/gmock.h>

#include "format/reader_testing.hpp"

namespace proctor::format {
namespace {
using testing::HasSubstr;

const std::string kTests = R"x(
  <test name="N.C.Adds" type="N.C" method="Adds" time="0.0162284" result="Pass"><traits/><output><![CDATA[hi]]></output></test>
  <test name="N.C.Divides(a: 1)" type="N.C" method="Divides" time="0.01" result="Fail">
    <failure exception-type="Xunit.Sdk.EqualException"><message><![CDATA[Expected: 1]]></message>
      <stack-trace><![CDATA[   at N.C.Divides(Int32 a) in /src/C.cs:line 42]]></stack-trace></failure></test>
  <test name="shown" type="N.C" method="Later" time="0" result="Skip"><reason><![CDATA[not yet]]></reason></test>
)x";

std::string told_xunit(const std::string& numbers, const std::string& errors = "<errors />") {
  return told("xunit-xml",
              R"(<?xml version="1.0" encoding="utf-8"?><assemblies timestamp="05/02/2023 22:57:51">
    <assembly name="/src/A.dll" )" +
                  numbers + ">" + errors + R"(<collection name="Test collection for N.C">)" + kTests +
                  "</collection></assembly></assemblies>");
}

const std::string kTold =
    "N.C | Adds: pass [hi]\nN.C | Divides(a: 1): fail <Expected: 1\\n   at N.C.Divides(Int32 a) in "
    "/src/C.cs:line 42> (/src/C.cs:42)\nN.C | shown: skip <not yet>\n";

TEST(XunitXml, ReadsWhatEachTestCameTo) {
  EXPECT_EQ(told_xunit(R"(total="3" passed="1" failed="1" skipped="1" errors="0")"), kTold);
  EXPECT_EQ(told("xunit-xml", R"(<assembly name="a" total="1"><collection><test name="t" result="Odd"/>)"
                              "</collection></assembly>"),
            "t: error <Its result is Odd.>\n");
}

TEST(XunitXml, WhatFailedOutsideOfTestsIsACase) {
  EXPECT_EQ(told_xunit(R"(total="3" failed="1" errors="1")",
                       R"(<errors><error type="assembly-cleanup" name="Fixture"><failure exception-type="E">
                       <message>gone</message></failure></error></errors>)"),
            kTold + "/src/A.dll | [Fixture]: error <gone>\n");
}

TEST(XunitXml, WhatContradictsIsSaid) {
  EXPECT_THAT(told_xunit(R"(total="4" failed="1")"), HasSubstr("! /src/A.dll says that it has 4 tests"));
  EXPECT_THAT(told_xunit(R"(total="3" failed="2")"), HasSubstr("| (failed without a case): error"));
  EXPECT_THAT(told_xunit(R"(total="3" failed="1" errors="1")"),
              HasSubstr("| (failed without a case): error"));
  EXPECT_THAT(told("xunit-xml", "<assemblies><assembly><collection>" + kTests),
              HasSubstr("! it is cut off or no XML"));
  EXPECT_THAT(told("xunit-xml", "<x/>"), HasSubstr("! it has no <assemblies>"));
}

}  // namespace
}  // namespace proctor::format
