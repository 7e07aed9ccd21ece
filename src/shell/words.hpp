// The words of a simple command, from its node in the syntax tree.
#pragma once

#include <string_view>
#include <vector>

#include "shell/command_kind.hpp"
#include "shell/nodes.hpp"

namespace proctor::shell {

/// `text` is that of the whole tree.
std::vector<Word> words_of(TSNode command, std::string_view text);

}  // namespace proctor::shell
