// What a command line says over the configuration: limits and isolation of the runs that it starts.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>

#include "base/error.hpp"
#include "config/config.hpp"

namespace proctor {

/// What isn't given stays as it is.
struct Overrides {
  std::optional<IsolationLevel> level{};  ///< exactly this one: no lesser one stands in for it
  std::optional<Config::Isolation::Network> network{};
  std::optional<std::chrono::milliseconds> timeout{};
  std::optional<std::chrono::milliseconds> cpu_time{};
  std::optional<std::uint64_t> memory{};
  std::optional<std::uint64_t> pids{};
  std::optional<std::uint64_t> open_files{};
  std::optional<std::uint64_t> disk{};
  std::optional<std::uint64_t> output_limit{};
};

/// INVALID_REQUEST where the host's network is asked for and the user's own configuration doesn't grant it:
/// whoever writes command lines (an agent, say) can't open a sandbox by that.
Result<void> apply(const Overrides& overrides, Config& config);

/// load_config() and apply().
Result<Config> load_config(const std::filesystem::path& from, const std::filesystem::path& explicit_file,
                           const Overrides& overrides);

}  // namespace proctor
