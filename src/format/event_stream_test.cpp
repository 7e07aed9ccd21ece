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
std::string event(std::string_view json, std::string_view nonce = kNonce) {
  return fmt::format("\n{} {}\n", nonce, json);
}
std::string start(std::string_view id, int number) {
  return event(fmt::format(R"({{"event":"start","id":"{}","n":{}}})", id, number));
}
std::string finish(std::string_view id, std::string_view status) {
  return event(fmt::format(R"({{"event":"finish","id":"{}","status":"{}"}})", id, status));
}
std::string end() {
  return event(R"({"event":"end"})");
}

EventStream read(std::string_view bytes) {
  EventStream stream(kNonce);
  stream.feed(bytes);
  return stream;
}

std::vector<std::string> told_of(const EventStream& stream) {
  std::vector<std::string> list;
  for (const TestEvent& test : stream.events().tests())
    list.push_back(fmt::format("{} {}", test.id, test.status ? word(*test.status) : "open"));
  return list;
}

TEST(EventStream, TellsEachTestInTheOrderInWhichItWasFirstNamed) {
  const auto stream = read(event(R"({"event":"plan","tests":[{"id":"b"},{"id":"a"}]})") + start("a", 1) +
                           finish("a", "pass") + start("c", 2) + finish("c", "fail") + start("b", 3) +
                           finish("b", "skip") + start("d", 4) + finish("d", "error") + end());
  EXPECT_THAT(told_of(stream), ElementsAre("b skip", "a pass", "c fail", "d error"));
  EXPECT_TRUE(stream.events().ended());
  EXPECT_EQ(stream.events().open(), 0U);
  EXPECT_EQ(stream.broken(), 0U);
  EXPECT_EQ(stream.events().steps(), 8U);
}

