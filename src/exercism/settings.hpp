// What comes with a submission beside its code: .meta/config.json, which the track wrote, and
// .meta/tests-metadata.json, which says of tests what can't be read from their source.
//
// Neither is trusted: of a file that isn't valid, what can't be read doesn't count.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.hpp"

namespace proctor::exercism {

/// One test of tests-metadata.json (docs/exercism.md).
struct TestMetadata {
  std::optional<std::string> name{};
  std::optional<std::string> code{};
  std::optional<int> task{};
};

struct Settings {
  std::vector<std::string> tests{};    ///< files.test, those that lie in the submission
  std::vector<std::string> missing{};  ///< of files.test, those that would lie there and don't
  std::vector<std::string>
      author_files{};     ///< files.editor, those that lie there and aren't in files.solution
  json::object config{};  ///< the whole of config.json
  std::map<std::string, TestMetadata> metadata{};  ///< by the id, or the name, of the test

  /// Whether the value at this path of names is true: "custom.taskIdsEnabled". Of a name with dots in it
  /// ("flag.tests.task-per-describe") the longest that is there counts.
  bool is_true(std::string_view path) const;
};

Settings read_settings(const std::filesystem::path& submission);

}  // namespace proctor::exercism
