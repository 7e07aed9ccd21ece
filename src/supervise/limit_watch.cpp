#include "supervise/limit_watch.hpp"

#include <fmt/format.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "supervise/resource_limits.hpp"

namespace proctor::supervise {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;

constexpr milliseconds kCounterInterval{50};
constexpr milliseconds kTreeInterval{25};
constexpr milliseconds kLeastCpuInterval{5};
constexpr milliseconds kHintInterval{4};  // between looks at how many processes there are at all
// At the tree: while a bomb goes off, it would have no end. All others have to be passed to come to ours.
constexpr milliseconds kLongestLook{20};
constexpr microseconds kLongestForOthers{50};  // for each of them
constexpr int kTreeShare = 10;                 // a look at the tree may cost this part of the time
constexpr milliseconds kFirstPeaks{100};       // short runs aren't measured
constexpr milliseconds kPeaksInterval{500};
constexpr int kPeaksShare = 200;

std::uint64_t tasks_of_machine() {
  struct sysinfo info {};
  return sysinfo(&info) == 0 ? info.procs : 0;
}

// Without isolation the time and the output are limited, and nothing else.
Limits held_at(IsolationLevel level, const Limits& limits) {
  Limits held = limits;
  if (level != IsolationLevel::none) return held;
  held.cpu.reset();
  for (auto* limit : {&held.memory_bytes, &held.processes, &held.open_files, &held.disk_bytes})
    limit->reset();
  return held;
}

// Processes of a sandbox that aren't the command's: bubblewrap and the first one inside. They don't count.
std::uint64_t machinery_at(IsolationLevel level) {
  return level == IsolationLevel::sandbox ? 2 : 0;
}

}  // namespace

void make_cgroups(RunCgroups& cgroups, const CgroupPlaces& places, IsolationLevel level,
                  const Limits& limits) {
  if (level == IsolationLevel::none) return;
  Limits with_machinery = limits;
  if (limits.processes) *with_machinery.processes += machinery_at(level);
  places.make(cgroups, with_machinery);
}

std::uint64_t LimitWatch::machinery() const {
  return machinery_at(options_.isolation);
}

LimitWatch::LimitWatch(const Limits& limits, const RunOptions& options, RunCgroups& cgroups, LiveRuns& runs,
                       LiveRun& run)
    : limits_(held_at(options.isolation, limits)),
      options_(options),
      cgroups_(cgroups),
      runs_(runs),
      run_(run) {}

void LimitWatch::measure_disk(const std::stop_token& stop) {
  if (!limits_.disk_bytes) return;
  disk_.emplace(
      *limits_.disk_bytes, options_.writable, [this] { return without_machinery(runs_.members(run_)); },
      stop);
}

std::vector<ResourceLimit> LimitWatch::resources() const {
  const bool sandbox = options_.isolation == IsolationLevel::sandbox;
  const PidsBy by_watch = sandbox ? PidsBy::watch_in_sandbox : PidsBy::watch;
  return resource_limits(limits_, cgroups_.pids() ? PidsBy::cgroup : by_watch);
}

void LimitWatch::started(const Spawned& spawned, Time now) {
  cgroups_.started(spawned.in_cgroup, spawned.joined);
  if (cgroups_.memory() || cgroups_.pids()) counters_due_ = now + kCounterInterval;
  if (limits_.cpu && cgroups_.cpu()) look_at_cpu({}, now);
  if (tree_needed()) tree_due_ = now + kTreeInterval;
  if (!tree_needed() && options_.isolation != IsolationLevel::none &&
      !(cgroups_.peak_memory() && cgroups_.peak_processes())) {
    peaks_due_ = now + kFirstPeaks;
  }
  other_tasks_ = tasks_of_machine();
  if (looks_at_processes()) hint_due_ = now + kHintInterval;
  next_ = std::min(
      {counters_due_, cpu_due_, tree_due_, hint_due_, peaks_due_, disk_ ? disk_->next() : Time::max()});
}

