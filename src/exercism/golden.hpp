// Golden cases: directories with a submission and the results.json that it should have,
// expected_results.json. Each is tested as `proctor exercism` does and compared (golden_compare.hpp).
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "exercism/exercise.hpp"
#include "exercism/golden_compare.hpp"

namespace proctor::exercism {

struct GoldenCase {
  std::filesystem::path directory;  ///< as it's to be named: below the directory that was given
  std::string slug;                 ///< the directory's own name
};

/// All directories at and below these that hold expected_results.json, by path, each once; with `make_new`
/// also those with .meta/config.json or .exercism/config.json, and of `directories` those that hold a file.
/// INVALID_REQUEST if there are none, or if one of `directories` isn't a directory. Symbolic links aren't
/// followed.
Result<std::vector<GoldenCase>> find_golden_cases(const std::vector<std::filesystem::path>& directories,
                                                  bool make_new = false);

struct GoldenOptions {
  std::string track{};  ///< empty: found from the files of each case
  bool any_order = false;
  bool strict = false;   ///< the words of messages count
  bool bless = false;    ///< what was written becomes what is expected
  std::size_t jobs = 1;  ///< cases side by side
};

struct GoldenResult {
  GoldenCase what;
  std::string problem{};  ///< why there is nothing to compare; it's a failure
  Comparison comparison{};
  bool exact = false;    ///< equal byte for byte
  bool blessed = false;  ///< expected_results.json was written
  std::chrono::milliseconds duration{};
  std::vector<std::string> warnings{};  ///< of the run

  bool passed() const { return problem.empty() && comparison.passed(); }
};

/// Called for each case that is done, by one thread at a time, in any order.
using GoldenProgress = std::function<void(const GoldenResult&)>;

/// In the order of the cases; fewer if a stop was asked for. Nothing is written into the cases but what
/// `bless` is for.
std::vector<GoldenResult> run_golden(const std::vector<GoldenCase>& cases, const GoldenOptions& options,
                                     const Tester& tester, const GoldenProgress& progress);

}  // namespace proctor::exercism
