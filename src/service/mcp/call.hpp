// One tools/call: from its parameters to its result, with what the client is told and asked meanwhile.
#pragma once

#include <chrono>
#include <functional>
#include <stop_token>
#include <string>
#include <tl/expected.hpp>

#include "service/mcp/asks.hpp"
#include "service/mcp/era.hpp"
#include "service/mcp/long_calls.hpp"
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
  bool as_task = false;          ///< the client wants a task for an answer (2025-11-25)
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
  LongCalls& calls;
  std::size_t max_calls = 64;  ///< that go on at once, answered or not
  ProgressPace pace{};
  std::chrono::milliseconds ask_timeout{};
};

/// Whether the client wants to be told messages of a level now. It is asked again and again, as a session may
/// change its mind.
using Wants = std::function<bool(const Client&, LogLevel)>;

/// Returns when everything that the call started has ended, or, where it runs something for longer than the
/// configuration says, that it is still running.
json::object run_call(CallWorld& world, const CallParams& params, const Client& client, const Wants& wants,
                      const std::stop_token& stop);

}  // namespace proctor::mcp
