#include "framework/forge_missing.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace proctor::framework {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using Kind = Termination::Kind;

const Termination kExited{Kind::exited, 0};

// A log as forge would have written it.
class Log {
 public:
  Log() : log_({}) {}
  Log& began(std::size_t suites) {
    feed("TRACE forge::multi_runner: running all tests");
    feed(fmt::format("DEBUG forge::multi_runner: Found {} test contracts out of 9 in 1µs", suites));
    return *this;
  }
  Log& suite(const std::string& name, std::optional<int> tests, bool finished = true) {
    const std::string suite = "DEBUG suite{name=" + name + "}: ";
    feed(suite + "forge::multi_runner: start executing all tests in contract");
    if (tests) feed(suite + fmt::format("forge::runner: Found {} test functions out of 9 in 1µs", *tests));
    if (finished) feed(suite + "forge::multi_runner: executed all tests in contract duration=1ms");
    return *this;
  }
  operator const ForgeLog&() const { return log_; }

 private:
  void feed(const std::string& text) { log_.feed("2026-11-21T23:07:05.597714Z " + text + "\n"); }
  ForgeLog log_;
};

Suite suite(const std::string& file, const std::string& name, std::vector<Case> cases) {
  return {file, name, std::nullopt, std::move(cases)};
}
Suite passed(const std::string& name, std::initializer_list<const char*> tests) {
  Suite made = suite("test/A.t.sol", name, {});
  for (const char* test : tests) made.cases.push_back({test, Status::pass});
  return made;
}

// "suite.test: cause", with a + for what was left out on purpose.
std::vector<std::string> words(const std::vector<NotRun>& missing) {
  std::vector<std::string> list;
  for (const NotRun& test : missing)
    list.push_back(fmt::format("{}{}.{}: {}", test.on_purpose ? "+" : "", test.suite, test.name, test.cause));
  return list;
}

std::vector<std::string> missing_of(const TestList& list, const std::vector<Suite>& suites,
                                    const MissingContext& context = {false, kExited},
                                    const ForgeLog& log = Log()) {
  return words(find_not_run(list, suites, log, context));
}

const TestList kTwo{{"test/A.t.sol:A", {"test_x", "test_y"}}};

TEST(ReadForgeList, TakesTheDocumentFromTheTextAroundIt) {
  const TestList wanted{{"test/A.t.sol:A", {"test_x", "testFuzz"}}, {"test/A.t.sol:B", {}}};
  const std::string document = R"json({"test/A.t.sol":{"A":["test_x","testFuzz(uint256)"],"B":[]}})json";
  EXPECT_EQ(read_forge_list(document), wanted);
  EXPECT_EQ(read_forge_list("Compiling…\n\n" + document + "\nWarning: x\n"), wanted);
  EXPECT_EQ(read_forge_list("{not json}\n" + document), wanted);
}

TEST(ReadForgeList, IsEmptyForAnythingElse) {
  for (const char* text : {"", "No tests found in project!", "{", "{}", "[]", R"({"a":1})",
                           R"({"a":{"A":"test_x"}})", R"(text {"a":{"A":["test_x"]}})"}) {
    EXPECT_THAT(read_forge_list(text), IsEmpty()) << text;
  }
  // What isn't a name is no test; what is, stays.
  EXPECT_EQ(read_forge_list(R"({"a":{"A":[1,null,"test_x",["test_y"]]}})"), (TestList{{"a:A", {"test_x"}}}));
}

TEST(IsComplete, OnlyIfEverySuiteHasAsManyResultsAsItsLogAnnounced) {
  const std::vector<Suite> one{passed("A", {"test_x()", "test_y()"})};
  const std::string name = "test/A.t.sol:A";
  EXPECT_TRUE(is_complete(one, Log().began(1).suite(name, 2)));
  EXPECT_FALSE(is_complete(one, Log().began(1).suite(name, 3)));
  EXPECT_FALSE(is_complete(one, Log().began(1).suite(name, 1)));
  EXPECT_FALSE(is_complete(one, Log().began(1).suite(name, std::nullopt)));
  EXPECT_FALSE(is_complete(one, Log().began(1).suite(name, 2, false)));
  EXPECT_FALSE(is_complete(one, Log().began(2).suite(name, 2)));
  EXPECT_FALSE(is_complete(one, Log().began(1)));
  EXPECT_FALSE(is_complete(one, Log().began(1).suite("test/A.t.sol:Other", 2)));
  EXPECT_FALSE(is_complete(one, Log().began(1).suite(name, 2).suite("test/B.t.sol:B", 1, false)));
}

