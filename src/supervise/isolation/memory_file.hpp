// Bytes as a file that has no name: what a child is handed without anything on disk.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/unique_fd.hpp"

namespace proctor::supervise {

/// A memory file with these bytes, sealed: nobody can change them, whoever holds the descriptor. An invalid
/// descriptor with errno set on failure. Its number is above 2.
UniqueFd memory_file(const char* name, std::string_view bytes);

/// An empty memory file that can be written. Its number is above 2.
UniqueFd open_memory_file(const char* name);

/// The same file, read-only, with a place to read from of its own, at the beginning: two readers don't move
/// each other.
UniqueFd reopen(const UniqueFd& file);

/// The first bytes of a file, wherever its position is.
std::string first_bytes(const UniqueFd& file, std::size_t limit);

}  // namespace proctor::supervise
