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

/// A simple command, or a list of them, without its redirections. A list is what stands in parentheses or
/// braces, an `if`, a `for`, a `while` or what a function does.
struct ShellStep {
  /// What stands behind it: `|`, `&&`, `||`, `;` or a newline. Behind the condition of an `if` stand two
  /// lists, of which it chooses one. Behind `!` the two in the middle stand for each other.
  enum class Then { end, pipe, if_it_succeeds, if_it_fails, next, choose };

  /// Of a list "(" or "else" alone. An `if` without `else` has "fi" in its place, a loop ends with "done",
  /// and what a `while` asks stands there as if it were substituted; after what runs in the background stands
  /// "&", reached if that fails, and "!" after what is negated.
  std::vector<ShellWord> words{};
  std::vector<ShellStep> list{};
  std::vector<ShellStep> substituted{};  ///< what stands in its words as "$(…)" or between backticks
  Then then = Then::end;
  bool writes_elsewhere = false;  ///< what it prints goes into a file
  std::string file{};             ///< into this one
  std::string takes_output{};     ///< or into this variable, of a list in its place (inner_commands.hpp)
};

/// Nothing for what is more than lists of simple commands and pipelines (`case`, `elif`), for what changes
/// the rules (`set -o`, most of `trap` and of `source`), and for what isn't a command at all. What functions
/// of the command do stands where they are called, and the value of a variable where it is the command.
std::optional<std::vector<ShellStep>> shell_steps(std::string_view command);

}  // namespace proctor::format
