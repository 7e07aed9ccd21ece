// Judges results that were recorded elsewhere.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "report/report.hpp"

namespace proctor {

/// The next piece of the recorded output; empty at its end.
using Source = std::function<std::string_view()>;

struct Recorded {
  std::string format{};            ///< one of recorded_formats(); empty: found out from the content
  std::optional<int> exit_code{};  ///< negative: the signal that ended it; none: not known
  std::string stderr_text{};       ///< what stood on stderr, if it was recorded
};

struct RecordedFile {
  std::string name;
  Source source;
};

/// "forge-json", "junit-xml", …, as a sentence lists them.
std::string recorded_formats();

/// The same answer that a run with these reports would have given, as far as they tell. INVALID_REQUEST for a
/// format that isn't known, or can't be found out.
Answer read_recorded(const std::vector<RecordedFile>& files, const Recorded& recorded);
Answer read_recorded(const Source& source, const Recorded& recorded);

}  // namespace proctor
