#include "supervise/run_cgroups.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "supervise/supervise.hpp"

namespace proctor::supervise {
namespace {

// Whoever joins through `cgroup.procs` brings all its threads, for which the kernel first waits until every
// processor has passed by: 11 ms on the mean. `tasks` moves the one thread that asks, in 18 µs.
UniqueFd open_tasks(int cgroup) {
  UniqueFd file(openat(cgroup, "tasks", O_WRONLY | O_CLOEXEC));
  // Above 2, because the child puts others there.
  if (file && file.get() <= STDERR_FILENO) file.reset(fcntl(file.get(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
  return file;
}

bool limit_memory_v2(int cgroup, std::uint64_t bytes) {
  if (!write_file_in(cgroup, "memory.max", std::to_string(bytes))) return false;
  write_file_in(cgroup, "memory.swap.max", "0");
  // All of it die together: a test run without one of its processes isn't worth anything.
  write_file_in(cgroup, "memory.oom.group", "1");
  return true;
}

}  // namespace

std::vector<int> RunCgroups::tasks() const {
  std::vector<int> files;
  for (const auto& [controller, file] : joins_) files.push_back(file.get());
  return files;
}

void RunCgroups::started(bool in_unified, unsigned joined) {
  for (std::size_t i = 0; i < joins_.size(); ++i) {
    if ((joined >> i & 1U) == 0) this->*joins_[i].first = Controller();
  }
  joins_.clear();
  for (Controller* controller : {&memory_, &pids_, &cpu_}) {
    if (controller->version == 2 && !in_unified) *controller = Controller();
  }
  unified_memory_ = unified_memory_ && in_unified;
  unified_pids_ = unified_pids_ && in_unified;
}

std::vector<std::filesystem::path> RunCgroups::paths() const {
  std::vector<std::filesystem::path> found;
  for (const CgroupDirectory* own : {&memory_.own, &pids_.own, &cpu_.own}) {
    if (*own) found.push_back(own->path());
  }
  if (unified) found.push_back(unified.path());
  return found;
}

std::uint64_t RunCgroups::oom_kills() const {
  return memory_ ? memory_.counters().oom_kills() : 0;
}

bool RunCgroups::memory_limit_met() const {
  return memory_.counters().memory_limit_met();
}

std::uint64_t RunCgroups::refused_forks() const {
  return pids_ ? pids_.counters().refused_forks() : 0;
}

bool RunCgroups::process_limit_met() const {
  return pids_.counters().process_limit_met();
}

std::optional<std::chrono::microseconds> RunCgroups::cpu_time() const {
  return cpu_ ? cpu_.counters().cpu_time() : std::nullopt;
}

std::optional<std::uint64_t> RunCgroups::peak_memory() const {
  if (memory_.version == 1) return memory_.counters().peak_memory();
  return unified_memory_ ? CgroupCounters{unified.fd(), 2}.peak_memory() : std::nullopt;
}

std::optional<std::uint64_t> RunCgroups::peak_processes() const {
  if (pids_.version == 1) return pids_.counters().peak_processes();
  return unified_pids_ ? CgroupCounters{unified.fd(), 2}.peak_processes() : std::nullopt;
}

CgroupPlaces::CgroupPlaces() {
  if (!unified_.has_memory()) memory_ = CgroupV1Place("memory");
  if (!unified_.has_pids()) pids_ = CgroupV1Place("pids");
  if (!unified_.usable()) cpuacct_ = CgroupV1Place("cpuacct");
}

void CgroupPlaces::make(RunCgroups& cgroups, const Limits& limits) const {
  // A name may be taken by what a supervisor of the same number left that was killed.
  for (int attempt = 0; attempt < 100; ++attempt) {
    if (make_named(cgroups, limits, new_cgroup_name())) return;
    cgroups = RunCgroups();
  }
}

// False if the name is taken somewhere.
bool CgroupPlaces::make_named(RunCgroups& cgroups, const Limits& limits, const std::string& name) const {
  if (unified_.usable()) {
    auto made = unified_.make(name);
    if (!made && made.error() == EEXIST) return false;
    if (made) cgroups.unified = std::move(*made);
  }
  const int unified = cgroups.unified ? cgroups.unified.fd() : -1;
  if (unified >= 0) {
    cgroups.cpu_ = {unified, 2};
    cgroups.unified_memory_ = unified_.has_memory();
    cgroups.unified_pids_ = unified_.has_pids();
  }
  if (unified >= 0 && limits.memory_bytes && unified_.has_memory() &&
      limit_memory_v2(unified, *limits.memory_bytes)) {
    cgroups.memory_ = {unified, 2};
  }
  if (unified >= 0 && limits.processes && unified_.has_pids() &&
      write_file_in(unified, "pids.max", std::to_string(*limits.processes))) {
    cgroups.pids_ = {unified, 2};
  }

  bool taken = false;
  const auto make_v1 = [&](const CgroupV1Place& place, Controller RunCgroups::*which, const auto& set_limit) {
    Controller& controller = cgroups.*which;
    if (controller || !place.usable() || taken) return;
    auto made = place.make(name);
    if (!made) {
      taken = made.error() == EEXIST;
      return;
    }
    UniqueFd tasks = open_tasks(made->fd());
    if (!tasks || !set_limit(made->fd())) return;
    const int cgroup = made->fd();
    controller = {cgroup, 1, std::move(*made)};
    cgroups.joins_.emplace_back(which, std::move(tasks));
  };
  if (limits.memory_bytes) {
    make_v1(memory_, &RunCgroups::memory_,
            [&](int cgroup) { return limit_memory_v1(cgroup, *limits.memory_bytes); });
  }
  if (limits.processes) {
    make_v1(pids_, &RunCgroups::pids_,
            [&](int cgroup) { return limit_processes_v1(cgroup, *limits.processes); });
  }
  if (limits.cpu) make_v1(cpuacct_, &RunCgroups::cpu_, [](int) { return true; });
  return !taken;
}

}  // namespace proctor::supervise
