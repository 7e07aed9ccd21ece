// What forge says about one test, as a Case.
#pragma once

#include <optional>
#include <string>

#include "format/bounded_value.hpp"
#include "report/report.hpp"

namespace proctor::format {

/// `name` is forge's key, the full signature ("testFuzz_X(uint256)"). `result` is the object beside it, of
/// any version of forge. What can't be understood becomes Status::error with a reason, never a pass.
Case read_forge_case(std::string name, const Value& result);

/// A `counterexample` in readable form: the arguments of a single call, or one call a line. Nothing for null.
std::optional<std::string> read_forge_counterexample(const Value& counterexample);

/// A duration as text ("6ms 744µs 506ns") or as old forge's {"secs", "nanos"}, in milliseconds.
std::optional<double> read_forge_duration(const Value& duration);

}  // namespace proctor::format
