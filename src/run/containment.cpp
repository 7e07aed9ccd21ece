#include "run/containment.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <string_view>

#include "base/text.hpp"
#include "config/sandbox_limits.hpp"

namespace proctor {
namespace {

// A default stands where nothing is said, and above what an untrusted project says: it can't lift what keeps
// the machine usable.
void keep_usable(std::optional<std::uint64_t>& limit, const Config& config, std::string_view key,
                 std::uint64_t usable) {
  const auto same = [key](const Config::Ignored& entry) { return entry.key == key; };
  const bool capped = std::any_of(config.capped.begin(), config.capped.end(), same);
  if (!limit || capped) limit = usable;
}

void tell_capped_limits(const Config& config, Containment& containment) {
  for (const Config::Ignored& entry : config.capped) {
    const std::string file = entry.file.string();
    containment.warnings.push_back(fmt::format(
        "{}:{}: {} doesn't count in this sandbox, but its default does: it would be wider, and this "
        "content of the file isn't trusted; look at it, then: proctor trust {}",
        file, entry.line, entry.key, shell_quote(file)));
  }
}

// At the level "none" nothing is there to hold them.
void tell_unheld_limits(const Config::Limits& asked, Containment& containment) {
  if (containment.level != IsolationLevel::none) return;
  std::vector<std::string_view> names;
  if (asked.cpu_time) names.emplace_back("cpu_time");
  if (asked.memory) names.emplace_back("memory");
  if (asked.pids) names.emplace_back("pids");
  if (asked.open_files) names.emplace_back("open_files");
  if (asked.disk) names.emplace_back("disk");
  if (names.empty()) return;
  containment.warnings.push_back(
      fmt::format("Isolation level \"none\" holds limits of time and output only: {} had no effect. Level "
                  "\"process\" holds them.",
                  fmt::join(names, ", ")));
}

// Elsewhere root may write the files of anybody. In a sandbox it has no capability that says so.
void tell_foreign_workspace(const std::filesystem::path& workspace, Containment& containment) {
  struct stat status {};
  if (geteuid() != 0 || stat(workspace.c_str(), &status) != 0) return;
  if (status.st_uid == 0 || (status.st_mode & S_IWOTH) != 0) return;
  containment.warnings.push_back(fmt::format(
      "{} belongs to another user (number {}), and in a sandbox root has no rights over the files "
      "of others: what the command writes there may be refused. Run proctor as that user.",
      workspace.string(), status.st_uid));
}

}  // namespace

void Containment::apply(supervise::RunOptions& options, const supervise::Command& command) const {
  options.isolation = level;
  options.sandbox = sandbox;
  options.sandbox.read_only.insert(options.sandbox.read_only.end(), command.toolchain.begin(),
                                   command.toolchain.end());
  options.writable = writable;
  options.protected_files = protected_files;
  options.writable.insert(options.writable.end(), command.results.begin(), command.results.end());
}

Result<Containment> contain(const Config& config, Origin origin, const std::filesystem::path& workspace,
                            const SandboxProbe& probe) {
  const Config::Isolation& isolation = config.isolation;
  Containment containment;
  containment.level =
      isolation.level.value_or(origin == Origin::project ? IsolationLevel::process : IsolationLevel::sandbox);
  containment.sandbox = sandbox_from(config);
  containment.writable = {workspace};
  tell_unheld_limits(config.limits, containment);
  if (containment.level != IsolationLevel::sandbox) return containment;
  const auto obstacle = probe();
  if (!obstacle) {
    tell_capped_limits(config, containment);
    tell_foreign_workspace(workspace, containment);
    return containment;
  }
  using Obstacle = supervise::SandboxObstacle::Kind;
  if (obstacle->kind == Obstacle::stopped) return fail(ErrorCode::test_cancelled, obstacle->reason);
  if (obstacle->kind == Obstacle::passing) {
    return fail(
        ErrorCode::resources_exhausted,
        obstacle->reason +
            ". Nothing was run: this may pass, so no lesser isolation level stands in for the sandbox",
        {{"isolation", "sandbox"}});
  }
  std::optional<IsolationLevel> fallback = isolation.fallback;
  // A learning site's container isolates by itself, and in it there are no sandboxes.
  if (!fallback && !isolation.level && origin == Origin::submission) fallback = IsolationLevel::process;
  if (!fallback || *fallback == IsolationLevel::sandbox) {
    return fail(
        ErrorCode::sandbox_unavailable,
        obstacle->reason +
            ". Nothing was run. If something else isolates this machine already (a container made for "
            "this), accept less by `fallback = \"process\"` below [isolation] in your own proctor.toml",
        {{"isolation", "sandbox"}});
  }
  containment.level = *fallback;
  containment.warnings.push_back(
      std::string("No sandbox held this run but isolation level \"") + word(containment.level) + "\", as " +
      (isolation.fallback ? "[isolation] fallback accepts: " : "is usual for submissions: ") +
      obstacle->reason);
  tell_unheld_limits(config.limits, containment);
  return containment;
}

supervise::Sandbox sandbox_from(const Config& config) {
  const Config::Isolation& isolation = config.isolation;
  return {.read_only = isolation.read_only,
          .host_network = isolation.network == Config::Isolation::Network::host,
          .temporary_bytes = isolation.temporary};
}

supervise::Limits limits_from(const Config& config, IsolationLevel level) {
  const Config::Limits& asked = config.limits;
  supervise::Limits limits;
  limits.grace = asked.grace;
  limits.log_bytes = asked.log_bytes;
  limits.output_bytes = asked.output_limit;
  limits.stall = asked.stall;
  if (level == IsolationLevel::none) return limits;
  limits.cpu = asked.cpu_time;
  limits.memory_bytes = asked.memory;
  limits.processes = asked.pids;
  limits.open_files = asked.open_files;
  limits.disk_bytes = asked.disk;
  if (level != IsolationLevel::sandbox) return limits;
  const SandboxLimits usable = sandbox_limits();
  keep_usable(limits.memory_bytes, config, "limits.memory", usable.memory);
  keep_usable(limits.processes, config, "limits.pids", usable.pids);
  keep_usable(limits.disk_bytes, config, "limits.disk", usable.disk);
  return limits;
}

}  // namespace proctor
