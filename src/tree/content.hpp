// The hash of what lies at a path.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "tree/tree.hpp"

namespace proctor::tree {

/// By what a file is known again without reading it.
struct Identity {
  std::uint64_t size = 0;
  std::int64_t modified = 0;  ///< nanoseconds since 1970
  std::int64_t changed = 0;   ///< the inode's: nobody can set it back
  std::uint64_t inode = 0;
  std::uint32_t mode = 0;

  bool operator==(const Identity&) const = default;
};

struct Known {
  Identity identity;
  std::string hash;
  bool seen = false;  ///< hash() was asked for it
};

/// Hashes files below a root, and passes over the reading of those that it knows.
class Contents {
 public:
  explicit Contents(std::filesystem::path root) : root_(std::move(root)) {}

  /// Files that may be taken for unchanged, by their path. hash() adds what it reads, but for files so young
  /// that they may change once more without a change of their times.
  std::unordered_map<std::string, Known> known{};

  /// Whether `known` isn't what it was: then it is worth being written.
  bool changed() const { return changed_; }
  /// Leaves in `known` what hash() was asked for, for the next time.
  void forget_others();

  /// Empty if nothing lies there, or a directory.
  std::string hash(const std::string& path);

 private:
  std::filesystem::path root_;
  bool changed_ = false;
};

/// Sorts the files and fills in the digest; above `most` files says that there is none.
void seal(Tree& tree, std::size_t most);

}  // namespace proctor::tree
