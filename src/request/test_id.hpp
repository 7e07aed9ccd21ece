// A test by where it stands.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace proctor {

struct TestId {
  std::string file;
  std::string suite;
  std::string name;  ///< with its parameters, or without: then with any; empty: the whole suite

  // clang-tidy 14 takes the 0 of a defaulted <=> for a null pointer.
  auto operator<=>(const TestId&) const = default;  // NOLINT(modernize-use-nullptr)
};

/// What failed outside of tests, under the name that it has in a report: a file that can't be loaded, a
/// package that can't be built, the preparation of a file. To run it again is to run all of its file or
/// suite.
bool is_whole(const TestId& test);

/// "test/A.t.sol::ATest::test_x()", as `--only` takes it. A whole suite ends with "::"; a test that stands in
/// no suite is FILE::NAME, which is read as if it were a suite. Without a file and a suite: the name.
std::string to_text(const TestId& test);

/// Reads FILE::SUITE::NAME or FILE::SUITE; nothing where one of file and suite is missing. Separators are
/// looked for from the right, since only a file's name could hold one.
std::optional<TestId> parse_test_id(std::string_view text);

/// What somebody wrote who wants this test: an id, the names with " › " between them as the terminal shows
/// them, or a name alone.
TestId asked_test(std::string text);

}  // namespace proctor
