// A list of tests that is kept for a project in the state directory: a JSON array of [file, suite, name].
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "request/test_id.hpp"

namespace proctor {

class TestList {
 public:
  /// `kind` names the directory below the state directory ("failed"). The file is called by the project's
  /// root.
  TestList(const std::string& kind, const std::filesystem::path& project_root);

  /// Empty also where the file is damaged: as if nothing were kept.
  std::vector<TestId> load() const;
  /// Replaces the list. An error of the system, with the file's path.
  Result<void> save(const std::set<TestId>& tests) const;

  const std::filesystem::path& file() const { return file_; }

 private:
  std::filesystem::path file_;
};

}  // namespace proctor
