// The published JSON Schemas as part of the program.
#pragma once

#include <string_view>

namespace proctor::tool {

/// The text of schemas/NAME.schema.json; empty if no tool needs it.
std::string_view schema_text(std::string_view name);

}  // namespace proctor::tool
