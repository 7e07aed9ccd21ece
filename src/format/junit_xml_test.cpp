#include "format/junit_xml.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "format/reader_testing.hpp"

namespace proctor::format {
namespace {
using testing::HasSubstr;
using testing::Not;

std::string told_junit(const std::string& inside) {
  return told("junit-xml", "<?xml version=\"1.0\"?>\n<testsuites>" + inside + "</testsuites>");
}

TEST(JunitXml, ReadsWhatAnyDialectSaysOfACase) {
  EXPECT_EQ(
      told_junit(R"(<testsuite name="s" tests="5" failures="1" errors="1" skipped="1" file="a.py">
      <testcase classname="C" name="a" time="1.5"><system-out>out</system-out><system-err>err</system-err></testcase>
      <testcase classname="C" name="b" file="b.py" line="7"><failure message="no" type="E">because
no</failure></testcase>
      <testcase name="c"><error type="Boom"/></testcase>
      <testcase name="d"><skipped message="why"/></testcase>
      <testcase><properties/></testcase></testsuite>)"),
      "C | a: pass [outerr]\nC | b: fail <because\\nno> (b.py:7)\ns | c: error <Boom>\ns | d: skip <why>\n"
      "s | (no name): pass\n");
  EXPECT_EQ(read_report("junit-xml", R"(<testsuite><testcase name="a" time="1,234.5"/></testsuite>)", 9)
                ->events()
                .tests()[0]
                .duration_ms,
            1'234'500);
}

TEST(JunitXml, SaysWhatElseADocumentHolds) {
  EXPECT_EQ(told_junit("<datetime/><suite><test result=\"success\"/></suite>"),
            "! <datetime> is no element of JUnit's XML\n");
  EXPECT_EQ(told_junit("<properties/><testsuite/>"), "");
}

TEST(JunitXml, ReadsStatesThatStandInAttributes) {
  // GoogleTest and ctest. What ctest couldn't run is no test that was skipped.
  EXPECT_EQ(told_junit(R"(<testsuite name="s"><testcase name="a" status="run" result="completed"/>
      <testcase name="b" status="notrun" result="suppressed"/><testcase name="c" status="fail"/>
      <testcase name="d" status="disabled"/>
      <testcase name="e" status="notrun"><skipped message="Unable to find executable"/></testcase>
      <testcase name="f" status="notrun"><skipped message="SKIP_RETURN_CODE=77"/></testcase></testsuite>)"),
            "s | a: pass\ns | b: skip\ns | c: fail\ns | d: skip\ns | e: error <Unable to find executable>\n"
            "s | f: skip <SKIP_RETURN_CODE=77>\n");
}

// A program that ends within a test of its own is a pass to ctest, as is a suite of GoogleTest's that can't
// be set up.
TEST(JunitXml, WhatATestProgramPrintedIsAskedWhereCtestKnowsNoMoreThanItsEnd) {
  const auto ctest = [](std::string_view status, std::string_view element, std::string_view printed) {
    return told_junit(fmt::format(
        R"j(<testsuite name="(empty)"><testcase name="a" status="{}">{}<system-out>{}</system-out></testcase></testsuite>)j",
        status, element, printed));
  };
  constexpr std::string_view kSkipped = R"(<skipped message="SKIP_REGULAR_EXPRESSION_MATCHED"/>)";
  EXPECT_THAT(
      ctest("run", "", "[ RUN      ] A.B\nhello\n"),
      HasSubstr("a: fail <The program ended within this test, with an exit code that says success.\\n"));
  EXPECT_THAT(ctest("run", "", "[ RUN      ] A.B\nhello[       OK ] A.B (0 ms)\n"), HasSubstr("a: pass"));
  EXPECT_THAT(
      ctest("run", "", "[ RUN      ] A.B\n\nThe rest of the test output was removed since it exceeds"),
      HasSubstr("a: pass"));
  EXPECT_THAT(ctest("run", "", "[doctest] doctest version is \"2.4.9\"\n"), HasSubstr("a: fail"));
  EXPECT_THAT(ctest("run", "", "[doctest] doctest version is \"2.4.9\"\n===\n[doctest] Status: SUCCESS!\n"),
              HasSubstr("a: pass"));
  EXPECT_THAT(
      ctest("notrun", kSkipped, "x.cpp: Failed\n[ RUN      ] A.B\n[  SKIPPED ] A.B\n[  FAILED  ] A: SetUp"),
      HasSubstr("a: fail <x.cpp: Failed\\n"));
  EXPECT_THAT(ctest("notrun", kSkipped,
                    "main\n[ RUN      ] A.B\nx.cpp:3: Skipped\nnot yet\n[  SKIPPED ] A.B (0 ms)\n"),
              HasSubstr("a: skip <x.cpp:3: Skipped\\nnot yet>"));
  EXPECT_THAT(ctest("notrun", R"(<skipped message="SKIP_RETURN_CODE=77"/>)", "no network\n"),
              HasSubstr("a: skip <no network>"));
  EXPECT_THAT(ctest("fail", R"(<failure message=""/>)",
                    "main\n[ RUN      ] A.B\nx.cpp:4: Failure\n[  FAILED  ] A.B\n"),
              HasSubstr("a: fail <x.cpp:4: Failure>"));
  constexpr std::string_view kRegex =
      R"(<failure message="Error regular expression found in output. Regex=[x]"/>)";
  EXPECT_THAT(ctest("fail", kRegex, "[ RUN      ] A.B\nx.cpp:4: Failure\n[  FAILED  ] A.B\n"),
              HasSubstr("a: fail <x.cpp:4: Failure>"));
  EXPECT_THAT(ctest("fail", kRegex, "x\n"), HasSubstr("a: fail <Error regular expression found"));
}

TEST(JunitXml, WhatPhpunitCallsRiskyIsNoFailure) {
  EXPECT_EQ(told_junit(R"(<testsuite name="s" tests="2" errors="1"><testcase name="a">
      <error type="PHPUnit\Framework\RiskyTestError">no assertions</error></testcase>
      <testcase name="b"><warning>No tests found</warning></testcase></testsuite>)"),
            "s | a: pass\ns | b: skip <No tests found>\n? s::a is risky: no assertions\n");
}

TEST(JunitXml, RetriesAreToldAsRetries) {
  EXPECT_EQ(told_junit(R"(<testsuite name="s" tests="2" failures="1">
      <testcase name="a"><flakyFailure message="once"/><flakyError message="twice"/></testcase>
      <testcase name="b"><failure message="first"/><rerunFailure message="second"/></testcase></testsuite>)"),
            "s | a: pass\ns | b: fail <first\\n\\nsecond>\n"
            "? s::a passed only when it was run again: once\\n\\ntwice\n");
  EXPECT_EQ(told_junit(
                R"(<testsuite name="s"><testcase name="a"><rerunError message="x"/></testcase></testsuite>)"),
            "s | a: error <x>\n");
}

// As cargo-nextest writes it: what each try printed stands within it, and its scripts look like tests.
TEST(JunitXml, OfNextestTheReasonsCountAndNotWhatTriesPrinted) {
  const std::string bad = "panicked at tests/it.rs:5:1:\nno<system-out>running 1 test</system-out>";
  const std::string script =
      R"(<testsuite name="@setup-script:seed" tests="1"><testcase name="seed" classname="seed")";
  EXPECT_EQ(
      told(
          "junit-xml",
          R"(<testsuites name="nextest-run" tests="3" failures="1"><testsuite name="x::it" tests="2" failures="1">
      <testcase name="a" classname="x::it"><failure type="test failure">panicked at tests/it.rs:5:1:
no</failure><rerunFailure type="test failure">)" +
              bad + R"(</rerunFailure><system-out>running 1 test</system-out></testcase>
      <testcase name="b" classname="x::it"><flakyFailure type="test failure">)" +
              bad + "</flakyFailure></testcase></testsuite>" + script + "/></testsuite></testsuites>"),
      "x::it | a: fail <panicked at tests/it.rs:5:1:\\nno> [running 1 test]\nx::it | b: pass\n"
      "? x::it::b passed only when it was run again: panicked at tests/it.rs:5:1:\\nno\n");
  EXPECT_EQ(told("junit-xml", "<testsuites>" + script + "/></testsuite></testsuites>"), "");
  EXPECT_THAT(told("junit-xml", "<testsuites>" + script +
                                    "><failure>no seed</failure></testcase></testsuite></testsuites>"),
              HasSubstr("error <no seed>"));
}

