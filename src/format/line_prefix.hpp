// What runs several programs at once puts before each line that they print: the name of the one that it
// comes from.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace proctor::format {

inline constexpr std::size_t kLongestPrefix = 80;

struct PrefixedLine {
  enum class Kind { brackets, bar, colon, time };

  Kind kind = Kind::brackets;
  std::string_view prefix{};  ///< the same for all lines of one source; empty for a time
  std::string_view rest{};
};

/// "[0] x" (concurrently, npm-run-all), "[app]: x" (yarn), "web-1  | x" (docker compose, foreman), "app:test:
/// x" (turbo), "app: x" (lerna), "packages/a test: x" (pnpm), "2026-01-31T12:00:00.1Z x", "[12:00:00] x",
/// "12:00:00 x", "Jan 31 12:00:00 x" (ts). A log's level ("[INFO] x", "error: x") and ctest's number ("12:
/// x") are none. `line` without control sequences.
std::optional<PrefixedLine> take_prefix(std::string_view line);

}  // namespace proctor::format
