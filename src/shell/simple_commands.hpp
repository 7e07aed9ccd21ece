// The simple commands of a shell line, wherever they stand in it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "shell/command_kind.hpp"

namespace proctor::shell {

struct SimpleCommand {
  std::string text{};       ///< as written, with assignments before it, without redirections
  std::string bare{};       ///< the same without the assignments
  bool reads_pipe = false;  ///< it stands behind `|`
};

struct LineCommands {
  bool readable = false;  ///< the bash grammar understood the whole line
  /// Nothing but simple commands and operators: no substitution, no file written, no heredoc, no loop.
  bool plain = true;
  std::vector<SimpleCommand> commands{};  ///< in the order of the line, also those in substitutions
};

/// Bounded in time and memory for any text.
LineCommands simple_commands(std::string_view line);

}  // namespace proctor::shell
