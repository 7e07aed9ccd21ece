#include "config/config.hpp"

#include <fmt/format.h>

#include <functional>
#include <map>

#include "base/files.hpp"
#include "base/paths.hpp"
#include "base/text.hpp"
#include "base/toml.hpp"

namespace proctor {
namespace fs = std::filesystem;
namespace {

constexpr std::uint64_t kLargestFile = 1U << 20U;

// What a reader of one key gets to know, and how it says that a value won't do.
struct Value {
  const toml::node& node;
  std::string key;  ///< "limits.timeout"
  const fs::path& file;

  Result<void> bad(std::string_view wanted) const {
    return fail(ErrorCode::invalid_request,
                fmt::format("{}:{}: {} must be {}", file.string(), node.source().begin.line, key, wanted),
                {{"field", key}});
  }
};

using Reader = std::function<Result<void>(const Value& value, Config& config)>;

template <typename Get>
Reader duration(Get get) {
  return [get](const Value& value, Config& config) -> Result<void> {
    std::optional<std::chrono::milliseconds> duration;
    if (const auto* text = value.node.as_string()) duration = parse_duration(text->get());
    if (const auto* seconds = value.node.as_integer())
      duration = parse_duration(std::to_string(seconds->get()));
    if (!duration) return value.bad("a time such as \"300s\", \"5m\" or \"500ms\", or a number of seconds");
    get(config) = *duration;
    return {};
  };
}

template <typename Get>
Reader size(Get get) {
  return [get](const Value& value, Config& config) -> Result<void> {
    std::optional<std::uint64_t> size;
    if (const auto* text = value.node.as_string()) size = parse_size(text->get());
    if (const auto* bytes = value.node.as_integer()) size = parse_size(std::to_string(bytes->get()));
    if (!size) return value.bad("a size such as \"64M\" or \"1G\", or a number of bytes");
    get(config) = *size;
    return {};
  };
}

template <typename Get>
Reader number(Get get) {
  return [get](const Value& value, Config& config) -> Result<void> {
    const auto* count = value.node.as_integer();
    if (!count || count->get() < 0) return value.bad("a whole number from 0");
    get(config) = static_cast<std::uint64_t>(count->get());
    return {};
  };
}

template <typename Get>
Reader text(Get get) {
  return [get](const Value& value, Config& config) -> Result<void> {
    const auto* words = value.node.as_string();
    if (!words) return value.bad("a string");
    get(config) = words->get();
    return {};
  };
}

fs::path resolve(const std::string& written, const fs::path& file) {
  if (written == "~") return home_dir();
  if (written.starts_with("~/")) return home_dir() / written.substr(2);
  return (file.parent_path() / written).lexically_normal();
}

template <typename Get>
Reader path(Get get) {
  return [get](const Value& value, Config& config) -> Result<void> {
    const auto* written = value.node.as_string();
    if (!written || written->get().empty()) return value.bad("a path");
    get(config) = resolve(written->get(), value.file);
    return {};
  };
}

Result<void> read_libs(const Value& value, Config& config) {
  const auto* entries = value.node.as_array();
  if (!entries) return value.bad("a list of directories");
  std::vector<fs::path> libs;
  for (const toml::node& entry : *entries) {
    const auto* written = entry.as_string();
    if (!written || written->get().empty()) return value.bad("a list of directories");
    libs.push_back(resolve(written->get(), value.file));
  }
  config.forge.libs = std::move(libs);
  return {};
}

const std::map<std::string, Reader>& keys() {
  static const std::map<std::string, Reader> kKeys{
      {"limits.timeout", duration([](Config & c) -> auto& { return c.limits.timeout; })},
      {"limits.grace", duration([](Config & c) -> auto& { return c.limits.grace; })},
      {"limits.log_bytes", size([](Config & c) -> auto& { return c.limits.log_bytes; })},
      {"forge.path", path([](Config & c) -> auto& { return c.forge.path; })},
      {"forge.solc", path([](Config & c) -> auto& { return c.forge.solc; })},
      {"forge.box", path([](Config & c) -> auto& { return c.forge.box; })},
      {"forge.libs", read_libs},
      {"forge.evm_version", text([](Config & c) -> auto& { return c.forge.evm_version; })},
      {"uploads.file_bytes", size([](Config & c) -> auto& { return c.uploads.file_bytes; })},
      {"uploads.total_bytes", size([](Config & c) -> auto& { return c.uploads.total_bytes; })},
      {"uploads.files", number([](Config & c) -> auto& { return c.uploads.files; })},
      {"cache.bytes", size([](Config & c) -> auto& { return c.cache.bytes; })},
      {"logs.keep", number([](Config & c) -> auto& { return c.logs.keep; })},
  };
  return kKeys;
}

std::string keys_below(const std::string& prefix) {
  std::string names;
  for (const auto& [name, reader] : keys()) {
    if (name.starts_with(prefix)) names += (names.empty() ? "" : ", ") + name;
  }
  return names;
}

Result<void> read_table(const toml::table& table, const std::string& prefix, const fs::path& file,
                        Config& config) {
  for (const auto& [name, node] : table) {
    const std::string key = prefix + std::string(name.str());
    const auto line = name.source().begin.line;
    if (const auto reader = keys().find(key); reader != keys().end()) {
      if (auto read = reader->second({node, key, file}, config); !read) return read;
      continue;
    }
    const std::string known = keys_below(key + '.');
    if (known.empty()) {
      const std::string near = keys_below(prefix);
      return fail(ErrorCode::invalid_request,
                  fmt::format("{}:{}: unknown key {}; there are {}", file.string(), line, key, near),
                  {{"field", key}});
    }
    const toml::table* below = node.as_table();
    if (!below) return Value{node, key, file}.bad("a table");
    if (auto read = read_table(*below, key + '.', file, config); !read) return read;
  }
  return {};
}

Result<void> read_file_into(const fs::path& file, Config& config) {
  const auto content = read_file(file, kLargestFile);
  if (!content) return tl::unexpected(content.error());
  const auto table = parse_toml(*content, file.string());
  if (!table) return tl::unexpected(table.error());
  config.files.insert(config.files.begin(), file);
  return read_table(*table, "", file, config);
}

fs::path find_upwards(fs::path from) {
  std::error_code error;
  from = fs::weakly_canonical(fs::absolute(from, error), error);
  while (true) {
    if (fs::path file = from / "proctor.toml"; fs::is_regular_file(file, error)) return file;
    if (!from.has_relative_path()) return {};
    from = from.parent_path();
  }
}

}  // namespace

Result<Config> load_config(const fs::path& from, const fs::path& explicit_file) {
  Config config;
  std::vector<fs::path> weakest_first;
  std::error_code error;
  if (!explicit_file.empty()) {
    weakest_first.push_back(fs::absolute(explicit_file, error));
  } else {
    if (fs::path user = user_config_dir() / "proctor.toml"; fs::is_regular_file(user, error))
      weakest_first.push_back(user);
    if (fs::path nearest = find_upwards(from); !nearest.empty()) weakest_first.push_back(nearest);
  }
  for (const fs::path& file : weakest_first) {
    if (auto read = read_file_into(file, config); !read) return tl::unexpected(read.error());
  }
  return config;
}

}  // namespace proctor
