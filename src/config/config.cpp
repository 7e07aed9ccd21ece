#include "config/config.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <thread>

#include "base/files.hpp"
#include "base/paths.hpp"
#include "base/text.hpp"
#include "base/toml.hpp"
#include "config/keys.hpp"
#include "config/trust.hpp"

namespace proctor {
namespace fs = std::filesystem;
namespace {

constexpr std::uint64_t kLargestFile = 1U << 20U;

struct Source {
  const fs::path& file;
  bool trusted;
};

std::string keys_below(const std::string& prefix) {
  std::string names;
  for (const auto& [name, key] : config_keys()) {
    if (name.starts_with(prefix)) names += (names.empty() ? "" : ", ") + name;
  }
  return names;
}

// Without the ways of writing a string that would let it run over several lines.
std::string written(const toml::node& node) {
  constexpr auto kFlags = toml::toml_formatter::default_flags & ~toml::format_flags::allow_literal_strings &
                          ~toml::format_flags::allow_multi_line_strings;
  std::ostringstream text;
  text << toml::toml_formatter(node, kFlags);
  return text.str();
}

Result<void> read_key(const ConfigKey& key, const ConfigValue& value, const Source& source, Config& config) {
  const Config::Ignored found{source.file, value.node.source().begin.line, value.key, written(value.node)};
  const Config::Origin origin{found.file, found.line, found.value};
  if (source.trusted || !key.widens) {
    config.origins[value.key] = origin;
    return key.read(value, config);
  }
  Config after = config;
  if (auto read = key.read(value, after); !read) return read;
  if (key.widens(config, after)) {
    config.ignored.push_back(found);
  } else {
    if (key.exceeds_sandbox && key.exceeds_sandbox(config, after)) after.capped.push_back(found);
    config = std::move(after);
    config.origins[value.key] = origin;
  }
  return {};
}

Result<void> read_table(const toml::table& table, const std::string& prefix, const Source& source,
                        Config& config) {
  for (const auto& [name, node] : table) {
    const std::string key = prefix + std::string(name.str());
    const auto line = name.source().begin.line;
    if (const auto known = config_keys().find(key); known != config_keys().end()) {
      if (auto read = read_key(known->second, {node, key, source.file}, source, config); !read) return read;
      continue;
    }
    const std::string below = keys_below(key + '.');
    if (below.empty()) {
      const std::string near = keys_below(prefix);
      return fail(ErrorCode::invalid_request,
                  fmt::format("{}:{}: unknown key {}; there are {}", source.file.string(), line, key, near),
                  {{"field", key}});
    }
    const toml::table* inner = node.as_table();
    if (!inner) return ConfigValue{node, key, source.file}.bad("a table");
    if (auto read = read_table(*inner, key + '.', source, config); !read) return read;
  }
  return {};
}

// Before any other key: a newer version may have keys that this one doesn't know.
Result<void> check_version(const toml::table& table, const fs::path& file) {
  const toml::node* version = table.get("version");
  if (!version || version->value_exact<std::int64_t>().value_or(0) <= kConfigVersion) return {};
  return fail(
      ErrorCode::invalid_request,
      fmt::format("{}:{}: the file has version {}, and this proctor reads version {}: update proctor, or "
                  "write the file for version {}",
                  file.string(), version->source().begin.line, written(*version), kConfigVersion,
                  kConfigVersion),
      {{"field", "version"}});
}

Result<void> read_content(std::string_view content, const Source& source, Config& config) {
  const auto table = parse_toml(content, source.file.string());
  if (!table) return tl::unexpected(table.error());
  if (auto known = check_version(*table, source.file); !known) return known;
  config.files.insert(config.files.begin(), source.file);
  return read_table(*table, "", source, config);
}

Result<void> read_own_file(const fs::path& file, Config& config) {
  const auto content = read_file(file, kLargestFile);
  if (!content) return tl::unexpected(content.error());
  return read_content(*content, {file, true}, config);
}

// The file is read once: what is hashed is what counts, whatever the path means a moment later.
Result<void> read_project_file(const fs::path& file, Config& config) {
  const auto content = read_file(file, kLargestFile);
  if (!content) return tl::unexpected(content.error());
  const auto trusted = is_trusted(file, *content);
  if (auto read = read_content(*content, {file, trusted.value_or(false)}, config); !read) return read;
  for (const Config::Ignored& key : config.ignored) {
    config.warnings.push_back(fmt::format(
        "{}:{}: {} is ignored: it would widen what your own configuration allows, and this content "
        "of the file isn't trusted; look at it, then: proctor trust {}",
        key.file.string(), key.line, key.key, shell_quote(key.file.string())));
  }
  if (!trusted && !config.ignored.empty()) config.warnings.push_back(trusted.error().message);
  return {};
}

bool lies_inside(const fs::path& path, const fs::path& directory) {
  std::error_code error;
  const fs::path inner = fs::weakly_canonical(path, error);
  const fs::path outer = fs::weakly_canonical(directory, error);
  return std::mismatch(outer.begin(), outer.end(), inner.begin(), inner.end()).first == outer.end();
}

// Who can change the project can then change what it may do; that can be meant so, and has to be known.
void warn_of_own_files_in_project(const fs::path& project, Config& config) {
  for (const fs::path& own : {user_config_dir(), user_state_dir()}) {
    if (!lies_inside(own, project)) continue;
    config.warnings.push_back(fmt::format(
        "{} lies inside the project {}: whoever can change the project can change what it may do; "
        "set XDG_CONFIG_HOME and XDG_STATE_HOME to directories outside of it",
        own.string(), project.string()));
  }
}

}  // namespace

fs::path find_project_config(const fs::path& from) {
  std::error_code error;
  fs::path directory = fs::weakly_canonical(fs::absolute(from, error), error);
  while (true) {
    if (fs::path file = directory / "proctor.toml"; fs::is_regular_file(file, error)) return file;
    if (!directory.has_relative_path()) return {};
    directory = directory.parent_path();
  }
}

Result<std::vector<Config::Ignored>> needs_trust(const fs::path& file, std::string_view content) {
  Config config;
  std::error_code error;
  if (const fs::path user = user_config_dir() / "proctor.toml"; fs::is_regular_file(user, error)) {
    if (auto read = read_own_file(user, config); !read) return tl::unexpected(read.error());
  }
  if (auto read = read_content(content, {file, false}, config); !read) return tl::unexpected(read.error());
  std::vector<Config::Ignored> keys = config.ignored;
  keys.insert(keys.end(), config.capped.begin(), config.capped.end());
  return keys;
}

std::uint64_t default_max_parallel() {
  return std::max<std::uint64_t>(4, std::thread::hardware_concurrency());
}

Result<Config> load_config(const fs::path& from, const fs::path& explicit_file) {
  Config config;
  std::error_code error;
  if (!explicit_file.empty()) {
    if (auto read = read_own_file(fs::absolute(explicit_file, error), config); !read)
      return tl::unexpected(read.error());
  } else {
    const fs::path user = user_config_dir() / "proctor.toml";
    const fs::path nearest = find_project_config(from);
    if (fs::is_regular_file(user, error)) {
      if (auto read = read_own_file(user, config); !read) return tl::unexpected(read.error());
    }
    // In the user's configuration directory, the nearest file is the user's own, which was read already.
    if (!nearest.empty() && trust_path(nearest) != trust_path(user)) {
      if (auto read = read_project_file(nearest, config); !read) return tl::unexpected(read.error());
      warn_of_own_files_in_project(nearest.parent_path(), config);
    }
  }
  config.tools.test.default_timeout =
      std::min(config.tools.test.default_timeout, config.tools.test.max_timeout);
  return config;
}

}  // namespace proctor
