// The removal of directories that untrusted code worked in.
#pragma once

#include <filesystem>

namespace proctor {

/// Removes a tree, or a single file, whatever was made of it: deeper than any path or the number of
/// descriptors reaches, directories without permissions, files that were made immutable (as root), a million
/// entries. Never follows a symbolic link and never enters another mount, which then stays with the
/// directories above it. Returns false if something is left; nothing at `path` is a success.
bool remove_tree(const std::filesystem::path& path) noexcept;

}  // namespace proctor
