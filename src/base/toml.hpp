// TOML through toml++, compiled once (toml.cpp).
#pragma once

#define TOML_HEADER_ONLY 0
#define TOML_EXCEPTIONS 0
#include <toml++/toml.h>

#include <string>
#include <string_view>

#include "base/error.hpp"

namespace proctor {

/// The error says "NAME:LINE:COLUMN: what is wrong".
Result<toml::table> parse_toml(std::string_view text, const std::string& name);

}  // namespace proctor
