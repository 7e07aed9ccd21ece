// Entries of the allowlist and the denylist, compared with a call.
//
//   Test               a tool, by name or alias, whatever it runs
//   Test(npm test)     a command of this tool
//   npm test *         a command, whatever tool runs it
//
// `*` stands for any text. In a denylist that is really any text, and white space and the case of tool names
// don't matter. In an allowlist it stands for letters, digits, spaces and _ - . / : = @ + , alone: nothing
// that means something to a shell gets in where a `*` is.
//
// A denylist is no sandbox: a command can be written in endless ways (`r''m`, `sh -c …`, a script that does
// the same), and an entry matches the one that it spells out. What mustn't happen has to be made impossible;
// a denylist catches mistakes.
#pragma once

#include <string_view>

#include "policy/call_facts.hpp"

namespace proctor::policy {

bool allow_matches(std::string_view entry, const CallFacts& call);
bool deny_matches(std::string_view entry, const CallFacts& call);

}  // namespace proctor::policy
