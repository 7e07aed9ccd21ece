// The tests of a submission as they stand in its test files.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "framework/definition.hpp"
#include "source/tests.hpp"

namespace proctor::exercism {

struct ListedTest {
  std::string file;
  source::FoundTest found;
};

/// In the order of the files, and within each in the order of the text.
using TestList = std::vector<ListedTest>;

/// Looks for the tests of these files below `root`, and takes away there what would skip them. Files of no
/// grammar have no list. An error only for a bad query.
Result<TestList> list_tests(const framework::Definition& definition, const std::filesystem::path& root,
                            const std::vector<std::string>& files);

/// An id of a result without the file in front: "a_test.py::ATest::test_b" of a_test.py is "ATest::test_b".
std::string_view local_id(std::string_view id, std::string_view file, std::string_view separator);

}  // namespace proctor::exercism
