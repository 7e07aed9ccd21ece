// Something that happened during a run, told while it happens. Views are valid only during the call.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string_view>
#include <variant>

namespace proctor {

enum class Stream { out, err };

/// A new phase began: "compiling", "testing", "recovering", "coverage", "gas report", …
struct PhaseStarted {
  std::string_view phase;
  std::string_view detail;  ///< "25 files with Solc 0.8.30"; may be empty
};
struct SuitesFound {
  std::size_t count;
};
struct SuiteStarted {
  std::string_view name;
};
struct SuiteFinished {
  std::string_view name;
  std::optional<std::chrono::microseconds> duration;
};

/// Where a framework tells of each test.
struct TestsFound {
  std::size_t count;  ///< those that are over included
};
struct TestStarted {
  std::string_view name;
};
struct TestFinished {
  std::string_view name;
  bool failed;
};

using Event = std::variant<PhaseStarted, SuitesFound, SuiteStarted, SuiteFinished, TestsFound, TestStarted,
                           TestFinished>;
using EventSink = std::function<void(const Event&)>;

}  // namespace proctor
