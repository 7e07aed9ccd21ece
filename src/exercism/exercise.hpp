// A learning site's submission, from its directory to its results.json: the Test Runner Interface.
// https://exercism.org/docs/building/tooling/test-runners/interface
//
// The submission is only read: a copy of it is tested, in a sandbox where one can be had. results.json is
// there in time whatever the student's code does.
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "config/config.hpp"
#include "exercism/results.hpp"
#include "framework/definition.hpp"
#include "supervise/supervise.hpp"

namespace proctor::exercism {

struct Assignment {
  std::string slug;             ///< of the exercise: "two-fer"
  std::filesystem::path in{};   ///< its directory
  std::filesystem::path out{};  ///< where results.json goes; made if it isn't there
  std::string track{};          ///< empty: found from the files
};

struct Tester {
  const Config& config;
  const std::vector<framework::Definition>& definitions;
  supervise::Supervisor& supervisor;
  std::stop_token stop{};
};

/// What was done, for people.
struct Done {
  Results results{};
  std::string track{};
  std::optional<IsolationLevel> isolation{};  ///< that held the tests; none if nothing was run
  std::vector<Phase> phases{};
  std::vector<std::string> warnings{};
};

/// Removes a results.json that an earlier run has left in `out`: the file that stands there after a run is
/// that run's. INVALID_REQUEST if it can't be removed.
Result<void> remove_old_results(const std::filesystem::path& out);

/// Removes an old results.json, and writes the new one at once. An error, and no file, only where the fault
/// isn't the student's: no such directory, an unknown track, a missing tool.
Result<Done> run_exercise(const Assignment& assignment, const Tester& tester,
                          std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now());

/// The track of this name, or the one whose test files the submission holds. INVALID_REQUEST says which
/// there are.
Result<const framework::Definition*> find_track(const std::vector<framework::Definition>& definitions,
                                                const Assignment& assignment,
                                                const std::vector<std::string>& test_files);

}  // namespace proctor::exercism
