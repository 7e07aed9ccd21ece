// The tests of a submission as they stand in its test files.
#pragma once

#include <filesystem>
#include <optional>
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

/// The test files of a submission as they were handed in.
class TestFiles {
 public:
  /// Those of these files below `root` that can be read; none for a framework that has neither a query nor
  /// marks. Errors are those of the framework's rules.
  static Result<TestFiles> read(const framework::Definition& definition, const std::filesystem::path& root,
                                const std::vector<std::string>& files);

  /// Takes away below `root` what would skip tests. Before they run. Fails where that can't be known.
  Result<void> unskip(const std::filesystem::path& root) const;

  /// The tests in these files as they were read.
  Result<TestList> list() const;

 private:
  struct File {
    std::string path;
    source::TestText text;
  };

  std::optional<source::TestFinder> finder_{};  ///< none: comments mark the tests
  source::Marks marks_{};
  bool last_counts_ = false;
  std::vector<File> files_{};
};

/// An id of a result without the file in front: "a_test.py::ATest::test_b" of a_test.py is "ATest::test_b".
std::string_view local_id(std::string_view id, std::string_view file, std::string_view separator);

}  // namespace proctor::exercism
