#include "service/mcp/elicitation.hpp"

#include <gtest/gtest.h>

#include "base/json.hpp"

namespace proctor::mcp {
namespace {

policy::Reply reply(const char* text) {
  return read_elicitation(parse_json(text).value());
}

TEST(Elicitation, IsAnsweredByItsDecision) {
  EXPECT_EQ(reply(R"({"action":"accept","content":{"decision":"allow once"}})"), policy::Reply::yes);
  EXPECT_EQ(reply(R"({"action":"accept","content":{"decision":"always allow"}})"), policy::Reply::always);
  EXPECT_EQ(reply(R"({"action":"accept","content":{"decision":"deny"}})"), policy::Reply::no);
}

TEST(Elicitation, AcceptedAsItStandsIsAYes) {
  EXPECT_EQ(reply(R"({"action":"accept"})"), policy::Reply::yes);
  EXPECT_EQ(reply(R"({"action":"accept","content":{}})"), policy::Reply::yes);
}

TEST(Elicitation, WhatCanNotBeUnderstoodIsANo) {
  for (const char* text :
       {R"({"action":"accept","content":{"Decision":"deny"}})",
        R"({"action":"accept","content":{"answer":"always allow"}})",
        R"({"action":"accept","content":{"decision":1}})",
        R"({"action":"accept","content":{"decision":"yes"}})", R"({"action":"accept","content":[]})",
        R"({"action":"accept","content":null})", R"({"action":"decline"})", R"({"action":"cancel"})",
        R"({"action":1})", R"({"content":{"decision":"allow once"}})", "{}", "[]", "null"}) {
    EXPECT_EQ(reply(text), policy::Reply::no) << text;
  }
}

}  // namespace
}  // namespace proctor::mcp
