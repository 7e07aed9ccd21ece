// What is new in a run, compared with an earlier one of the same tests.
#pragma once

#include <string>

#include "history/index.hpp"
#include "report/report.hpp"

namespace proctor::history {

/// Of tests that are there in both, those that failed and don't, and so on.
struct Difference {
  std::vector<TestName> new_failures{};
  std::vector<TestName> fixed{};
  std::vector<TestName> still_failing{};
  std::vector<TestName> gone{};  ///< and couldn't have been left out by a file that wasn't loaded
  std::vector<TestName> added{};
};

/// `not_run`: tests that `now` knows of without a result.
Difference compare(const Results& before, const Results& now, const std::vector<NotRun>& not_run = {});

/// Whether the number of tests fell by a tenth or more.
bool fell(std::size_t before, std::size_t now);

/// "test/a.py::Suite::name", as `--only` takes it.
std::string to_text(const TestName& test);

}  // namespace proctor::history
