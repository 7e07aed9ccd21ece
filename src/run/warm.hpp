// Prepares once what the runs of a framework share, and finds out whether a framework can be used here.
#pragma once

#include <stop_token>
#include <string>

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

/// Runs the framework's warm command, which may take minutes and may need the network; `sink` gets what it
/// prints. What was prepared before goes first, and a preparation that fails leaves nothing that runs would
/// use. A framework without such a command has nothing to prepare: false.
Result<bool> warm(const framework::Definition& definition, const Machine& machine,
                  const supervise::OutputSink& sink);

/// Whether a framework can be used on this machine.
struct Usable {
  bool usable = false;
  std::string version{};  ///< first line of what its tool says
  std::string missing{};  ///< what isn't there, and how to get it
  bool prepared = false;
};
Usable examine(const framework::Definition& definition, const Machine& machine);

}  // namespace proctor
