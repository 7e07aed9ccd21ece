// Tests that comments mark: "# begin: ID task: 3" and "# end: ID" around the code of each, in any language.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "source/tests.hpp"

namespace proctor::source {

/// Two patterns (RE2); what they match isn't shown.
struct Marks {
  std::string begin{};  ///< the first group is the test's id, the second its task; empty: there are no marks
  std::string end{};    ///< the first group is the id of the test that ends; may match the first mark, too
};

/// The tests in their order, with the lines from one mark to the other as code. A test without an end is
/// none.
std::vector<FoundTest> find_marked(const Marks& marks, std::string_view text);

}  // namespace proctor::source
