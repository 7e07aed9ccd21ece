// What the server tells about itself: who it is, what it can do, its tools.
#pragma once

#include <span>

#include "service/mcp/era.hpp"
#include "tool/tool.hpp"

namespace proctor::mcp {

json::object server_info();
json::object capabilities(Era era);
std::string_view instructions();
/// Whether a call of the tool may be a task: it runs something.
bool can_be_task(const tool::ToolInfo& tool);

/// The result of initialize.
json::object initialize_result(std::string_view version);
/// The result of server/discover.
json::object discover_result();
/// The result of tools/list.
json::object tools_result(std::span<const tool::ToolInfo> tools);

/// Makes a result what the era wants it to be: the newer says who answers and that the answer is whole.
json::object finished(json::object result, Era era);

/// For results that a stateless client may keep for a while.
void allow_caching(json::object& result, std::chrono::milliseconds how_long);

}  // namespace proctor::mcp
