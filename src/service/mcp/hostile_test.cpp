// Lines that no honest client sends: each is refused, and the server goes on.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "service/mcp/lines.hpp"
#include "service/mcp/server_testing.hpp"

namespace proctor::mcp {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// What a line is refused with; the server still answers afterwards.
std::int64_t refused(const std::string& line, const json::value& id = nullptr) {
  Talk talk;
  talk.begin();
  talk.send(line);
  const std::int64_t code = talk.error(id);
  talk.request(99, "ping");
  talk.result(99);
  EXPECT_THAT(talk.all(), IsEmpty()) << line;
  return code;
}

TEST(Hostile, WhatIsNotJsonIsAParseError) {
  EXPECT_EQ(refused("garbage"), kParseError);
  EXPECT_EQ(refused("{\"jsonrpc\":\"2.0\",\"id\":1"), kParseError);
  EXPECT_EQ(refused(std::string("\0\0\0", 3)), kParseError);
  EXPECT_EQ(refused("\xff\xfe\x7f ELF"), kParseError);
  EXPECT_EQ(refused("{\"jsonrpc\":\"2.0\",\"id\":\"\xff\",\"method\":\"ping\"}"), kParseError);
  EXPECT_EQ(refused(std::string(100'000, '[')), kParseError);
  EXPECT_EQ(refused("{} {}"), kParseError);
}

// What JavaScript writes for a character that was cut in two.
TEST(Hostile, WhoSentHalfAPairIsAnswered) {
  const auto message = [](const char* text) {
    return fmt::format(R"({{"jsonrpc":"2.0","id":7,"method":"ping","params":{{"text":"{}"}}}})", text);
  };
  for (const char* text : {R"(\ud83d)", R"(\ude00\ud83d)", R"(\ud83d\ud83d\ude00)", R"(\uD83D\n)"})
    EXPECT_EQ(refused(message(text), 7), kParseError) << text;
  EXPECT_EQ(refused(message(R"(\ud83d\)")), kParseError);
  EXPECT_EQ(refused(message(R"(\ud8)")), kParseError);
}

TEST(Hostile, WhoSentWhatIsTooDeepIsAnswered) {
  const auto message = [](std::size_t depth, const std::string& inside, const std::string& end) {
    return R"({"jsonrpc":"2.0","id":7,"method":"ping","params":{"a":)" + std::string(depth, '[') + inside +
           std::string(depth, ']') + end;
  };
  for (const std::size_t depth : {127U, 128U, 1'000U, 200'000U}) {
    EXPECT_EQ(refused(message(depth, R"("]}\\",{"id":8,"b":"\"}"},1)", "}}"), 7), kParseError) << depth;
    EXPECT_EQ(refused(message(depth, "", "}")), kParseError) << depth;
    EXPECT_EQ(refused(message(depth, "", "]}}")), kParseError) << depth;
  }
}

TEST(Hostile, WhatIsNotAMessageIsAnInvalidRequest) {
  EXPECT_EQ(refused("7"), kInvalidRequest);
  EXPECT_EQ(refused("{}"), kInvalidRequest);
  EXPECT_EQ(refused(R"({"jsonrpc":"2.0","id":1})", 1), kInvalidRequest);
  EXPECT_EQ(refused(R"({"jsonrpc":"1.0","id":1,"method":"ping"})", 1), kInvalidRequest);
  EXPECT_EQ(refused(R"({"id":1,"method":"ping"})", 1), kInvalidRequest);
  EXPECT_EQ(refused(R"({"jsonrpc":"2.0","id":"a","method":5})", "a"), kInvalidRequest);
  EXPECT_EQ(refused(R"({"jsonrpc":"2.0","id":1,"method":"ping","params":[1]})", 1), kInvalidParams);
}

TEST(Hostile, AnIdIsAStringOrAnInteger) {
  for (const char* id : {"null", "1.5", "{}", "[]", "true", "1e300"}) {
    EXPECT_EQ(refused(fmt::format(R"({{"jsonrpc":"2.0","id":{},"method":"ping"}})", id)), kInvalidRequest)
        << id;
  }
  Talk talk;
  talk.begin();
  talk.send(R"({"jsonrpc":"2.0","id":"1","method":"ping"})");
  talk.result("1");
  talk.send(R"({"jsonrpc":"2.0","id":18446744073709551615,"method":"ping"})");
  talk.result(18446744073709551615U);
}

TEST(Hostile, AKeyThatStandsTwiceIsRefused) {
  EXPECT_EQ(refused(R"({"jsonrpc":"2.0","id":1,"method":"ping","method":"tools/list"})", 1), kInvalidRequest);
  EXPECT_EQ(refused(R"({"jsonrpc":"2.0","id":1,"id":2,"method":"ping"})"), kInvalidRequest);
  EXPECT_EQ(refused(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":)"
                    R"({"name":"Test","arguments":{"command":"true","command":"false"}}})",
                    1),
            kInvalidRequest);
}

TEST(Hostile, ResponsesNobodyWaitsForAndUnknownNotificationsAreIgnored) {
  Talk talk;
  talk.begin();
  talk.send(R"({"jsonrpc":"2.0","id":"proctor-1","result":{"action":"accept"}})");
  talk.send(R"({"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"x"}})");
  talk.send(R"({"jsonrpc":"2.0","method":"notifications/nothing","params":[]})");
  EXPECT_THAT(talk.all(), IsEmpty());
}

