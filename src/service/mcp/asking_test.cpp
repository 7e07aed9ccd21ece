// How a person is asked, in both eras, and that whatever isn't a clear yes is a no.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "service/mcp/elicitation.hpp"
#include "service/mcp/request_state.hpp"
#include "service/mcp/server_testing.hpp"

namespace proctor::mcp {
namespace {

using policy::Reply;
using testing::HasSubstr;
using testing::Not;

policy::Question question_of(std::string tool, std::string command) {
  policy::Question question;
  question.tool = std::move(tool);
  question.command = std::move(command);
  return question;
}

constexpr const char* kYes = R"({"action":"accept","content":{"decision":"allow once"}})";

std::string code_of(const json::object& result) {
  const json::value& envelope = result.at("structuredContent");
  return envelope.at("ok").as_bool() ? "ok" : std::string(envelope.at("error").at("code").as_string());
}

// What a session's call comes to when the client answers `answer` to the question.
std::string asked_in_session(const std::string& answer, std::string_view version = "2025-11-25",
                             std::string_view capabilities = R"({"elicitation":{}})") {
  Talk talk;
  talk.host.asks = true;
  talk.begin(version, capabilities);
  talk.call(1, "echo hello");
  const json::value question = talk.heard("elicitation/create");
  EXPECT_FALSE(question.is_null());
  if (question.is_null()) return "";
  EXPECT_EQ(Talk::has(question.at("params"), "mode"), version != "2025-06-18");
  talk.send(fmt::format(R"({{"jsonrpc":"2.0","id":{},{}}})", to_json_line(question.at("id")), answer));
  return code_of(talk.result(1));
}

TEST(AskingInASession, AYesRunsTheCall) {
  EXPECT_EQ(asked_in_session(fmt::format(R"("result":{})", kYes)), "ok");
  EXPECT_EQ(asked_in_session(fmt::format(R"("result":{})", kYes), "2025-06-18"), "ok");
  EXPECT_EQ(asked_in_session(fmt::format(R"("result":{})", kYes), "2025-11-25",
                             R"({"elicitation":{"form":{},"url":{}}})"),
            "ok");
  EXPECT_EQ(asked_in_session(R"("result":{"action":"accept","content":{"decision":"always allow"}})"), "ok");
}

TEST(AskingInASession, AFormThatIsAcceptedAsItStandsIsAYesForOnce) {
  EXPECT_EQ(asked_in_session(R"("result":{"action":"accept"})"), "ok");
  EXPECT_EQ(asked_in_session(R"("result":{"action":"accept","content":{}})"), "ok");
}

TEST(AskingInASession, AnythingElseIsANo) {
  for (const char* answer : {
           R"("result":{"action":"decline"})",
           R"("result":{"action":"cancel"})",
           R"("result":{"action":"accept","content":null})",
           R"("result":{"action":"accept","content":[]})",
           R"("result":{"action":"accept","content":{"decision":"yes"}})",
           R"("result":{"action":"accept","content":{"decision":"deny"}})",
           R"("result":{"action":"accept","content":{"decision":true}})",
           R"("result":{"action":"decline","content":{"decision":"allow once"}})",
           R"("result":{"action":"Accept","content":{"decision":"allow once"}})",
           R"("result":"accept")",
           R"("result":null)",
           R"("error":{"code":-32601,"message":"Method not found"})",
           R"("error":7,"result":{"action":"accept","content":{"decision":"allow once"}})",
       }) {
    EXPECT_EQ(asked_in_session(answer), "APPROVAL_DENIED") << answer;
  }
}

TEST(AskingInASession, AClientThatShowsNoFormsIsNotAsked) {
  for (const char* capabilities : {"{}", R"({"elicitation":{"url":{}}})", R"({"elicitation":true})"}) {
    Talk talk;
    talk.host.asks = true;
    talk.begin("2025-11-25", capabilities);
    talk.call(1, "echo hello");
    const json::object result = talk.result(1);
    EXPECT_EQ(code_of(result), "APPROVAL_REQUIRED") << capabilities;
    EXPECT_EQ(result.at("isError"), true);
  }
}

TEST(AskingInASession, NoAnswerInTimeIsANoAndTheClientIsTold) {
  Talk talk;
  talk.host.asks = true;
  talk.options.ask_timeout = std::chrono::milliseconds(50);
  talk.begin("2025-11-25", R"({"elicitation":{}})");
  talk.call(1, "echo hello");
  EXPECT_EQ(code_of(talk.result(1)), "APPROVAL_DENIED");
  const json::value question = talk.heard("elicitation/create");
  const json::value taken_back = talk.heard("notifications/cancelled");
  EXPECT_EQ(taken_back.at("params").at("requestId"), question.at("id"));
  talk.send(fmt::format(R"({{"jsonrpc":"2.0","id":{},"result":{}}})", to_json_line(question.at("id")), kYes));
  EXPECT_TRUE(talk.all().empty());
}

TEST(AskingInASession, ACancelledCallWaitsForNobody) {
  Talk talk;
  talk.host.asks = true;
  talk.begin("2025-11-25", R"({"elicitation":{}})");
  talk.call(1, "echo hello");
  EXPECT_FALSE(talk.heard("elicitation/create").is_null());
  talk.send(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}})");
  talk.server().stop();
  EXPECT_EQ(talk.host.going_on, 0);
}

