// From the Report of a run to results.json: the order of the test files, names, code and tasks from the
// source, and a line for each test that has no result.
#pragma once

#include <filesystem>

#include "exercism/results.hpp"
#include "exercism/settings.hpp"
#include "exercism/test_list.hpp"
#include "framework/definition.hpp"
#include "report/report.hpp"

namespace proctor::exercism {

/// What is known of the submission beside the answer.
struct Submission {
  const framework::Definition& definition;
  const Settings& settings;
  const TestList& tests;
  std::filesystem::path root;   ///< what texts call <solution-dir>
  std::filesystem::path place;  ///< the run's own directory, which holds the root
};

Results translate(const Answer& answer, const Submission& submission);

}  // namespace proctor::exercism
