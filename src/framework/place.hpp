// Where in the project a tool's words point to.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "report/report.hpp"

namespace proctor::framework {

/// Finds files of a project in words. It reads the project's folders at most once: keep it for all of a
/// report.
class PlaceFinder {
 public:
  explicit PlaceFinder(std::filesystem::path root) : root_(std::move(root)) {}

  /// The first place in a compiler's or a tool's words that is in a file of the project: `FILE:LINE`,
  /// `FILE:LINE:COLUMN`, `File "FILE", line LINE`, `FILE: words (LINE:COLUMN)`,
  /// `PACKAGE.CLASS.METHOD(FILE:LINE)`. A file below node_modules is none of the project's.
  std::optional<Diagnostic> first_in(std::string_view words);

 private:
  std::string java_file(std::string_view before, const std::string& file);

  std::filesystem::path root_;
  std::optional<std::vector<std::filesystem::path>> java_sources_{};
};

}  // namespace proctor::framework
