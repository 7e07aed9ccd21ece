// Which tools there are, as their callers see them. More tools come here.
#pragma once

#include <span>
#include <string_view>

#include "tool/tool.hpp"

namespace proctor::tool {

/// In the order in which they are listed.
std::span<const ToolInfo> registry();

/// By name or alias; nullptr if there is none.
const ToolInfo* find_tool(std::string_view name);

}  // namespace proctor::tool