TEST(JunitXml, SuitesMayStandInOneAnotherAndNamesMayComeTwice) {
  EXPECT_EQ(told_junit(R"(<testsuite name="all" tests="3" failures="0"><testsuite name="C" tests="3">
      <testsuite name="C::t" tests="2"><testcase name="t" class="C"/><testcase name="t" class="C"/></testsuite>
      <testcase name="u" classname="C u"/></testsuite></testsuite>)"),
            "C | t: pass\nC | t: pass\nC | u: pass\n");
  std::string deep;
  for (int i = 0; i < 5'000; ++i) deep += "<testsuite>";
  EXPECT_THAT(told_junit(deep), HasSubstr("! its suites stand in one another too deeply\n"));
}

TEST(JunitXml, NumbersThatTheCasesDoNotAddUpToAreSaid) {
  EXPECT_EQ(told_junit(R"(<testsuite name="s" tests="3"><testcase name="a"/></testsuite>)"),
            "s | a: pass\n! s says that it has 3 tests, and 1 are there\n");
  EXPECT_EQ(
      told_junit(R"(<testsuite name="s" tests="1"><testcase name="a"/><testcase name="b"/></testsuite>)"),
      "s | a: pass\ns | b: pass\n! s says that it has 1 tests, and 2 are there\n");
  EXPECT_EQ(
      told_junit(R"(<testsuite name="s" tests="1" errors="1"><testcase name="a"/></testsuite>)"),
      "s | a: pass\ns | (failed without a case): error <s says that 1 of its tests failed, and 0 are there>\n"
      "! s says that 1 of its tests failed, and 0 are there\n");
  // Without cases the numbers are all there is.
  EXPECT_EQ(told_junit(R"(<testsuite name="s" tests="4" failures="1" errors="1" skipped="1"/>)"),
            "s | (nameless test): error\ns | (nameless test): fail\ns | (nameless test): skip\ns | (nameless "
            "test): pass\n"
            "! s says that it has 4 tests, and 0 are there\n");
  // pytest counts a test whose teardown fails, too, once; jest-junit has a case for a todo, and doesn't count
  // it.
  EXPECT_THAT(
      told_junit(
          R"(<testsuite tests="1" failures="1" errors="1"><testcase classname="C" name="a"><failure/></testcase>
      <testcase classname="C" name="a"><error/></testcase></testsuite>)"),
      Not(HasSubstr("!")));
  EXPECT_THAT(
      told_junit(
          R"(<testsuite tests="1"><testcase classname="d a" name="d a"/><testcase classname="d b" name="d b"/>
      </testsuite>)"),
      Not(HasSubstr("!")));
}

TEST(JunitXml, ReadsOtherEncodings) {
  const std::string body = "<testsuite><testcase name=\"gr\xFC\xDF\"/></testsuite>";
  EXPECT_EQ(told("junit-xml", "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>" + body), "grüß: pass\n");
  std::string wide("\xFF\xFE", 2);
  for (const char c : std::string("<testsuite><testcase name=\"\xFC\"/></testsuite>")) wide += {c, '\0'};
  EXPECT_EQ(told("junit-xml", wide), "ü: pass\n");
  EXPECT_EQ(detect_format(wide), "junit-xml");
}

TEST(JunitXml, ADocumentThatIsCutKeepsWhatWasThere) {
  const std::string whole =
      R"(<testsuites><testsuite name="s" tests="2"><testcase name="a"/><testcase name="b"/></testsuite></testsuites>)";
  EXPECT_EQ(told("junit-xml", whole), "s | a: pass\ns | b: pass\n");
  for (std::size_t cut = 1; cut < whole.size(); ++cut)
    EXPECT_THAT(told(*read_report("junit-xml", std::string_view(whole).substr(0, cut), 64)), HasSubstr("! "))
        << cut;
  EXPECT_THAT(told("junit-xml", whole.substr(0, 70)), HasSubstr("s | a: pass\n"));
  EXPECT_THAT(told("junit-xml", "<html><body/></html>"),
              HasSubstr("! it has no <testsuites> and no <testsuite>\n"));
  EXPECT_EQ(told("junit-xml", " \n"), "");
}

TEST(JunitXml, EntitiesOfADocumentOfItsOwnAreNotRead) {
  EXPECT_THAT(told("junit-xml",
                   "<!DOCTYPE t [<!ENTITY a \"AAAA\"><!ENTITY b SYSTEM \"/etc/passwd\">]>"
                   "<testsuite><testcase name=\"x\"><failure>&a;&b;&lt;</failure></testcase></testsuite>"),
              HasSubstr("x: fail <&a;&b;<>"));
}

// What Bazel writes of a test that writes no report of its own: what it printed stands behind its one case.
TEST(JunitXml, ReadsBazels) {
  const std::string begin =
      R"(<?xml version="1.0" encoding="UTF-8"?><testsuites><testsuite name="a/b_test" tests="1" failures="0" )";
  EXPECT_EQ(
      told("junit-xml", begin + R"(errors="0"><testcase name="a/b_test" status="run" duration="1" time="1">
    </testcase><system-out>Generated test.log (if the file is not UTF-8, then this may be unreadable):
<![CDATA[fine]]></system-out></testsuite></testsuites>)"),
      "a/b_test | a/b_test: pass\n");
  EXPECT_THAT(
      told("junit-xml", begin + R"(errors="1"><testcase name="a/b_test" status="run" duration="1" time="1">
    <error message="exited with error code 3"></error></testcase><system-out><![CDATA[oh no]]></system-out>
    </testsuite></testsuites>)"),
      HasSubstr("a/b_test | a/b_test: error <exited with error code 3>"));
}

// maven-surefire-plugin with rerunFailingTestsCount: each try is counted.
TEST(JunitXml, TriesOfATestAreNoContradiction) {
  EXPECT_THAT(told("junit-xml",
                   "<testsuite name=\"s\" tests=\"3\" failures=\"2\"><testcase name=\"a\"><flakyFailure "
                   "message=\"x\"/>"
                   "<flakyFailure message=\"y\"/></testcase></testsuite>"),
              testing::AllOf(testing::HasSubstr("a: pass"), testing::Not(testing::HasSubstr("!"))));
  // One of the tries alone can't be: a test is missing.
  EXPECT_THAT(told("junit-xml",
                   "<testsuite name=\"s\" tests=\"2\"><testcase name=\"a\"><flakyFailure message=\"x\"/>"
                   "<flakyFailure message=\"y\"/></testcase></testsuite>"),
              testing::HasSubstr("! s says that it has 2 tests"));
  EXPECT_THAT(told("junit-xml",
                   "<testsuite name=\"s\" tests=\"4\" failures=\"2\"><testcase name=\"a\"><flakyFailure "
                   "message=\"x\"/>"
                   "<flakyFailure message=\"y\"/></testcase></testsuite>"),
              testing::HasSubstr("! s says that it has 4 tests"));
}

}  // namespace
}  // namespace proctor::format
