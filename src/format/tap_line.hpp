// What one line of TAP says, and its YAML blocks.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace proctor::format {

/// "not ok 3 - name # TODO reason"
struct TapPoint {
  bool ok = true;
  std::optional<std::size_t> number{};
  std::string name{};
  std::string directive{};  ///< skip or todo
  std::string reason{};
  std::optional<double> duration_ms{};  ///< tap's "# time=12ms"
  bool opens = false;                   ///< a brace at its end: its sub-tests come
};
/// Nothing if it is no test point.
std::optional<TapPoint> parse_tap_point(std::string_view text);

/// Whether a test is called like a file of node's tests: in full, or from Node 22 on as it is seen from the
/// working directory.
bool is_node_file(std::string_view name);

/// Without the backslashes before "#" and "\\".
std::string tap_unescaped(std::string_view text);

/// The value of a key of the block's outermost level, without its quotes; of a block scalar its lines. Empty
/// if the key isn't there.
std::string tap_yaml_value(std::string_view yaml, std::string_view key);

}  // namespace proctor::format
