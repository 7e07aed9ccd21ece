#include "config/keys.hpp"

#include <algorithm>
#include <array>

#include "config/sandbox_limits.hpp"
#include "config/value_readers.hpp"

namespace proctor {
namespace fs = std::filesystem;

namespace {

using Approval = Config::Tools::Approval;

constexpr std::int64_t kGiB = 1LL << 30U;

// An untrusted project may set these: so they can't lead out of the place where its tests run.

bool leads_out(const fs::path& path) {
  return path.is_absolute() || std::find(path.begin(), path.end(), "..") != path.end();
}

Result<void> read_report_directory(const ConfigValue& value, Config& config) {
  const auto* written = value.node.as_string();
  if (!written || written->get().empty() || leads_out(written->get()))
    return value.bad("a path below the current directory, without \"..\"");
  config.report.directory = written->get();
  return {};
}

Result<void> read_reports(const ConfigValue& value, Config& config) {
  constexpr std::string_view kWanted = "a list of paths below the working directory, without \"..\"";
  const auto list = reader::strings(value, kWanted);
  if (!list) return tl::unexpected(list.error());
  std::vector<fs::path> reports;
  for (const std::string& written : *list) {
    if (leads_out(written)) return value.bad(kWanted);
    reports.emplace_back(written);
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

// A newer version was refused before any key was read; an older one there isn't.
Result<void> read_version(const ConfigValue& value, Config& /*config*/) {
  const bool known = value.node.value_exact<std::int64_t>() == kConfigVersion;
  return known ? Result<void>() : value.bad("a number: " + std::to_string(kConfigVersion));
}

constexpr std::array kModes{"enabled", "parse_only", "disabled"};
constexpr std::array kLevels{"none", "process", "sandbox"};
constexpr std::array kNetworks{"none", "host"};
constexpr std::array kShells{"bash", "sh"};
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

// Libraries are shown in the sandbox, so any directory could be named one.
bool offers_more_libraries(const Config& before, const Config& after) {
  return new_entries([](const Config& config) {
    return config.forge.libs.value_or(std::vector<fs::path>());
  })(before, after);
}

// A field of the configuration, whether it may be written or not.
#define PROCTOR_FIELD(field) ([](auto& config) -> auto& { return config.field; })

template <typename Get>
ConfigKey list_of_permissions(Get get) {
  ConfigKey key;
  key.read = reader::texts(get);
  key.widens = new_entries(get);
  return key;
}

template <typename Get>
ConfigKey limit(Get get, std::int64_t least, std::int64_t most) {
  ConfigKey key;
  key.read = reader::number(get, least, most);
  key.widens = more(get);
  return key;
}

template <typename Get>
ConfigKey optional_limit(reader::Function read, Get get) {
  ConfigKey key;
  key.read = std::move(read);
  key.widens = looser(get);
  return key;
}

template <typename Get>
ConfigKey sandbox_limit(reader::Function read, Get get, std::uint64_t SandboxLimits::*usable) {
  ConfigKey key = optional_limit(std::move(read), get);
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
  key.read = reader::path(get);
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
constexpr auto kHistoryRuns = PROCTOR_FIELD(history.max_runs);
constexpr auto kHistoryAge = PROCTOR_FIELD(history.max_age);
constexpr auto kHistoryBytes = PROCTOR_FIELD(history.max_bytes);

}  // namespace

const std::map<std::string, ConfigKey>& config_keys() {
  static const std::map<std::string, ConfigKey> kKeys{
      {"version", {read_version}},
      {"limits.timeout", {reader::duration(PROCTOR_FIELD(limits.timeout))}},
      {"limits.grace", {reader::duration(kGrace), more(kGrace)}},
      {"limits.log_bytes", {reader::size(kCapOfALog), more(kCapOfALog)}},
      {"limits.cpu_time", optional_limit(reader::duration(kCpuTime), kCpuTime)},
      {"limits.memory", sandbox_limit(reader::size(kMemory, kLeastMemory), kMemory, &SandboxLimits::memory)},
      {"limits.pids", sandbox_limit(reader::number(kPids, 1), kPids, &SandboxLimits::pids)},
      {"limits.open_files", optional_limit(reader::number(kOpenFiles, 1), kOpenFiles)},
      {"limits.disk", sandbox_limit(reader::size(kDisk), kDisk, &SandboxLimits::disk)},
      {"limits.output_limit", optional_limit(reader::size(kOutputLimit), kOutputLimit)},
      {"limits.stall_ms", optional_limit(reader::milliseconds(kStall), kStall)},
      {"isolation.level", {reader::one_of(PROCTOR_FIELD(isolation.level), kLevels), weakens_isolation}},
      {"isolation.fallback", {reader::one_of(kFallback, kLevels), another(kFallback)}},
      {"isolation.network", {reader::one_of(kNetwork, kNetworks), more(kNetwork)}},
      {"isolation.read_only", {reader::directories(kReadOnly), new_entries(kReadOnly)}},
      {"isolation.temporary", {reader::size(kTemporary, 1), more(kTemporary)}},
      {"forge.path", program(PROCTOR_FIELD(forge.path))},
      {"forge.solc", program(PROCTOR_FIELD(forge.solc))},
      {"forge.box", program(PROCTOR_FIELD(forge.box))},
      {"forge.libs", {reader::directories(PROCTOR_FIELD(forge.libs)), offers_more_libraries}},
      {"forge.evm_version", {reader::text(PROCTOR_FIELD(forge.evm_version))}},
      {"frameworks.path",
       {reader::directories(PROCTOR_FIELD(frameworks.path)), new_entries(PROCTOR_FIELD(frameworks.path))}},
      {"frameworks.prepared", program(PROCTOR_FIELD(frameworks.prepared))},
      {"frameworks.use", {reader::text(PROCTOR_FIELD(frameworks.use))}},
      {"exercise.timeout",
       {reader::duration(PROCTOR_FIELD(exercise.timeout)), another(PROCTOR_FIELD(exercise.timeout))}},
      {"exercise.reserve",
       {reader::duration(PROCTOR_FIELD(exercise.reserve)), another(PROCTOR_FIELD(exercise.reserve))}},
      {"exercise.memory",
       {reader::size(PROCTOR_FIELD(exercise.memory), 1), another(PROCTOR_FIELD(exercise.memory))}},
      {"uploads.file_bytes", {reader::size(PROCTOR_FIELD(uploads.file_bytes))}},
      {"uploads.total_bytes", {reader::size(PROCTOR_FIELD(uploads.total_bytes))}},
      {"uploads.files", {reader::number(PROCTOR_FIELD(uploads.files))}},
      {"cache.bytes", {reader::size(kCacheBytes), more(kCacheBytes)}},
      {"hook.exclude", {reader::more_texts(PROCTOR_FIELD(hook.exclude))}},
      {"tools.mode", {reader::one_of(kMode, kModes), less(kMode)}},
      {"tools.roots", {reader::directories(kRoots), new_entries(kRoots)}},
      {"tools.max_tool_calls_per_batch", limit(PROCTOR_FIELD(tools.max_tool_calls_per_batch), 1, 10'000)},
      {"tools.max_tool_args_bytes", limit(PROCTOR_FIELD(tools.max_tool_args_bytes), 1, kGiB)},
      {"tools.max_parallel", limit(PROCTOR_FIELD(tools.max_parallel), 1, 1'000)},
      {"tools.answer_within", {reader::duration_or_none(PROCTOR_FIELD(tools.answer_within))}},
      {"tools.test.default_timeout_ms", {reader::milliseconds(PROCTOR_FIELD(tools.test.default_timeout))}},
      {"tools.test.max_timeout_ms", {reader::milliseconds(kMaxTimeout), more(kMaxTimeout)}},
      {"tools.test.default_command_windows",
       {reader::text(PROCTOR_FIELD(tools.test.default_command_windows))}},
      {"tools.test.default_command_unix", {reader::text(PROCTOR_FIELD(tools.test.default_command_unix))}},
      {"tools.test.shell", {reader::one_of(PROCTOR_FIELD(tools.test.shell), kShells)}},
      {"tools.test.reports", {read_reports}},
      {"tools.output.max_bytes", limit(PROCTOR_FIELD(tools.output.max_bytes), 0, kGiB)},
      {"tools.environment.denylist", {reader::more_texts(PROCTOR_FIELD(tools.environment.denylist))}},
      {"tools.environment.allow", list_of_permissions(PROCTOR_FIELD(tools.environment.allow))},
      {"tools.environment.set", {read_variables, another(kSet)}},
      {"tools.approval.enabled", {reader::yes_or_no(kApproval), less(kApproval)}},
      {"tools.approval.mode", {reader::one_of(kApprovalMode, kApprovalModes), less(kApprovalMode)}},
      {"tools.approval.allowlist", list_of_permissions(PROCTOR_FIELD(tools.approval.allowlist))},
      {"tools.approval.denylist", {reader::more_texts(PROCTOR_FIELD(tools.approval.denylist))}},
      {"tools.approval.prompt_side_effects", {reader::yes_or_no(kSideEffects), less(kSideEffects)}},
      {"tools.approval.expires", {reader::duration(kExpires), more(kExpires)}},
      {"tools.answer.max_tokens", limit(PROCTOR_FIELD(tools.answer.max_tokens), 1, 10'000'000)},
      {"machine.max_parallel", limit(PROCTOR_FIELD(machine.max_parallel), 1, 10'000)},
      // All projects share the logs: no project settles how long those of the others are kept.
      {"logs.keep", {reader::number(kLogKeep), another(kLogKeep)}},
      {"logs.age", {reader::duration(kLogAge), another(kLogAge)}},
      {"logs.bytes", {reader::size(kLogBytes), another(kLogBytes)}},
      {"history.max_runs", {reader::number(kHistoryRuns), another(kHistoryRuns)}},
      {"history.max_age", {reader::duration(kHistoryAge), another(kHistoryAge)}},
      {"history.max_bytes", {reader::size(kHistoryBytes), another(kHistoryBytes)}},
      {"report.formats", {reader::texts(PROCTOR_FIELD(report.formats))}},
      {"report.directory", {read_report_directory}},
      {"test.projects", {reader::directories(PROCTOR_FIELD(test.projects))}},
      {"gate.ignore", {reader::texts(PROCTOR_FIELD(gate.ignore))}},
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