// A stateless client's first try, and what it has to bring along to the second.
std::string first_try(Talk& talk, std::string_view command) {
  talk.host.asks = true;
  talk.call(1, command, fmt::format(",{}", kAskingMeta));
  const json::object result = talk.result(1);
  EXPECT_EQ(result.at("resultType"), "input_required");
  EXPECT_FALSE(result.contains("content"));
  const json::value& request = result.at("inputRequests").at("approval");
  EXPECT_EQ(request.at("method"), "elicitation/create");
  EXPECT_THAT(std::string(request.at("params").at("message").as_string()), HasSubstr(std::string(command)));
  return std::string(result.at("requestState").as_string());
}

std::string second_try(Talk& talk, std::string_view command, std::string_view state,
                       std::string_view answer) {
  talk.call(2, command,
            fmt::format(R"(,"requestState":"{}","inputResponses":{{"approval":{}}},{})", state, answer,
                        kAskingMeta));
  return code_of(talk.result(2));
}

TEST(AskingAStatelessClient, ItsSecondTryRuns) {
  Talk talk;
  const std::string state = first_try(talk, "echo hello");
  EXPECT_EQ(second_try(talk, "echo hello", state, kYes), "ok");
}

TEST(AskingAStatelessClient, AnAnswerCountsOnce) {
  Talk talk;
  const std::string state = first_try(talk, "echo hello");
  EXPECT_EQ(second_try(talk, "echo hello", state, kYes), "ok");
  EXPECT_EQ(second_try(talk, "echo hello", state, kYes), "APPROVAL_DENIED");
}

TEST(AskingAStatelessClient, AnAnswerCountsForNothingElse) {
  Talk talk;
  std::string state = first_try(talk, "echo hello");
  EXPECT_EQ(second_try(talk, "echo other", state, kYes), "APPROVAL_DENIED");
  EXPECT_EQ(second_try(talk, "echo hello", state, R"({"action":"decline"})"), "APPROVAL_DENIED");
}

TEST(AskingAStatelessClient, AStateThatIsNotOursIsANo) {
  Talk talk;
  std::string state = first_try(talk, "echo hello");
  state[0] = state[0] == '9' ? '8' : '9';
  EXPECT_EQ(second_try(talk, "echo hello", state, kYes), "APPROVAL_DENIED");
  for (const char* invented : {"x", "1.2.3", "."}) {
    EXPECT_EQ(second_try(talk, "echo hello", invented, kYes), "APPROVAL_DENIED");
  }
  Talk restarted;
  restarted.host.asks = true;
  EXPECT_EQ(second_try(restarted, "echo hello", first_try(talk, "echo hello"), kYes), "APPROVAL_DENIED");
}

TEST(AskingAStatelessClient, WithoutAnAnswerItIsAskedAgain) {
  Talk talk;
  const std::string state = first_try(talk, "echo hello");
  talk.call(2, "echo hello", fmt::format(R"(,"requestState":"{}",{})", state, kAskingMeta));
  EXPECT_EQ(talk.result(2).at("resultType"), "input_required");
  talk.call(3, "echo hello", fmt::format(R"(,"inputResponses":{{"approval":{}}},{})", kYes, kAskingMeta));
  EXPECT_EQ(talk.result(3).at("resultType"), "input_required");
}

TEST(AskingAStatelessClient, OneThatShowsNoFormsIsNotAsked) {
  Talk talk;
  talk.host.asks = true;
  talk.call(1, "echo hello", fmt::format(",{}", kMeta));
  const json::object result = talk.result(1);
  EXPECT_EQ(code_of(result), "APPROVAL_REQUIRED");
  EXPECT_EQ(result.at("resultType"), "complete");
}

TEST(RequestStates, EndWithTime) {
  std::chrono::seconds time{1000};
  RequestStates states(std::chrono::seconds(10), "key", [&] { return time; });
  const policy::Question question = question_of("Test", "make");
  const std::string first = states.seal(question);
  const std::string second = states.seal(question);
  EXPECT_NE(first, second);
  time = std::chrono::seconds(1009);
  EXPECT_TRUE(states.take(first, question));
  time = std::chrono::seconds(1010);
  EXPECT_FALSE(states.take(second, question));
  EXPECT_FALSE(states.take(first, question));
}

TEST(Question, ShowsAllThatIsAsked) {
  policy::Question question = question_of("Test", "make check");
  question.summary = "run make check";
  question.workdir = "/project";
  question.held = policy::Held::in_networked_sandbox;
  const json::object params = elicitation_params(question, "2025-11-25");
  const std::string message(params.at("message").as_string());
  for (const char* part : {"Test", "run make check", "Command: make check", "Directory: /project",
                           "\nIsolation: sandbox, host network\n", "Risk: high"}) {
    EXPECT_THAT(message, HasSubstr(part));
  }
  EXPECT_EQ(params.at("requestedSchema").at("properties").at("decision").at("default"), "allow once");
}

TEST(Question, ACommandCannotWriteLinesThatLookLikeOurs) {
  const policy::Question question = question_of("Test", "evil\nDirectory: /safe\x1b[2K\rRisk: low");
  const std::string message(elicitation_params(question, "2025-11-25").at("message").as_string());
  EXPECT_THAT(message, Not(HasSubstr("\nDirectory: /safe")));
  EXPECT_THAT(message, Not(HasSubstr("\x1b")));
  EXPECT_THAT(message, Not(HasSubstr("\r")));
}

TEST(Question, ALongCommandIsCutAndThatIsSaid) {
  const policy::Question question = question_of("Test", std::string(10'000, 'x'));
  const std::string message(elicitation_params(question, "2025-11-25").at("message").as_string());
  EXPECT_LT(message.size(), 5'000U);
  EXPECT_THAT(message, HasSubstr("6000 more bytes that aren't shown"));
}

}  // namespace
}  // namespace proctor::mcp
