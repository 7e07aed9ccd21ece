// The text of commands.txt, which is part of the program.
#pragma once

#include <string_view>

namespace proctor::shell {

std::string_view commands_table();

}  // namespace proctor::shell
