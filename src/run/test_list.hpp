// A list of tests that is kept for a project where the memory is (history/state_places.hpp): {version, tests:
// [[file, suite, name], …]}. Version 1 was the array alone.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/json.hpp"
#include "request/test_id.hpp"

namespace proctor {

class TestList {
 public:
  /// `kind` names the directory below the state directory ("failed"). The file is called by the project's
  /// root.
  TestList(const std::string& kind, const std::filesystem::path& project_root);

  /// The newest, where there is one in each place. Empty also where the file is damaged, or newer than this
  /// proctor: as if nothing were kept.
  std::vector<TestId> load() const;
  /// Replaces the list, unless a newer proctor wrote it: then it stays. An error of the system, with the
  /// file's path.
  Result<void> save(const std::set<TestId>& tests) const;
  /// The error of check_kept_version if a newer proctor wrote the file.
  Result<void> known() const;

  /// Where it is written.
  const std::filesystem::path& file() const { return file_; }

 private:
  json::value read() const;

  std::filesystem::path file_;
  std::filesystem::path newest_;  ///< what is read; the same unless another place has a newer one
};

}  // namespace proctor
