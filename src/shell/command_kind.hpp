// What a simple command is to tests: a runner, something that runs another command, or neither.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace proctor::shell {

/// A word of a command, without its quotes; expansions stay as they are written.
struct Word {
  std::string text{};
  bool literal = true;  ///< no expansion is in it
};

/// The kinds of commands.txt, which says what each means. Of several that fit the first counts.
enum class Kind { no, asks, loose, tests, script, shell, text, each, through, other };

struct CommandKind {
  Kind kind = Kind::other;
  std::string sums{};      ///< the tool in whose words it closes its output; empty: it needn't print any
  bool is_quiet = false;   ///< nor does what runs behind it
  std::size_t behind = 0;  ///< of through, each and text: where the words of the inner command begin
};

/// What the command that begins at `first` is; words before it aren't looked at.
CommandKind command_kind(const std::vector<Word>& words, std::size_t first = 0);

/// The words of a test runner, somewhere in text that isn't taken apart: "pytest", "npm test"; nothing if
/// there are none. Names of scripts aren't looked for.
std::string find_runner(std::string_view text);

}  // namespace proctor::shell
