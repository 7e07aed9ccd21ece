// Who calls a stop hook, and for which project. What each agent hears: tests/e2e/test_gate.py.
#include "gate/stop_hook.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <fstream>

namespace proctor::gate {
namespace {

class ReadStopCall : public ::testing::Test {
 protected:
  ReadStopCall() {
    unsetenv("CLAUDE_PROJECT_DIR");
    unsetenv("GEMINI_PROJECT_DIR");
  }
  static StopCall read(const char* agent, const std::string& input) {
    auto call = read_stop_call(agent, input);
    EXPECT_TRUE(call) << input;
    return call.value_or(StopCall{});
  }
};

TEST_F(ReadStopCall, AnswersWhoReallyCalls) {
  EXPECT_EQ(read("claude", R"({"session_id": "s"})").speech, Speech::claude);
  EXPECT_EQ(read("codex", R"({"session_id": "s"})").speech, Speech::claude);
  EXPECT_EQ(read("gemini", R"({"session_id": "s"})").speech, Speech::gemini);
  EXPECT_EQ(read("claude", R"({"sessionId": "s"})").speech, Speech::copilot);
  EXPECT_EQ(read("claude", R"({"cursor_version": "2"})").speech, Speech::cursor);
  EXPECT_EQ(read("vscode", "{}").speech, Speech::copilot);
  EXPECT_EQ(read("cursor", "{}").speech, Speech::cursor);
}

TEST_F(ReadStopCall, KnowsWhetherTheAgentGoesOnAlready) {
  EXPECT_FALSE(read("claude", R"({"stop_hook_active": false})").goes_on);
  EXPECT_TRUE(read("claude", R"({"stop_hook_active": true})").goes_on);
  EXPECT_FALSE(read("cursor", R"({"loop_count": 0})").goes_on);
  EXPECT_TRUE(read("cursor", R"({"loop_count": 1})").goes_on);
  EXPECT_TRUE(read("copilot", "{}").goes_on);  // it doesn't tell
}

TEST_F(ReadStopCall, LooksAtTheProjectAroundTheAgentsDirectory) {
  EXPECT_EQ(read("claude", R"({"cwd": "/p/src"})").directory, "/p/src");
  EXPECT_EQ(read("cursor", R"({"cwd": "/x", "workspace_roots": ["/p"]})").directory, "/p");
  setenv("CLAUDE_PROJECT_DIR", "/p", 1);
  EXPECT_EQ(read("claude", R"({"cwd": "/p/src"})").directory, "/p");
  EXPECT_EQ(read("claude", R"({"cwd": "/private/q"})").directory, "/private/q");
  EXPECT_EQ(read("claude", "{}").directory, ".");
}

TEST_F(ReadStopCall, TakesTheSessionsBeginningFromTheTranscript) {
  const std::string file = testing::TempDir() + "/stop_hook_test.jsonl";
  const std::string call = R"({"transcript_path": ")" + file + R"("})";
  for (const auto& [text, began] : std::vector<std::pair<std::string, std::string>>{
           {R"({"type": "user", "timestamp": "2026-01-02T03:04:05.678Z"})", "2026-01-02T03:04:05.678Z"},
           {R"({"timestamp":"2026-01-02T03:04:05+01:00"})", "2026-01-02T03:04:05+01:00"},
           {R"({"timestamp": 1767323045})", ""},
           {R"({"timestamp": "now}; rm -rf x"})", ""},
           {"", ""}}) {
    std::ofstream(file) << text;
    EXPECT_EQ(read("claude", call).session_began, began) << text;
  }
}

TEST_F(ReadStopCall, RefusesWhatIsNoObject) {
  for (const char* input : {"", "[]", "{", "stop"}) EXPECT_FALSE(read_stop_call("claude", input)) << input;
}

}  // namespace
}  // namespace proctor::gate
