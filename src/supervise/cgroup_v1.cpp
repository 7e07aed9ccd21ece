#include "supervise/cgroup_v1.hpp"
#include "supervise/abandoned_cgroups.hpp"

namespace proctor::supervise {

CgroupV1Place::CgroupV1Place(std::string_view controller) {
  auto own = own_cgroup(controller);
  if (!own) return;
  base_ = std::move(own->directory);
  remove_abandoned_cgroups(base_);
  usable_ = CgroupDirectory::make_in(base_).has_value();
}

bool limit_memory_v1(int cgroup, std::uint64_t bytes) {
  const std::string value = std::to_string(bytes);
  if (!write_file_in(cgroup, "memory.limit_in_bytes", value)) return false;
  // Never below the other one, hence after it. Many kernels count no swap; there the limit's own reclaim is
  // kept from using any, or a bomb would only slow down.
  if (!write_file_in(cgroup, "memory.memsw.limit_in_bytes", value))
    write_file_in(cgroup, "memory.swappiness", "0");
  // What sockets hold is counted by itself. Who passes it isn't killed but has to wait, or loses what is
  // sent.
  write_file_in(cgroup, "memory.kmem.tcp.limit_in_bytes", value);
  return true;
}

bool limit_processes_v1(int cgroup, std::uint64_t count) {
  return write_file_in(cgroup, "pids.max", std::to_string(count));
}

}  // namespace proctor::supervise
