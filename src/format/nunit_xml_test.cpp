#include "format/nunit_xml.hpp"

#include <gmock/gmock.h>

#include "format/reader_testing.hpp"

namespace proctor::format {
namespace {
using testing::HasSubstr;

const std::string kPassed =
    R"(<test-case id="1" name="Adds" fullname="N.C.Adds" methodname="Adds" classname="N.C"
    result="Passed" duration="0.5" asserts="1"><output><![CDATA[hi]]></output></test-case>)";
const std::string kOthers =
    R"x(<test-case name="Divides(1)" fullname="N.C.Divides(1)" classname="N.C" result="Failed" site="Test">
      <failure><message><![CDATA[Expected: 1]]></message>
        <stack-trace><![CDATA[at N.C.Divides(Int32 a) in /src/C.cs:line 42]]></stack-trace></failure></test-case>
    <test-case name="Throws" classname="N.C" result="Failed" label="Error"><failure><message>boom</message></failure></test-case>
    <test-case name="Later" classname="N.C" result="Skipped" label="Ignored"><reason><message>not yet</message></reason></test-case>
    <test-case name="Maybe" classname="N.C" result="Inconclusive"/>
    <test-case fullname="N.D.Warns" result="Warning"><reason><message>slow</message></reason></test-case>)x";

std::string told_nunit(const std::string& numbers, const std::string& cases, const std::string& suite) {
  return told("nunit-xml", "<test-run id=\"2\" " + numbers + R"(><command-line>x</command-line>
    <test-suite type="Assembly" name="a.dll" fullname="/src/a.dll" result="Passed">
    <test-suite type="TestFixture" name="C" fullname="N.C" )" +
                               suite + ">" + cases + "</test-suite></test-suite></test-run>");
}

TEST(NunitXml, ReadsWhatEachTestCameTo) {
  EXPECT_EQ(told_nunit(R"(result="Failed" total="6" passed="1" failed="2")", kPassed + kOthers,
                       R"(result="Failed" site="Child")"),
            "N.C | Adds: pass [hi]\nN.C | Divides(1): fail <Expected: 1\\nat N.C.Divides(Int32 a) in "
            "/src/C.cs:line 42> (/src/C.cs:42)\nN.C | Throws: error <boom>\nN.C | Later: skip <not yet>\n"
            "N.C | Maybe: skip\nN.C | N.D.Warns: pass\n? N.C::N.D.Warns warns: slow\n");
  EXPECT_EQ(told("nunit-xml", "<test-suite result=\"Passed\">" + kPassed + "</test-suite>"),
            "N.C | Adds: pass [hi]\n");
}

TEST(NunitXml, WhatFailedAroundTestsIsACase) {
  EXPECT_EQ(told_nunit(R"(result="Failed" total="1" passed="1" failed="0")", kPassed,
                       R"(result="Failed" site="TearDown"><failure><message>gone</message></failure)"),
            "N.C | Adds: pass [hi]\nN.C | [TearDown]: error <gone>\n");
  EXPECT_EQ(told_nunit(R"(result="Failed" total="0")", "",
                       R"(result="Failed" label="Invalid"><reason><message>no such file</message></reason)"),
            "N.C | [suite]: error <no such file>\n");
}

TEST(NunitXml, WhatContradictsIsSaid) {
  const std::string passed = R"(result="Passed")";
  EXPECT_THAT(told_nunit(R"(result="Passed" total="2" passed="2")", kPassed, passed),
              HasSubstr("! it says that it has 2 tests, 2 passed and 0 failed, and 1, 1 and 0 are there"));
  EXPECT_THAT(told_nunit(R"(result="Failed" total="1")", kPassed, passed),
              HasSubstr("(the run): error <Its result is Failed.>"));
  EXPECT_THAT(told("nunit-xml", "<test-run><test-suite>" + kPassed), HasSubstr("! it is cut off or no XML"));
  EXPECT_THAT(told("nunit-xml", "<x/>"), HasSubstr("! it has no <test-run>"));
}

}  // namespace
}  // namespace proctor::format
