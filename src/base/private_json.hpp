// A JSON object in a file that only the user may change, and that several processes change at once.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "base/json.hpp"

namespace proctor {

/// What is in it decides what may run. So it isn't believed when somebody else could have written it: a file
/// or directory that belongs to another user, or that others may write to, is an error, as is a symbolic
/// link. Nothing in memory outlives a call.
class PrivateJson {
 public:
  explicit PrivateJson(std::filesystem::path file) : file_(std::move(file)) {}

  /// A file that isn't there is an empty object; a damaged one is an error, and so is one that a newer
  /// proctor wrote (kept_version.hpp). The object has no member "version": reading and writing see to it.
  Result<json::object> read() const;

  /// Returns whether the object is to be written. Called under a lock that holds off other processes.
  using Change = std::function<bool(json::object& object)>;

  /// Reads, changes and writes the file at once; makes the directory (0700) and the file (0600). A damaged
  /// file, or a newer one, stays as it is: what it said may have been a no.
  Result<void> update(const Change& change) const;

  /// The error for a file that can't mean what it says.
  Error damaged(std::string_view fault) const;

  const std::filesystem::path& file() const { return file_; }

 private:
  std::filesystem::path file_;
};

}  // namespace proctor
