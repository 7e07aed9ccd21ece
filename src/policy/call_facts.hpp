// What the policy gets to know of a call: values, worked out by whoever asks.
#pragma once

#include <filesystem>
#include <string>

namespace proctor::policy {

/// What an earlier answer says about exactly this call (approvals.hpp).
enum class Taken {
  none,
  allowed,  ///< this once; it is used up
  always,
  denied,
};

struct CallFacts {
  std::string tool;
  std::string alias{};            ///< the tool's second name; empty: none
  bool mutating = true;           ///< it can have side effects
  bool asks = false;              ///< the tool wants a person asked, side effects or not
  std::string command{};          ///< exactly what would run, secrets and all; empty: no command
  std::filesystem::path workdir;  ///< without symbolic links (workdir.hpp)
  bool inside_roots = true;
  Taken earlier = Taken::none;
};

}  // namespace proctor::policy
