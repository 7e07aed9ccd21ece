// Judges a result that was recorded elsewhere.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "report/report.hpp"

namespace proctor {

/// The next piece of the recorded output; empty at its end.
using Source = std::function<std::string_view()>;

struct Recorded {
  std::string format = "forge-json";
  std::optional<int> exit_code{};  ///< negative: the signal that ended it; none: not known
  std::string stderr_text{};       ///< what stood on stderr, if it was recorded
};

/// The same answer that a run with this output would have given, as far as the output tells. INVALID_REQUEST
/// for a format that isn't known.
Answer read_recorded(const Source& source, const Recorded& recorded);

}  // namespace proctor
