// What a test runner wrote against what it should have written: which differences count, and which are only
// worth a look.
#pragma once

#include <string>
#include <vector>

#include "exercism/results.hpp"

namespace proctor::exercism {

struct Difference {
  std::string field;   ///< "status", "tests", "test_code", …
  std::string test{};  ///< the name of the test that it is about; empty: about the whole
  std::string expected{};
  std::string got{};
};

struct Comparison {
  std::vector<Difference> failing{};
  std::vector<Difference> noted{};  ///< version, words of messages, order of tests that look the same

  bool passed() const { return failing.empty(); }
};

/// Statuses, names, order, task ids, test code (but for white space at the ends of lines), output, and
/// whether there are messages: these count. Code counts only if one of the expected tests shows some.
/// `any_order`: the expected file is sorted in a way of its own. `strict`: the words of messages count, too.
Comparison compare_results(const Results& expected, const Results& got, bool any_order = false,
                           bool strict = false);

}  // namespace proctor::exercism
