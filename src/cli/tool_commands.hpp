// `proctor tools`, `proctor call`, `proctor log`: the tools from the command line.
#pragma once

#include <functional>
#include <iosfwd>
#include <stop_token>

#include "policy/question.hpp"

namespace CLI {
class App;
}

namespace proctor::cli {

/// Adds the three commands; the one that is called puts what it does into `run`.
void add_tool_commands(CLI::App& app, std::function<int()>& run);

/// Asks at a terminal: y, n or a(lways). What isn't understood is asked again; the end of input and a stop
/// are a no.
policy::Reply ask_at_terminal(const policy::Question& question, int in, int out, const std::stop_token& stop);

}  // namespace proctor::cli
