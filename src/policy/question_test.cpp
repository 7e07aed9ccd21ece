#include "policy/question.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "base/text.hpp"

namespace proctor::policy {
namespace {
using std::chrono::milliseconds;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

CallFacts call(std::string command) {
  CallFacts facts;
  facts.tool = "Test";
  facts.command = std::move(command);
  facts.workdir = "/path";
  return facts;
}
Question asked(const std::string& command, const Mask& mask = {}) {
  return make_question(call(command), Risk::high, milliseconds(300'000), mask);
}
std::size_t characters(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

TEST(Question, SaysWhatWouldRunWhereAndForHowLong) {
  EXPECT_EQ(asked("npm test").summary, "Run \"npm test\" in /path (time limit 300 s)");
  EXPECT_EQ(asked("npm test").command, "npm test");
  EXPECT_EQ(make_question(call("make"), Risk::low, milliseconds(1500), {}).summary,
            "Run \"make\" in /path (time limit 1500 ms)");
  EXPECT_EQ(make_question(call(""), Risk::low, std::nullopt, {}).summary, "Call Test in /path");
}

TEST(Question, SaysWhatHoldsTheCall) {
  CallFacts facts = call("make");
  facts.held = Held::as_processes;
  EXPECT_EQ(make_question(facts, Risk::high, milliseconds(1000), {}).summary,
            "Run \"make\" in /path (isolation process, host network; time limit 1 s)");
  facts.held = Held::in_sandbox;
  EXPECT_EQ(make_question(facts, Risk::high, std::nullopt, {}).summary,
            "Run \"make\" in /path (isolation sandbox, no network)");
}

TEST(Question, IsNeverLongerThan200CharactersNorCutInside) {
  for (std::size_t length = 100; length < 400; ++length) {
    std::string command;
    for (std::size_t i = 0; i < length; ++i) command += "ü";
    const Question question = asked(command + "; rm -rf /");
    EXPECT_LE(characters(question.summary), 200U);
    EXPECT_TRUE(is_valid_utf8(question.summary));
    EXPECT_THAT(question.summary, HasSubstr("; rm -rf /\" in /path (time limit 300 s)"));
  }
  CallFacts facts = call(std::string(1000, 'x'));
  facts.workdir = '/' + std::string(1000, 'y') + "/end";
  facts.held = Held::in_networked_sandbox;
  const std::string summary = make_question(facts, Risk::high, milliseconds(INT64_MAX), {}).summary;
  EXPECT_LE(characters(summary), 200U);
  EXPECT_THAT(summary, HasSubstr("…"));
  EXPECT_THAT(summary, HasSubstr("y/end (isolation sandbox, host network; time limit"));
}

TEST(Question, ShowsWhatCantBeSeen) {
  const Question question = asked(
      "ls\n\x1b[2K\r\x7f\xE2\x80\xAE"
      "txt\xE2\x80\x8B"
      "\xff\xC2\x9B");
  EXPECT_EQ(question.command, "ls␊␛[2K␍␡<U+202E>txt<U+200B><0xFF><U+009B>");
  EXPECT_THAT(question.summary, HasSubstr(question.command));
  EXPECT_EQ(make_visible("a\xF3\xA0\x81\xA1z ü 漢 😀"), "a<U+E0061>z ü 漢 😀");
  EXPECT_EQ(make_visible("\xC3"), "<0xC3>");
  EXPECT_EQ(make_visible("\xF5\x80\x80\x80"), "<0xF5><0x80><0x80><0x80>");
}

TEST(Question, BlanksHideNothing) {
  const std::string many(5000, ' ');
  EXPECT_EQ(asked("true" + many + "; rm -rf /;" + many).command, "true<5000 spaces>; rm -rf /;<5000 spaces>");
  EXPECT_THAT(asked("true" + many + "; rm -rf /;" + many).summary, HasSubstr("; rm -rf /;"));
  const std::string indented = "if x:" + std::string(20, ' ') + "pass";
  EXPECT_EQ(asked(indented).command, indented);
  EXPECT_EQ(make_visible("a\u00A0b\u3000c\u2003d\u2800e\u202Ff"),
            "a<U+00A0>b<U+3000>c<U+2003>d<U+2800>e<U+202F>f");
}

TEST(Question, ACommandCantPretendToEndInTheSummary) {
  EXPECT_THAT(asked("a\" in /safe (time limit 1 s)").summary, StartsWith("Run \"a\\\" in /safe"));
}

TEST(Question, HidesSecretsBeforeAnythingElse) {
  const Mask mask = [](std::string_view text) {
    std::string out(text);
    if (const auto at = out.find("a\nb"); at != std::string::npos) out.replace(at, 3, "***");
    return out;
  };
  EXPECT_EQ(asked("x a\nb", mask).command, "x ***");
  EXPECT_THAT(asked("x a\nb", mask).summary, HasSubstr("\"x ***\""));
}

TEST(Fingerprint, IsThatOfToolCommandAndWorkdirAlone) {
  const std::string one = fingerprint_of(call("a"));
  EXPECT_EQ(one.size(), 64U);
  EXPECT_EQ(make_question(call("a"), Risk::low, milliseconds(1), {}).fingerprint, one);
  EXPECT_NE(fingerprint_of(call("a ")), one);
  CallFacts other = call("a");
  other.workdir = "/path2";
  EXPECT_NE(fingerprint_of(other), one);
  other = call("");
  other.tool = "Testa";
  EXPECT_NE(fingerprint_of(other), one);
}

}  // namespace
}  // namespace proctor::policy
