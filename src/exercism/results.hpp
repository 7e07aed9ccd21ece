// results.json, as the Test Runner Interface describes it: the words, and the limits of their length.
// https://exercism.org/docs/building/tooling/test-runners/interface
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/report.hpp"

namespace proctor::exercism {

struct TestResult {
  std::string name;
  Status status = Status::error;  ///< pass, fail or error
  std::string message{};
  std::string test_code{};
  std::string output{};
  std::optional<int> task_id{};
};

struct Results {
  int version = 3;
  Verdict status = Verdict::error;
  std::string message{};  ///< for error, and in version 1 for fail
  std::vector<TestResult> tests{};
};

/// The longest `output`, in characters, the notice that it was cut included.
inline constexpr std::size_t kLongestOutput = 500;
/// The longest message of the whole, in bytes.
inline constexpr std::size_t kLongestMessage = 65'535;
/// The file is smaller than that.
inline constexpr std::size_t kLargestFile = 500'000;

/// At most kLongestOutput characters.
std::string limit_output(std::string text);

/// The file's content: valid UTF-8 whatever the texts hold, within all limits; the longest texts are cut
/// first, and say so.
std::string to_json(Results results);

}  // namespace proctor::exercism
