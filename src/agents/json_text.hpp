// Edits JSON as text: what isn't asked for keeps its bytes, comments and indentation included.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"

namespace proctor::agents {

/// A value of a JSON text, and where it stands.
struct JsonNode {
  enum class Kind { object, array, other };
  Kind kind = Kind::other;
  std::string key{};              ///< of a member of an object
  std::size_t item = 0;           ///< where its item begins: at its key, or where it has none at the value
  std::size_t begin = 0;          ///< of the value
  std::size_t end = 0;            ///< behind the value
  std::size_t comma = 0;          ///< of the comma behind it; 0: there is none
  std::vector<JsonNode> items{};  ///< members, or elements

  const JsonNode* member(std::string_view name) const;
};

/// Comments and trailing commas are read as well. INVALID_REQUEST with the line for anything else that isn't
/// JSON, and for what is nested too deep.
Result<JsonNode> read_json_text(std::string_view text);

/// Appends an item behind the last one: `"key": value` in an object, `value` in an array. It gets a line of
/// its own unless the items before it stand on one line.
std::string append_item(std::string_view text, const JsonNode& container, std::string_view item);

/// Takes an item out again, so that what append_item() did to a container that had items is undone to the
/// byte. Of an emptied container its brackets stay, and comments in it.
std::string remove_item(std::string_view text, const JsonNode& container, std::size_t index);

/// A JSON string literal.
std::string json_string(std::string_view text);

}  // namespace proctor::agents
