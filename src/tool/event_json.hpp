// The events of a call as JSON, the same at every door.
#pragma once

#include <string>

#include "base/json.hpp"
#include "tool/tool.hpp"

namespace proctor::tool {

/// {event: "Waiting", ahead}, {event: "Started", run, command, workdir}, {event: "StdoutChunk" or
/// "StderrChunk", run, stream: "stdout" or "stderr", text}, {event: "Step", run, text}, {event: "Completed",
/// run, ok}. `run` is left out before there is one.
json::object to_json(const CallEvent& event, const std::string& run);

}  // namespace proctor::tool