TEST(IsComplete, WithoutALogNothingIsComplete) {
  EXPECT_FALSE(is_complete({passed("A", {"test_x()"})}, Log()));
  EXPECT_TRUE(is_complete({}, Log()));  // nothing was to be run
  EXPECT_FALSE(is_complete({}, Log().began(1)));
}

TEST(IsComplete, NotWhereTheOneEntryStandsForAFailedPreparation) {
  const Suite failed = suite("test/A.t.sol", "A", {{"setUp()", Status::fail}});
  EXPECT_FALSE(is_complete({failed}, Log().began(1).suite("test/A.t.sol:A", 1)));
}

TEST(FindNotRun, NothingIsMissingWhereEveryListedTestHasAResult) {
  EXPECT_THAT(missing_of(kTwo, {passed("A", {"test_x()", "test_y(uint256)"})}), IsEmpty());
}

TEST(FindNotRun, AFailingSetUpOrConstructorIsTheCauseForItsWholeSuite) {
  for (const char* name : {"setUp()", "constructor()"}) {
    const Suite failed = suite("test/A.t.sol", "A", {{name, Status::fail, "boom"}});
    const std::string cause = std::string(name).substr(0, std::string(name).find('(')) + " failed: boom";
    EXPECT_THAT(missing_of(kTwo, {failed}), ElementsAre("A.test_x: " + cause, "A.test_y: " + cause));
  }
}

TEST(FindNotRun, ASkipInSetUpIsOnPurpose) {
  const Suite skipped = suite("test/A.t.sol", "A", {{"setUp()", Status::skip, "not on this chain"}});
  EXPECT_THAT(missing_of(kTwo, {skipped}), ElementsAre("+A.test_x: skipped in setUp: not on this chain",
                                                       "+A.test_y: skipped in setUp: not on this chain"));
}

TEST(FindNotRun, ASkippedTestDoesNotExcuseTheOthers) {
  const Suite skipped = suite("test/A.t.sol", "A", {{"test_x()", Status::skip}});
  EXPECT_THAT(missing_of(kTwo, {skipped}), ElementsAre("A.test_y: forge's report has no result for it"));
}

TEST(FindNotRun, WhatTestFailTakesAwayIsSaid) {
  const Suite refused = suite("test/A.t.sol", "A", {{"testFail_old()", Status::fail}});
  const TestList list{{"test/A.t.sol:A", {"testFail_old", "test_x"}}};
  EXPECT_THAT(missing_of(list, {refused}),
              ElementsAre("A.test_x: forge refuses the whole suite because of testFail_old()"));
}

TEST(FindNotRun, FailFastIsNamedAsTheCause) {
  EXPECT_THAT(missing_of(kTwo, {passed("A", {"test_x()"})}, {true, kExited}),
              ElementsAre("A.test_y: stopped after the first failure (fail-fast)"));
}

TEST(FindNotRun, AWholeSuiteWithoutResults) {
  EXPECT_THAT(missing_of({{"test/B.t.sol:B", {"test_b"}}}, {passed("A", {"test_x()"})}),
              ElementsAre("B.test_b: forge's report has no result for it"));
}

TEST(FindNotRun, OverloadedTestsAreCountedEach) {
  const TestList list{{"test/A.t.sol:A", {"test_x", "test_x", "test_x"}}};
  EXPECT_THAT(missing_of(list, {passed("A", {"test_x()", "test_x(uint256)", "test_x(address)"})}), IsEmpty());
  EXPECT_THAT(missing_of(list, {passed("A", {"test_x()", "test_x(uint256)"})}), testing::SizeIs(1));
}

TEST(FindNotRun, AnotherTestsResultIsNoSubstitute) {
  EXPECT_THAT(missing_of(kTwo, {passed("A", {"test_x()", "test_z()"})}), testing::SizeIs(1));
  Suite elsewhere = passed("A", {"test_x()", "test_y()"});
  elsewhere.file = "test/B.t.sol";
  EXPECT_THAT(missing_of(kTwo, {elsewhere}), testing::SizeIs(2));
}

