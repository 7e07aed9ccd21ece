#include "framework/declared_results.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "format/event_stream.hpp"

namespace proctor::framework {
namespace {
using std::chrono::milliseconds;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;
using Kind = Termination::Kind;

const Termination kGood{Kind::exited, 0, "exit code 0"};
const Termination kCrash{Kind::signalled, 11, "SIGSEGV"};
const Termination kStall{.kind = Kind::stalled, .evidence = "one step took too long", .busy = true};

/// A run as its reporter told it: "+a" begins a, "-a pass" finishes it, "." is the end, "'text" is printed.
/// "a/b" is a part of a, "!a text" fails in a.
class Told {
 public:
  explicit Told(const std::vector<std::string>& words) {
    say(R"({"event":"hello"})");
    for (const std::string& word : words) {
      const std::string id = word.substr(1, word.find(' ') - 1);
      const std::string rest = word.find(' ') == std::string::npos ? "" : word.substr(word.find(' ') + 1);
      if (word[0] == '+') {
        const std::string whole = id.find('/') == std::string::npos ? "" : id.substr(0, id.find('/'));
        say(fmt::format(R"({{"event":"ask","id":"{}","test":"{}"}})", id, whole));
      } else if (word[0] == '-') {
        say(fmt::format(R"({{"event":"finish","id":"{}","status":"{}"}})", id, rest));
      } else if (word[0] == '!') {
        say(fmt::format(R"({{"event":"failed","id":"{}","message":"{}"}})", id, rest));
      } else if (word[0] == '?') {
        say(fmt::format(R"({{"event":"plan","tests":[{{"id":"{}"}}]}})", id));
      } else if (word[0] == '\'') {
        outputs_.feed(Stream::out, word.substr(1));
        outputs_.feed(Stream::err, word.substr(1) + "!");
      } else {
        say(R"({"event":"end"})");
      }
    }
  }
  FinishedRun ended(const Termination& termination) const {
    return {.events = events_.events(),
            .outputs = outputs_,
            .termination = termination,
            .step_limit = milliseconds(6'000),
            .ended = std::chrono::steady_clock::now()};
  }

 private:
  void say(const std::string& json) {
    events_.feed(R"({"nonce":"n","pid":7,)" + json.substr(1) + "\n");
    outputs_.turn_to(events_.current());
  }

  format::EventStream events_{"n"};
  format::TestOutputs outputs_{1000};
};

class DeclaredResultsTest : public testing::Test {
 protected:
  bool take(const std::vector<std::string>& words, const Termination& termination = kGood) {
    return results_.take(Told(words).ended(termination));
  }
  void take_retry(const std::string& id, const std::vector<std::string>& words,
                  const Termination& termination = kGood) {
    results_.take_retry(Told(words).ended(termination), id);
  }
  void take_again(const std::vector<std::string>& words, const Termination& termination = kGood) {
    results_.take_again(Told(words).ended(termination));
  }
  std::vector<std::string> told() const {
    std::vector<std::string> list;
    for (const auto& test : results_.tests())
      list.push_back(test.event.id + ' ' + (test.event.status ? word(*test.event.status) : "-"));
    return list;
  }
  const DeclaredResults::Test& test(const std::string& id) const {
    for (const auto& one : results_.tests()) {
      if (one.event.id == id) return one;
    }
    ADD_FAILURE() << "there is no " << id;
    return results_.tests().front();
  }

