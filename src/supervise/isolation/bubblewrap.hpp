// The program that makes the sandbox: where it is, and in plain words why it couldn't.
#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace proctor::supervise {

/// Its path. Looked for in fixed places, never in a PATH, and taken only if root alone can change it: it runs
/// outside of the sandbox. The error is a sentence for a person.
tl::expected<std::string, std::string> find_bubblewrap();

/// A sentence for a person from what bubblewrap said when it couldn't set a sandbox up: which primitive is
/// missing, and what to do.
std::string explain_setup_failure(std::string_view words);

}  // namespace proctor::supervise
