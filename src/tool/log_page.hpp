// Reads the log of a run in pages. The log has the raw bytes; what is read is sanitised, and secrets are
// masked.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>

#include "base/error.hpp"
#include "policy/secrets.hpp"
#include "tool/host.hpp"

namespace proctor::tool {

struct LogQuestion {
  std::int64_t offset = 0;  ///< negative: that many bytes before the end
  std::uint64_t limit = 16'384;
  std::optional<std::string> grep{};          ///< RE2: only lines that match it
  std::optional<std::uint64_t> last_lines{};  ///< the last so many lines (of those that match); beats offset
  std::stop_token stop{};                     ///< nobody waits for the page any more
  /// When a search ends, with what it has found by then: the next page goes on there.
  std::chrono::steady_clock::time_point until = std::chrono::steady_clock::time_point::max();
};

/// A page ends at the end of a line where one is in it, so that no line stands half on one page.
/// INVALID_REQUEST (details.field) for an unknown run and a bad expression.
Result<LogPage> read_page(const std::string& run, const LogQuestion& question,
                          const policy::SecretMask& mask);

}  // namespace proctor::tool