bool LimitWatch::looks_at_processes() const {
  return limits_.processes && !cgroups_.pids();
}

bool LimitWatch::tree_needed() const {
  return (limits_.memory_bytes && !cgroups_.memory()) || looks_at_processes() ||
         (limits_.cpu && !cgroups_.cpu());
}

std::optional<Strike> LimitWatch::look(Time now) {
  if (now < next_) return std::nullopt;
  std::optional<Strike> strike;
  if (now >= counters_due_) {
    strike = look_at_counters();
    counters_due_ = now + kCounterInterval;
  }
  if (!strike && now >= cpu_due_) strike = look_at_cpu(cgroups_.cpu_time().value_or(microseconds(0)), now);
  if (now >= hint_due_) {
    // A fork bomb makes thousands between two looks at the tree. The kernel's count of all there are costs
    // next to nothing; it's no evidence, because others start processes, too.
    if (tasks_of_machine() > other_tasks_ + *limits_.processes)
      tree_due_ = std::min(tree_due_, tree_earliest_);
    hint_due_ = now + kHintInterval;
  }
  if (!strike && now >= tree_due_) strike = look_at_tree(now);
  if (now >= peaks_due_) {
    const LookBudget budget = longest_look();
    const std::vector<Member> members = runs_.members(run_, budget);
    tree_of(members, !budget.spent());
    const Time end = Clock::now();
    peaks_due_ = end + std::max<Clock::duration>(kPeaksInterval, kPeaksShare * (end - now));
  }
  if (!strike && disk_ && now >= disk_->next()) {
    if (auto evidence = disk_->look(now))
      strike = Strike{Termination::Kind::disk_limit, std::move(*evidence), true};
  }
  next_ = std::min(
      {counters_due_, cpu_due_, tree_due_, hint_due_, peaks_due_, disk_ ? disk_->next() : Time::max()});
  return strike;
}

std::optional<milliseconds> LimitWatch::reap_interval() const {
  // In a sandbox its first process does it, as soon as somebody ends.
  if (!cgroups_.pids() || options_.isolation == IsolationLevel::sandbox) return std::nullopt;
  constexpr microseconds kQuickestStart{20};
  const auto time =
      static_cast<std::int64_t>(std::min<std::uint64_t>(*limits_.processes, 1000)) * kQuickestStart;
  return std::max(std::chrono::duration_cast<milliseconds>(time), milliseconds(2));
}

std::optional<Strike> LimitWatch::look_at_counters() {
  if (const std::uint64_t kills = cgroups_.oom_kills(); kills > 0) {
    const std::string limit = format_size(limits_.memory_bytes.value_or(0));
    const std::string allowed =
        cgroups_.memory_limit_met()
            ? fmt::format("{} are allowed", limit)
            : fmt::format(
                  "not at its own limit of {}, but at one around proctor (such as a container's), or "
                  "because the machine had no more",
                  limit);
    return Strike{
        Termination::Kind::out_of_memory,
        fmt::format("the kernel killed {} of its processes for want of memory (oom_kill in {}); {}", kills,
                    cgroups_.memory().version == 2 ? "memory.events" : "memory.oom_control", allowed),
        true, !cgroups_.memory_limit_met()};
  }
  const std::uint64_t all_refused = cgroups_.refused_forks();
  if (all_refused > excused_) runs_.reap_orphans(run_);
  // Those who had ended and weren't reaped yet, because we were late.
  const bool full_of_zombies = std::exchange(run_.most_waiting, 0) > limits_.processes.value_or(0) / 2;
  if (full_of_zombies) excused_ = all_refused;
  if (const std::uint64_t refused = all_refused - excused_; refused > 0) {
    const std::uint64_t limit = limits_.processes.value_or(0);
    const std::string allowed =
        cgroups_.process_limit_met()
            ? fmt::format("{} at once are allowed", limit)
            : fmt::format("not at its own limit of {}, but at one around proctor (such as a container's)",
                          limit);
    return Strike{Termination::Kind::process_limit,
                  fmt::format("the kernel refused {} {} (max in pids.events); {}", refused,
                              refused == 1 ? "process or thread" : "processes or threads", allowed),
                  true, !cgroups_.process_limit_met()};
  }
  return std::nullopt;
}

