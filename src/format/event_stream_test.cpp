#include "format/event_stream.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace proctor::format {
namespace {
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr const char* kNonce = "4f0c";

// As a reporter writes it.
std::string event(std::string_view json, std::string_view nonce = kNonce, int pid = 7) {
  return fmt::format("{{\"nonce\":\"{}\",\"pid\":{},{}\n", nonce, pid, json.substr(1));
}
std::string hello(int pid = 7, std::string_view can = "[]") {
  return event(fmt::format(R"({{"event":"hello","can":{}}})", can), kNonce, pid);
}
std::string start(std::string_view id, int pid = 7) {
  return event(fmt::format(R"({{"event":"ask","id":"{}"}})", id), kNonce, pid);
}
std::string finish(std::string_view id, std::string_view status, int pid = 7) {
  return event(fmt::format(R"({{"event":"finish","id":"{}","status":"{}"}})", id, status), kNonce, pid);
}
std::string end(int pid = 7) {
  return event(R"({"event":"end"})", kNonce, pid);
}

EventStream read(std::string_view bytes) {
  EventStream stream(kNonce);
  stream.feed(hello());
  stream.feed(bytes);
  return stream;
}

std::vector<std::string> told_of(const EventStream& stream) {
  std::vector<std::string> list;
  for (const TestEvent& test : stream.events().tests())
    list.push_back(fmt::format("{} {}", test.id, test.status ? word(*test.status) : "open"));
  return list;
}

TEST(EventStream, TheFirstClientSaysWhichVersionRuns) {
  EventStream stream(std::string{kNonce});
  for (const int pid : {7, 8})
    stream.feed(pid,
                event(fmt::format(R"({{"event":"hello","can":[],"version":"9.{}"}})", pid), kNonce, pid));
  EXPECT_EQ(stream.events().version(), "9.7");
}

TEST(EventStream, TellsEachTestInTheOrderInWhichItWasFirstNamed) {
  const auto stream = read(event(R"({"event":"plan","tests":[{"id":"b"},{"id":"a"}]})") + start("a") +
                           finish("a", "pass") + start("c") + finish("c", "fail") + start("b") +
                           finish("b", "skip") + start("d") + finish("d", "error") + end());
  EXPECT_THAT(told_of(stream), ElementsAre("b skip", "a pass", "c fail", "d error"));
  EXPECT_TRUE(stream.events().ended());
  EXPECT_EQ(stream.events().open(), 0U);
  EXPECT_EQ(stream.broken(), 0U);
  EXPECT_EQ(stream.events().steps(), 8U);
}

TEST(EventStream, TakesAllFieldsFromWhereverTheyStand) {
  const auto stream = read(
      event(R"({"event":"plan","tests":[{"id":"f::t","file":"f","line":12,"name":"first"}]})") +
      event(R"({"event":"ask","id":"f::t","test":"f::table","task":3,"name":"second"})") +
      event(
          R"({"event":"finish","id":"f::t","status":"fail","message":"1 isn't 2","output":"hello","line":14,"duration_ms":2.5})"));
  ASSERT_THAT(stream.events().tests(), SizeIs(1));
  const TestEvent& test = stream.events().tests().front();
  EXPECT_EQ(test.name, "second");
  EXPECT_EQ(test.test, "f::table");
  EXPECT_EQ(test.file, "f");
  EXPECT_EQ(test.line, 14);
  EXPECT_EQ(test.task, 3);
  EXPECT_EQ(test.message, "1 isn't 2");
  EXPECT_EQ(test.output, "hello");
  EXPECT_EQ(test.duration_ms, 2.5);
  EXPECT_EQ(test.number, 1U);
}

TEST(EventStream, ReadsTheSameInPiecesOfAnySize) {
  const std::string bytes =
      "noise\n" + hello() + start("a") + "noise\nmore\n" + finish("a", "pass") + start("b") + end();
  for (std::size_t size = 1; size <= bytes.size(); ++size) {
    EventStream stream(kNonce);
    for (std::size_t at = 0; at < bytes.size(); at += size)
      stream.feed(std::string_view(bytes).substr(at, size));
    EXPECT_THAT(told_of(stream), ElementsAre("a pass", "b open")) << size;
    EXPECT_TRUE(stream.events().ended()) << size;
    EXPECT_EQ(stream.events().open(), 1U) << size;
  }
}

TEST(EventStream, WhatHasNotTheNonceCountsForNothingAndIsNotAnswered) {
  const std::string pass = R"({"event":"finish","id":"a","status":"pass"})";
  for (const std::string& forged :
       {event(pass, "4f0"), event(pass, "4f0c0"), event(pass, "4F0C"), event(pass, ""), event(pass, " 4f0c"),
        pass + "\n", "\n4f0c " + pass + "\n", "x" + event(pass), std::string("\n"), std::string("{\n"),
        std::string("[]\n"), std::string("null\n"), event(pass).substr(0, 30) + "\n"}) {
    EventStream stream(kNonce);
    stream.feed(hello() + start("a"));
    EXPECT_EQ(stream.feed(1, forged), "") << forged;
    EXPECT_THAT(told_of(stream), ElementsAre("a open")) << forged;
    EXPECT_EQ(stream.broken(), 0U) << forged;
    EXPECT_FALSE(stream.events().ended());
  }
  EventStream silent(kNonce);
  silent.feed("{\"event\":\"end\"}\n");
  EXPECT_FALSE(silent.found());
}

TEST(EventStream, EachLineIsAnsweredByALine) {
  EventStream stream(kNonce, {}, [](const EventStream::Question& question) {
    const std::string& id = question.id;
    return id == "b" ? Decision::skip : id == "c" ? Decision::stop : Decision::run;
  });
  EXPECT_EQ(stream.feed(1, hello() + event(R"({"event":"plan","tests":[{"id":"a"},{"id":"b"},{"id":"c"}]})")),
            "ok\nsome\n");
  EXPECT_EQ(stream.feed(1, start("a") + start("a")), "run\nrefused\n");
  EXPECT_EQ(stream.feed(1, finish("a", "pass") + start("b") + start("c") + end()), "ok\nskip\nstop\nok\n");
  // A test that isn't to be run isn't planned; one behind a stop is.
  EXPECT_THAT(told_of(stream), ElementsAre("a pass", "c open"));
  EXPECT_EQ(stream.broken(), 1U);
}

TEST(EventStream, APlanIsToldWhetherItsTestsAreWanted) {
  EventStream stream(kNonce, {}, [](const EventStream::Question& question) {
    return question.id == "b" || question.name == "B" ? Decision::skip : Decision::run;
  });
  const auto answer = [&](const std::string& tests) {
    return stream.feed(1, event("{\"event\":\"plan\",\"tests\":[" + tests + "]}"));
  };
  EXPECT_EQ(stream.feed(1, hello()), "ok\n");
  EXPECT_EQ(answer(""), "ok\n");
  EXPECT_EQ(answer(R"({"id":"a"},{"id":"c"})"), "ok\n");
  EXPECT_EQ(answer(R"({"id":"b"},{"id":"d"})"), "some\n");
  EXPECT_EQ(answer(R"({"id":"b"},{"id":"e","name":"B"})"), "skip\n");
  EXPECT_THAT(told_of(stream), ElementsAre("a open", "c open", "d open"));
}

TEST(EventStream, EachClientIsAProcessAndTheRunIsOverWhenAllHaveEnded) {
  EventStream stream(kNonce);
  EXPECT_EQ(stream.feed(1, start("a")), "refused\n") << "without a hello";
  EXPECT_EQ(stream.feed(1, hello(7)), "ok\n");
  EXPECT_EQ(stream.feed(2, hello(8)), "ok\n");
  EXPECT_EQ(stream.feed(1, hello(7)), "refused\n") << "a second hello";
  EXPECT_EQ(stream.feed(1, start("a", 7)), "run\n");
  EXPECT_EQ(stream.feed(2, start("b", 8)), "run\n");
  EXPECT_EQ(stream.feed(1, finish("a", "pass", 9)), "refused\n") << "a fork";
  EXPECT_EQ(stream.feed(2, finish("a", "pass", 8)), "refused\n") << "another's test";
  EXPECT_EQ(stream.feed(1, finish("a", "fail", 7) + end(7)), "ok\nok\n");
  EXPECT_FALSE(stream.events().ended());
  stream.feed(2, finish("b", "pass", 8) + end(8));
  EXPECT_TRUE(stream.events().ended());
  stream.feed(3, "noise\n");  // somebody who is no client
  EXPECT_TRUE(stream.events().ended());
  stream.feed(4, hello(10));  // the next program
  EXPECT_FALSE(stream.events().ended());
  stream.feed(4, start("c", 10) + finish("c", "pass", 10) + end(10));
  EXPECT_TRUE(stream.events().ended());
  EXPECT_THAT(told_of(stream), ElementsAre("a fail", "b pass", "c pass"));
}

TEST(EventStream, WhoseTestsAreGivenToAnotherCountsAsDead) {
  EventStream stream(kNonce);
  stream.feed(1, hello(7) + start("a") + finish("a", "pass"));
  EXPECT_EQ(stream.feed(1, start("a")), "refused\n") << "its own";
  stream.feed(2, hello(8));
  EXPECT_EQ(stream.feed(2, start("a", 8)), "skip\n");
  EXPECT_EQ(stream.feed(1, end(7)), "refused\n");
  stream.feed(2, end(8));
  EXPECT_FALSE(stream.events().ended());
  EventStream another(kNonce);
  another.feed(1, hello(7) + start("a") + finish("a", "pass") + end());
  another.feed(2, hello(8));
  EXPECT_EQ(another.feed(2, start("a", 8)), "refused\n") << "the first has come to its end";
}

TEST(EventStream, AWorkerThatGetsMoreToDoSaysHelloOnceMore) {
  EventStream stream(kNonce);
  EXPECT_EQ(stream.feed(1, hello() + end() + hello() + start("a") + finish("a", "pass")),
            "ok\nok\nok\nrun\nok\n");
  EXPECT_FALSE(stream.events().ended());
  EXPECT_EQ(stream.feed(1, end()), "ok\n");
  EXPECT_TRUE(stream.events().ended());
}

TEST(EventStream, ATestThatADeadWorkerHadIsLeftOutByTheNext) {
  EventStream stream(kNonce);
  stream.feed(1, hello(7) + start("a", 7) + finish("a", "pass", 7) + start("b", 7));
  EXPECT_EQ(stream.feed(2, hello(8) + start("a", 8) + start("b", 8) + start("c", 8) + finish("c", "pass", 8) +
                               end(8)),
            "ok\nskip\nskip\nrun\nok\nok\n");
  EXPECT_THAT(told_of(stream), ElementsAre("a pass", "b open", "c pass"));
  EXPECT_FALSE(stream.events().ended());
  EXPECT_EQ(stream.broken(), 0U);
}

TEST(EventStream, AFileThatNobodyComesBackFromIsToBlame) {
  const auto load = [](std::string_view id) {
    return event(fmt::format(R"({{"event":"load","id":"{}"}})", id));
  };
  std::vector<std::string> files;
  EventStream stream(kNonce, {}, [&files](const EventStream::Question& question) {
    if (question.file) files.push_back(question.id);
    return question.id == "left out" ? Decision::skip : Decision::run;
  });
  EXPECT_EQ(stream.feed(1, hello() + load("a") + start("a::1") + finish("a::1", "pass") + load("left out") +
                               load("b")),
            "ok\nrun\nrun\nok\nskip\nrun\n");
  EXPECT_THAT(files, ElementsAre("a", "left out", "b"));
  EXPECT_THAT(told_of(stream), ElementsAre("a::1 pass"));
  stream.close();
  EXPECT_THAT(told_of(stream), ElementsAre("a::1 pass", "b open"));
  EXPECT_EQ(stream.events().open(), 1U);
}

TEST(EventStream, WhatIsPrintedBelongsToTheInnermostTestOfTheOnlyClientThatTests) {
  EventStream stream(kNonce);
  stream.feed(1, hello(7));
  EXPECT_EQ(stream.current(), 0U);
  stream.feed(1, start("a"));
  EXPECT_EQ(stream.current(), 1U);
  stream.feed(1, start("a::part"));
  EXPECT_EQ(stream.current(), 2U);
  stream.feed(1, finish("a::part", "pass"));
  EXPECT_EQ(stream.current(), 1U);
  stream.feed(2, hello(8) + start("b", 8));
  EXPECT_EQ(stream.current(), 0U) << "of two nobody can tell";
  stream.feed(1, finish("a", "group"));
  EXPECT_EQ(stream.current(), 3U);
  stream.feed(3, hello(9, R"(["captures"])") + start("c", 9));
  stream.feed(2, finish("b", "pass", 8));
  EXPECT_EQ(stream.current(), 0U) << "the framework catches it";
}

TEST(EventStream, AnUnfinishedLineIsNoEvent) {
  std::string bytes = start("a") + finish("a", "pass");
  bytes.pop_back();
  EXPECT_THAT(told_of(read(bytes)), ElementsAre("a open"));
}

TEST(EventStream, AResultNeedsATestThatIsOpen) {
  const auto never_started = read(finish("a", "pass"));
  EXPECT_THAT(never_started.events().tests(), IsEmpty());
  EXPECT_EQ(never_started.broken(), 1U);

  const auto only_planned = read(event(R"({"event":"plan","tests":[{"id":"a"}]})") + finish("a", "pass"));
  EXPECT_THAT(told_of(only_planned), ElementsAre("a open"));
  EXPECT_EQ(only_planned.broken(), 1U);
}

TEST(EventStream, AResultIsHadOnce) {
  const auto twice = read(start("a") + finish("a", "fail") + finish("a", "pass"));
  EXPECT_THAT(told_of(twice), ElementsAre("a fail"));
  EXPECT_EQ(twice.broken(), 1U);

  const auto again = read(start("a") + finish("a", "fail") + start("a") + finish("a", "pass"));
  EXPECT_THAT(told_of(again), ElementsAre("a fail"));
  EXPECT_EQ(again.broken(), 2U);
  EXPECT_EQ(again.events().open(), 0U);
}

TEST(EventStream, WhatFailsLateMakesAResultWorse) {
  const auto late = [](std::string_view id) {
    return event(fmt::format(R"({{"event":"late","id":"{}","message":"late"}})", id));
  };
  const auto stream = read(start("a") + finish("a", "pass") + start("b") + finish("b", "error") + late("a") +
                           late("a") + late("b") + start("c") + finish("c", "skip") + late("c"));
  EXPECT_THAT(told_of(stream), ElementsAre("a fail", "b error", "c fail"));
  EXPECT_EQ(stream.events().tests()[0].message, "late\n\nlate");
  EXPECT_EQ(stream.events().tests()[1].message, "late");
  EXPECT_EQ(stream.events().steps(), 6U);
  EXPECT_EQ(stream.broken(), 0U);

  const auto no_result = read(event(R"({"event":"plan","tests":[{"id":"p"}]})") + late("p") + late("none") +
                              start("a") + late("a") + start("g") + finish("g", "group") + late("g"));
  EXPECT_THAT(told_of(no_result), ElementsAre("p open", "a open", "g open"));
  EXPECT_EQ(no_result.broken(), 4U);

  const auto behind = read(start("a") + finish("a", "pass") + end() + late("a"));
  EXPECT_EQ(behind.broken(), 1U);
}

TEST(EventStream, WhatFailsInAnOpenTestIsKeptUntilItFinishes) {
  const auto failed = [](std::string_view id) {
    return event(fmt::format(R"({{"event":"failed","id":"{}","message":"no"}})", id));
  };
  const auto stream = read(start("a") + failed("a") + failed("a") + start("b") + failed("b") +
                           finish("b", "pass") + start("c") + failed("c") + finish("c", "fail"));
  EXPECT_THAT(told_of(stream), ElementsAre("a open", "b pass", "c fail"));
  EXPECT_EQ(stream.events().tests()[0].failed, "nono");
  EXPECT_EQ(stream.events().tests()[1].failed + stream.events().tests()[1].message, "");
  EXPECT_EQ(stream.events().tests()[2].failed + stream.events().tests()[2].message, "");
  EXPECT_EQ(stream.events().steps(), 5U) << "it isn't what keeps a test from being taken for one that hangs";
  EXPECT_EQ(stream.broken(), 0U);

  const auto not_open = read(failed("none") + start("a") + finish("a", "pass") + failed("a") + start("b") +
                             end() + failed("b"));
  EXPECT_EQ(not_open.broken(), 3U);
  EXPECT_EQ(not_open.events().tests()[0].status, Status::pass);
}

TEST(EventStream, HowTheProcessOfAnotherClientEndedIsThatOfItsOpenTests) {
  EventStream stream(std::string{kNonce});
  for (const int pid : {7, 8, 9}) stream.feed(pid, hello(pid));
  stream.feed(8, start("a", 8) + finish("a", "pass", 8) + start("b", 8));
  stream.feed(9, start("c", 9));
  EXPECT_EQ(stream.feed(7, event(R"({"event":"failed","client":8,"exit_code":137})")), "ok\n");
  EXPECT_EQ(stream.feed(7, event(R"({"event":"failed","client":99,"exit_code":1})")), "ok\n")
      << "a process that was no client";
  EXPECT_EQ(stream.feed(7, event(R"({"event":"failed","client":9})")), "refused\n");
  const auto& tests = stream.events().tests();
  EXPECT_EQ(tests[0].exit_code, std::nullopt);
  EXPECT_EQ(tests[1].exit_code, 137);
  EXPECT_EQ(tests[2].exit_code, std::nullopt);
  EXPECT_THAT(told_of(stream), ElementsAre("a pass", "b open", "c open"));
}

TEST(EventStream, AfterTheEndNothingBeginsOrFinishes) {
  const auto stream = read(start("a") + end() + finish("a", "pass") + start("b") + end());
  EXPECT_EQ(stream.events().tests().front().status, std::nullopt);
  EXPECT_EQ(stream.events().open(), 1U);
  EXPECT_EQ(stream.broken(), 3U);
}

TEST(EventStream, AGroupHasEndedWithoutAResultOfItsOwn) {
  const auto stream =
      read(start("g") + start("g::a") + finish("g::a", "pass") + finish("g", "group") + finish("g", "pass"));
  EXPECT_EQ(stream.events().open(), 0U);
  ASSERT_THAT(stream.events().tests(), SizeIs(2));
  EXPECT_TRUE(stream.events().tests()[0].group);
  EXPECT_EQ(stream.events().tests()[0].status, std::nullopt);
  EXPECT_FALSE(stream.events().tests()[0].open());
  EXPECT_EQ(stream.broken(), 1U);  // the second word on it
}

TEST(EventStream, TestsMayStandInOneAnotherAndEndInAnyOrder) {
  const auto stream = read(start("a") + start("b") + finish("a", "pass") + start("c") + finish("b", "fail"));
  EXPECT_THAT(told_of(stream), ElementsAre("a pass", "b fail", "c open"));
  EXPECT_EQ(stream.events().tests()[0].finished, 4U - 1U);
  EXPECT_EQ(stream.events().tests()[1].finished, 5U);
  EXPECT_EQ(stream.events().open(), 1U);
}

TEST(EventStream, SeveralPlansAddUp) {
  const auto stream = read(event(R"({"event":"plan","tests":[{"id":"a"}]})") + start("a") +
                           event(R"({"event":"plan","tests":[{"id":"a","line":3},{"id":"b"}]})"));
  EXPECT_THAT(told_of(stream), ElementsAre("a open", "b open"));
  EXPECT_EQ(stream.events().tests()[0].line, 3);
  EXPECT_TRUE(stream.events().tests()[0].open());
  EXPECT_FALSE(stream.events().tests()[1].open());
}

TEST(EventStream, WhatBreaksTheRulesIsCountedAndChangesNoResult) {
  for (const char* json :
       {R"({"event":"begin","id":"b"})", R"({"event":1})", R"({"event":"ask","id":""})",
        R"({"event":"ask","id":7})", R"({"event":"ask"})", R"({"event":"finish","id":"a"})",
        R"({"event":"finish","id":"a","status":"passed"})", R"({"event":"finish","id":"a","status":"Pass"})",
        R"({"event":"finish","id":"a","status":true})", R"({"event":"plan"})",
        R"({"event":"plan","tests":{}})", R"({"event":"plan","tests":["a"]})"}) {
    const auto stream = read(start("a") + event(json));
    // Who was named may be known from then on, and has neither begun nor a result.
    EXPECT_EQ(stream.events().open(), 1U) << json;
    EXPECT_EQ(stream.events().steps(), 1U) << json;
    EXPECT_TRUE(stream.events().tests()[0].open()) << json;
    for (std::size_t i = 1; i < stream.events().tests().size(); ++i)
      EXPECT_EQ(stream.events().tests()[i].number, 0U) << json;
    EXPECT_EQ(stream.broken(), 1U) << json;
  }
}

TEST(EventStream, BytesThatAreNoTextAreNoLine) {
  const auto stream = read(
      start("a") + event("{\"event\":\"finish\",\"id\":\"a\",\"status\":\"fail\",\"message\":\"\xff\"}"));
  EXPECT_THAT(told_of(stream), ElementsAre("a open"));
}

TEST(EventStream, ALineThatIsTooLongIsPassedOverAndTheNextOneIsRead) {
  EventStream stream(kNonce);
  stream.feed(hello() + start("a"));
  stream.feed(R"({"nonce":"4f0c","pid":7,"event":"finish","id":"a","status":"pass","message":")");
  const std::string piece(1U << 20U, 'x');
  for (int i = 0; i < 20; ++i) stream.feed(piece);
  stream.feed("\"}\n" + start("b"));
  EXPECT_THAT(told_of(stream), ElementsAre("a open", "b open"));
}

TEST(EventStream, TextsAreBoundedAndStayWhole) {
  // Three bytes each, so that the bound falls into the midst of one.
  std::string long_text;
  while (long_text.size() < (1U << 20U) + 10) long_text += "€";
  EventStream stream(kNonce);
  stream.feed(hello());
  std::size_t kept = 0;
  for (int i = 0; i < 80; ++i) {
    stream.feed(start(fmt::format("t{}", i)));
    stream.feed(event(
        fmt::format(R"({{"event":"finish","id":"t{}","status":"fail","message":"{}"}})", i, long_text)));
  }
  ASSERT_THAT(stream.events().tests(), SizeIs(80));
  for (const TestEvent& test : stream.events().tests()) {
    EXPECT_EQ(test.status, Status::fail);
    EXPECT_LE(test.message.size(), 1U << 20U);
    EXPECT_EQ(test.message.size() % 3, 0U);
    kept += test.message.size();
  }
  EXPECT_EQ(stream.events().tests().front().message.size(), (1U << 20U) / 3 * 3);
  EXPECT_LE(kept, 64U << 20U);
}

TEST(EventStream, ManyErrorsBecomeOneTextAndEachOfThemStandsThereOnce) {
  const auto stream = read(event(R"({"event":"error","message":"a.py: SyntaxError"})") +
                           event(R"({"event":"error","message":"a.py: SyntaxError"})") +
                           event(R"({"event":"error","message":"b.py: NameError"})"));
  EXPECT_EQ(stream.events().error(), "a.py: SyntaxError\n\nb.py: NameError");
  EXPECT_FALSE(stream.events().unavailable());
}

TEST(EventStream, AnErrorIsNeverWithoutWords) {
  EXPECT_THAT(read(event(R"({"event":"error"})")).events().error(), HasSubstr("doesn't say why"));
  EXPECT_THAT(read(event(R"({"event":"error","message":""})")).events().error(),
              HasSubstr("doesn't say why"));
  EXPECT_THAT(read(event(R"({"event":"error","message":7})")).events().error(), HasSubstr("doesn't say why"));
}

TEST(EventStream, WhatIsNotInstalledIsToldApart) {
  const auto stream = read(event(R"({"event":"error","message":"no jest","unavailable":true})"));
  EXPECT_TRUE(stream.events().unavailable());
  EXPECT_FALSE(read(event(R"({"event":"error","message":"x","unavailable":"yes"})")).events().unavailable());
}

TEST(EventStream, WhatIsWrongWithTheRunAsAWholeIsToldApartFromWhatCannotBeTested) {
  const std::string behind =
      event(R"({"event":"error","behind":true,"message":"too few lines are covered"})");
  EXPECT_TRUE(read(behind + end()).events().behind_tests());
  const std::string other = event(R"({"event":"error","message":"b.js can't be loaded"})");
  EXPECT_FALSE(read(behind + other).events().behind_tests());
  EXPECT_FALSE(read(other + behind).events().behind_tests());
  EXPECT_FALSE(read(end()).events().behind_tests());
}

TEST(EventStream, WarningsAreKeptOnceAndChangeNoResult) {
  const std::string warning = event(R"({"event":"warning","message":"--shard isn't used"})");
  const auto stream = read(warning + start("a") + warning + finish("a", "pass") + end());
  EXPECT_THAT(stream.events().warnings(), ElementsAre("--shard isn't used"));
  EXPECT_THAT(told_of(stream), ElementsAre("a pass"));
  EXPECT_EQ(stream.events().error(), "");
  EXPECT_EQ(stream.broken(), 0U);
  EXPECT_EQ(read(event(R"({"event":"warning"})")).broken(), 1U);
}

TEST(EventStream, NumbersThatMakeNoSenseAreLeftOut) {
  const auto stream = read(event(R"({"event":"ask","id":"a","line":-3,"task":1e3,"duration_ms":-1})"));
  ASSERT_THAT(stream.events().tests(), SizeIs(1));
  EXPECT_EQ(stream.events().tests()[0].line, std::nullopt);
  EXPECT_EQ(stream.events().tests()[0].task, std::nullopt);
  EXPECT_EQ(stream.events().tests()[0].duration_ms, std::nullopt);
}

}  // namespace
}  // namespace proctor::format