  DeclaredResults results_{ResultRules{}};
};

TEST_F(DeclaredResultsTest, ACleanRunIsTakenAsItIs) {
  EXPECT_TRUE(take({"+a", "'x", "-a pass", "+b", "'y", "-b fail", "."}));
  EXPECT_THAT(told(), ElementsAre("a pass", "b fail"));
  EXPECT_EQ(test("a").output, "xx!");
  EXPECT_EQ(test("b").output, "yy!");
  EXPECT_FALSE(results_.bad_end());
  EXPECT_TRUE(results_.any_started());
}

TEST_F(DeclaredResultsTest, OnlyTheStreamsThatCountAreATestsOutput) {
  const Told run({"+a", "'x", "-a pass", "."});
  const auto output = [&run](const ResultRules& rules) {
    DeclaredResults results(rules);
    results.take(run.ended(kGood));
    return results.tests().front().output;
  };
  EXPECT_EQ(output({.out = true, .err = false}), "x");
  EXPECT_EQ(output({.out = false, .err = true}), "x!");
  EXPECT_EQ(output({.out = false, .err = false}), "");
}

TEST_F(DeclaredResultsTest, WhatAGroupPrintedStandsWithItsFirstPart) {
  take({"+a", "'one ", "+a/b", "'two ", "+a/b/c", "'three", "-a/b/c pass", "-a/b group", "+a/d", "'four",
        "-a/d pass", "-a group", "+ab", "'five", "-ab pass", "."});
  EXPECT_EQ(test("a/b/c").output, "one one !two two !threethree!");
  EXPECT_EQ(test("a/d").output, "fourfour!");
  EXPECT_EQ(test("ab").output, "fivefive!");
}

TEST_F(DeclaredResultsTest, WhatAGroupPrintedStandsWithItsFirstPartThatFailed) {
  take({"+a", "'one ", "+a/b", "-a/b pass", "+a/c", "'two", "-a/c fail", "+a/d", "-a/d error", "-a group",
        "."});
  EXPECT_EQ(test("a/b").output, "");
  EXPECT_EQ(test("a/c").output, "one one !twotwo!");
  EXPECT_EQ(test("a/d").output, "");
}

TEST_F(DeclaredResultsTest, WhatAGroupLoggedStandsWithItsFirstPart) {
  format::EventStream events{"n"};
  const format::TestOutputs outputs{1000};
  for (const char* json :
       {R"({"event":"hello"})", R"({"event":"ask","id":"a"})", R"({"event":"ask","id":"a/b"})",
        R"({"event":"finish","id":"a/b","status":"fail","message":"wrong"})",
        R"({"event":"finish","id":"a","status":"group","message":"made\n"})", R"({"event":"end"})"}) {
    events.feed(R"({"nonce":"n","pid":7,)" + std::string(json).substr(1) + "\n");
  }
  results_.take({events.events(), outputs, kGood, milliseconds(6'000)});
  EXPECT_EQ(test("a/b").event.message, "made\nwrong");
}

TEST_F(DeclaredResultsTest, WhoWasOpenIsTheCulpritAndTheOthersAreNot) {
  EXPECT_TRUE(take({"+a", "-a pass", "?c", "+b", "'last words"}, kCrash));
  EXPECT_THAT(told(), UnorderedElementsAre("a pass", "b fail", "c -"));
  EXPECT_THAT(test("b").event.message, HasSubstr("SIGSEGV"));
  EXPECT_THAT(test("b").event.message, HasSubstr("last words!"));  // what stood on stderr
  EXPECT_EQ(test("b").output, "last wordslast words!");
  EXPECT_THAT(results_.settled(), ElementsAre("a", "b"));
  ASSERT_TRUE(results_.bad_end());
  EXPECT_EQ(results_.bad_end()->kind, Kind::signalled);
}

TEST_F(DeclaredResultsTest, WhatHadFailedBeforeABadEndIsTold) {
  take({"+a", "!a one is two", "-a pass", "+b", "!b two is three", "!b , or four"}, kCrash);
  EXPECT_EQ(test("a").event.message, "");
  EXPECT_THAT(test("b").event.message, testing::EndsWith(").\n\nBefore that:\ntwo is three, or four"));
  take({"+c", "!c no", "."});
  EXPECT_EQ(test("c").event.status, Status::error);
  EXPECT_THAT(test("c").event.message, testing::EndsWith("\n\nBefore that:\nno"));
}

TEST_F(DeclaredResultsTest, OfSeveralThatAreOpenTheOneThatBeganLastIsTheCulprit) {
  take({"+a", "+b", "+c", "-b pass"}, kCrash);
  EXPECT_THAT(told(), UnorderedElementsAre("a -", "b pass", "c fail"));
}

TEST_F(DeclaredResultsTest, ALaterRunAddsWhatWasMissingAndChangesNothing) {
  take({"+a", "-a fail", "+b"}, kCrash);
  EXPECT_TRUE(take({"+c", "-c pass", "+a", "-a pass", "+b", "-b pass", "."}));
  EXPECT_THAT(told(), ElementsAre("a fail", "b fail", "c pass"));
  EXPECT_TRUE(results_.bad_end());
  EXPECT_FALSE(take({"."}));
}

TEST_F(DeclaredResultsTest, NobodyOpenAndNoEndSpoilsTheLastResult) {
  for (const char* status : {"pass", "skip", "fail", "error"}) {
    DeclaredResults results(ResultRules{});
    results.take(Told({"+a", "-a pass", "+b", std::string("-b ") + status}).ended(kGood));
    EXPECT_EQ(results.tests()[0].event.status, Status::pass);
    EXPECT_TRUE(results.tests()[1].event.status == Status::error ||
                results.tests()[1].event.status == Status::fail)
        << status;
    EXPECT_THAT(results.tests()[1].event.message,
                HasSubstr("After this test, outside of any other: The program ended with exit code 0"));
    EXPECT_TRUE(results.bad_end());
  }
}

TEST_F(DeclaredResultsTest, TheLastIsTheOneThatBeganLast) {
  take({"+a", "+b", "-b pass", "-a pass"}, kCrash);
  EXPECT_THAT(told(), UnorderedElementsAre("a pass", "b error"));
}

TEST_F(DeclaredResultsTest, OpenAtACleanEndIsAnError) {
  take({"+a", "+b", "-b pass", "."});
  EXPECT_THAT(told(), UnorderedElementsAre("a error", "b pass"));
  EXPECT_THAT(test("a").event.message, HasSubstr("has no result"));
}

TEST_F(DeclaredResultsTest, AGroupIsNewsOnce) {
  EXPECT_TRUE(take({"+g", "-g group"}));
  EXPECT_FALSE(take({"+g", "-g group"}));
  EXPECT_THAT(told(), ElementsAre("g -"));
  EXPECT_THAT(results_.settled(), ElementsAre("g"));
}

TEST_F(DeclaredResultsTest, WhoTookTooLongHasAnotherChance) {
  take({"+a", "-a pass", "+b"}, kStall);
  EXPECT_THAT(results_.stalled(), ElementsAre("b"));
  EXPECT_EQ(test("b").event.message, "The test didn't finish within 6.0 s: look for an endless loop.");
  take_retry("b", {"+b", "-b pass", "."});
  EXPECT_THAT(told(), ElementsAre("a pass", "b pass"));
  EXPECT_THAT(results_.stalled(), IsEmpty());
  EXPECT_FALSE(results_.bad_end());
}

TEST_F(DeclaredResultsTest, NobodyIsToBlameForAStopThatCameInVain) {
  const Told told({"+a", "-a pass", "+b", "-b pass", "?c"});
  FinishedRun run = told.ended(kStall);
  run.in_vain = true;
  EXPECT_TRUE(results_.take(run));
  EXPECT_FALSE(results_.bad_end());
  EXPECT_FALSE(results_.blames());
  EXPECT_THAT(results_.settled(), ElementsAre("a", "b"));
  const Told next({"+c"});
  FinishedRun second = next.ended(kStall);
  second.in_vain = true;
  results_.take(second);
  EXPECT_FALSE(results_.blames()) << "it had just begun";
  take({"+c", "-c pass", "."});
  EXPECT_THAT(this->told(), ElementsAre("a pass", "b pass", "c pass"));
}

TEST_F(DeclaredResultsTest, WhatEndsWhileItsOtherChanceIsTakenAwayHasTakenIt) {
  take({"+a"}, kStall);
  const Told told({"+a", "-a pass"});
  FinishedRun run = told.ended(kStall);
  run.in_vain = true;
  results_.take_retry(run, "a");
  EXPECT_THAT(this->told(), ElementsAre("a pass"));
  EXPECT_FALSE(results_.bad_end());
}

TEST_F(DeclaredResultsTest, AnotherChanceHasWhoGetsClearlyMoreTimeThanBefore) {
  const auto stall = [this](const std::string& id, milliseconds had) {
    const Told told({"+" + id});
    FinishedRun run = told.ended(kStall);
    run.step_limit = had;
    results_.take(run);
  };
  stall("a", milliseconds(6'000));
  stall("b", milliseconds(4'000));
  EXPECT_THAT(results_.worth_another(milliseconds(15'000)), ElementsAre("b", "a"));
  EXPECT_THAT(results_.worth_another(milliseconds(14'000)), ElementsAre("b")) << "a has had 6 s";
  EXPECT_THAT(results_.worth_another(milliseconds(4'500)), IsEmpty());
}

TEST_F(DeclaredResultsTest, WhatComesOfAllInOneProcessCounts) {
  take({"+a", "-a pass", "+b"}, kStall);
  take({"+c", "'alone", "-c pass", "+d", "-d fail", "."});
  EXPECT_EQ(results_.time_of_stalled(), milliseconds(6'000));
  take_again({"+a", "-a pass", "+b", "-b pass", "+c", "'behind b", "-c fail", "+d", "-d pass", "."});
  EXPECT_THAT(told(), ElementsAre("a pass", "b pass", "c fail", "d pass"));
  EXPECT_EQ(test("c").output, "behind bbehind b!");
  EXPECT_THAT(results_.stalled(), IsEmpty());
  EXPECT_FALSE(results_.bad_end());
}

TEST_F(DeclaredResultsTest, WhoHasFailedWithNobodyLeftOutHasNoSecondChance) {
  take({"+a", "-a fail", "+b"}, kStall);
  take({"+c", "-c fail", "."});
  take_again({"+a", "-a pass", "+b", "-b pass", "+c", "-c pass", "."});
  EXPECT_THAT(told(), ElementsAre("a fail", "b pass", "c pass"));
}

TEST_F(DeclaredResultsTest, WhoTakesTooLongAgainIsToBlame) {
  take({"+a", "-a pass", "+b"}, kStall);
  take({"+c", "-c pass", "."});
  take_again({"+a", "-a pass", "+b"}, kStall);
  EXPECT_THAT(told(), ElementsAre("a pass", "b fail", "c pass"));
  EXPECT_THAT(results_.stalled(), IsEmpty());
  EXPECT_TRUE(results_.bad_end());
}

TEST_F(DeclaredResultsTest, WhoCrashesBehindTheOthersHasCrashed) {
  take({"+a", "-a pass", "+b"}, kStall);
  take({"+c", "-c pass", "."});
  take_again({"+a", "-a fail", "+b", "-b pass", "+c"}, kCrash);
  EXPECT_THAT(told(), ElementsAre("a fail", "b fail", "c fail"));
  EXPECT_THAT(results_.stalled(), ElementsAre("b")) << "a crash says nothing good of it";
}

TEST_F(DeclaredResultsTest, WhenTheTimeIsUpWhoHasEndedHasAResultAndTheOthersKeepTheirs) {
  take({"+a", "-a pass", "+b"}, kStall);
  take({"+c", "-c pass", "+d", "-d pass", "."});
  take_again({"+a", "-a pass", "+b", "-b pass", "+c"}, {.kind = Kind::timed_out, .evidence = "time is up"});
  EXPECT_THAT(told(), ElementsAre("a pass", "b pass", "c pass", "d pass"));
  EXPECT_FALSE(results_.blames());
}

TEST_F(DeclaredResultsTest, CulpritsOfAnotherEndAreNotRunAgain) {
  take({"+a"}, kCrash);
  take({"+b"}, kStall);
  EXPECT_THAT(results_.culprits(), ElementsAre("a"));
}

TEST_F(DeclaredResultsTest, TheWholeHasAnotherChanceWithItsPart) {
  take({"+a", "+a/1", "-a/1 pass", "+a/2"}, kStall);
  take({"+a", "-a fail", "."});
  take_retry("a/2", {"+a", "+a/2", "-a/2 pass", "-a pass", "."});
  EXPECT_THAT(told(), UnorderedElementsAre("a pass", "a/1 pass", "a/2 pass"));
}

TEST_F(DeclaredResultsTest, TheWholeOfAnotherPartThatFailedStaysFailed) {
  take({"+a", "+a/1", "-a/1 fail", "+a/2"}, kStall);
  take({"+a", "-a fail", "."});
  take_retry("a/2", {"+a", "+a/2", "-a/2 pass", "-a pass", "."});
  EXPECT_THAT(told(), UnorderedElementsAre("a fail", "a/1 fail", "a/2 pass"));
}

TEST_F(DeclaredResultsTest, TheWholeOfAPartThatEndedAnotherRunFailsWithIt) {
  take({"+a", "+a/1", "-a/1 pass", "+a/2"}, kCrash);
  take({"+a", "+a/3", "-a/3 pass", "-a pass", "+ab", "-ab pass", "."});
  EXPECT_THAT(told(), UnorderedElementsAre("a fail", "a/1 pass", "a/2 fail", "a/3 pass", "ab pass"));
  EXPECT_EQ(test("a").event.message, "One or more variations of this test failed.");
}

TEST_F(DeclaredResultsTest, WhatARuntimeSaysPastTheFrameworksCaptureExplainsTheEnd) {
  take({"'words", "'\nFatal Python error: Aborted", "+a"}, kCrash);
  EXPECT_THAT(test("a").event.message, HasSubstr("Fatal Python error: Aborted"));
  EXPECT_THAT(test("a").event.message, Not(HasSubstr("words")));
}

TEST_F(DeclaredResultsTest, TheWholeMustPassItself) {
  take({"+a", "+a/1"}, kStall);
  take({"+a", "-a fail", "."});
  take_retry("a/1", {"+a", "+a/1", "-a/1 pass", "-a fail", "."});
  EXPECT_THAT(told(), UnorderedElementsAre("a fail", "a/1 pass"));
}

TEST_F(DeclaredResultsTest, AnEndlessLoopIsLookedForInATestThatHadItsFairShare) {
  const auto message = [](const std::vector<std::string>& words, Kind kind, milliseconds had) {
    DeclaredResults results(ResultRules{});
    const Told told(words);
    const Termination end{.kind = kind, .evidence = "no end", .busy = true};
    FinishedRun run = told.ended(end);
    run.fair_share = milliseconds(2'000);
    run.ended = run.events.tests().back().begun + had;
    run.behind_tests = had;
    results.take(run);
    return results.tests().back().event.message;
  };
  for (const Kind kind : {Kind::timed_out, Kind::stalled}) {
    const std::vector<std::string> in_b{"+a", "-a pass", "+b"};
    EXPECT_EQ(
        message(in_b, kind, milliseconds(1'400)),
        "The time for all tests was used up, by other tests or by a slow machine, when this one had run for "
        "1.4 s.");
    EXPECT_EQ(message(in_b, kind, milliseconds(2'000)),
              "The test didn't finish within 6.0 s: look for an endless loop.");
    const std::vector<std::string> behind_a{"+a", "-a pass", "."};
    EXPECT_THAT(message(behind_a, kind, milliseconds(1'400)),
                HasSubstr("when the program had gone on for 1.4 s."));
    // The stop was decided before it had told of that.
    EXPECT_THAT(message(behind_a, kind, milliseconds(-79)), HasSubstr("had gone on for 0 ms."));
    EXPECT_THAT(message(in_b, kind, milliseconds(-79)), HasSubstr("this one had run for 0 ms."));
    EXPECT_THAT(message(behind_a, kind, milliseconds(2'000)),
                HasSubstr("The program didn't finish within 6.0 s: look for an endless loop."));
  }
}

TEST_F(DeclaredResultsTest, WhatFellSilentWasNotStoppedForWantOfTime) {
  const Told told({"+a"});
  const Termination end{.kind = Kind::stalled, .evidence = "no output for 1.0 s", .silent = true};
  FinishedRun run = told.ended(end);
  run.fair_share = milliseconds(2'000);
  run.ended = run.events.tests().back().begun + milliseconds(1'000);
  results_.take(run);
  EXPECT_THAT(test("a").event.message,
              HasSubstr("was stopped (no output for 1.0 s): look for an endless loop"));
}

TEST_F(DeclaredResultsTest, OnlyAFailureThatCountsExplainsAnExitCode) {
  const Termination bad{Kind::exited, 1, "exit code 1"};
  const auto explained = [&](const std::vector<std::string>& words) {
    DeclaredResults results(ResultRules{});
    const Told first({"+a", "-a pass", "+b"});
    results.take(first.ended(kStall));
    const Told second(words);
    const FinishedRun run = second.ended(bad);
    results.take(run);
    return results.shows_failure_of(run);
  };
  EXPECT_TRUE(explained({"+c", "-c fail", "."}));
  EXPECT_FALSE(explained({"+c", "-c pass", "."}));
  EXPECT_FALSE(explained({"+a", "-a fail", "+c", "-c pass", "."})) << "a has passed already";
}

TEST_F(DeclaredResultsTest, TheOtherChanceMustBeTakenProperly) {
  const auto after = [](const std::vector<std::string>& words, const Termination& end) {
    DeclaredResults results(ResultRules{});
    results.take(Told({"+b"}).ended(kStall));
    results.take_retry(Told(words).ended(end), "b");
    EXPECT_THAT(results.stalled(), IsEmpty());  // there is no third time
    EXPECT_TRUE(results.bad_end());
    return *results.tests().front().event.status;
  };
  EXPECT_EQ(after({"+b"}, kStall), Status::fail);
  EXPECT_EQ(after({"+b"}, kCrash), Status::fail);
  EXPECT_EQ(after({"+b"}, kGood), Status::fail);             // exit(0)
  EXPECT_EQ(after({"+b", "-b pass"}, kGood), Status::fail);  // without an end
  EXPECT_EQ(after({"+b", "-b pass", "."}, kCrash), Status::fail);
  EXPECT_EQ(after({"."}, kGood), Status::fail);  // it wasn't run
  EXPECT_EQ(after({"+c", "-c pass", "."}, kGood), Status::fail);
  EXPECT_EQ(after({}, kGood), Status::fail);
}

TEST_F(DeclaredResultsTest, OneGoodEndDoesNotMakeAnotherBadOneGood) {
  take({"+a"}, kStall);
  take({"+b"}, kCrash);
  take_retry("a", {"+a", "-a pass", "."});
  EXPECT_THAT(told(), ElementsAre("a pass", "b fail"));
  ASSERT_TRUE(results_.bad_end());
  EXPECT_EQ(results_.bad_end()->kind, Kind::signalled);
}

TEST_F(DeclaredResultsTest, ABadEndThatNobodyIsBlamedForStays) {
  take({"+a"}, kStall);
  EXPECT_FALSE(take({}, kGood));  // what else there is wasn't run
  take_retry("a", {"+a", "-a pass", "."});
  EXPECT_THAT(told(), ElementsAre("a pass"));
  EXPECT_TRUE(results_.bad_end());
}

/// How a program ended with one test open that had printed this, as a learning site tells it.
DeclaredResults::Test ended_in_a_test(const ResultRules& rules, Stream stream, const std::string& printed) {
  format::EventStream events{"n"};
  format::TestOutputs outputs{64U << 10U};
  events.feed(
      "{\"nonce\":\"n\",\"pid\":7,\"event\":\"hello\"}\n"
      "{\"nonce\":\"n\",\"pid\":7,\"event\":\"ask\",\"id\":\"a\"}\n");
  outputs.turn_to(events.current());
  outputs.feed(stream, printed);
  DeclaredResults results(rules);
  const Termination exited{.kind = Kind::exited, .code = 2};
  results.take({events.events(), outputs, exited, milliseconds(6'000)});
  return results.tests().front();
}

constexpr const char* kOverflow =
    "runtime: goroutine stack exceeds 1000000000-byte limit\nfatal error: stack overflow\n";

TEST_F(DeclaredResultsTest, WhereBothStreamsAreOneOnlyARuntimesWordsExplainTheEnd) {
  const auto test = ended_in_a_test({.joined = true}, Stream::out, std::string("mine\n") + kOverflow);
  EXPECT_EQ(test.output, "mine\n");
  EXPECT_THAT(test.event.message, HasSubstr("until the stack was full"));
  EXPECT_THAT(test.event.message, HasSubstr("\n\nruntime: goroutine stack exceeds"));
  EXPECT_THAT(test.event.message, Not(HasSubstr("mine")));
  EXPECT_THAT(ended_in_a_test({.joined = true}, Stream::out, "mine\n").event.message, Not(HasSubstr("mine")));
}

TEST_F(DeclaredResultsTest, WhatARuntimeSaysIsFoundBehindAllThatATestPrinted) {
  for (const std::size_t bytes : {10'000U, 100'000U}) {  // in what is kept, and behind it
    std::string printed;
    for (std::size_t i = 0; i < bytes / 5; ++i) printed += "mine\n";
    for (const bool joined : {false, true}) {
      const auto test =
          ended_in_a_test({.joined = joined}, joined ? Stream::out : Stream::err, printed + kOverflow);
      EXPECT_THAT(test.event.message, HasSubstr("until the stack was full")) << bytes << joined;
      EXPECT_THAT(test.event.message, Not(HasSubstr("mine"))) << bytes << joined;
      EXPECT_THAT(test.output, Not(HasSubstr("fatal error"))) << bytes << joined;
    }
  }
}

TEST_F(DeclaredResultsTest, TheOrderIsThatOfTheEndsOrOfTheBegins) {
  const Told run({"+whole", "+part", "-part pass", "-whole pass", "."});
  const auto first = [&run](bool by_start) {
    DeclaredResults results({.by_start = by_start});
    results.take(run.ended(kGood));
    for (const auto& test : results.tests()) {
      if (test.settled == 1) return test.event.id;
    }
    return std::string();
  };
  EXPECT_EQ(first(false), "part");
  EXPECT_EQ(first(true), "whole");
}

}  // namespace
}  // namespace proctor::framework
