#include "config/overrides.hpp"

namespace proctor {

using Network = Config::Isolation::Network;

Result<void> apply(const Overrides& overrides, Config& config) {
  Config::Isolation& isolation = config.isolation;
  if (overrides.level) {
    isolation.level = overrides.level;
    isolation.fallback.reset();
  }
  if (overrides.network == Network::host && isolation.network != Network::host) {
    return fail(ErrorCode::invalid_request,
                "--network host: the network can be opened only by your own configuration. Write `network = "
                "\"host\"` below [isolation] in the proctor.toml of your configuration directory",
                {{"field", "--network"}});
  }
  if (overrides.network) isolation.network = *overrides.network;
  if (overrides.timeout) {
    config.limits.timeout = *overrides.timeout;
    config.tools.test.default_timeout = *overrides.timeout;
  }
  const auto set = [](auto& limit, const auto& value) {
    if (value) limit = value;
  };
  set(config.limits.cpu_time, overrides.cpu_time);
  set(config.limits.memory, overrides.memory);
  set(config.limits.pids, overrides.pids);
  set(config.limits.open_files, overrides.open_files);
  set(config.limits.disk, overrides.disk);
  set(config.limits.output_limit, overrides.output_limit);
  // What is typed is the user's own word.
  std::erase_if(config.capped, [&overrides](const Config::Ignored& entry) {
    return (entry.key == "limits.memory" && overrides.memory) ||
           (entry.key == "limits.pids" && overrides.pids) || (entry.key == "limits.disk" && overrides.disk);
  });
  return {};
}

Result<Config> load_config(const std::filesystem::path& from, const std::filesystem::path& explicit_file,
                           const Overrides& overrides) {
  auto config = load_config(from, explicit_file);
  if (!config) return config;
  if (const auto applied = apply(overrides, *config); !applied) return tl::unexpected(applied.error());
  return config;
}

}  // namespace proctor
