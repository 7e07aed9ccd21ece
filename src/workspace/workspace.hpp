// Where a run happens: a project in place, or a private directory made from uploaded sources.
//
// A private directory is removed with its object. One that a killed proctor left is recognised by its lock,
// which died with its owner, and removed by the next start. This folder knows nothing of test frameworks.
#pragma once

#include <filesystem>

#include "base/error.hpp"
#include "base/unique_fd.hpp"
#include "request/request.hpp"

namespace proctor {

class Workspace {
 public:
  /// A project where it is. INVALID_REQUEST if there is no such directory.
  static Result<Workspace> in_place(const std::filesystem::path& root);

  /// A private directory (0700) below TMPDIR that holds the files. Their paths have passed check_sources().
  static Result<Workspace> from_sources(const Sources& sources);

  Workspace(Workspace&& other) noexcept;
  Workspace& operator=(Workspace&&) = delete;
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;
  ~Workspace();

  /// Absolute, symbolic links resolved.
  const std::filesystem::path& root() const { return root_; }
  bool uploaded() const { return !private_dir_.empty(); }
  /// For uploads: an empty HOME and TMPDIR of the run's own, beside the root.
  std::filesystem::path home() const { return private_dir_ / "home"; }
  std::filesystem::path tmp() const { return private_dir_ / "tmp"; }

 private:
  Workspace() = default;

  std::filesystem::path root_{};
  std::filesystem::path private_dir_{};  ///< empty for a project in place
  UniqueFd lock_{};
};

/// Removes the private directories whose proctor is gone. Returns how many there were.
std::size_t remove_stale_workspaces();

/// The directory that private directories are made in: TMPDIR/proctor-UID.
std::filesystem::path workspaces_dir();

}  // namespace proctor
