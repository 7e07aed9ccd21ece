// What a LimitWatch tells: whether the run is busy, what it used, who saw to which limit.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/text.hpp"
#include "supervise/limit_watch.hpp"
#include "supervise/resource_limits.hpp"

namespace proctor::supervise {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;

constexpr milliseconds kSampleTime{1000};

bool anyone_ready(const std::vector<Member>& members) {
  return std::any_of(members.begin(), members.end(),
                     [](const Member& member) { return member.certain && has_thread_ready(member.process); });
}

}  // namespace

std::string LimitWatch::seconds(microseconds time) {
  return fmt::format("{:.2f} s", std::chrono::duration<double>(time).count());
}

// Of all that ever belonged to the run, as far as is known.
microseconds LimitWatch::cpu_used() {
  if (const auto used = cgroups_.cpu_time()) return *used;
  return cpu_of(tree_of(runs_.members(run_), true));
}

void LimitWatch::sample_cpu(Time now, Time deadline) {
  if (deadline - now > kSampleTime || now - sampled_at_ < kSampleTime) return;
  sampled_at_ = now;
  sample_ = cpu_used();
}

// Whether it computes or waits is decided by the last second, if that was noted: who hangs after long work
// waits.
Activity LimitWatch::activity(Time begin, Time now) {
  const microseconds used = cpu_used();
  ending_ = true;
  const bool sampled = sampled_at_ != Time() && now - sampled_at_ >= milliseconds(50);
  const auto time = std::chrono::duration<double>(now - (sampled ? sampled_at_ : begin)).count();
  const double share = std::chrono::duration<double>(sampled ? used - sample_ : used).count() / time;
  const bool waits = share <= 0.05;
  bool busy = share >= 0.5;
  // It may be busy on a machine that is busy with others, too.
  std::vector<Member> members;
  if (!busy) members = without_machinery(runs_.members(run_));  // the first process looks around every 25 ms
  const bool ready = anyone_ready(members);
  const bool at_disk = std::any_of(members.begin(), members.end(),
                                   [](const Member& member) { return member.process.state == 'D'; });
  busy = busy || (!waits && (ready || at_disk));
  if (ready && waits) {
    return {busy,
            fmt::format("it used {} of CPU, and was ready to run: others had the processor", seconds(used))};
  }
  const char* words = busy ? "is busy" : waits ? "waits" : "mostly waits";
  return {busy, fmt::format("it used {} of CPU: it {}", seconds(used), words)};
}

void LimitWatch::account(Usage& usage, std::optional<std::uint64_t> rusage_peak) const {
  // Who is killed with a sandbox is waited for by nobody: what it used is only known by the last look.
  const auto counted = std::chrono::duration_cast<milliseconds>(cgroups_.cpu_time().value_or(cpu_counted_));
  usage.user_cpu = std::max(usage.user_cpu, counted - usage.system_cpu);
  usage.peak_memory_bytes = cgroups_.peak_memory();
  if (!usage.peak_memory_bytes) {
    const std::uint64_t seen = std::max(peak_resident_, rusage_peak.value_or(0));
    if (seen > 0) usage.peak_memory_bytes = seen;
  }
  usage.peak_processes = cgroups_.peak_processes();
  if (usage.peak_processes) *usage.peak_processes -= std::min(*usage.peak_processes, machinery());
  if (!usage.peak_processes && peak_processes_ > 0) usage.peak_processes = peak_processes_;
}

std::vector<EnforcedLimit> LimitWatch::enforced() const {
  std::vector<EnforcedLimit> list;
  const std::string clock = "proctor's clock";
  const std::string watch =
      process_table_is_ours() ? "a watch over the tree" : "nobody: /proc doesn't show this PID namespace";
  const auto by = [&](const Controller& controller, const char* name) {
    return controller ? fmt::format("cgroup v{} {}", controller.version, name) : watch;
  };
  if (limits_.wall) list.push_back({"timeout", format_duration(*limits_.wall), clock});
  if (limits_.cpu) {
    const char* name = cgroups_.cpu().version == 1 ? "cpuacct, watched" : "cpu.stat, watched";
    list.push_back({"cpu_time", format_duration(*limits_.cpu), by(cgroups_.cpu(), name)});
  }
  if (limits_.memory_bytes)
    list.push_back({"memory", format_size(*limits_.memory_bytes), by(cgroups_.memory(), "memory")});
  if (limits_.processes)
    list.push_back({"pids", std::to_string(*limits_.processes), by(cgroups_.pids(), "pids")});
  if (limits_.open_files) {
    const std::uint64_t held = most_open_files(*limits_.open_files);
    list.push_back({"open_files", std::to_string(held),
                    held < *limits_.open_files
                        ? "RLIMIT_NOFILE of each process: proctor itself may have no more"
                        : "RLIMIT_NOFILE of each process"});
  }
  if (limits_.disk_bytes) {
    list.push_back({"disk", format_size(*limits_.disk_bytes),
                    disk_ && !options_.writable.empty()
                        ? "RLIMIT_FSIZE for each file, and a watch over the directories"
                        : "RLIMIT_FSIZE for each file"});
  }
  if (limits_.output_bytes)
    list.push_back({"output_limit", format_size(*limits_.output_bytes), "proctor, which reads it"});
  if (limits_.stall) list.push_back({"stall", format_duration(*limits_.stall), clock});
  return list;
}

}  // namespace proctor::supervise
