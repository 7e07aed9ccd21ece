// A shell command taken apart into what it runs, as far as that can be told without running it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace proctor::format {

struct ShellWord {
  std::string text{};   ///< without quotes; an expansion stays as it is written
  bool literal = true;  ///< no expansion is in it
};

/// A simple command, or a list of them in parentheses or braces, without its redirections.
struct ShellStep {
  /// What stands behind it: `|`, `&&`, `||`, `;` or a newline.
  enum class Then { end, pipe, if_it_succeeds, if_it_fails, next };

  std::vector<ShellWord> words{};  ///< those of a list are just "("
  std::vector<ShellStep> list{};
  Then then = Then::end;
  bool writes_elsewhere = false;  ///< what it prints goes into a file
};

/// Nothing for what is more than lists of simple commands and pipelines (substitutions, `if`, here-documents,
/// background jobs), for what changes the rules (`set -o`, `trap`, `eval`), and for what isn't a command at
/// all.
std::optional<std::vector<ShellStep>> shell_steps(std::string_view command);

}  // namespace proctor::format
