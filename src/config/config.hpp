// proctor.toml: what the user settled once. Found upwards from the project, then in the user's configuration
// directory; a key of the first wins over the same key of the second. Every key is listed in docs/config.md.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "request/request.hpp"

namespace proctor {

struct Config {
  struct Limits {
    std::chrono::milliseconds timeout{300'000};  ///< when the request names none
    std::chrono::milliseconds grace{2'000};
    std::uint64_t log_bytes = 64U << 20U;
  } limits{};

  struct Forge {
    std::filesystem::path path{};  ///< the forge executable; empty: looked for
    std::filesystem::path solc{};  ///< a solc executable for every project; empty: forge finds its own
    std::filesystem::path box{};   ///< a directory with bin/forge, svm/ and lib/; empty: looked for
    std::optional<std::vector<std::filesystem::path>> libs{};  ///< offered to uploads; none: the box's lib/*
    std::string evm_version{};  ///< of uploads that name none; empty: kDefaultEvmVersion
  } forge{};

  UploadLimits uploads{};

  struct Cache {
    std::uint64_t bytes = 1U << 30U;  ///< of compiled uploads; 0 turns the cache off
  } cache{};

  struct Logs {
    std::uint64_t keep = 50;  ///< the newest so many
  } logs{};

  std::vector<std::filesystem::path> files{};  ///< what was read, the strongest first
};

/// Reads the configuration for a project: `explicit_file` alone if it is given, otherwise the nearest
/// proctor.toml at or above `from`, over the user's. INVALID_REQUEST for an unreadable file, and for a bad
/// key or type, named with file, line and key. Relative paths are relative to the file they stand in.
Result<Config> load_config(const std::filesystem::path& from,
                           const std::filesystem::path& explicit_file = {});

}  // namespace proctor
