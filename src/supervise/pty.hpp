// Pseudo-terminals: what a command gets in the place of a terminal, so that what it prints can be read.
#pragma once

#include <string>

#include "base/error.hpp"
#include "base/unique_fd.hpp"

namespace proctor::supervise {

/// The end of a new pseudo-terminal that stays with us, above 2; reading and writing never block. It has the
/// settings and the size of `terminal`, but it leaves what is printed as it is (OPOST is off): the terminal
/// that shows it does that. RESOURCES_EXHAUSTED or INTERNAL_ERROR if none can be had.
Result<UniqueFd> make_pty(int terminal);

/// Opens the other end, which is the command's; empty with errno set if that fails.
UniqueFd open_peer(int pty);

/// Gives it the size of `terminal`. What runs in it learns of that (SIGWINCH).
void resize_pty(int pty, int terminal);

}  // namespace proctor::supervise
