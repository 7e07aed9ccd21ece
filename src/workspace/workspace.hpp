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

  /// A private directory that holds a copy of another one, as it is; symbolic links that lead out of it, and
  /// what is neither a file nor a directory, are passed over. INVALID_REQUEST if it can't be read or is
  /// larger than the limits.
  static Result<Workspace> from_copy(const std::filesystem::path& directory, const UploadLimits& limits);

  /// Absolute, symbolic links resolved.
  const std::filesystem::path& root() const { return root_; }
  /// What belongs to the run: the root; for uploads with home() and tmp() beside it.
  std::filesystem::path place() const { return private_ ? private_->path() : root_; }
  /// It's a private directory.
  bool uploaded() const { return private_.has_value(); }
  /// For uploads: an empty HOME and TMPDIR of the run's own, beside the root.
  std::filesystem::path home() const { return private_->path() / "home"; }
  std::filesystem::path tmp() const { return private_->path() / "tmp"; }

 private:
  Workspace() = default;
  static Result<Workspace> make_private(const char* name);

  std::filesystem::path root_{};
  std::optional<PrivateDirectory> private_{};  ///< none for a project in place
};

}  // namespace proctor
