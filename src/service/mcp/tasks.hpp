// A call as a task: what a client polls instead of waiting for a response.
//
// 2025-11-25 has them as a capability: the client asks for a task with the call. 2026-07-28 has them as the
// extension io.modelcontextprotocol/tasks: the server answers a call that goes on for long with a task, if
// the client declared that it takes one. In both, the id of a task is the ticket of a LongCall.
#pragma once

#include "service/mcp/era.hpp"
#include "service/mcp/long_calls.hpp"

namespace proctor::mcp {

/// What answers a call that is a task from its beginning (2025-11-25), or has become one (2026-07-28).
json::object create_task_result(const LongCall& call, Era era);

/// `_meta` of what belongs to a task.
json::object related_task(const LongCall& call);

/// Answers tasks/get, tasks/cancel, and in 2026-07-28 tasks/update. Another method or an unknown task is a
/// fault.
tl::expected<json::object, Fault> answer_task(LongCalls& calls, std::string_view method,
                                              const json::object& params, Era era);

/// The call that tasks/result waits for (2025-11-25).
tl::expected<std::shared_ptr<LongCall>, Fault> find_task(LongCalls& calls, const json::object& params);

}  // namespace proctor::mcp
