// Prepares once what the runs of a framework share, and finds out whether a framework can be used here.
#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "config/config.hpp"
#include "framework/definition.hpp"
#include "supervise/supervise.hpp"

namespace proctor {

struct Machine {
  const Config& config;
  supervise::Supervisor& supervisor;
  std::stop_token stop{};
};

struct Warmed {
  bool prepared = false;  ///< false: a framework without a command for it has nothing to prepare
  IsolationLevel level = IsolationLevel::process;
  std::vector<std::string> warnings{};
};

/// Runs the framework's warm command, which may take minutes and may need the network, held as the
/// configuration says for a project in place; `sink` gets what it prints. What was prepared before goes
/// first, and a preparation that fails leaves nothing that runs would use.
Result<Warmed> warm(const framework::Definition& definition, const Machine& machine,
                    const supervise::OutputSink& sink);

/// Whether a framework can be used on this machine.
struct Usable {
  bool usable = false;
  std::string version{};  ///< first line of what its tool says
  std::string missing{};  ///< what isn't there, and how to get it
  bool prepared = false;
  std::string track_missing{};  ///< what isn't there for the exercises of its track
  std::string stale{};          ///< that what is prepared isn't used, and what to do
};
Usable examine(const framework::Definition& definition, const Machine& machine);

}  // namespace proctor
