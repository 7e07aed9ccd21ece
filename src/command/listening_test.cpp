#include "command/listening.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "base/files.hpp"
#include "base/json.hpp"
#include "base/paths.hpp"

namespace proctor::command {
namespace {
namespace fs = std::filesystem;
using testing::Contains;
using testing::IsEmpty;
using testing::SizeIs;

class ListeningTest : public testing::Test {
 protected:
  ListeningTest() {
    std::string name = (temporary_dir() / "proctor-listen-XXXXXX").string();
    dir_ = mkdtemp(name.data());
    definition_.name = "tool";
    definition_.listen = {{"TOOLPATH", ":{folder}/listen"}};
    definition_.files = {{"listen/client", "text"}, {"other", "text"}};
  }
  ~ListeningTest() override { remove_tree(dir_); }

  // What a client sends, with the nonce that the command got.
  std::string line(const supervise::Command& command, json::object event, int pid = 7) {
    for (const std::string& entry : command.environment) {
      if (!entry.starts_with("PROCTOR_LISTEN=")) continue;
      const auto asked = parse_json(entry.substr(entry.find('=') + 1));
      const std::string channel(asked->get_object().at("channel").get_string());
      event["nonce"] = channel.substr(0, channel.find(' '));
    }
    event["pid"] = pid;
    return to_json_line(event) + '\n';
  }

  fs::path dir_;
  framework::Definition definition_;
};

TEST_F(ListeningTest, AddsToWhatIsSetAndWritesTheClientAlone) {
  Listening listening({definition_}, dir_, "/work");
  for (const auto& [set, expected] :
       {std::pair<std::string, std::string>{"A=1", "TOOLPATH=" + (dir_ / "tool/listen").string()},
        {"TOOLPATH=/x", "TOOLPATH=/x:" + (dir_ / "tool/listen").string()},
        {"TOOLPATH=", "TOOLPATH=" + (dir_ / "tool/listen").string()}}) {
    supervise::Command command{.argv = {"x"}, .environment = {set}, .workdir = "/"};
    supervise::RunOptions options;
    listening.apply(command, options);
    EXPECT_THAT(command.environment, Contains(expected));
  }
  EXPECT_TRUE(fs::exists(dir_ / "tool/listen/client"));
  EXPECT_FALSE(fs::exists(dir_ / "tool/other"));
}

TEST_F(ListeningTest, EachClientIsARunOfItsOwn) {
  Listening listening({definition_}, dir_, "/work");
  supervise::Command command{.argv = {"x"}, .environment = {}, .workdir = "/"};
  supervise::RunOptions options;
  listening.apply(command, options);
  for (const int client : {1, 2}) {
    options.channel(client,
                    line(command, {{"event", "hello"}, {"can", json::array()}, {"version", "tool 1.2"}}));
    EXPECT_EQ(options.channel(client,
                              line(command, {{"event", "ask"}, {"id", "a.t::K::b[x::y]"}, {"file", "a.t"}})),
              "run\n");
    options.channel(client, line(command, {{"event", "finish"},
                                           {"id", "a.t::K::b[x::y]"},
                                           {"status", client == 1 ? "pass" : "fail"}}));
  }
  options.channel(1, line(command, {{"event", "end"}}));
  const auto told = listening.evidence();
  ASSERT_THAT(told, SizeIs(2));
  EXPECT_EQ(told[0].totals.passed, 1U);
  EXPECT_FALSE(told[0].state.truncated);
  EXPECT_EQ(told[0].framework.name, "tool");
  EXPECT_EQ(told[0].suites.front().name, "K");
  EXPECT_EQ(told[0].suites.front().cases.front().name, "b[x::y]");
  EXPECT_EQ(told[1].totals.failed, 1U);
  EXPECT_TRUE(told[1].state.truncated);  // it told no end
}

TEST_F(ListeningTest, AnErrorOutsideOfTestsIsAFailureAlsoWithoutTests) {
  Listening listening({definition_}, dir_, "/work");
  supervise::Command command{.argv = {"x"}, .environment = {}, .workdir = "/"};
  supervise::RunOptions options;
  listening.apply(command, options);
  for (const bool none : {true, false}) {
    const int client = none ? 1 : 2;
    options.channel(client, line(command, {{"event", "hello"}, {"can", json::array()}}));
    options.channel(client,
                    line(command, {{"event", "error"}, {"message", "no\x1b[31m\nmore"}, {"none", none}}));
  }
  const auto told = listening.evidence();
  ASSERT_THAT(told, SizeIs(1));  // a tool that found no test says so by other means
  EXPECT_FALSE(told[0].has_report);
  EXPECT_THAT(told[0].failure_lines, testing::ElementsAre("no"));
}

TEST_F(ListeningTest, APathThatAVariableWouldCutIsNoPlaceForClients) {
  const fs::path spaced = dir_ / "a b";
  fs::create_directory(spaced);
  Listening listening({definition_}, spaced, "/work");
  supervise::Command command{.argv = {"x"}, .environment = {"A=1"}, .workdir = "/"};
  supervise::RunOptions options;
  listening.apply(command, options);
  EXPECT_THAT(command.environment, testing::ElementsAre("A=1"));
}

TEST_F(ListeningTest, WhoeverDoesNotKnowTheNonceTellsNothing) {
  Listening listening({definition_}, dir_, "/work");
  supervise::Command command{.argv = {"x"}, .environment = {}, .workdir = "/"};
  supervise::RunOptions options;
  listening.apply(command, options);
  EXPECT_EQ(options.channel(1, R"({"nonce": "x", "pid": 7, "event": "hello"})"
                               "\n"),
            "");
  EXPECT_THAT(listening.evidence(), IsEmpty());
}

}  // namespace
}  // namespace proctor::command
