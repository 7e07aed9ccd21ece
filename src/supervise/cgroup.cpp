#include "supervise/cgroup.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "base/text.hpp"
#include "supervise/abandoned_cgroups.hpp"
#include "supervise/process_table.hpp"

namespace proctor::supervise {

// Whatever goes wrong here, the sweep that follows finds whoever is left.
void Cgroup::freeze() const {
  write_file_in(fd(), "cgroup.freeze", "1");
}

void Cgroup::kill() const {
  write_file_in(fd(), "cgroup.kill", "1");
}

bool Cgroup::populated() const {
  return read_value(fd(), "cgroup.events", "populated") != 0U;
}

std::optional<std::size_t> Cgroup::count(Of what, std::size_t most) const {
  constexpr std::size_t kLongestLine = 12;
  const char* file = what == Of::processes ? "cgroup.procs" : "cgroup.threads";
  const std::string numbers = read_kernel_file(fd(), file, (most + 1) * kLongestLine);
  const auto count = static_cast<std::size_t>(std::count(numbers.begin(), numbers.end(), '\n'));
  if (count == 0 || count > most) return std::nullopt;
  return count;
}

bool Cgroup::read_cpu(Usage& usage) const {
  const std::string content = read_kernel_file(fd(), "cpu.stat", 4096);
  const auto user = value_of(content, "user_usec");
  const auto system = value_of(content, "system_usec");
  if (!user || !system) return false;
  const auto milliseconds = [](std::uint64_t microseconds) {
    return std::chrono::milliseconds(static_cast<std::int64_t>(microseconds / 1000));
  };
  usage.user_cpu = milliseconds(*user);
  usage.system_cpu = milliseconds(*system);
  return true;
}

CgroupPlace::CgroupPlace() {
  auto own = own_cgroup("");
  if (!own) {
    reason_ = own.error();
    return;
  }
  base_ = std::move(own->directory);
  base_name_ = std::move(own->name);
  if (ControllerSwitch::is_own_leaf(base_.filename().native())) {
    base_ = base_.parent_path();
    base_name_.resize(base_name_.rfind('/'));
  }
  remove_abandoned_cgroups(base_);
  controllers_ = std::make_unique<ControllerSwitch>(base_, std::vector<std::string_view>{"memory", "pids"});
  const auto trial = CgroupDirectory::make_in(base_);
  if (!trial) {
    reason_ = fmt::format("no cgroup can be made in {}: {}", base_.string(), std::strerror(trial.error()));
    return;
  }
  if (faccessat(trial->fd(), "cgroup.kill", W_OK, 0) != 0) reason_ = "this kernel has no cgroup.kill";
  const std::string type = read_kernel_file(trial->fd(), "cgroup.type", 64);
  if (trim(type) != "domain")
    reason_ = fmt::format("cgroups in {} can't hold processes: their type is {}", base_.string(), trim(type));
  has_memory_ = faccessat(trial->fd(), "memory.max", W_OK, 0) == 0;
  has_pids_ = faccessat(trial->fd(), "pids.max", W_OK, 0) == 0;
}

std::string CgroupPlace::description() const {
  return usable() ? "cgroup v2 at " + base_.string() : reason_;
}

tl::expected<Cgroup, int> CgroupPlace::make(const std::string& name) const {
  auto directory = CgroupDirectory::make(base_ / name);
  if (!directory) return tl::unexpected(directory.error());
  return Cgroup(std::move(*directory), base_name_ + "/" + name);
}

}  // namespace proctor::supervise
