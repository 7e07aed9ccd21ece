// What every tool gets for one call of it.
#pragma once

#include <filesystem>
#include <string>

#include "config/config.hpp"
#include "config/overrides.hpp"
#include "policy/environment.hpp"
#include "policy/secrets.hpp"
#include "supervise/supervise.hpp"
#include "tool/journal.hpp"
#include "tool/running_calls.hpp"
#include "tool/tool.hpp"

namespace proctor::tool {

struct Call {
  const ToolInfo& tool;
  const Config& config;
  const std::filesystem::path& project_root;
  const std::filesystem::path& config_file;  ///< the one to read alone; empty: found as always
  const Overrides& overrides;                ///< what the command line says over the configuration
  supervise::Supervisor& supervisor;
  RunningCalls& running;
  Journal& journal;
  const Caller& caller;
  const policy::CleanEnvironment& environment;
  const policy::SecretMask& mask;

  /// For the eyes of others: without secrets, known ones or such as only look like one.
  std::string shown(std::string_view text) const { return policy::mask_shapes(mask.mask(text)); }

  void tell(const CallEvent& event) const {
    if (caller.on_event) caller.on_event(event);
  }
};

/// An answer that is an error and nothing else.
CallResult error_result(const Error& error);

// The tools: arguments in, answer out.
CallResult call_test(const Call& call, const json::object& arguments);
CallResult call_run_tests(const Call& call, const json::object& arguments);
CallResult call_read_log(const Call& call, const json::object& arguments);
CallResult call_cancel_run(const Call& call, const json::object& arguments);

}  // namespace proctor::tool
