#include "supervise/isolation/machine_mounts.hpp"

#include <fcntl.h>
#include <poll.h>

#include <algorithm>
#include <array>
#include <string>

#include "base/mount_table.hpp"
#include "supervise/process_table.hpp"

namespace proctor::supervise {
namespace {

constexpr std::size_t kLargestTable = 4U << 20U;

// Another machine is asked on the way there, or a program that mounts things on demand.
constexpr std::array kOfOthers =
    std::to_array<std::string_view>({"9p", "afs", "autofs", "ceph", "cifs", "lustre", "nfs", "nfs4", "smb3"});

bool stays_behind(const MountEntry& entry) {
  // systemd's for formats of programs is answered by the machine itself.
  if (entry.type == "autofs" && entry.point.starts_with("/proc/")) return false;
  return std::find(kOfOthers.begin(), kOfOthers.end(), entry.type) != kOfOthers.end() &&
         !lists(entry.options, "nosuid");
}

}  // namespace

bool can_be_brought_whole(std::string_view mountinfo) {
  const auto entries = parse_mount_table(mountinfo);
  return std::none_of(entries.begin(), entries.end(), stays_behind);
}

MachineMounts::MachineMounts() : table_(open(kMountTable, O_RDONLY | O_CLOEXEC)) {}

void MachineMounts::look() {
  pollfd news{table_.get(), POLLPRI, 0};
  if (poll(&news, 1, 0) == 0) return;  // it tells of a change once
  known_ = false;
}

void MachineMounts::could_not_be_brought_whole() {
  const std::lock_guard lock(mutex_);
  look();  // what has changed until now doesn't speak for another try
  whole_ = false;
  known_ = true;
}

bool MachineMounts::can_be_brought_whole() {
  const std::lock_guard lock(mutex_);
  look();
  if (!known_) {
    whole_ = supervise::can_be_brought_whole(read_kernel_file(kMountTable, kLargestTable));
    known_ = true;
  }
  return whole_;
}

}  // namespace proctor::supervise
