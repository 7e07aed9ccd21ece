// The gate: whether the tests have passed for what lies there. It looks up what is remembered and runs
// nothing.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>

#include "base/error.hpp"
#include "config/config.hpp"
#include "gate/decision.hpp"
#include "supervise/supervise.hpp"

namespace proctor::gate {

struct Asked {
  std::filesystem::path directory{"."};  ///< a project, or a directory in it
  bool staged = false;                   ///< of the index instead of the work tree
  std::filesystem::path index{};         ///< what GIT_INDEX_FILE names
  std::optional<std::chrono::milliseconds> max_age{};
  std::string session_began{};            ///< a time as git reads it; empty: not known
  std::chrono::milliseconds patience{0};  ///< to wait for a run of the project that goes on
};

struct Answered {
  Decision decision;
  std::string state{};  ///< changes with the tree and with every run of it: what the decision rests on
};

/// An error is the gate's own trouble (no git, a damaged index): then nobody knows.
Result<Answered> ask(const Asked& asked, const Config& config, supervise::Supervisor& supervisor,
                     const std::stop_token& stop);

}  // namespace proctor::gate
