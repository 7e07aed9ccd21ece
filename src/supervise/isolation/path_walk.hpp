// The way that a path takes through symbolic links.
#pragma once

#include <filesystem>
#include <tl/expected.hpp>
#include <vector>

namespace proctor::supervise {

struct PathWalk {
  struct Link {
    std::filesystem::path at;      ///< where it stands; no link is on the way there
    std::filesystem::path target;  ///< as it is written
  };
  std::vector<Link> links{};    ///< in the order in which they are met
  std::filesystem::path end{};  ///< absolute, without links and dots
};

/// Walks an absolute path as the kernel does. The error is an errno value: ENOENT, ELOOP, ENOTDIR, EACCES, …
tl::expected<PathWalk, int> walk(const std::filesystem::path& path);

/// Whether `path` is `directory` or below it; both absolute and without links.
bool is_within(const std::filesystem::path& path, const std::filesystem::path& directory);

}  // namespace proctor::supervise
