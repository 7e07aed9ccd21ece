#include "policy/decision.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "policy/patterns.hpp"

namespace proctor::policy {
namespace {
using testing::HasSubstr;
using testing::Not;
using Kind = Decision::Kind;
using Tools = Config::Tools;
using Mode = Tools::Approval::Mode;

CallFacts npm_test() {
  CallFacts facts;
  facts.tool = "Test";
  facts.alias = "run_tests";
  facts.command = "npm test";
  facts.workdir = "/p";
  return facts;
}

Kind kind(const Tools& tools, const CallFacts& facts) {
  return decide(tools, facts).kind;
}
ErrorCode code(const Tools& tools, const CallFacts& facts) {
  return decide(tools, facts).code;
}

// The whole table: what is decided for each setting, each list and each kind of tool.
TEST(Decide, HasOneAnswerForEveryCombinationOfSettings) {
  int combinations = 0;
  for (const auto mode : {Mode::automatic, Mode::prompt, Mode::deny}) {
    for (const auto tools_mode : {Tools::Mode::enabled, Tools::Mode::parse_only, Tools::Mode::disabled}) {
      for (int bits = 0; bits < 256; ++bits) {
        const auto bit = [bits](int i) {
          return (static_cast<unsigned>(bits) >> static_cast<unsigned>(i) & 1U) != 0;
        };
        Tools tools;
        CallFacts facts = npm_test();
        tools.mode = tools_mode;
        tools.approval.mode = mode;
        tools.approval.enabled = bit(0);
        tools.approval.prompt_side_effects = bit(1);
        if (bit(2)) tools.approval.allowlist = {"other", "npm test"};
        if (bit(3)) tools.approval.denylist = {"other", "npm *"};
        facts.mutating = bit(4);
        facts.asks = bit(5);
        facts.inside_roots = bit(6);
        facts.earlier = bit(7) ? Taken::always : Taken::none;

        std::string expected;
        if (tools_mode == Tools::Mode::disabled) {
          expected = "TOOL_DISABLED";
        } else if (bit(3)) {
          expected = "APPROVAL_DENIED";
        } else if (!bit(6)) {
          expected = "INVALID_REQUEST";
        } else if (tools_mode == Tools::Mode::parse_only) {
          expected = "TOOL_DISABLED";
        } else if (!bit(0) || bit(2)) {
          expected = "run";
        } else if (mode == Mode::deny) {
          expected = "APPROVAL_DENIED";
        } else {
          const bool side_effects = mode == Mode::prompt ? bit(4) : bit(4) && bit(1);
          expected = (side_effects || bit(5)) && !bit(7) ? "ask" : "run";
        }
        const Decision decision = decide(tools, facts);
        const std::string got = decision.kind == Kind::run   ? "run"
                                : decision.kind == Kind::ask ? "ask"
                                                             : std::string(info(decision.code).name);
        ASSERT_EQ(got, expected) << word(mode) << ' ' << word(tools_mode) << ' ' << bits;
        ASSERT_FALSE(decision.reason.empty());
        ++combinations;
      }
    }
  }
  EXPECT_EQ(combinations, 3 * 3 * 256);
}

TEST(Decide, AsksByDefaultForWhateverIsntReadOnly) {
  CallFacts facts = npm_test();
  EXPECT_EQ(kind({}, facts), Kind::ask);
  EXPECT_EQ(code({}, facts), ErrorCode::approval_required);
  facts.mutating = false;
  EXPECT_EQ(kind({}, facts), Kind::run);
}

TEST(Decide, TakesAnEarlierAnswerOnlyWhereItWouldAsk) {
  CallFacts facts = npm_test();
  facts.earlier = Taken::allowed;
  EXPECT_EQ(kind({}, facts), Kind::run);
  facts.earlier = Taken::always;
  EXPECT_EQ(kind({}, facts), Kind::run);
  Tools tools;
  tools.approval.mode = Mode::deny;
  EXPECT_EQ(code(tools, facts), ErrorCode::approval_denied);
  facts.earlier = Taken::denied;
  EXPECT_EQ(code({}, facts), ErrorCode::approval_denied);
}

TEST(Decide, NamesWhatForbidsACall) {
  Tools tools;
  tools.approval.denylist = {"rm *", "npm *"};
  EXPECT_THAT(decide(tools, npm_test()).reason, HasSubstr("\"npm *\""));
  tools = {};
  tools.roots = {"/r"};
  CallFacts facts = npm_test();
  facts.inside_roots = false;
  EXPECT_THAT(decide(tools, facts).reason,
              HasSubstr("workdir /p lies outside of where tools may work (the project, /r)"));
}

TEST(Refusal, TellsWhatWouldHaveRunWithItsSecretsMasked) {
  Tools tools;
  tools.mode = Tools::Mode::parse_only;
  CallFacts facts = npm_test();
  facts.command = "npm test --token hunter2";
  const Error error = refusal(decide(tools, facts), facts, [](std::string_view text) {
    std::string out(text);
    if (const auto at = out.find("hunter2"); at != std::string::npos) out.replace(at, 7, "***");
    return out;
  });
  EXPECT_EQ(error.code, ErrorCode::tool_disabled);
  EXPECT_EQ(error.details,
            (boost::json::object{{"tool", "Test"}, {"command", "npm test --token ***"}, {"workdir", "/p"}}));
  EXPECT_THAT(error.message, HasSubstr("would run `npm test --token ***` in /p; nothing was run"));
  facts.inside_roots = false;
  EXPECT_EQ(refusal(decide({}, facts), facts, {}).details.at("field"), "workdir");
}

bool allowed(std::string_view entry, std::string command) {
  CallFacts facts = npm_test();
  facts.command = std::move(command);
  return allow_matches(entry, facts);
}
bool denied(std::string_view entry, std::string command) {
  CallFacts facts = npm_test();
  facts.command = std::move(command);
  return deny_matches(entry, facts);
}

TEST(Allowlist, NamesAToolACommandOrBoth) {
  for (const char* entry : {"Test", "run_tests", "npm test", "npm *", "*", "*test", "n*m*t", "Test(npm test)",
                            "run_tests(npm *)", "Test(*)", "npm test*"})
    EXPECT_TRUE(allowed(entry, "npm test")) << entry;
  for (const char* entry :
       {"", "test", "Tes", "T*", "npm", "npm tes", "npm  test", " npm test", "Other(npm test)",
        "T*(npm test)", "Test()", "Test(npm)", "Test(npm test", "npm test *", "NPM TEST"})
    EXPECT_FALSE(allowed(entry, "npm test")) << entry;
}

TEST(Allowlist, AStarLetsNothingInThatMeansSomethingToAShell) {
  EXPECT_TRUE(allowed("npm test *", "npm test src/a-b_c.js --grep=x@1.2,+3:4"));
  for (const char c : std::string(";&|<>$`\n\r\t(){}[]'\"\\*?!#~^%\x01\x7f\x80\xff") + '\0') {
    EXPECT_FALSE(allowed("npm test *", std::string("npm test a") + c + "rm -rf /")) << int{c};
    EXPECT_FALSE(allowed("*", std::string(1, c))) << int{c};
    EXPECT_FALSE(allowed("Test(*)", std::string("npm") + c)) << int{c};
    EXPECT_FALSE(allowed("a*b*c", std::string("a") + c + "bb" + c + "c")) << int{c};
  }
}

TEST(Allowlist, WhatAnEntrySpellsOutMayBeAnything) {
  EXPECT_TRUE(allowed("cd a && npm test *", "cd a && npm test x"));
  EXPECT_FALSE(allowed("cd a && npm test *", "cd a && npm test x && y"));
  EXPECT_TRUE(allowed("*;*;x", "a;b;x"));
  EXPECT_FALSE(allowed("*;*;x", "a;b;c;x"));
  EXPECT_TRUE(allowed("echo 'ü' *", "echo 'ü' a"));
}

TEST(Allowlist, ACommandPatternIsNoPermissionForAToolWithoutCommand) {
  EXPECT_FALSE(allowed("*", ""));
  EXPECT_TRUE(allowed("Test", ""));
}

TEST(Denylist, NamesAToolACommandOrBoth) {
  for (const char* entry : {"*", "Test", "TEST", "run_tests", "npm *", "*test*", "Test(*)", "test(npm *)",
                            "T*(*)", "  npm\t test "})
    EXPECT_TRUE(denied(entry, "npm test")) << entry;
  for (const char* entry : {"", " ", "Other", "npm", "Other(*)", "Test(rm *)", "Te*"})
    EXPECT_FALSE(denied(entry, "npm test")) << entry;
  EXPECT_TRUE(denied("*", ""));
  EXPECT_TRUE(denied("Test(*)", ""));
}

TEST(Denylist, AStarIsAnythingAndWhiteSpaceDoesntMatter) {
  for (const char* command :
       {"rm -rf /", "  rm -rf /  ", "rm   -rf\t/", "rm\n-rf /", "rm -rf \v\f/; ls", "rm -rf $(x)"})
    EXPECT_TRUE(denied("rm -rf *", command)) << command;
  EXPECT_TRUE(denied("* rm *", "ls;  rm x"));
  EXPECT_FALSE(denied("rm -rf *", "ls; rm -rf /"));
}

TEST(Patterns, ManyStarsTakeNoLongTime) {
  std::string stars;
  for (int i = 0; i < 500; ++i) stars += "a*";
  const std::string text(200'000, 'a');
  EXPECT_FALSE(allowed(stars + "b", text));
  EXPECT_FALSE(denied(stars + "b", text));
  EXPECT_TRUE(denied(stars, text));
}

}  // namespace
}  // namespace proctor::policy
