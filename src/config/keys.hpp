// The keys of proctor.toml: how each is read, and which of them an untrusted project may not widen.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>

#include "base/toml.hpp"
#include "config/config.hpp"

namespace proctor {

/// What a reader of one key gets to know, and how it says that a value won't do.
struct ConfigValue {
  const toml::node& node;
  std::string key;  ///< "limits.timeout"
  const std::filesystem::path& file;

  Result<void> bad(std::string_view wanted) const;
};

struct ConfigKey {
  std::function<Result<void>(const ConfigValue& value, Config& config)> read;

  /// Whether the second configuration allows what the first doesn't, in what this key says. None: the key may
  /// stand in any file.
  std::function<bool(const Config& before, const Config& after)> widens{};

  /// Whether the second configuration says more than a sandbox has by default, where the first says nothing.
  /// None: a sandbox has no default for it.
  std::function<bool(const Config& before, const Config& after)> exceeds_sandbox{};
};

/// By the whole name, such as "tools.approval.mode".
const std::map<std::string, ConfigKey>& config_keys();

}  // namespace proctor
