// Files as whole values: read, write at once, remove whole trees.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "base/remove_tree.hpp"

namespace proctor {

constexpr std::uint64_t kLargestReadFile = 256U << 20U;

/// The whole file. Files above `limit` bytes are an error and not read. The error's code is `invalid_request`
/// when the file can't be read: the caller knows better what that means.
Result<std::string> read_file(const std::filesystem::path& file, std::uint64_t limit = kLargestReadFile);

/// The same for a file that need not be there: nothing if it can't be read. Throws if that is because
/// something has run short (throw_if_short()): then nobody knows whether it's there.
std::optional<std::string> read_if_there(const std::filesystem::path& file,
                                         std::uint64_t limit = kLargestReadFile);

/// Writes a file at once: beside its place first, then renamed. `mode` is the permission bits. To a pipe or a
/// device it is written.
Result<void> write_file(const std::filesystem::path& file, std::string_view content, unsigned mode = 0600);

/// A new file, where nobody else looks meanwhile; the umask counts. It costs half of what write_file() does.
Result<void> create_file(const std::filesystem::path& file, std::string_view content, unsigned mode = 0600);

/// Creates a directory and its parents; those that didn't exist get mode 0700.
Result<void> make_private_dirs(const std::filesystem::path& directory);

}  // namespace proctor