std::string LimitWatch::cpu_source() const {
  if (!cgroups_.cpu()) return "/proc/PID/stat of all";
  return cgroups_.cpu().version == 2 ? "cpu.stat" : "cpuacct.usage";
}

std::optional<Strike> LimitWatch::look_at_cpu(microseconds used, Time now) {
  static const long cores = std::max(sysconf(_SC_NPROCESSORS_ONLN), 1L);
  const microseconds limit = *limits_.cpu;
  if (used >= limit) {
    return Strike{Termination::Kind::cpu_limit,
                  fmt::format("{} of CPU time used ({}); {} are allowed", seconds(used), cpu_source(),
                              format_duration(*limits_.cpu))};
  }
  // However many run, it can't be passed sooner.
  cpu_due_ = now + std::max<microseconds>((limit - used) / cores, kLeastCpuInterval);
  return std::nullopt;
}

LookBudget LimitWatch::longest_look() const {
  return LookBudget(kLongestLook + static_cast<std::int64_t>(other_tasks_) * kLongestForOthers);
}

std::vector<Member> LimitWatch::without_machinery(std::vector<Member> members) const {
  if (options_.isolation != IsolationLevel::sandbox) return members;
  std::erase_if(members, [this](const Member& member) {
    return member.process.pid == run_.root || member.process.parent == run_.root;
  });
  return members;
}

std::optional<Strike> LimitWatch::look_at_memory(const std::vector<Member>& members) {
  const std::uint64_t limit = *limits_.memory_bytes;
  const std::uint64_t shared_by_all = shared_memory_of_machine();
  least_shared_by_all_ = std::min(least_shared_by_all_, shared_by_all);
  const std::uint64_t grown = shared_by_all - least_shared_by_all_;
  std::uint64_t files = files_in_memory_.look(members, kLongestLook).sum();
  if (held_at_most(members) + std::max(files, grown) <= limit) return std::nullopt;
  const HeldMemory held = held_memory(members, std::max(files, grown), limit);
  // Files that were found a while ago, or before the rest was looked at, may have made room for it.
  if (files > 0) files = std::min(files, files_in_memory_.confirm(members).sum());
  const std::string allowed = fmt::format("; {} are allowed", format_size(limit));
  const auto strike = [&](const std::string& what) {
    peak_resident_ = std::max(peak_resident_, held.with(files));
    return Strike{Termination::Kind::out_of_memory, what + allowed, true};
  };
  if (held.with(files) <= limit) {
    if (held.with(grown) <= limit) return std::nullopt;
    // Others use such memory as well. So it's evidence only where somebody hides what files are open.
    const std::vector<Member> commands = without_machinery(members);
    hidden_files_.look(commands, kLongestLook);
    const auto hidden = hidden_files_.confirm(commands).hidden();
    if (!hidden) return std::nullopt;
    return strike(fmt::format("{} in use, {} more in files in memory (Shmem in /proc/meminfo), and {}",
                              format_size(held.own + held.shared), format_size(grown), *hidden));
  }
  const std::string in_files =
      fmt::format("{} in files without a name (memfd, seen in /proc/PID/fd)", format_size(files));
  const std::string in_use =
      fmt::format("at least {} in use by {} (smaps_rollup and VmPTE of all, shared parts divided)",
                  format_size(held.own + held.shared),
                  members.size() == 1 ? "one process" : fmt::format("{} processes", members.size()));
  std::string what = fmt::format("at least {} in use: {} of no file (smaps_rollup and VmPTE of all), {}",
                                 format_size(held.with(files)), format_size(held.own), in_files);
  if (files > limit) what = in_files;
  if (held.own + held.shared > limit) what = in_use;
  return strike(what);
}