TEST(Batch, IsAnsweredAsOneArray) {
  Talk talk;
  talk.begin();
  talk.send(R"([{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"notifications/x"},)"
            R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"Test"}},7])");
  const json::value all = talk.wait([](const json::value& message) { return message.is_array(); });
  ASSERT_TRUE(all.is_array());
  EXPECT_EQ(all.as_array().size(), 3U) << to_json_line(all);
}

TEST(Batch, OfNotificationsAloneIsNotAnswered) {
  Talk talk;
  talk.begin();
  talk.send(R"([{"jsonrpc":"2.0","method":"notifications/x"}])");
  EXPECT_THAT(talk.all(), IsEmpty());
}

TEST(Batch, ThatIsEmptyOrTooLongIsRefused) {
  EXPECT_EQ(refused("[]"), kInvalidRequest);
  std::string many = "[7";
  for (int i = 0; i < 100; ++i) many += ",7";
  EXPECT_EQ(refused(many + "]"), kInvalidRequest);
  EXPECT_EQ(refused(R"([{"jsonrpc":"2.0","id":1,"method":"ping","id":2}])"), kInvalidRequest);
}

TEST(Batch, WithTooManyCallsHasNoneOfThemRun) {
  Talk talk;
  talk.host.chosen_bounds.calls_per_batch = 1;
  talk.begin();
  talk.send(R"([{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"Test"}},)"
            R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"Test"}},)"
            R"({"jsonrpc":"2.0","id":3,"method":"ping"}])");
  const json::value all = talk.wait([](const json::value& message) { return message.is_array(); });
  EXPECT_EQ(all.at(0).at("error").at("code"), kInvalidRequest);
  EXPECT_EQ(all.at(1).at("error").at("code"), kInvalidRequest);
  EXPECT_TRUE(all.at(2).as_object().contains("result"));
  talk.request(4, "resources/list");
  const json::object listed = talk.result(4);
  for (const json::value& resource : listed.at("resources").as_array())
    EXPECT_THAT(std::string(resource.at("uri").as_string()), testing::StartsWith("proctor://schemas/"));
}

TEST(Batch, LeavesOutWhatWasCancelled) {
  Talk talk;
  talk.begin();
  talk.send(
      R"([{"jsonrpc":"2.0","id":1,"method":"ping"},)"
      R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"Test","arguments":{"command":"sleep 20"}}}])");
  talk.send(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}})");
  const json::value all = talk.wait([](const json::value& message) { return message.is_array(); });
  ASSERT_TRUE(all.is_array());
  EXPECT_EQ(all.as_array().size(), 1U);
}

struct Split {
  std::vector<std::string> lines{};
  std::vector<std::string> long_ones{};

  Split(const std::string& bytes, std::size_t limit, std::size_t piece) {
    Lines splitter(limit, {.line = [this](std::string_view line) { lines.emplace_back(line); },
                           .too_long = [this](const Id& id) { long_ones.push_back(to_json_line(id)); }});
    for (std::size_t i = 0; i < bytes.size(); i += piece) {
      splitter.feed(std::string_view(bytes).substr(i, piece));
    }
    splitter.finish();
  }
};

TEST(InLines, BlankOnesAreLeftOutAndTheLastNeedsNoNewline) {
  for (const std::size_t piece : {1U, 2U, 100U}) {
    EXPECT_THAT(Split("a\n\n \t\r\nbc\r\nd", 10, piece).lines, ElementsAre("a", "bc\r", "d")) << piece;
  }
}

TEST(InLines, ALineThatIsTooLongIsPassedByButForItsId) {
  const std::string filler(100, 'x');
  const auto request = [&](const std::string& id) {
    return R"({"method":"m","params":{"id":5,"a":[{"id":6}],"f":")" + filler + R"("},"jsonrpc":"2.0","id":)" +
           id + "}";
  };
  const std::string bytes = "first\n" + request("7") + "\n" + request("\"a\\\"b\"") + "\n" + filler + "\n" +
                            request("1.5") + "\n" + request("{}") + "\n" + request("1,\"id\":2") + "\n[" +
                            request("3") + "]\n{\"id\":8,\"result\":\"" + filler + "\"}\n" +
                            request('"' + std::string(300, 'i') + '"') + "\nlast";
  for (const std::size_t piece : {1U, 3U, 4096U}) {
    const Split split(bytes, 50, piece);
    EXPECT_THAT(split.lines, ElementsAre("first", "last")) << piece;
    EXPECT_THAT(split.long_ones,
                ElementsAre("7", R"("a\"b")", "null", "null", "null", "null", "null", "null", "null"))
        << piece;
  }
}

TEST(InLines, ALineOfExactlyTheLimitIsTaken) {
  EXPECT_THAT(Split("12345\n123456\n", 5, 2).lines, ElementsAre("12345"));
}

}  // namespace
}  // namespace proctor::mcp
