// Test commands that don't end by themselves: they watch files, or wait for a person.
#pragma once

#include <string>
#include <vector>

#include "shell/command_kind.hpp"

namespace proctor::shell {

/// Why the test runner at `first` doesn't end by itself, a clause; empty if it does. `is_ci`: the line sets
/// CI, with which the runners that watch by default don't.
std::string waits_for(const std::vector<Word>& words, std::size_t first, bool is_ci);

}  // namespace proctor::shell
