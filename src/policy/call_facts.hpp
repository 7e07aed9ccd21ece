// What the policy gets to know of a call: values, worked out by whoever asks.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace proctor::policy {

/// What an earlier answer says about exactly this call (approvals.hpp).
enum class Taken {
  none,
  allowed,  ///< this once; it is used up
  always,
  denied,
};

/// What holds what a call runs: the isolation level, and in a sandbox the network. The loosest comes first.
enum class Held : std::uint8_t { by_nothing, as_processes, in_networked_sandbox, in_sandbox };
const char* word(Held held);  ///< "sandbox, no network"

/// Whether what was allowed under `allowed` may run under `wanted`: only held the same way or more strictly.
/// None: nothing was said about it, and it counts as the level process.
bool covers(std::optional<Held> allowed, std::optional<Held> wanted);

struct CallFacts {
  std::string tool;
  std::string alias{};            ///< the tool's second name; empty: none
  bool mutating = true;           ///< it can have side effects
  bool asks = false;              ///< the tool wants a person asked, side effects or not
  std::string command{};          ///< exactly what would run, secrets and all; empty: no command
  std::string answered{};         ///< the command as far as an answer counts for it; empty: all of it
  std::string runs{};             ///< which command the tool would start, where `command` doesn't say it
  std::filesystem::path workdir;  ///< without symbolic links (workdir.hpp)
  std::optional<Held> held{};     ///< none: the call runs nothing
  bool inside_roots = true;
  Taken earlier = Taken::none;
};

}  // namespace proctor::policy
