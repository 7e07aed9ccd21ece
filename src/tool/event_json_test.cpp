#include "tool/event_json.hpp"

#include <gtest/gtest.h>

namespace proctor::tool {
namespace {

std::string text(const CallEvent& event, const std::string& run = "r") {
  return to_json_line(to_json(event, run));
}

TEST(EventJson, NamesEachEvent) {
  EXPECT_EQ(text(Waiting{2}, ""), R"({"event":"Waiting","ahead":2})");
  EXPECT_EQ(text(Started{"r", "make", "/w"}),
            R"({"event":"Started","run":"r","command":"make","workdir":"/w"})");
  EXPECT_EQ(text(Chunk{Stream::out, "a"}),
            R"({"event":"StdoutChunk","run":"r","stream":"stdout","text":"a"})");
  EXPECT_EQ(text(Chunk{Stream::err, "b"}),
            R"({"event":"StderrChunk","run":"r","stream":"stderr","text":"b"})");
  EXPECT_EQ(text(Step{"compiling"}), R"({"event":"Step","run":"r","text":"compiling"})");
  EXPECT_EQ(text(Completed{true}), R"({"event":"Completed","run":"r","ok":true})");
  EXPECT_EQ(text(Completed{true, 7}), R"({"event":"Completed","run":"r","ok":true,"untold_bytes":7})");
}

TEST(EventJson, ACallThatWasRefusedHasNoRun) {
  EXPECT_EQ(text(Completed{false}, ""), R"({"event":"Completed","ok":false})");
}

}  // namespace
}  // namespace proctor::tool