TEST(EventStream, TakesAllFieldsFromWhereverTheyStand) {
  const auto stream = read(
      event(R"({"event":"plan","tests":[{"id":"f::t","file":"f","line":12,"name":"first"}]})") +
      event(R"({"event":"start","id":"f::t","n":1,"test":"f::table","task":3,"name":"second"})") +
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
      "noise" + start("a", 1) + "noise\nmore" + finish("a", "pass") + start("b", 2) + end();
  for (std::size_t size = 1; size <= bytes.size(); ++size) {
    EventStream stream(kNonce);
    for (std::size_t at = 0; at < bytes.size(); at += size)
      stream.feed(std::string_view(bytes).substr(at, size));
    EXPECT_THAT(told_of(stream), ElementsAre("a pass", "b open")) << size;
    EXPECT_TRUE(stream.events().ended()) << size;
    EXPECT_EQ(stream.events().open(), 1U) << size;
  }
}

TEST(EventStream, WhatDoesNotBeginWithTheNonceCountsForNothing) {
  const std::string pass = R"({"event":"finish","id":"a","status":"pass"})";
  for (const std::string& forged :
       {event(pass, "4f0"), event(pass, "4f0c0"), event(pass, "4F0C"), event(pass, ""), event(pass, " 4f0c"),
        "\n" + pass + "\n", "\n4f0c" + pass + "\n", "\n4f0c\t" + pass + "\n", "\nx4f0c " + pass + "\n",
        "\n\r4f0c " + pass + "\n", std::string("\n\0004f0c ", 7) + pass + "\n", std::string("4f0c"),
        std::string("4f0c ")}) {
    EventStream stream(kNonce);
    stream.feed(start("a", 1));
    stream.feed(forged);
    EXPECT_THAT(told_of(stream), ElementsAre("a open")) << forged;
    EXPECT_EQ(stream.broken(), 0U) << forged;
    EXPECT_FALSE(stream.events().ended());
  }
  const auto silent = read("\n{\"event\":\"end\"}\n");
  EXPECT_FALSE(silent.found());
}

TEST(EventStream, NoiseBeforeAnEventInTheSameLineDoesNotSwallowIt) {
  // That is what the line feed in front of each is for.
  EXPECT_THAT(told_of(read(start("a", 1) + "{\"event\":" + finish("a", "fail"))), ElementsAre("a fail"));
}

TEST(EventStream, AnUnfinishedLineIsNoEvent) {
  std::string bytes = start("a", 1) + finish("a", "pass");
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
  const auto twice = read(start("a", 1) + finish("a", "fail") + finish("a", "pass"));
  EXPECT_THAT(told_of(twice), ElementsAre("a fail"));
  EXPECT_EQ(twice.broken(), 1U);

  const auto again = read(start("a", 1) + finish("a", "fail") + start("a", 2) + finish("a", "pass"));
  EXPECT_THAT(told_of(again), ElementsAre("a fail"));
  EXPECT_EQ(again.broken(), 2U);
  EXPECT_EQ(again.events().open(), 0U);
}

TEST(EventStream, WhatFailsLateMakesAResultWorse) {
  const auto late = [](std::string_view id) {
    return event(fmt::format(R"({{"event":"late","id":"{}","message":"late"}})", id));
  };
  const auto stream =
      read(start("a", 1) + finish("a", "pass") + start("b", 2) + finish("b", "error") + late("a") +
           late("a") + late("b") + start("c", 3) + finish("c", "skip") + late("c"));
  EXPECT_THAT(told_of(stream), ElementsAre("a fail", "b error", "c fail"));
  EXPECT_EQ(stream.events().tests()[0].message, "late\n\nlate");
  EXPECT_EQ(stream.events().tests()[1].message, "late");
  EXPECT_EQ(stream.events().steps(), 6U);
  EXPECT_EQ(stream.broken(), 0U);

  const auto no_result = read(event(R"({"event":"plan","tests":[{"id":"p"}]})") + late("p") + late("none") +
                              start("a", 1) + late("a") + start("g", 2) + finish("g", "group") + late("g"));
  EXPECT_THAT(told_of(no_result), ElementsAre("p open", "a open", "g open"));
  EXPECT_EQ(no_result.broken(), 4U);

  const auto behind = read(start("a", 1) + finish("a", "pass") + end() + late("a"));
  EXPECT_EQ(behind.broken(), 1U);
}

TEST(EventStream, WhatFailsInAnOpenTestIsKeptUntilItFinishes) {
  const auto failed = [](std::string_view id) {
    return event(fmt::format(R"({{"event":"failed","id":"{}","message":"no"}})", id));
  };
  const auto stream = read(start("a", 1) + failed("a") + failed("a") + start("b", 2) + failed("b") +
                           finish("b", "pass") + start("c", 3) + failed("c") + finish("c", "fail"));
  EXPECT_THAT(told_of(stream), ElementsAre("a open", "b pass", "c fail"));
  EXPECT_EQ(stream.events().tests()[0].failed, "nono");
  EXPECT_EQ(stream.events().tests()[1].failed + stream.events().tests()[1].message, "");
  EXPECT_EQ(stream.events().tests()[2].failed + stream.events().tests()[2].message, "");
  EXPECT_EQ(stream.events().steps(), 5U) << "it isn't what keeps a test from being taken for one that hangs";
  EXPECT_EQ(stream.broken(), 0U);

  const auto not_open = read(failed("none") + start("a", 1) + finish("a", "pass") + failed("a") +
                             start("b", 2) + end() + failed("b"));
  EXPECT_EQ(not_open.broken(), 3U);
  EXPECT_EQ(not_open.events().tests()[0].status, Status::pass);
}

TEST(EventStream, AfterTheEndNothingBeginsOrFinishes) {
  const auto stream = read(start("a", 1) + end() + finish("a", "pass") + start("b", 2));
  EXPECT_EQ(stream.events().tests().front().status, std::nullopt);
  EXPECT_EQ(stream.events().open(), 1U);
  EXPECT_EQ(stream.broken(), 2U);
}

TEST(EventStream, AGroupHasEndedWithoutAResultOfItsOwn) {
  const auto stream = read(start("g", 1) + start("g::a", 2) + finish("g::a", "pass") + finish("g", "group") +
                           finish("g", "pass"));
  EXPECT_EQ(stream.events().open(), 0U);
  ASSERT_THAT(stream.events().tests(), SizeIs(2));
  EXPECT_TRUE(stream.events().tests()[0].group);
  EXPECT_EQ(stream.events().tests()[0].status, std::nullopt);
  EXPECT_FALSE(stream.events().tests()[0].open());
  EXPECT_EQ(stream.broken(), 1U);  // the second word on it
}

TEST(EventStream, TestsMayStandInOneAnotherAndEndInAnyOrder) {
  const auto stream =
      read(start("a", 1) + start("b", 2) + finish("a", "pass") + start("c", 3) + finish("b", "fail"));
  EXPECT_THAT(told_of(stream), ElementsAre("a pass", "b fail", "c open"));
  EXPECT_EQ(stream.events().tests()[0].finished, 4U - 1U);
  EXPECT_EQ(stream.events().tests()[1].finished, 5U);
  EXPECT_EQ(stream.events().open(), 1U);
}

TEST(EventStream, SeveralPlansAddUp) {
  const auto stream = read(event(R"({"event":"plan","tests":[{"id":"a"}]})") + start("a", 1) +
                           event(R"({"event":"plan","tests":[{"id":"a","line":3},{"id":"b"}]})"));
  EXPECT_THAT(told_of(stream), ElementsAre("a open", "b open"));
  EXPECT_EQ(stream.events().tests()[0].line, 3);
  EXPECT_TRUE(stream.events().tests()[0].open());
  EXPECT_FALSE(stream.events().tests()[1].open());
}

TEST(EventStream, WhatBreaksTheRulesIsCountedAndChangesNoResult) {
  for (const char* json : {"",
                           "{",
                           "[]",
                           "null",
                           R"({"event":"finish")",
                           R"({"event":"begin","id":"b","n":2})",
                           R"({"event":1})",
                           R"({"event":"start","id":"b"})",
                           R"({"event":"start","id":"b","n":0})",
                           R"({"event":"start","id":"b","n":-1})",
                           R"({"event":"start","id":"b","n":"2"})",
                           R"({"event":"start","id":"b","n":1e3})",
                           R"({"event":"start","id":"","n":2})",
                           R"({"event":"start","id":7,"n":2})",
                           R"({"event":"start","n":2})",
                           R"({"event":"finish","id":"a"})",
                           R"({"event":"finish","id":"a","status":"passed"})",
                           R"({"event":"finish","id":"a","status":"Pass"})",
                           R"({"event":"finish","id":"a","status":true})",
                           R"({"event":"plan"})",
                           R"({"event":"plan","tests":{}})",
                           R"({"event":"plan","tests":["a"]})",
                           R"({"event":"finish","id":"a","status":"pass"} {})"}) {
    const auto stream = read(start("a", 1) + event(json));
    // Who was named may be known from then on, and has neither begun nor a result.
    EXPECT_EQ(stream.events().open(), 1U) << json;
    EXPECT_EQ(stream.events().steps(), 1U) << json;
    EXPECT_TRUE(stream.events().tests()[0].open()) << json;
    for (std::size_t i = 1; i < stream.events().tests().size(); ++i)
      EXPECT_EQ(stream.events().tests()[i].number, 0U) << json;
    EXPECT_EQ(stream.broken(), 1U) << json;
  }
}

TEST(EventStream, BytesThatAreNoTextBreakTheLineTheyStandIn) {
  const auto stream = read(
      start("a", 1) + event("{\"event\":\"finish\",\"id\":\"a\",\"status\":\"fail\",\"message\":\"\xff\"}"));
  EXPECT_THAT(told_of(stream), ElementsAre("a open"));
  EXPECT_EQ(stream.broken(), 1U);
}

TEST(EventStream, ALineThatIsTooLongIsPassedOverAndTheNextOneIsRead) {
  EventStream stream(kNonce);
  stream.feed(start("a", 1) + "\n4f0c {\"event\":\"finish\",\"id\":\"a\",\"status\":\"pass\",\"message\":\"");
  const std::string piece(1U << 20U, 'x');
  for (int i = 0; i < 20; ++i) stream.feed(piece);
  stream.feed("\"}\n" + start("b", 2));
  EXPECT_THAT(told_of(stream), ElementsAre("a open", "b open"));
}

TEST(EventStream, TextsAreBoundedAndStayWhole) {
  // Three bytes each, so that the bound falls into the midst of one.
  std::string long_text;
  while (long_text.size() < (1U << 20U) + 10) long_text += "€";
  EventStream stream(kNonce);
  std::size_t kept = 0;
  for (int i = 0; i < 80; ++i) {
    stream.feed(start(fmt::format("t{}", i), i + 1));
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
  const auto stream = read(warning + start("a", 1) + warning + finish("a", "pass") + end());
  EXPECT_THAT(stream.events().warnings(), ElementsAre("--shard isn't used"));
  EXPECT_THAT(told_of(stream), ElementsAre("a pass"));
  EXPECT_EQ(stream.events().error(), "");
  EXPECT_EQ(stream.broken(), 0U);
  EXPECT_EQ(read(event(R"({"event":"warning"})")).broken(), 1U);
}

TEST(EventStream, NumbersThatMakeNoSenseAreLeftOut) {
  const auto stream =
      read(event(R"({"event":"start","id":"a","n":1,"line":-3,"task":1e3,"duration_ms":-1})"));
  ASSERT_THAT(stream.events().tests(), SizeIs(1));
  EXPECT_EQ(stream.events().tests()[0].line, std::nullopt);
  EXPECT_EQ(stream.events().tests()[0].task, std::nullopt);
  EXPECT_EQ(stream.events().tests()[0].duration_ms, std::nullopt);
}

}  // namespace
}  // namespace proctor::format
