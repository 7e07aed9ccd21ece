// One tools/call: from its parameters to its result, with what the client is told and asked meanwhile.
#pragma once

#include <chrono>
#include <functional>
#include <stop_token>
#include <string>
#include <tl/expected.hpp>

#include "service/mcp/asks.hpp"
#include "service/mcp/era.hpp"
#include "service/mcp/progress.hpp"
#include "service/mcp/request_state.hpp"
#include "service/mcp/runs.hpp"
#include "tool/host.hpp"

namespace proctor::mcp {

/// The parameters of tools/call, looked at once.
struct CallParams {
  const tool::ToolInfo* tool = nullptr;
  std::string arguments{};       ///< JSON text; empty: none
  json::value progress_token{};  ///< null: no progress is wanted
  json::value approval{};        ///< what a person answered, as the client says; null: nothing
  std::string request_state{};   ///< empty: this isn't the second try
};
tl::expected<CallParams, Fault> read_call(const json::object& params, const tool::Host& host);

/// What calls share. All of it outlives them.
struct CallWorld {
  tool::Host& host;
  Send send;
  Asks& asks;
  RequestStates& states;
  Ticker& ticker;
  Runs& runs;
  ProgressPace pace{};
  std::chrono::milliseconds ask_timeout{};
};

/// Returns when everything that the call started has ended. `wants` says whether the client wants to be told
/// messages of a level now; it is asked again and again, as a session may change its mind.
json::object run_call(CallWorld& world, const CallParams& params, const Client& client,
                      const std::function<bool(LogLevel)>& wants, const std::stop_token& stop);

}  // namespace proctor::mcp
