// git's pre-commit hook: asks the gate about what is staged.
#pragma once

#include <filesystem>
#include <string>

#include "base/error.hpp"
#include "tree/tree.hpp"

namespace proctor::gate {

/// Puts a call of `program` into the pre-commit hook that git runs in the repository of `directory`
/// (core.hooksPath, husky and linked work trees included), beside what stands there. Returns a sentence that
/// says what was done; nothing changes where it is there already. INVALID_REQUEST where proctor must not
/// write: another tool makes the hook, it is no shell script, or all of the user's repositories share it.
Result<std::string> install_git_hook(const std::filesystem::path& directory,
                                     const std::filesystem::path& program, const tree::Access& access);

/// Takes out what was installed and nothing else; a hook that has nothing else in it goes.
Result<std::string> remove_git_hook(const std::filesystem::path& directory, const tree::Access& access);

}  // namespace proctor::gate