std::optional<Strike> LimitWatch::look_at_tree(Time now) {
  const LookBudget budget = longest_look();
  const auto used_before = LookBudget::used();
  std::vector<Member> members = runs_.members(run_, budget);
  const bool whole = !budget.spent();
  const TreeUsage tree = tree_of(members, whole);
  std::optional<Strike> strike;
  if (limits_.memory_bytes && !cgroups_.memory()) strike = look_at_memory(members);
  if (!strike && looks_at_processes() && tree.processes > *limits_.processes) {
    strike = Strike{Termination::Kind::process_limit,
                    fmt::format("{} processes and threads at once (counted in /proc); {} are allowed",
                                tree.processes, *limits_.processes),
                    true};
  }
  const Time end = Clock::now();
  const std::uint64_t tasks = tasks_of_machine();
  if (whole) other_tasks_ = tasks > tree.processes ? tasks - tree.processes : 0;
  tree_earliest_ = end + 2 * (end - now);
  // By the clock, whoever keeps this thread from running would also put the next look off.
  tree_due_ = end + std::max<Clock::duration>(kTreeInterval, kTreeShare * (LookBudget::used() - used_before));
  if (limits_.cpu && !cgroups_.cpu() && !strike) {
    strike = look_at_cpu(whole ? cpu_of(tree) : cpu_seen_, now);
    // The tree is looked at anyway; if for the time alone, not more often than that can matter.
    const bool alone = (!limits_.memory_bytes || cgroups_.memory()) && !looks_at_processes();
    tree_due_ = alone ? std::max(cpu_due_, tree_due_) : std::min(cpu_due_, tree_due_);
    cpu_due_ = Time::max();
  }
  if (strike) strike->members = std::move(members);
  return strike;
}

TreeUsage LimitWatch::tree_of(const std::vector<Member>& members, bool whole) {
  TreeUsage tree = measure(members);
  if (whole && !ending_) cpu_counted_ = tree.cpu + reaped_cpu();
  tree.processes -= std::min(tree.processes, machinery());
  if (tree.resident_bytes > peak_resident_)
    peak_resident_ = std::max(peak_resident_, resident_together(members));
  peak_processes_ = std::max(peak_processes_, tree.processes);
  return tree;
}

microseconds LimitWatch::reaped_cpu() const {
  return microseconds(run_.reaped.user_us + run_.reaped.system_us + root_usage_.user_us +
                      root_usage_.system_us);
}

// The sum falls only if somebody has ended and was neither waited for by its parent nor reaped here.
microseconds LimitWatch::cpu_of(const TreeUsage& tree) {
  const microseconds sum = tree.cpu + reaped_cpu() + cpu_lost_;
  if (sum < cpu_seen_) cpu_lost_ += cpu_seen_ - sum;
  cpu_seen_ = std::max(cpu_seen_, sum);
  return cpu_seen_;
}

std::optional<Strike> LimitWatch::root_ended() {
  if (next_ == Time::max() && !disk_) return std::nullopt;
  if (auto strike = look_at_counters()) return strike;
  if (limits_.cpu) {
    if (auto strike = look_at_cpu(cpu_used(), Clock::now())) return strike;
  }
  return std::nullopt;
}

std::optional<Strike> LimitWatch::last_look() {
  if (next_ == Time::max() && !disk_) return std::nullopt;
  if (auto strike = look_at_counters()) return strike;
  if (limits_.cpu) {
    const microseconds used = cgroups_.cpu_time().value_or(cpu_of({}));
    if (auto strike = look_at_cpu(used, Clock::now())) return strike;
  }
  if (disk_) {
    if (auto evidence = disk_->last_look())
      return Strike{Termination::Kind::disk_limit, std::move(*evidence), true};
  }
  return std::nullopt;
}

}  // namespace proctor::supervise
