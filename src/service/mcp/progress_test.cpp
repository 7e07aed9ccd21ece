#include "service/mcp/progress.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "service/mcp/server_testing.hpp"

namespace proctor::mcp {
namespace {

using std::chrono::milliseconds;
using testing::ElementsAre;
using testing::EndsWith;

// Every message is told at once.
struct Told {
  std::vector<std::string> messages{};
  std::uint64_t last = 0;
  Progress progress{[this](const json::value& message) {
                      const json::value& params = message.at("params");
                      EXPECT_EQ(params.at("progressToken"), "t");
                      EXPECT_GT(params.at("progress").to_number<std::uint64_t>(), last);
                      last = params.at("progress").to_number<std::uint64_t>();
                      messages.emplace_back(params.at("message").as_string());
                    },
                    json::value("t"),
                    {milliseconds(0), milliseconds(60'000)}};

  void chunk(std::string text) { progress.on(tool::Chunk{Stream::out, std::move(text)}); }
};

TEST(Progress, TellsWhatGoesOn) {
  Told told;
  told.progress.on(tool::Waiting{1});
  told.progress.on(tool::Waiting{3});
  told.progress.on(tool::Started{"r", "make check", "/"});
  told.progress.on(tool::Step{"compiling"});
  EXPECT_THAT(told.messages,
              ElementsAre("waiting for 1 call", "waiting for 3 calls", "started: make check", "compiling"));
}

TEST(Progress, TellsTheLatestLineThatIsNotBlank) {
  Told told;
  told.chunk("one\n");
  told.chunk("two\nth");
  told.chunk("ree\n\n  \n");
  told.chunk("\n");
  EXPECT_THAT(told.messages, ElementsAre("one", "th", "three"));
}

TEST(Progress, TellsNoMoreThanFitsInALine) {
  Told told;
  told.chunk(std::string(100'000, 'x'));
  told.chunk(std::string(100'000, 'y') + "\nshort");
  EXPECT_LE(told.messages.at(0).size(), 203U);
  EXPECT_THAT(told.messages.at(0), EndsWith("…"));
  EXPECT_EQ(told.messages.back(), "short");
}

TEST(Progress, IsSilentAfterItsEnd) {
  Told told;
  told.progress.stop();
  told.chunk("late\n");
  EXPECT_TRUE(told.messages.empty());
}

TEST(ProgressOfACall, IsToldOnlyWhenAskedFor) {
  Talk talk;
  talk.begin();
  talk.call(1, "echo hello");
  talk.result(1);
  EXPECT_TRUE(talk.all().empty());
  for (const char* token : {"1.5", "null", "{}", "true"}) {
    talk.call(2, "echo hello", fmt::format(R"(,"_meta":{{"progressToken":{}}})", token));
    talk.result(2);
    EXPECT_TRUE(talk.all().empty()) << token;
  }
  for (const char* token : {"7", R"("seven")"}) {
    talk.call(3, "echo hello", fmt::format(R"(,"_meta":{{"progressToken":{}}})", token));
    talk.result(3);
    EXPECT_EQ(to_json_line(talk.heard("notifications/progress").at("params").at("progressToken")), token);
  }
}

TEST(ProgressOfACall, IsNotToldTooOftenAndEndsWithTheResult) {
  Talk talk;
  talk.options.progress_at_most_every = milliseconds(100);
  talk.begin();
  std::string command = "echo first";
  for (int i = 0; i < 50; ++i) command += fmt::format("; echo line {}; sleep 0.01", i);
  talk.call(1, command, R"(,"_meta":{"progressToken":1})");
  talk.result(1);
  const std::size_t told = talk.all().size();
  EXPECT_GE(told, 3U);
  EXPECT_LE(told, 20U);
  EXPECT_TRUE(talk.heard("notifications/nothing", milliseconds(300)).is_null());
  EXPECT_EQ(talk.all().size(), told);
}

TEST(ProgressOfACall, ShowsThatASilentCallIsStillThere) {
  Talk talk;
  talk.options.progress_at_most_every = milliseconds(20);
  talk.options.progress_at_least_every = milliseconds(60);
  talk.begin();
  talk.call(1, "echo hello; sleep 0.5", R"(,"_meta":{"progressToken":1})");
  talk.result(1);
  EXPECT_GE(talk.all().size(), 4U);
  std::uint64_t last = 0;
  for (const json::value& message : talk.all()) {
    const auto progress = message.at("params").at("progress").to_number<std::uint64_t>();
    EXPECT_GT(progress, last);
    last = progress;
  }
}

TEST(ProgressOfACall, EndsWhenItIsCancelled) {
  Talk talk;
  talk.options.progress_at_most_every = milliseconds(10);
  talk.options.progress_at_least_every = milliseconds(10);
  talk.begin();
  talk.call(1, "echo hello; sleep 20", R"(,"_meta":{"progressToken":1})");
  EXPECT_FALSE(talk.heard("notifications/progress").is_null());
  talk.send(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}})");
  talk.server().stop();
  const std::size_t told = talk.all().size();
  EXPECT_TRUE(talk.heard("notifications/nothing", milliseconds(60)).is_null());
  EXPECT_EQ(talk.all().size(), told);
}

}  // namespace
}  // namespace proctor::mcp
