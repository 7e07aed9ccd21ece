#include "format/trx.hpp"

#include <gmock/gmock.h>

#include "format/reader_testing.hpp"

namespace proctor::format {
namespace {
using testing::HasSubstr;

std::string told_trx(const std::string& results, const std::string& summary) {
  return told("trx",
              R"(<TestRun xmlns="http://microsoft.com/schemas/VisualStudio/TeamTest/2010"><Results>)" +
                  results +
                  R"(</Results><TestDefinitions><UnitTest id="1" name="a"><TestMethod className="N.C, Lib"/>)"
                  R"(</UnitTest></TestDefinitions>)" +
                  summary + "</TestRun>");
}
const std::string kPassed = R"(<UnitTestResult executionId="e1" testId="1" testName="N.C.a" outcome="Passed"
    duration="00:01:02.5"><Output><StdOut>hi</StdOut></Output></UnitTestResult>)";
const std::string kFailed =
    R"(<UnitTestResult executionId="e2" testId="1" testName="b" outcome="Failed"><Output><ErrorInfo>
    <Message>no</Message><StackTrace>at N.C.b() in /src/C.cs:line 12</StackTrace></ErrorInfo></Output></UnitTestResult>)";

std::string summed(int total, int passed, int failed, const std::string& outcome) {
  return fmt::format(
      R"(<ResultSummary outcome="{}"><Counters total="{}" passed="{}" failed="{}"/></ResultSummary>)",
      outcome, total, passed, failed);
}

TEST(Trx, ReadsWhatEachTestCameTo) {
  EXPECT_EQ(
      told_trx(kPassed + kFailed +
                   R"(<UnitTestResult testName="c" outcome="NotExecuted"/>)"
                   R"(<UnitTestResult testName="d" outcome="Timeout"/>)",
               summed(4, 1, 1, "Failed")),
      "N.C | a: pass [hi]\nN.C | b: fail <no\\nat N.C.b() in /src/C.cs:line 12> (/src/C.cs:12)\nc: skip\n"
      "d: error <Its outcome is Timeout.>\n");
  EXPECT_EQ(told_trx(R"(<UnitTestResult testName="rows" outcome="Passed"><InnerResults>)" + kPassed +
                         "</InnerResults></UnitTestResult>",
                     summed(1, 1, 0, "Completed")),
            "N.C | a: pass [hi]\n");
}

TEST(Trx, WhatContradictsIsSaid) {
  EXPECT_THAT(told_trx(kPassed, summed(2, 2, 0, "Completed")),
              HasSubstr("! it says that it has 2 tests, 2 passed and 0 failed"));
  EXPECT_THAT(told_trx(kPassed + kPassed, summed(2, 2, 0, "Completed")),
              HasSubstr("! N.C.a has two results of one execution"));
  EXPECT_THAT(told_trx(kPassed, ""), HasSubstr("! it has no summary"));
  EXPECT_THAT(told_trx(kPassed, summed(1, 1, 0, "Aborted")),
              HasSubstr("(the run): error <Its outcome is Aborted.>"));
  EXPECT_THAT(told("trx", "<TestRun><Results>" + kPassed), HasSubstr("! it is cut off or no XML"));
}

}  // namespace
}  // namespace proctor::format