TEST(FindNotRun, WhenTheRunWasStoppedTheLogTellsHowFarItGot) {
  const MissingContext stopped{false, {Kind::timed_out}};
  const auto cause = [&](const ForgeLog& log) { return missing_of(kTwo, {}, stopped, log).front(); };
  EXPECT_THAT(cause(Log().began(1)), HasSubstr("not reached when the time limit struck"));
  EXPECT_THAT(cause(Log().began(1).suite("test/A.t.sol:A", 2, false)),
              HasSubstr("its suite was running when the time limit struck"));
  EXPECT_THAT(cause(Log().began(1).suite("test/A.t.sol:A", 2)),
              HasSubstr("its suite had finished, but the result was lost"));
}

TEST(FindNotRun, EveryWayToBeStoppedHasItsWords) {
  for (const auto& [kind, text] : {std::pair(Kind::stalled, "stalled"),
                                   {Kind::cancelled, "was cancelled"},
                                   {Kind::out_of_memory, "memory limit"},
                                   {Kind::output_limit, "output limit"},
                                   {Kind::signalled, "was killed"}}) {
    EXPECT_THAT(missing_of(kTwo, {}, {false, {kind}}).front(), HasSubstr(text));
  }
}

TEST(FindNotRun, WithoutAListTheLogSaysWhichSuitesAreIncomplete) {
  const std::vector<Suite> one{passed("A", {"test_x()"})};
  const auto found = [&](const ForgeLog& log) { return missing_of({}, one, {false, kExited}, log); };
  EXPECT_THAT(found(Log().began(1).suite("test/A.t.sol:A", 1)), IsEmpty());
  EXPECT_THAT(found(Log().began(1).suite("test/A.t.sol:A", 2)), ElementsAre(HasSubstr("A.: forge's report")));
  EXPECT_THAT(found(Log().began(1).suite("test/A.t.sol:A", 1, false)), testing::SizeIs(1));
  EXPECT_THAT(found(Log().began(2).suite("test/A.t.sol:A", 1).suite("test/B.t.sol:B", 1)),
              ElementsAre(HasSubstr("B.: forge's report")));
}

TEST(FindNotRun, SuitesThatForgeOnlyCountedAreMissedToo) {
  const Log log = std::move(Log().began(3).suite("test/A.t.sol:A", 1));
  EXPECT_THAT(missing_of({}, {passed("A", {"test_x()"})}, {false, kExited}, log),
              ElementsAre("2 of 3 suites.: forge's report has no result for it"));
  // With a list it is the list that says what there is.
  EXPECT_THAT(
      missing_of({{"test/A.t.sol:A", {"test_x"}}}, {passed("A", {"test_x()"})}, {false, kExited}, log),
      IsEmpty());
}

TEST(FindNotRun, AFileNameWithAColonIsSplitAtTheLast) {
  const auto missing = find_not_run({{"test/a:b.t.sol:A", {"test_x"}}}, {}, Log(), {false, kExited});
  ASSERT_EQ(missing.size(), 1U);
  EXPECT_EQ(missing[0].file, "test/a:b.t.sol");
  EXPECT_EQ(missing[0].suite, "A");
}

TEST(FindNotRun, ASuiteWhoseNameIsTooLongToKeepStillHasToEnd) {
  const std::string name = "test/A.t.sol:" + std::string(600, 'A');
  const std::string begin = "2026-11-21T22:08:11.145Z DEBUG suite{name=" + name + "}: forge::multi_runner: ";
  ForgeLog log({});
  log.feed("2026-11-21T22:08:11.145Z TRACE forge::multi_runner: running all tests\n");
  log.feed(begin + "start executing all tests in contract\n");
  EXPECT_FALSE(is_complete({}, log));
  EXPECT_EQ(find_not_run({}, {}, log, {}).size(), 1U);
  log.feed(begin + "executed all tests in contract duration=1ms\n");
  EXPECT_TRUE(find_not_run({}, {}, log, {}).empty());
}

}  // namespace
}  // namespace proctor::framework
