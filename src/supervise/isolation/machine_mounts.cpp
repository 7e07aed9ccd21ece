#include "supervise/isolation/machine_mounts.hpp"

#include <fcntl.h>
#include <poll.h>

#include <algorithm>
#include <array>
#include <string>

#include "base/text.hpp"
#include "supervise/process_table.hpp"

namespace proctor::supervise {
namespace {

constexpr const char* kTable = "/proc/self/mountinfo";
constexpr std::size_t kLargestTable = 4U << 20U;

// Another machine is asked on the way there, or a program that mounts things on demand.
constexpr std::array kOfOthers =
    std::to_array<std::string_view>({"9p", "afs", "autofs", "ceph", "cifs", "lustre", "nfs", "nfs4", "smb3"});

std::string_view word(std::string_view& line) {
  const std::size_t end = std::min(line.find(' '), line.size());
  const std::string_view found = line.substr(0, end);
  line.remove_prefix(std::min(end + 1, line.size()));
  return found;
}

bool has_option(std::string_view options, std::string_view wanted) {
  return ("," + std::string(options) + ",").find("," + std::string(wanted) + ",") != std::string::npos;
}

// "36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext3 /dev/root rw,errors=continue"
bool stays_behind(std::string_view line) {
  for (int field = 0; field < 4; ++field) word(line);
  const std::string_view place = word(line);
  const std::string_view options = word(line);
  while (!line.empty() && word(line) != "-") {
  }
  const std::string_view type = word(line);
  // systemd's for formats of programs is answered by the machine itself.
  if (type == "autofs" && place.starts_with("/proc/")) return false;
  return std::find(kOfOthers.begin(), kOfOthers.end(), type) != kOfOthers.end() &&
         !has_option(options, "nosuid");
}

}  // namespace

bool can_be_brought_whole(std::string_view mountinfo) {
  const auto lines = split_lines(mountinfo);
  return std::none_of(lines.begin(), lines.end(), stays_behind);
}

MachineMounts::MachineMounts() : table_(open(kTable, O_RDONLY | O_CLOEXEC)) {}

// Since the last call.
bool MachineMounts::changed() {
  pollfd news{table_.get(), POLLPRI, 0};
  return poll(&news, 1, 0) != 0;
}

void MachineMounts::could_not_be_brought_whole() {
  const std::lock_guard lock(mutex_);
  changed();  // what has changed until now doesn't speak for another try
  whole_ = false;
}

bool MachineMounts::can_be_brought_whole() {
  const std::lock_guard lock(mutex_);
  if (changed() || !known_) {
    whole_ = supervise::can_be_brought_whole(read_kernel_file(kTable, kLargestTable));
    known_ = true;
  }
  return whole_;
}

}  // namespace proctor::supervise
