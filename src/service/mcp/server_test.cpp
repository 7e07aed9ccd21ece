#include "service/mcp/server.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "service/mcp/server_testing.hpp"
#include "tool/schemas.hpp"

namespace proctor::mcp {
namespace {

using testing::HasSubstr;

std::string text(const json::value& value) {
  return to_json_line(value);
}

TEST(Session, BeginsWithTheVersionThatBothSpeak) {
  for (const char* version : {"2025-11-25", "2025-06-18"}) {
    Talk talk;
    const json::object result = talk.begin(version);
    EXPECT_EQ(result.at("protocolVersion"), version);
    EXPECT_EQ(result.at("serverInfo").at("name"), "proctor");
    EXPECT_TRUE(result.at("capabilities").as_object().contains("logging"));
  }
  for (const char* version : {"2024-11-05", "2026-07-28", "2099-01-01", ""}) {
    Talk talk;
    EXPECT_EQ(talk.begin(version).at("protocolVersion"), "2025-11-25") << version;
  }
}

TEST(Session, BeginsOnceAndWithWholeParameters) {
  Talk talk;
  talk.request(1, "initialize", R"({"capabilities":{}})");
  EXPECT_EQ(talk.error(1), kInvalidParams);
  talk.request(2, "initialize", R"({"protocolVersion":"2025-11-25"})");
  EXPECT_EQ(talk.error(2), kInvalidParams);
  talk.begin();
  talk.request(3, "initialize", R"({"protocolVersion":"2025-11-25","capabilities":{}})");
  EXPECT_EQ(talk.error(3), kInvalidRequest);
}

TEST(Session, NothingButPingIsAnsweredBeforeItBegins) {
  Talk talk;
  talk.request(1, "tools/list");
  EXPECT_EQ(talk.error(1), kInvalidParams);
  talk.call(2, "echo hello");
  EXPECT_EQ(talk.error(2), kInvalidParams);
  talk.request(3, "ping");
  EXPECT_TRUE(talk.result(3).empty());
}

// Of a client's own words, too: who reads the log of a client isn't always who wrote the message.
TEST(Session, ErrorsTellNoSecretOfTheMessageThatTheyAreAbout) {
  for (const std::string secret : {"ghp_0123456789abcdefghijABCDEFGHIJ", "hush-hush-hush"}) {
    const std::string cut = std::string(90, '-') + secret;  // errors show 100 bytes of a name
    Talk talk;
    talk.begin();
    const std::vector<std::pair<std::string, std::string>> messages{
        {secret, "{}"},
        {cut, "{}"},
        {"tools/call", R"({"name":")" + secret + R"("})"},
        {"tools/call", R"({"name":")" + cut + R"("})"},
        {"resources/read", R"({"uri":"proctor://)" + secret + R"("})"},
        {"resources/read", R"({"uri":"proctor://runs/)" + secret + R"(/log"})"},
        {"tools/list", R"({"_meta":{"io.modelcontextprotocol/protocolVersion":")" + secret + R"("}})"},
        {"ping", R"({")" + secret + R"(":1,")" + secret + R"(":2})"},
    };
    int id = 0;
    for (const auto& [method, params] : messages) {
      talk.request(++id, method, params);
      const std::string response = text(talk.response(id));
      EXPECT_THAT(response, HasSubstr(R"("error":)")) << method << params;
      EXPECT_THAT(response, testing::Not(HasSubstr(secret.substr(0, 8)))) << method << params;
    }
  }
}

TEST(Session, UnknownMethodsAndToolsAreErrors) {
  Talk talk;
  talk.begin();
  for (const char* method : {"nothing", "prompts/list", "server/nothing", "resources/subscribe"}) {
    talk.request(1, method);
    EXPECT_EQ(talk.error(1), kMethodNotFound) << method;
  }
  talk.request(2, "tools/call", R"({"name":"nothing"})");
  EXPECT_EQ(talk.error(2), kInvalidParams);
  talk.request(3, "tools/call", R"({"name":7})");
  EXPECT_EQ(talk.error(3), kInvalidParams);
  talk.request(4, "tools/list", R"({"cursor":"2"})");
  EXPECT_EQ(talk.error(4), kInvalidParams);
}

TEST(Session, ToolsAreListedWithTheirSchemasAndHints) {
  Talk talk;
  talk.begin();
  talk.request(1, "tools/list");
  const json::object result = talk.result(1);
  EXPECT_FALSE(result.contains("ttlMs") || result.contains("resultType"));
  const json::value& test = result.at("tools").at(0);
  EXPECT_EQ(test.at("name"), "Test");
  EXPECT_EQ(test.at("inputSchema").at("type"), "object");
  EXPECT_EQ(test.at("outputSchema").at("type"), "object");
  EXPECT_EQ(test.at("annotations").at("destructiveHint"), true);
  EXPECT_EQ(test.at("annotations").at("readOnlyHint"), false);
}

TEST(Session, ACallAnswersWithItsEnvelopeItsTextAndItsLog) {
  Talk talk;
  talk.begin();
  talk.call(1, "echo hello");
  const json::object result = talk.result(1);
  EXPECT_EQ(result.at("isError"), false);
  EXPECT_EQ(result.at("structuredContent").at("ok"), true);
  EXPECT_EQ(result.at("content").at(0).at("type"), "text");
  EXPECT_EQ(result.at("content").at(1).at("type"), "resource_link");
  EXPECT_EQ(result.at("content").at(1).at("uri"), "proctor://runs/run-1/log");
  EXPECT_FALSE(result.contains("resultType"));

  talk.request(2, "resources/list");
  EXPECT_EQ(talk.result(2).at("resources").at(0).at("uri"), "proctor://runs/run-1/log");
  talk.request(3, "resources/read", R"({"uri":"proctor://runs/run-1/log?limit=2&offset=1"})");
  const json::object page = talk.result(3);
  EXPECT_EQ(page.at("contents").at(0).at("text"), "el");
  EXPECT_EQ(page.at("contents").at(0).at("_meta").at("nextUri"), "proctor://runs/run-1/log?offset=3&limit=2");
  talk.request(4, "resources/read", R"({"uri":"proctor://runs/run-9/log"})");
  EXPECT_EQ(talk.error(4), kResourceNotFound);
  talk.request(5, "resources/templates/list");
  EXPECT_EQ(talk.result(5).at("resourceTemplates").as_array().size(), 2U);
  talk.request(6, "resources/read", R"({"uri":"proctor://schemas/envelope"})");
  EXPECT_EQ(std::string(talk.result(6).at("contents").at(0).at("text").as_string()),
            tool::schema_text("envelope"));
}

TEST(Session, WhatTheModelCanMendIsAResultAndNoError) {
  Talk talk;
  talk.begin();
  talk.call(1, "echo broken; exit 3");
  const json::object failed = talk.result(1);
  EXPECT_EQ(failed.at("isError"), true);
  EXPECT_EQ(failed.at("structuredContent").at("error").at("code"), "COMMAND_FAILED");
  talk.request(2, "tools/call", R"({"name":"Test","arguments":{"comand":"x"}})");
  EXPECT_EQ(talk.result(2).at("structuredContent").at("error").at("code"), "INVALID_REQUEST");
  talk.request(3, "tools/call", R"({"name":"Test","arguments":["x"]})");
  EXPECT_EQ(talk.result(3).at("structuredContent").at("error").at("code"), "INVALID_REQUEST");
}

TEST(Session, ArgumentsMayBeLeftOutAndAnAliasIsAName) {
  Talk talk;
  talk.begin();
  talk.request(1, "tools/call", R"({"name":"test"})");
  EXPECT_EQ(talk.result(1).at("isError"), false);
}

TEST(Session, SeveralCallsGoOnAtOnce) {
  Talk talk;
  talk.begin();
  talk.call(1, "sleep 20");
  talk.call(2, "echo quick");
  EXPECT_EQ(talk.result(2).at("isError"), false);
  talk.server().stop();
  EXPECT_EQ(talk.result(1).at("structuredContent").at("error").at("code"), "TEST_CANCELLED");
  talk.call(3, "echo late");
  EXPECT_EQ(talk.error(3), kInternalError);
}

// A client gives up on a call after some time, and the model hears nothing.
TEST(LongRuns, ARunThatGoesOnIsAnsweredInTimeAndWaitedForByItsId) {
  Talk talk;
  talk.host.chosen_bounds.answer_within = std::chrono::milliseconds(50);
  talk.begin();
  talk.call(1, "echo first; step failed: test_b; hold; echo last");
  const json::object early = talk.result(1);
  EXPECT_EQ(early.at("isError"), false);
  const json::object& told = early.at("structuredContent").as_object();
  EXPECT_EQ(told.at("ok"), false);
  EXPECT_EQ(told.at("still_running"), true);
  EXPECT_EQ(told.at("run"), "run-1");
  EXPECT_THAT(std::string(told.at("summary").as_string()), testing::HasSubstr("- failed: test_b\n"));
  talk.request(2, "tools/call", R"({"name":"wait_run","arguments":{"id":"run-1","up_to_ms":0}})");
  EXPECT_EQ(talk.result(2).at("structuredContent").at("still_running"), true);
  talk.host.released = true;
  for (const int id : {3, 4})
    talk.request(id, "tools/call", R"({"name":"wait_run","arguments":{"id":"run-1","up_to_ms":20000}})");
  const json::object result = talk.result(3);
  EXPECT_EQ(result.at("structuredContent").at("ok"), true);
  EXPECT_EQ(result.at("structuredContent").at("data").at("output"), "first\nlast\n");
  EXPECT_EQ(talk.result(4), result);
  talk.request(5, "tools/call", R"({"name":"wait_run","arguments":{"id":"run-1"}})");
  EXPECT_EQ(talk.result(5), result);
}

TEST(LongRuns, WithoutALimitACallIsAnsweredAtItsEnd) {
  Talk talk;
  talk.host.chosen_bounds.answer_within = std::chrono::milliseconds(0);
  talk.begin();
  talk.call(1, "sleep 0.2; echo end");
  EXPECT_EQ(talk.result(1).at("structuredContent").at("ok"), true);
}

TEST(LongRuns, AreCancelledByTheirIdAndEndWithTheServer) {
  Talk talk;
  talk.host.chosen_bounds.answer_within = std::chrono::milliseconds(10);
  talk.begin();
  talk.call(1, "echo a; hold");
  EXPECT_EQ(talk.result(1).at("structuredContent").at("still_running"), true);
  // The request is answered: it's too late to cancel it.
  talk.send(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}})");
  talk.request(2, "tools/call", R"({"name":"wait_run","arguments":{"id":"run-1"}})");
  EXPECT_EQ(talk.result(2).at("structuredContent").at("still_running"), true);
  talk.server().stop();
  EXPECT_EQ(talk.host.going_on, 0);
}

// 2026-07-28: only to who declared the extension.
TEST(LongRuns, AreTasksForAStatelessClientThatTakesThem) {
  const auto meta = [](const char* extensions) {
    return fmt::format(R"("_meta":{{"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
                       R"("io.modelcontextprotocol/clientCapabilities":{{"extensions":{{{}}}}}}})",
                       extensions);
  };
  const std::string with = meta(R"("io.modelcontextprotocol/tasks":{})");
  Talk talk;
  talk.host.chosen_bounds.answer_within = std::chrono::milliseconds(20);
  const auto call = [](const std::string& more) {
    return R"({"name":"Test","arguments":{"command":"echo a; hold; echo b"},)" + more + "}";
  };
  talk.request(1, "tools/call", call(with));
  const json::object task = talk.result(1);
  EXPECT_EQ(task.at("resultType"), "task");
  EXPECT_EQ(task.at("status"), "working");
  const std::string id(task.at("taskId").as_string());
  const std::string asked = fmt::format(R"({{"taskId":"{}",{}}})", id, with);
  talk.request(600, "tools/call", call(meta("")));
  EXPECT_EQ(talk.result(600).at("structuredContent").at("still_running"), true);
  talk.request(601, "tasks/get", fmt::format(R"({{"taskId":"{}",{}}})", id, meta("")));
  EXPECT_EQ(talk.error(601), kMethodNotFound);
  talk.host.released = true;
  json::object now;
  for (int request = 10; request < 500 && !now.contains("result"); ++request) {
    talk.request(request, "tasks/get", asked);
    now = talk.result(request);
    EXPECT_EQ(now.at("resultType"), "complete");
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  EXPECT_EQ(now.at("status"), "completed");
  EXPECT_EQ(now.at("result").at("structuredContent").at("ok"), true);
}

TEST(LongRuns, ThatNobodyKnowsAreRefused) {
  Talk talk;
  talk.begin();
  talk.request(1, "tools/call", R"({"name":"wait_run","arguments":{"id":"20260131-235959-0a1b2c3d"}})");
  EXPECT_EQ(talk.result(1).at("isError"), true);
}

TEST(Session, MoreCallsThanFitAreRefusedAndNotForgotten) {
  Talk talk;
  talk.options.max_calls = 2;
  talk.begin();
  talk.call(1, "sleep 20");
  talk.call(2, "sleep 20");
  talk.call(3, "echo more");
  EXPECT_EQ(talk.error(3), kInternalError);
  // What runs nothing may be the way to end one of them.
  talk.request(4, "tools/call", R"({"name":"cancel_run","arguments":{"run":"20260131-235959-0a1b2c3d"}})");
  EXPECT_TRUE(talk.result(4).contains("isError"));
}

TEST(Session, AnIdInUseIsRefusedWithoutAnsweringTheFirst) {
  Talk talk;
  talk.begin();
  talk.call(1, "sleep 0.3");
  talk.call(1, "echo second");
  talk.send(R"({"jsonrpc":"1.0","id":1,"method":"ping"})");
  EXPECT_EQ(talk.error(nullptr), kInvalidRequest);
  EXPECT_EQ(talk.error(nullptr), kInvalidRequest);
  EXPECT_EQ(talk.result(1).at("isError"), false);
  EXPECT_TRUE(talk.all().empty());
}

TEST(Session, ACancelledCallEndsAndIsNotAnswered) {
  Talk talk;
  talk.begin();
  talk.call(1, "echo begun; sleep 20");
  talk.send(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"1"}})");
  talk.send(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":77}})");
  talk.send(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{}})");
  talk.send(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,"reason":"r"}})");
  talk.server().stop();
  EXPECT_EQ(talk.host.going_on, 0);
  EXPECT_TRUE(talk.all().empty()) << text(talk.all().front());
}

TEST(Session, OutputIsToldWhenAskedForAndWarningsAlways) {
  Talk talk;
  talk.host.left_unfinished = {"run x was interrupted"};
  talk.begin();
  EXPECT_EQ(talk.heard("notifications/message").at("params").at("data"), "run x was interrupted");
  talk.call(1, "echo quiet");
  talk.result(1);
  EXPECT_TRUE(talk.all().empty());
  talk.request(2, "logging/setLevel", R"({"level":"loud"})");
  EXPECT_EQ(talk.error(2), kInvalidParams);
  talk.request(3, "logging/setLevel", R"({"level":"info"})");
  EXPECT_TRUE(talk.result(3).empty());
  talk.call(4, "echo loud");
  EXPECT_EQ(talk.heard("notifications/message").at("params").at("data").at("event"), "Started");
  const json::value message = talk.heard("notifications/message");
  EXPECT_EQ(message.at("params").at("logger"), "Test");
  EXPECT_EQ(message.at("params").at("data").at("event"), "StdoutChunk");
  EXPECT_EQ(message.at("params").at("data").at("text"), "loud\n");
  EXPECT_EQ(message.at("params").at("data").at("stream"), "stdout");
}

TEST(Stateless, EachRequestSaysWhoAsks) {
  Talk talk;
  talk.request(1, "server/discover", fmt::format("{{{}}}", kMeta));
  const json::object discovered = talk.result(1);
  EXPECT_EQ(discovered.at("supportedVersions").at(0), "2026-07-28");
  EXPECT_EQ(discovered.at("resultType"), "complete");
  EXPECT_TRUE(discovered.contains("ttlMs") && discovered.contains("cacheScope"));
  talk.request(2, "tools/list", fmt::format("{{{}}}", kMeta));
  const json::object tools = talk.result(2);
  EXPECT_EQ(tools.at("_meta").at("io.modelcontextprotocol/serverInfo").at("name"), "proctor");
  EXPECT_EQ(tools.at("cacheScope"), "private");
  talk.call(3, "exit 1", fmt::format(",{}", kMeta));
  const json::object failed = talk.result(3);
  EXPECT_EQ(failed.at("resultType"), "complete");
  EXPECT_EQ(failed.at("isError"), true);
  talk.request(4, "resources/read", fmt::format(R"({{"uri":"proctor://runs/no/log",{}}})", kMeta));
  EXPECT_EQ(talk.error(4), kInvalidParams);
}

TEST(Stateless, WhatTheRevisionTookOutIsUnknown) {
  Talk talk;
  for (const char* method : {"initialize", "ping", "logging/setLevel"}) {
    talk.request(1, method, fmt::format("{{{}}}", kMeta));
    EXPECT_EQ(talk.error(1), kMethodNotFound) << method;
  }
}

TEST(Stateless, AnIncompleteOrUnknownMetaIsRefused) {
  Talk talk;
  talk.request(1, "tools/list", R"({"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}})");
  EXPECT_EQ(talk.error(1), kInvalidParams);
  talk.request(2, "tools/list", R"({"_meta":{"io.modelcontextprotocol/clientCapabilities":{}}})");
  EXPECT_EQ(talk.error(2), kInvalidParams);
  talk.request(3, "server/discover");
  EXPECT_EQ(talk.error(3), kInvalidParams);
  talk.request(4, "tools/list", R"({"_meta":{"io.modelcontextprotocol/protocolVersion":"2030-01-01"}})");
  const json::value refused = talk.response(4);
  EXPECT_EQ(refused.at("error").at("code"), kUnsupportedVersion);
  EXPECT_EQ(refused.at("error").at("data").at("supported").at(0), "2026-07-28");
  EXPECT_EQ(refused.at("error").at("data").at("requested"), "2030-01-01");
}

TEST(Stateless, OutputIsToldOnlyToTheRequestThatAsksForIt) {
  Talk talk;
  talk.host.left_unfinished = {"run x was interrupted"};
  talk.call(1, "echo quiet", fmt::format(",{}", kMeta));
  talk.result(1);
  EXPECT_TRUE(talk.all().empty());
  std::string meta = kMeta;
  meta.insert(meta.size() - 1, R"(,"io.modelcontextprotocol/logLevel":"debug")");
  talk.call(2, "echo loud", "," + meta);
  EXPECT_EQ(talk.heard("notifications/message").at("params").at("level"), "warning");
  EXPECT_EQ(talk.heard("notifications/message").at("params").at("data").at("event"), "Started");
  EXPECT_EQ(talk.heard("notifications/message").at("params").at("data").at("text"), "loud\n");
}

TEST(Stateless, BothErasAreServedAtOnce) {
  Talk talk;
  talk.begin();
  talk.request(1, "tools/list", fmt::format("{{{}}}", kMeta));
  EXPECT_TRUE(talk.result(1).contains("resultType"));
  talk.request(2, "tools/list");
  EXPECT_FALSE(talk.result(2).contains("resultType"));
}

}  // namespace
}  // namespace proctor::mcp
