#include "shell/waiting.hpp"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <string_view>

#include "shell/nodes.hpp"

namespace proctor::shell {
namespace {

std::string_view program_of(const Word& word) {
  return std::string_view(word.text).substr(word.text.rfind('/') + 1);
}

// They watch unless they are told otherwise.
bool watches_by_default(const std::vector<Word>& words, std::size_t first) {
  const std::string_view program = program_of(words[first]);
  const std::string_view next = first + 1 < words.size() ? std::string_view(words[first + 1].text) : "";
  if (is_one_of(program, {"vitest", "vitest.mjs"})) return !is_one_of(next, {"run", "related", "bench"});
  return (program == "react-scripts" && next == "test") || (program == "ng" && next == "test") ||
         (program == "karma" && next == "start");
}

}  // namespace

std::string waits_for(const std::vector<Word>& words, std::size_t first, bool is_ci) {
  static const RE2 kWatches(R"(--(watch|watchAll|watch-all|ui|looponfail|watch=true|watchAll=true))");
  static const RE2 kWaits(R"(--(pdb|trace|inspect-brk|debug-brk|inspect-wait)(=.*)?)");
  static const RE2 kTold(R"(--(run|no-watch|watch=false|watchAll=false|single-run|no-watchAll|run=true))");
  static const RE2 kName(R"((.*[:_.-])?watch([:_.-].*)?)");
  const bool has_scripts =
      is_one_of(program_of(words[first]), {"npm", "pnpm", "yarn", "bun", "deno", "make", "just", "task",
                                           "rake", "nx", "turbo", "lerna", "composer", "mix"});
  const bool has_short_watch = is_one_of(program_of(words[first]), {"mocha", "_mocha", "ava"});
  bool told = is_ci;
  int names = 0;
  for (std::size_t i = first + 1; i < words.size(); ++i) {
    const std::string& word = words[i].text;
    if (RE2::FullMatch(word, kWatches) || (has_short_watch && word == "-w"))
      return fmt::format("with `{}` it watches, and doesn't end", word);
    if (RE2::FullMatch(word, kWaits)) return fmt::format("with `{}` it waits for somebody", word);
    told = told || RE2::FullMatch(word, kTold);
    if (!has_scripts || word.starts_with('-') || ++names > 2) continue;
    if (RE2::FullMatch(word, kName)) return fmt::format("`{}` watches, and doesn't end", word);
  }
  if (!told && watches_by_default(words, first))
    return fmt::format("`{}` watches unless it is told to run once, and doesn't end",
                       program_of(words[first]));
  return {};
}

}  // namespace proctor::shell
