// The steps at the beginning of a shell line that have to stay in the shell that reads it.
#pragma once

#include <tree_sitter/api.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "shell/command_kind.hpp"

namespace proctor::shell {

struct LeadingSteps {
  std::size_t rest = 0;  ///< where the rest begins, which a child shell may run
  /// What a child shell has to do first: options such as `set -e; `, which aren't inherited.
  std::string repeated{};
};

/// Leading `cd`, `source`, `export`, `set` and assignments, as far as the rest then does the same in a child
/// shell as it did before. None if the rest changes the directory again: then all of the line belongs
/// together.
LeadingSteps leading_steps(TSNode root, std::string_view line);

/// Whether a command is a function of the shell that changes its environment: `conda activate`, `nvm use`.
bool changes_environment(const std::vector<Word>& words);

}  // namespace proctor::shell
