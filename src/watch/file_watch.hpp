// Tells which files of a project change, by inotify.
//
// A directory is watched with all below it, and one that appears later as well. What is never part of a
// project's sources (.git, node_modules, caches, …) and what the caller names is left out, together with the
// files that editors put beside a file that they write.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "base/unique_fd.hpp"

namespace proctor::watch {

/// Paths relative to the watched directory.
using Paths = std::set<std::string>;

class FileWatch {
 public:
  /// Watches a directory but for `ignored` directories below it. RESOURCES_EXHAUSTED if the kernel watches no
  /// more directories for this user; INVALID_REQUEST if the directory can't be read.
  static Result<FileWatch> open(const std::filesystem::path& root, const Paths& ignored);

  /// Readable when something has happened.
  int fd() const { return inotify_.get(); }

  /// The files that were written, made, moved or removed since the last call. Doesn't wait. An error if a new
  /// directory can't be watched, or the root is gone.
  Result<Paths> take();

  /// Whether a file was there when the watch began, or know() has named it since.
  bool knows(const std::string& path) const { return files_.contains(path); }
  void know(const Paths& files) { files_.insert(files.begin(), files.end()); }

  std::size_t directories() const { return directories_.size(); }

 private:
  FileWatch(std::filesystem::path root, Paths ignored);
  Result<void> add(const std::string& directory, Paths& files);
  void remove(const std::string& directory);
  Result<void> rescan(Paths& files);

  std::filesystem::path root_;
  Paths ignored_;
  UniqueFd inotify_{};
  std::map<int, std::string> directories_{};  // by the watch's number
  Paths files_{};
};

/// Whether nobody means this file or directory when he speaks of a project's sources: by a part of its path.
bool usually_ignored(std::string_view path);

}  // namespace proctor::watch
