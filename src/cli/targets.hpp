// What a person names behind `proctor test`: a project, a directory, a file, FILE::TEST, FILE:LINE.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "framework/definition.hpp"
#include "request/test_id.hpp"

namespace proctor::cli {

struct Targets {
  std::string project = ".";  ///< relative to the current directory where it lies below it
  std::filesystem::path
      from{};  ///< the directory that was meant: the nearest proctor.toml is looked for there
  std::vector<std::string> paths{};  ///< files and directories below it (then with "/**" behind), as globs
  std::vector<TestId> only{};
};

/// Finds the project and what of it is to be tested. Without a word, or with a directory alone: that
/// directory, or the project that it lies in; of that only what lies in the directory where that has tests of
/// its own. `framework`: the one that was named; empty: any.
/// INVALID_REQUEST for what isn't there, for files of several projects, and for a line without a test.
Result<Targets> find_targets(const std::vector<std::string>& words,
                             const std::vector<framework::Definition>& definitions,
                             const std::string& framework);

}  // namespace proctor::cli
