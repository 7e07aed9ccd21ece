// A tool as a caller sees it, and what goes on during one call of it.
//
// Doors (cli/, service/) speak to the Host (host.hpp) in these types and know nothing of how a tool works.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <variant>

#include "base/json.hpp"
#include "policy/question.hpp"
#include "report/event.hpp"

namespace proctor::tool {

/// What a client may be told about a tool's effects, with the meanings (and names) of MCP's annotations.
struct Annotations {
  bool read_only = false;
  bool destructive = true;
  bool idempotent = false;
  bool open_world = true;
};

/// What `proctor tools` and MCP's tools/list show.
struct ToolInfo {
  std::string name;
  std::string alias{};  ///< a second name that calls may use; empty: none
  std::string title;
  std::string description;
  json::object input_schema;   ///< JSON Schema 2020-12 of the arguments
  json::object output_schema;  ///< JSON Schema 2020-12 of the envelope that a call answers with
  policy::Risk risk = policy::Risk::high;
  Annotations annotations{};
};

// Events of one call, in this order: Waiting*, Started, (Chunk | Step)*, Completed. A call that is refused
// has none but Waiting and Completed.

/// Too many calls are running: this one begins when `ahead` others are done.
struct Waiting {
  std::size_t ahead;
};
struct Started {
  std::string run;      ///< id of the run, for read_log and cancel_run
  std::string command;  ///< secrets masked
  std::string workdir;
  /// Requested when the call is due: nothing of the run is left but what on_event holds up, and its time is
  /// over. From then on on_event may go on waiting only for somebody who goes on taking what it tells.
  std::stop_token late{};
};
/// Sanitised output: valid UTF-8, no control characters but newline and tab, secrets masked.
struct Chunk {
  Stream stream;
  std::string text;
};
/// A step of a run that isn't output: "compiling", "3 of 7 suites".
struct Step {
  std::string text;
};
struct Completed {
  bool ok;
  std::uint64_t untold_bytes = 0;  ///< of chunks that on_event couldn't tell; set by the door
};
using CallEvent = std::variant<Waiting, Started, Chunk, Step, Completed>;

/// The door's side of one call. The functions are called from other threads than the one that called, one
/// after the other, and may block: the run then waits (its limits go on counting), nothing is dropped. An
/// answer that is due isn't held up by somebody who has stopped listening for good (Started::late).
struct Caller {
  std::function<void(const CallEvent&)> on_event{};
  /// How many bytes of chunks on_event couldn't tell so far. Empty: it tells all of them.
  std::function<std::uint64_t()> untold{};
  /// Asks a person. Empty: nobody can be asked (as Reply::later).
  std::function<policy::Reply(const policy::Question&)> ask{};
  std::stop_token stop{};
  std::string door;  ///< "cli" or "mcp", for the journal
};

/// What a call leads to.
struct CallResult {
  json::object envelope{};  ///< {ok, data?, error?}, as the tool's output_schema says
  std::string text{};       ///< the same for a reader with little room, within [tools.answer] max_tokens
  std::string summary{};    ///< the text where it stands in front of the envelope's fields; empty: all of it
  std::string kept{};       ///< path of the whole envelope; empty if it isn't kept
  std::string run{};        ///< id of the run; empty if nothing was run
  std::string log{};        ///< path of the whole output; empty if there is none
  bool ok = false;
  int exit_code = 3;  ///< of the command line
};

}  // namespace proctor::tool
