// `proctor hook`, which an agent calls before each command, and `proctor rewrite`, which shows a person what
// it would answer.
#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace proctor::cli {

/// Exit code 0 in every case, since 2 would block the agent's command; nothing on stderr.
void add_hook(CLI::App& app, std::function<int()>& run);

/// Exit code 0 if the line is rewritten, 1 if it is left alone.
void add_rewrite(CLI::App& app, std::function<int()>& run);

/// What an agent gets for a call of `hook` that can't be understood: nothing. A person gets the usual error.
bool is_hook_call(int argc, const char* const* argv);

}  // namespace proctor::cli
