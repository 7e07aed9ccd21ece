// Where a run happens: a project in place, or a private directory made from uploaded sources.
//
// A private directory is removed with its object (private_directory.hpp). This folder knows nothing of test
// frameworks.
#pragma once

#include <filesystem>
#include <optional>

#include "base/error.hpp"
#include "request/request.hpp"
#include "workspace/private_directory.hpp"

namespace proctor {

class Workspace {
 public:
  /// A project where it is. INVALID_REQUEST if there is no such directory.
  static Result<Workspace> in_place(const std::filesystem::path& root);

  /// A private directory (0700) below TMPDIR that holds the files. Their paths have passed check_sources().
  static Result<Workspace> from_sources(const Sources& sources);

  /// Absolute, symbolic links resolved.
  const std::filesystem::path& root() const { return root_; }
  /// What belongs to the run: the root; for uploads with home() and tmp() beside it.
  std::filesystem::path place() const { return private_ ? private_->path() : root_; }
  bool uploaded() const { return private_.has_value(); }
  /// For uploads: an empty HOME and TMPDIR of the run's own, beside the root.
  std::filesystem::path home() const { return private_->path() / "home"; }
  std::filesystem::path tmp() const { return private_->path() / "tmp"; }

 private:
  Workspace() = default;

  std::filesystem::path root_{};
  std::optional<PrivateDirectory> private_{};  ///< none for a project in place
};

}  // namespace proctor
