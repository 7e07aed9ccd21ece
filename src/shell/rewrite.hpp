// Rewrites a shell line of an agent so that the tests in it run through `proctor run`.
//
// The bash grammar has to understand the whole line. Leading `cd`, `source`, `export` and assignments stay
// where they are: their effect belongs to the agent's shell. The rest becomes one word in single quotes:
//
//   cd api && pytest -q | tail -3      ->      cd api && proctor run --shell -c 'pytest -q | tail -3'
//
// A line is left alone wherever that could change what it does. A rewriting that is wrong costs more than one
// that is missing.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace proctor::shell {

struct RewriteSettings {
  std::string program = "proctor";     ///< as it stands in the rewritten line, quoted where needed
  std::string path{};                  ///< PATH of the agent's shell
  std::vector<std::string> exclude{};  ///< `[hook] exclude`: globs, or the words that a command begins with
};

struct Rewriting {
  std::string line{};    ///< the rewritten line, or the same
  bool changed = false;  ///< it isn't the same
  std::string why{};     ///< a clause without a full stop: why it is rewritten, or left alone
};

/// Bounded in time and memory for any text. A rewritten line is never rewritten again.
Rewriting rewrite(std::string_view line, const RewriteSettings& settings);

/// Whether text fits a pattern in which `*` stands for any characters and `?` for one.
bool fits_glob(std::string_view pattern, std::string_view text);

}  // namespace proctor::shell
