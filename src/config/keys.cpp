#include "config/keys.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/paths.hpp"
#include "base/text.hpp"
#include "config/sandbox_limits.hpp"

namespace proctor {
namespace fs = std::filesystem;

Result<void> ConfigValue::bad(std::string_view wanted) const {
  return fail(ErrorCode::invalid_request,
              fmt::format("{}:{}: {} must be {}", file.string(), node.source().begin.line, key, wanted),
              {{"field", key}});
}

namespace {

using Reader = decltype(ConfigKey::read);
using Approval = Config::Tools::Approval;

constexpr std::int64_t kYear = 365LL * 24 * 3'600'000;  // in milliseconds
constexpr std::int64_t kGiB = 1LL << 30U;

template <typename Get>
Reader duration(Get get) {
  return [get](const ConfigValue& value, Config& config) -> Result<void> {
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
Reader milliseconds(Get get) {
  return [get](const ConfigValue& value, Config& config) -> Result<void> {
    const auto* count = value.node.as_integer();
    if (!count || count->get() < 1 || count->get() > kYear)
      return value.bad("a number of milliseconds from 1, at most a year");
    get(config) = std::chrono::milliseconds(count->get());
    return {};
  };
}

template <typename Get>
Reader size(Get get, std::uint64_t least = 0) {
  return [get, least](const ConfigValue& value, Config& config) -> Result<void> {
    std::optional<std::uint64_t> size;
    if (const auto* text = value.node.as_string()) size = parse_size(text->get());
    if (const auto* bytes = value.node.as_integer()) size = parse_size(std::to_string(bytes->get()));
    if (!size || *size < least) {
      return value.bad(fmt::format("a size such as \"64M\" or \"1G\", or a number of bytes{}",
                                   least > 1 ? ", at least " + format_size(least) : std::string()));
    }
    get(config) = *size;
    return {};
  };
}

template <typename Get>
Reader number(Get get, std::int64_t least = 0, std::int64_t most = INT64_MAX) {
  return [=](const ConfigValue& value, Config& config) -> Result<void> {
    const auto* count = value.node.as_integer();
    if (!count || count->get() < least || count->get() > most) {
      return value.bad(most == INT64_MAX ? fmt::format("a whole number from {}", least)
                                         : fmt::format("a whole number from {} to {}", least, most));
    }
    get(config) = static_cast<std::uint64_t>(count->get());
    return {};
  };
}

template <typename Get>
Reader yes_or_no(Get get) {
  return [get](const ConfigValue& value, Config& config) -> Result<void> {
    const auto* flag = value.node.as_boolean();
    if (!flag) return value.bad("true or false");
    get(config) = flag->get();
    return {};
  };
}

template <typename Get>
Reader text(Get get) {
  return [get](const ConfigValue& value, Config& config) -> Result<void> {
    const auto* words = value.node.as_string();
    if (!words || words->get().find('\0') != std::string::npos) return value.bad("a string");
    get(config) = words->get();
    return {};
  };
}

// One of an enumeration whose values count from 0. The words have to outlive the reader.
template <typename Get, std::size_t N>
Reader one_of(Get get, const std::array<const char*, N>& words) {
  return [get, &words](const ConfigValue& value, Config& config) -> Result<void> {
    const auto* written = value.node.as_string();
    const auto found = written ? std::find(words.begin(), words.end(), written->get()) : words.end();
    if (found == words.end()) {
      std::string wanted;
      for (const char* choice : words) wanted += (wanted.empty() ? "\"" : ", \"") + std::string(choice) + '"';
      return value.bad("one of " + wanted);
    }
    auto& field = get(config);
    using Field = std::remove_reference_t<decltype(field)>;
    if constexpr (std::is_enum_v<Field>) {
      field = static_cast<Field>(found - words.begin());
    } else {
      field = static_cast<typename Field::value_type>(found - words.begin());
    }
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
  return [get](const ConfigValue& value, Config& config) -> Result<void> {
    const auto* written = value.node.as_string();
    if (!written || written->get().empty()) return value.bad("a path");
    get(config) = resolve(written->get(), value.file);
    return {};
  };
}

// The strings of a list, none of them empty.
Result<std::vector<std::string>> strings(const ConfigValue& value, std::string_view wanted) {
  const auto* entries = value.node.as_array();
  if (!entries) return tl::unexpected(value.bad(wanted).error());
  std::vector<std::string> list;
  for (const toml::node& entry : *entries) {
    const auto* written = entry.as_string();
    if (!written || written->get().empty() || written->get().find('\0') != std::string::npos)
      return tl::unexpected(value.bad(wanted).error());
    list.push_back(written->get());
  }
  return list;
}

template <typename Get>
Reader directories(Get get) {
  return [get](const ConfigValue& value, Config& config) -> Result<void> {
    const auto list = strings(value, "a list of directories");
    if (!list) return tl::unexpected(list.error());
    std::vector<fs::path> paths;
    for (const std::string& written : *list) paths.push_back(resolve(written, value.file));
    get(config) = std::move(paths);
    return {};
  };
}

template <typename Get>
Reader texts(Get get) {
  return [get](const ConfigValue& value, Config& config) -> Result<void> {
    auto list = strings(value, "a list of strings that aren't empty");
    if (!list) return tl::unexpected(list.error());
    get(config) = std::move(*list);
    return {};
  };
}

// A denylist adds to what a weaker file denies: no file can take back what another one denies.
template <typename Get>
Reader more_texts(Get get) {
  return [get](const ConfigValue& value, Config& config) -> Result<void> {
    const auto list = strings(value, "a list of strings that aren't empty");
    if (!list) return tl::unexpected(list.error());
    std::vector<std::string>& all = get(config);
    for (const std::string& entry : *list) {
      if (std::find(all.begin(), all.end(), entry) == all.end()) all.push_back(entry);
    }
    return {};
  };
}

// An untrusted project may set these: so they can't lead out of the place where its tests run.
Result<void> read_reports(const ConfigValue& value, Config& config) {
  constexpr std::string_view kWanted = "a list of paths below the working directory, without \"..\"";
  const auto list = strings(value, kWanted);
  if (!list) return tl::unexpected(list.error());
  std::vector<fs::path> reports;
  for (const std::string& written : *list) {
    const fs::path report(written);
    if (report.is_absolute() || std::find(report.begin(), report.end(), "..") != report.end())
      return value.bad(kWanted);
    reports.push_back(report);
  }
  config.tools.test.reports = std::move(reports);
  return {};
}

Result<void> read_variables(const ConfigValue& value, Config& config) {
  constexpr std::string_view kWanted = "a table of strings by name, such as {CI = \"1\"}";
  const auto* entries = value.node.as_table();
  if (!entries) return value.bad(kWanted);
  for (const auto& [name, node] : *entries) {
    const auto* content = node.as_string();
    constexpr std::string_view kNever("=\0", 2);  // no environment can hold these in a name
    if (!content || name.str().empty() || name.str().find_first_of(kNever) != std::string_view::npos ||
        content->get().find('\0') != std::string::npos)
      return value.bad(kWanted);
    config.tools.environment.set[std::string(name.str())] = content->get();
  }
  return {};
}

constexpr std::array kModes{"enabled", "parse_only", "disabled"};
constexpr std::array kLevels{"none", "process", "sandbox"};
constexpr std::array kNetworks{"none", "host"};
constexpr std::array kApprovalModes{"auto", "prompt", "deny"};

// The ways in which a value can be wider than another one.

template <typename Get>
auto more(Get get) {
  return [get](const Config& before, const Config& after) { return get(after) > get(before); };
}

template <typename Get>
auto less(Get get) {
  return [get](const Config& before, const Config& after) { return get(after) < get(before); };
}

// No limit is wider than any.
template <typename Get>
auto looser(Get get) {
  return [get](const Config& before, const Config& after) {
    return get(before) && (!get(after) || *get(after) > *get(before));
  };
}

template <typename Get>
auto another(Get get) {
  return [get](const Config& before, const Config& after) { return get(after) != get(before); };
}

template <typename Get>
auto new_entries(Get get) {
  return [get](const Config& before, const Config& after) {
    const auto& known = get(before);
    const auto& list = get(after);
    return std::any_of(list.begin(), list.end(), [&](const auto& entry) {
      return std::find(known.begin(), known.end(), entry) == known.end();
    });
  };
}

// A field of the configuration, whether it may be written or not.
#define PROCTOR_FIELD(field) ([](auto& config) -> auto& { return config.field; })

template <typename Get>
ConfigKey list_of_permissions(Get get) {
  ConfigKey key;
  key.read = texts(get);
  key.widens = new_entries(get);
  return key;
}

template <typename Get>
ConfigKey limit(Get get, std::int64_t least, std::int64_t most) {
  ConfigKey key;
  key.read = number(get, least, most);
  key.widens = more(get);
  return key;
}

template <typename Get>
ConfigKey optional_limit(Reader reader, Get get) {
  ConfigKey key;
  key.read = std::move(reader);
  key.widens = looser(get);
  return key;
}

template <typename Get>
ConfigKey sandbox_limit(Reader reader, Get get, std::uint64_t SandboxLimits::*usable) {
  ConfigKey key = optional_limit(std::move(reader), get);
  key.exceeds_sandbox = [get, usable](const Config& before, const Config& after) {
    return !get(before) && get(after) > sandbox_limits().*usable;
  };
  return key;
}

// Less than what holds uploads, which a project's file is read for as well.
bool weakens_isolation(const Config& before, const Config& after) {
  return after.isolation.level && after.isolation.level != before.isolation.level &&
         *after.isolation.level < before.isolation.level.value_or(IsolationLevel::sandbox);
}

// What is started comes from whom the user trusts.
template <typename Get>
ConfigKey program(Get get) {
  ConfigKey key;
  key.read = path(get);
  key.widens = another(get);
  return key;
}

// Those that a row needs twice.
constexpr auto kMode = PROCTOR_FIELD(tools.mode);
constexpr auto kRoots = PROCTOR_FIELD(tools.roots);
constexpr auto kMaxTimeout = PROCTOR_FIELD(tools.test.max_timeout);
constexpr auto kSet = PROCTOR_FIELD(tools.environment.set);
constexpr auto kApproval = PROCTOR_FIELD(tools.approval.enabled);
constexpr auto kApprovalMode = PROCTOR_FIELD(tools.approval.mode);
constexpr auto kSideEffects = PROCTOR_FIELD(tools.approval.prompt_side_effects);
constexpr auto kExpires = PROCTOR_FIELD(tools.approval.expires);
constexpr auto kCpuTime = PROCTOR_FIELD(limits.cpu_time);
constexpr auto kMemory = PROCTOR_FIELD(limits.memory);
constexpr auto kPids = PROCTOR_FIELD(limits.pids);
constexpr auto kOpenFiles = PROCTOR_FIELD(limits.open_files);
constexpr auto kDisk = PROCTOR_FIELD(limits.disk);
constexpr auto kOutputLimit = PROCTOR_FIELD(limits.output_limit);
constexpr auto kStall = PROCTOR_FIELD(limits.stall);
constexpr auto kFallback = PROCTOR_FIELD(isolation.fallback);
constexpr auto kNetwork = PROCTOR_FIELD(isolation.network);
constexpr auto kReadOnly = PROCTOR_FIELD(isolation.read_only);
constexpr auto kTemporary = PROCTOR_FIELD(isolation.temporary);
constexpr auto kGrace = PROCTOR_FIELD(limits.grace);
constexpr auto kCapOfALog = PROCTOR_FIELD(limits.log_bytes);
constexpr auto kCacheBytes = PROCTOR_FIELD(cache.bytes);
constexpr auto kLogKeep = PROCTOR_FIELD(logs.keep);
constexpr auto kLogAge = PROCTOR_FIELD(logs.age);
constexpr auto kLogBytes = PROCTOR_FIELD(logs.bytes);

}  // namespace

const std::map<std::string, ConfigKey>& config_keys() {
  static const std::map<std::string, ConfigKey> kKeys{
      {"limits.timeout", {duration(PROCTOR_FIELD(limits.timeout))}},
      {"limits.grace", {duration(kGrace), more(kGrace)}},
      {"limits.log_bytes", {size(kCapOfALog), more(kCapOfALog)}},
      {"limits.cpu_time", optional_limit(duration(kCpuTime), kCpuTime)},
      {"limits.memory", sandbox_limit(size(kMemory, 1U << 20U), kMemory, &SandboxLimits::memory)},
      {"limits.pids", sandbox_limit(number(kPids, 1), kPids, &SandboxLimits::pids)},
      {"limits.open_files", optional_limit(number(kOpenFiles, 1), kOpenFiles)},
      {"limits.disk", sandbox_limit(size(kDisk), kDisk, &SandboxLimits::disk)},
      {"limits.output_limit", optional_limit(size(kOutputLimit), kOutputLimit)},
      {"limits.stall_ms", optional_limit(milliseconds(kStall), kStall)},
      {"isolation.level", {one_of(PROCTOR_FIELD(isolation.level), kLevels), weakens_isolation}},
      {"isolation.fallback", {one_of(kFallback, kLevels), another(kFallback)}},
      {"isolation.network", {one_of(kNetwork, kNetworks), more(kNetwork)}},
      {"isolation.read_only", {directories(kReadOnly), new_entries(kReadOnly)}},
      {"isolation.temporary", {size(kTemporary, 1), more(kTemporary)}},
      {"forge.path", program(PROCTOR_FIELD(forge.path))},
      {"forge.solc", program(PROCTOR_FIELD(forge.solc))},
      {"forge.box", program(PROCTOR_FIELD(forge.box))},
      {"forge.libs", {directories(PROCTOR_FIELD(forge.libs))}},
      {"forge.evm_version", {text(PROCTOR_FIELD(forge.evm_version))}},
      {"frameworks.path",
       {directories(PROCTOR_FIELD(frameworks.path)), new_entries(PROCTOR_FIELD(frameworks.path))}},
      {"frameworks.prepared", program(PROCTOR_FIELD(frameworks.prepared))},
      {"exercise.timeout",
       {duration(PROCTOR_FIELD(exercise.timeout)), another(PROCTOR_FIELD(exercise.timeout))}},
      {"exercise.reserve",
       {duration(PROCTOR_FIELD(exercise.reserve)), another(PROCTOR_FIELD(exercise.reserve))}},
      {"exercise.memory", {size(PROCTOR_FIELD(exercise.memory), 1), another(PROCTOR_FIELD(exercise.memory))}},
      {"uploads.file_bytes", {size(PROCTOR_FIELD(uploads.file_bytes))}},
      {"uploads.total_bytes", {size(PROCTOR_FIELD(uploads.total_bytes))}},
      {"uploads.files", {number(PROCTOR_FIELD(uploads.files))}},
      {"cache.bytes", {size(kCacheBytes), more(kCacheBytes)}},
      {"tools.mode", {one_of(kMode, kModes), less(kMode)}},
      {"tools.roots", {directories(kRoots), new_entries(kRoots)}},
      {"tools.max_tool_calls_per_batch", limit(PROCTOR_FIELD(tools.max_tool_calls_per_batch), 1, 10'000)},
      {"tools.max_tool_args_bytes", limit(PROCTOR_FIELD(tools.max_tool_args_bytes), 1, kGiB)},
      {"tools.max_parallel", limit(PROCTOR_FIELD(tools.max_parallel), 1, 1'000)},
      {"tools.test.default_timeout_ms", {milliseconds(PROCTOR_FIELD(tools.test.default_timeout))}},
      {"tools.test.max_timeout_ms", {milliseconds(kMaxTimeout), more(kMaxTimeout)}},
      {"tools.test.default_command_windows", {text(PROCTOR_FIELD(tools.test.default_command_windows))}},
      {"tools.test.default_command_unix", {text(PROCTOR_FIELD(tools.test.default_command_unix))}},
      {"tools.test.reports", {read_reports}},
      {"tools.output.max_bytes", limit(PROCTOR_FIELD(tools.output.max_bytes), 0, kGiB)},
      {"tools.environment.denylist", {more_texts(PROCTOR_FIELD(tools.environment.denylist))}},
      {"tools.environment.allow", list_of_permissions(PROCTOR_FIELD(tools.environment.allow))},
      {"tools.environment.set", {read_variables, another(kSet)}},
      {"tools.approval.enabled", {yes_or_no(kApproval), less(kApproval)}},
      {"tools.approval.mode", {one_of(kApprovalMode, kApprovalModes), less(kApprovalMode)}},
      {"tools.approval.allowlist", list_of_permissions(PROCTOR_FIELD(tools.approval.allowlist))},
      {"tools.approval.denylist", {more_texts(PROCTOR_FIELD(tools.approval.denylist))}},
      {"tools.approval.prompt_side_effects", {yes_or_no(kSideEffects), less(kSideEffects)}},
      {"tools.approval.expires", {duration(kExpires), more(kExpires)}},
      {"tools.answer.max_tokens", limit(PROCTOR_FIELD(tools.answer.max_tokens), 1, 10'000'000)},
      // All projects share the logs: no project settles how long those of the others are kept.
      {"logs.keep", {number(kLogKeep), another(kLogKeep)}},
      {"logs.age", {duration(kLogAge), another(kLogAge)}},
      {"logs.bytes", {size(kLogBytes), another(kLogBytes)}},
  };
  return kKeys;
}

#undef PROCTOR_FIELD

const char* word(Config::Tools::Mode mode) {
  return kModes.at(static_cast<std::size_t>(mode));
}

const char* word(Approval::Mode mode) {
  return kApprovalModes.at(static_cast<std::size_t>(mode));
}

}  // namespace proctor
