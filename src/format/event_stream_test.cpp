#include "format/event_stream.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.hpp"

namespace proctor::format {
namespace {
using testing::ElementsAre;
using testing::HasSubstr;
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

// "a pass, b open | 1 broken | ended": each test, lines that break the rules, whether the run came to its
// end.
std::string told_of(const EventStream& stream) {
  std::string text;
  std::size_t open = 0;
  for (const TestEvent& test : stream.events().tests()) {
    open += test.open() ? 1 : 0;
    const char* const state = test.status   ? word(*test.status)
                              : test.open() ? "open"
                              : test.group  ? "group"
                                            : "planned";
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", test.id, state);
  }
  EXPECT_EQ(stream.events().open(), open) << text;
  if (stream.broken() > 0) text += fmt::format(" | {} broken", stream.broken());
  return text + (stream.events().ended() ? " | ended" : "");
}
std::string planned(std::string_view tests) {
  return event(fmt::format(R"({{"event":"plan","tests":[{}]}})", tests));
}
// An event of a test, with a message.
std::string with_words(std::string_view kind, std::string_view id, std::string_view message) {
  return event(fmt::format(R"({{"event":"{}","id":"{}","message":"{}"}})", kind, id, message));
}

TEST(EventStream, TellsWhatBecameOfEachTestInTheOrderInWhichItWasFirstNamed) {
  const std::string passed = start("a") + finish("a", "pass"), failed = start("a") + finish("a", "fail");
  const std::string plan_of_p = planned(R"({"id":"p"})");
  const std::string late = with_words("late", "a", "x"), soon = with_words("failed", "a", "x");
  const std::pair<std::string, const char*> streams[] = {
      {planned(R"({"id":"b"},{"id":"a"})") + passed + start("c") + finish("c", "fail") + start("b") +
           finish("b", "skip") + start("d") + finish("d", "error") + end(),
       "b skip, a pass, c fail, d error | ended"},
      {start("a") + start("b") + finish("a", "pass") + start("c") + finish("b", "fail"),
       "a pass, b fail, c open"},
      {planned(R"({"id":"a"})") + start("a") + planned(R"({"id":"a","line":3},{"id":"b"})"),
       "a open, b planned"},
      // A group has ended without a result of its own.
      {start("g") + start("g::a") + finish("g::a", "pass") + finish("g", "group") + finish("g", "pass"),
       "g group, g::a pass | 1 broken"},
      // A result needs a test that is open, and is had once.
      {finish("a", "pass"), " | 1 broken"},
      {plan_of_p + finish("p", "pass"), "p planned | 1 broken"},
      {failed + finish("a", "pass"), "a fail | 1 broken"},
      {failed + passed, "a fail | 2 broken"},
      // After the end nothing begins or finishes.
      {start("a") + end() + finish("a", "pass") + start("b") + end(), "a open, b planned | 3 broken | ended"},
      // What fails late makes a result worse, and needs one.
      {passed + late + late + start("b") + finish("b", "error") + with_words("late", "b", "x"),
       "a fail, b error"},
      {start("a") + finish("a", "skip") + late, "a fail"},
      {plan_of_p + with_words("late", "p", "x") + late + start("a") + late + start("g") +
           finish("g", "group") + with_words("late", "g", "x"),
       "p planned, a open, g group | 4 broken"},
      {passed + end() + late, "a pass | 1 broken | ended"},
      // What fails in a test needs one that is open.
      {start("a") + soon + finish("a", "pass"), "a pass"},
      {soon + passed + soon + start("b") + end() + with_words("failed", "b", "x"),
       "a pass, b open | 3 broken | ended"},
      // No line: what isn't text, and what has no end.
      {start("a") + with_words("finish", "a", "\xff"), "a open"},
      {start("a") + finish("a", "pass").substr(0, 40), "a open"}};
  for (const auto& [bytes, told] : streams) EXPECT_EQ(told_of(read(bytes)), told) << bytes;
}

TEST(EventStream, WhatBreaksTheRulesIsCountedAndChangesNoResult) {
  for (const char* json :
       {R"({"event":"begin","id":"b"})", R"({"event":1})", R"({"event":"ask","id":""})",
        R"({"event":"ask","id":7})", R"({"event":"ask"})", R"({"event":"finish","id":"a"})",
        R"({"event":"finish","id":"a","status":"passed"})", R"({"event":"finish","id":"a","status":"Pass"})",
        R"({"event":"finish","id":"a","status":true})", R"({"event":"plan"})", R"({"event":"warning"})",
        R"({"event":"plan","tests":{}})", R"({"event":"plan","tests":["a"]})"}) {
    EXPECT_EQ(told_of(read(start("a") + event(json))), "a open | 1 broken") << json;
    EXPECT_EQ(read(start("a") + event(json)).events().steps(), 1U) << json;
  }
}

TEST(EventStream, TakesAllFieldsFromWhereverTheyStand) {
  const auto stream = read(
      planned(R"({"id":"f::t","file":"f","line":12,"name":"first"})") +
      event(R"({"event":"ask","id":"f::t","test":"f::table","task":3,"name":"second"})") +
      event(
          R"({"event":"finish","id":"f::t","status":"fail","message":"1 isn't 2","output":"hello","line":14,"duration_ms":2.5})") +
      event(R"({"event":"ask","id":"odd","line":-3,"task":1e3,"duration_ms":-1})"));
  ASSERT_THAT(stream.events().tests(), SizeIs(2));
  const TestEvent& test = stream.events().tests()[0];
  EXPECT_EQ(test.name + ' ' + test.test + ' ' + test.file, "second f::table f");
  EXPECT_EQ(test.line, 14);
  EXPECT_EQ(test.task, 3);
  EXPECT_EQ(test.message + ' ' + test.output, "1 isn't 2 hello");
  EXPECT_EQ(test.duration_ms, 2.5);
  EXPECT_EQ(test.number, 1U);
  EXPECT_EQ(test.finished, 2U);
  const TestEvent& odd = stream.events().tests()[1];
  EXPECT_FALSE(odd.line || odd.task || odd.duration_ms) << "numbers that make no sense";
}

TEST(EventStream, WordsThatCameLateOrBeforeTheEndAreKept) {
  const auto late = read(start("a") + finish("a", "pass") + with_words("late", "a", "one") +
                         with_words("late", "a", "two"));
  EXPECT_EQ(late.events().tests()[0].message, "one\n\ntwo");
  EXPECT_EQ(late.events().steps(), 2U);
  const auto early = read(start("a") + with_words("failed", "a", "one") + with_words("failed", "a", "two"));
  EXPECT_EQ(early.events().tests()[0].failed, "onetwo");
  EXPECT_EQ(early.events().steps(), 1U) << "it isn't what keeps a test from being taken for one that hangs";
  const auto ended = read(start("a") + with_words("failed", "a", "one") + finish("a", "fail"));
  EXPECT_EQ(ended.events().tests()[0].failed + ended.events().tests()[0].message, "");
}

TEST(EventStream, ReadsTheSameInPiecesOfAnySize) {
  const std::string bytes =
      "noise\n" + hello() + start("a") + "noise\nmore\n" + finish("a", "pass") + start("b") + end();
  for (std::size_t size = 1; size <= bytes.size(); ++size) {
    EventStream stream(kNonce);
    for (std::size_t at = 0; at < bytes.size(); at += size)
      stream.feed(std::string_view(bytes).substr(at, size));
    EXPECT_EQ(told_of(stream), "a pass, b open | ended") << size;
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
    EXPECT_EQ(told_of(stream), "a open") << forged;
  }
  EventStream silent(kNonce);
  silent.feed("{\"event\":\"end\"}\n");
  EXPECT_FALSE(silent.found());
}

TEST(EventStream, TellsWhatIsWrongWithTheRunAsAWhole) {
  const auto error = [](std::string_view more) {
    return event(fmt::format(R"({{"event":"error"{}}})", more));
  };
  const std::string a = error(R"(,"message":"a.py: SyntaxError")"),
                    b = error(R"(,"message":"b.py: NameError")");
  EXPECT_EQ(read(a + a + b).events().error(), "a.py: SyntaxError\n\nb.py: NameError");
  for (const char* nothing : {"", R"(,"message":"")", R"(,"message":7)"})
    EXPECT_THAT(read(error(nothing)).events().error(), HasSubstr("doesn't say why")) << nothing;
  EXPECT_TRUE(read(error(R"(,"message":"no jest","unavailable":true)")).events().unavailable());
  EXPECT_FALSE(read(a + error(R"(,"unavailable":"yes")")).events().unavailable());
  const std::string behind = error(R"(,"behind":true,"message":"too few lines are covered")");
  EXPECT_TRUE(read(behind + end()).events().behind_tests());
  for (const std::string& other : {behind + a, a + behind, end()})
    EXPECT_FALSE(read(other).events().behind_tests()) << other;
  // Warnings are kept once and change no result.
  const std::string warning = event(R"({"event":"warning","message":"--shard isn't used"})");
  const auto warned = read(warning + start("a") + warning + finish("a", "pass") + end());
  EXPECT_THAT(warned.events().warnings(), ElementsAre("--shard isn't used"));
  EXPECT_EQ(told_of(warned), "a pass | ended");
  EXPECT_EQ(warned.events().error(), "");
  // The first client says which version runs.
  EventStream two(kNonce);
  for (const int pid : {7, 8})
    two.feed(pid, event(fmt::format(R"({{"event":"hello","can":[],"version":"9.{}"}})", pid), kNonce, pid));
  EXPECT_EQ(two.events().version(), "9.7");
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
  EXPECT_EQ(told_of(stream), "a pass, c planned | 1 broken | ended");
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
  EXPECT_EQ(told_of(stream), "a planned, c planned, d planned");
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
  EXPECT_EQ(told_of(stream), "a fail, b pass, c pass | 4 broken | ended");
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
  EXPECT_EQ(told_of(stream), "a pass, b open, c pass");
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
  EXPECT_EQ(told_of(stream), "a::1 pass");
  stream.close();
  EXPECT_EQ(told_of(stream), "a::1 pass, b open");
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

TEST(EventStream, ALineThatIsTooLongIsPassedOverAndTheNextOneIsRead) {
  EventStream stream(kNonce);
  stream.feed(hello() + start("a"));
  stream.feed(R"({"nonce":"4f0c","pid":7,"event":"finish","id":"a","status":"pass","message":")");
  const std::string piece(1U << 20U, 'x');
  for (int i = 0; i < 20; ++i) stream.feed(piece);
  stream.feed("\"}\n" + start("b"));
  EXPECT_EQ(told_of(stream), "a open, b open");
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
    EXPECT_LE(test.message.size(), (1U << 20U) + 100);
    EXPECT_TRUE(is_valid_utf8(test.message));
    kept += test.message.size();
  }
  EXPECT_GE(stream.events().tests().front().message.size(), (1U << 20U) - 6);
  EXPECT_LE(kept, (64U << 20U) + 80 * 1200);
}

TEST(EventStream, HowTheProcessOfAnotherClientEndedIsThatOfItsOpenTests) {
  EventStream stream(kNonce);
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
  EXPECT_EQ(told_of(stream), "a pass, b open, c open | 1 broken");
}

}  // namespace
}  // namespace proctor::format
