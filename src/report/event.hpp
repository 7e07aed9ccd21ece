// Something that happened during a run, told while it happens. Views are valid only during the call.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string_view>
#include <variant>

#include "report/report.hpp"

namespace proctor {

enum class Stream { out, err };

/// A new phase began: "compiling", "testing", "recovering", "coverage", "gas report", …
struct PhaseStarted {
  std::string_view phase;
  std::string_view detail;  ///< "25 files with Solc 0.8.30"; may be empty
  std::size_t attempt = 1;  ///< above 1: what failed is run again, the how-manieth time in all
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
/// A test as the report will call it. Empty: not known.
struct EventTest {
  std::string_view id{};  ///< Case::id
  std::string_view file{};
  std::string_view suite{};
  std::string_view name{};
};
struct TestStarted {
  std::string_view name;  ///< as a person reads it
  EventTest test{};
};
struct TestFinished {
  std::string_view name;
  std::optional<Status> status;  ///< none: the results are those of its parts
  EventTest test{};
  std::optional<double> duration_ms{};
  std::string_view reason{};

  bool failed() const { return status == Status::fail || status == Status::error; }
};

using Event = std::variant<PhaseStarted, SuitesFound, SuiteStarted, SuiteFinished, TestsFound, TestStarted,
                           TestFinished>;
using EventSink = std::function<void(const Event&)>;

}  // namespace proctor
