// The version of the files in which proctor keeps its state (user_state_dir()), as their member "version".
//
// A file of an older version is read, and written anew in this one. A file of a newer version stays as it is:
// this proctor can't know what it says.
#pragma once

#include <cstdint>
#include <filesystem>

#include "base/error.hpp"
#include "base/json.hpp"

namespace proctor {

/// 1: files without the member; a list of tests was a bare array. 2: all files have it.
inline constexpr std::int64_t kKeptVersion = 2;

/// An error (INTERNAL_ERROR) if a newer proctor wrote `object`, which was read from `file`. It names the
/// file, the versions, and what to do.
Result<void> check_kept_version(const json::object& object, const std::filesystem::path& file);

}  // namespace proctor
