// The removal of directories that untrusted code worked in.
#pragma once

#include <chrono>
#include <filesystem>

namespace proctor {

/// How long one removal may take: nobody waits for ever for the end of a run. On a slow disk a hundred
/// thousand files take some 10 s.
constexpr std::chrono::seconds kLongestRemoval{30};

/// Removes a tree, or a single file, whatever was made of it: deeper than any path or the number of
/// descriptors reaches, directories without permissions, files that were made immutable (as root), a million
/// entries. Never follows a symbolic link and never enters another mount, which then stays with the
/// directories above it. Two free descriptors are enough.
///
/// Returns false if something is left, and errno says why (ETIME: the time was up); nothing at `path` is a
/// success. Makes system calls only, so that a process without locks and memory of its own may call it.
bool remove_tree(const char* path, std::chrono::seconds most = kLongestRemoval) noexcept;

inline bool remove_tree(const std::filesystem::path& path) noexcept {
  return remove_tree(path.c_str());
}

}  // namespace proctor
