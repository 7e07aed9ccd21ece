// A results.json as a site shows it to a student: each test with its code, and for one that doesn't pass what
// came of it. Its texts come from the student's program: on a terminal they are made harmless, in the page
// they are escaped.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "exercism/results.hpp"
#include "output/page.hpp"

namespace proctor::exercism {

/// Tests that belong together, in their order.
struct TaskGroup {
  std::optional<int> task{};  ///< none: those of no task
  std::vector<const TestResult*> tests{};

  std::size_t passed() const;
};

/// By task if any test has one (0 is none), those without at the end; otherwise one group.
std::vector<TaskGroup> group_by_task(const Results& results);

/// "All 3 tests passed", "2 of 3 tests passed", "The tests couldn't be run": what stands above all.
std::string headline(const Results& results);

/// What stands above the top-level message.
std::string_view message_title(const Results& results);

/// For a terminal; the verdict is the last line.
void write_results(output::Page& page, const Results& results);

/// A whole HTML page that needs nothing else, not even scripts. `exercise`: its name, if it is known.
std::string results_page(const Results& results, std::string_view exercise = {});

}  // namespace proctor::exercism
