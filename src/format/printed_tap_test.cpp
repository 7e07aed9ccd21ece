#include "format/printed_tap.hpp"

#include <gmock/gmock.h>

#include "format/output_evidence_testing.hpp"

namespace proctor::format {
namespace {
using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

std::vector<std::string> tests_in(const Evidence& evidence) {
  std::vector<std::string> tests;
  for (const Suite& suite : evidence.suites) {
    for (const Case& test : suite.cases)
      tests.push_back(test.name + (test.status == Status::pass   ? ""
                                   : test.status == Status::skip ? " skip"
                                                                 : " fail"));
  }
  return tests;
}

TEST(PrintedTap, IsFoundAmongOtherLines) {
  const Evidence tape = watch(
      "> a@1.0.0 test\n> tape\n\nTAP version 13\n# adds\nok 1 equal\nok 2 equal\n# later\nnot ok 3 bad\n"
      "ok 4 this # SKIP not yet\n\n1..4\n# tests 4\n-----|-----\n");
  EXPECT_TRUE(tape.has_report);
  EXPECT_EQ(tape.format, "tap");
  EXPECT_THAT(tests_in(tape), UnorderedElementsAre("equal", "equal (2)", "bad fail", "this skip"));
  EXPECT_THAT(tests_in(watch("building\n1..2\nok 1 - a\n# told\nok 2 - b\n")), ElementsAre("a", "b"));
  EXPECT_THAT(tests_in(watch("ok 1 - a\n1..1\n")), ElementsAre("a"));
}

TEST(PrintedTap, OfSeveralDocumentsAllTestsCount) {
  const std::string one = "TAP version 14\nok 1 - a\nok 2 - b\n1..2\n";
  EXPECT_THAT(tests_in(watch(one + "between\n" + one)), UnorderedElementsAre("a", "b", "a (2)", "b (2)"));
}

// Half of it may be another program's, and words say what there is to say.
TEST(PrintedTap, ThatIsNotWholeIsNoReport) {
  for (const char* text :
       {"TAP version 13\nok 1 - a\n", "1..3\nok 1 - a\nok 2 - b\n", "1..2\nok 1 - a\nok 1 - b\n", "1..5\n",
        "ok 1 - a\nok 2 - b\n", "TAP version 13\nok 1 - a\n1..1\nTAP version 13\n1..2\nok 1 - b\n",
        "1..1\nok 1 - a\nBail out!\n", "1..0 # SKIP none\n", "TAP version 13\n", "see 1..2 and ok 1\n",
        "ok 10 - a\n1..10\n", "ok  \tpkg\t0.1s\n"}) {
    const Evidence evidence = watch(text);
    EXPECT_FALSE(evidence.has_report) << text;
    EXPECT_THAT(evidence.suites, IsEmpty()) << text;
  }
}

TEST(PrintedTap, GivesWayToARunnerThatTellsOfItsTests) {
  const std::string tap = "1..1\nok 1 - a b\n";
  Evidence told;
  told.has_report = true;
  told.state.found = true;
  told.suites = {{.name = "a", .cases = {{.name = "b", .status = Status::pass}}}};
  told.totals = count(told.suites);
  std::vector<Evidence> sources;
  sources.push_back(watch(tap));
  sources.push_back(std::move(told));
  EXPECT_EQ(merged(std::move(sources)).totals.passed, 1U);
}

}  // namespace
}  // namespace proctor::format
