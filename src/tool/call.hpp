// What every tool gets for one call of it.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "config/config.hpp"
#include "config/overrides.hpp"
#include "policy/environment.hpp"
#include "policy/secrets.hpp"
#include "supervise/supervise.hpp"
#include "tool/journal.hpp"
#include "tool/permission.hpp"
#include "tool/running_calls.hpp"
#include "tool/tool.hpp"

namespace proctor::tool {

/// What a call has got on its way to its run. A person may take minutes to answer, and the calls before this
/// one as long: then it is gone through anew, with the configuration of now, and this is what stays.
struct Turn {
  std::optional<RunningCalls::Place> place{};  ///< among those that run
  std::optional<Granted> granted{};
  std::vector<std::string> warnings{};
  bool late = false;   ///< time has passed since the configuration was read
  bool again = false;  ///< the call is to be gone through anew; its result is none
};

struct Call {
  const ToolInfo& tool;
  const Config& config;
  const std::filesystem::path& project_root;
  const std::filesystem::path& config_file;  ///< the one to read alone; empty: found as always
  const Overrides& overrides;                ///< what the command line says over the configuration
  supervise::Supervisor& supervisor;
  RunningCalls& running;
  Journal& journal;
  Turn& turn;
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

/// Tokens for the words of an answer: all that the configuration says, and less where an address is put
/// behind them (the door "mcp").
std::size_t words_budget(const Call& call);
/// The same for words that stand in front of an envelope's fields.
std::size_t summary_budget(const Call& call);

/// For a tool whose call may run: who is asked, and what that changes, is kept in the call's turn.
std::optional<Error> ask_permission(const Call& call, PermissionRequest request);

/// Waits for a place among those that run. A result: the call ends with that, and begins anew where its turn
/// says so. `workdir` must be the same place then as when it was decided about; empty: none.
std::optional<CallResult> take_turn(const Call& call, const std::filesystem::path& workdir);

// The tools: arguments in, answer out.
CallResult call_test(const Call& call, const json::object& arguments);
CallResult call_run_tests(const Call& call, const json::object& arguments);
CallResult call_list_tests(const Call& call, const json::object& arguments);
CallResult call_wait_run(const Call& call, const json::object& arguments);
CallResult call_read_log(const Call& call, const json::object& arguments);
CallResult call_cancel_run(const Call& call, const json::object& arguments);

}  // namespace proctor::tool
