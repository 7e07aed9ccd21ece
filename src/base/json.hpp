// The one JSON library, Boost.JSON, compiled once (json.cpp) instead of in every file that includes it.
#pragma once

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <string>
#include <string_view>

#include "base/error.hpp"

namespace proctor {

namespace json = boost::json;

/// Parses a whole document with bounded depth. On bad input the error says what is wrong and at which byte.
/// Documents with a duplicate key in one object are accepted; the last one wins, as everywhere.
Result<json::value> parse_json(std::string_view text);

/// The first name that stands twice in one object of a valid document, wherever it is; empty if there is
/// none. The parser lets the last one win, which hides the other from whoever wrote it.
std::string duplicate_key(std::string_view text);

/// The text of a member; empty if there is none, or if it is something else.
std::string text_field(const json::object& object, std::string_view name);

/// One line, no trailing newline. Invalid UTF-8 in strings is replaced by U+FFFD first, so that the answer is
/// always valid JSON whatever a test printed.
std::string to_json_line(const json::value& value);

/// Two-space indentation, for people and files under version control.
std::string to_json_pretty(const json::value& value);

}  // namespace proctor
