#include "supervise/controller_switch.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "base/text.hpp"
#include "supervise/process_table.hpp"

namespace proctor::supervise {
namespace {

bool holds_word(std::string_view text, std::string_view word) {
  for (std::string_view rest = text; !rest.empty();) {
    const std::size_t end = rest.find_first_of(" \n");
    if (rest.substr(0, end) == word) return true;
    if (end == std::string_view::npos) break;
    rest.remove_prefix(end + 1);
  }
  return false;
}

std::string leaf_name() {
  return fmt::format("proctor-{}-self", getpid());
}

// Whether there are processes in it, which then would be beside the cgroups below. The root of all may have
// some.
bool is_occupied(int cgroup) {
  return faccessat(cgroup, "cgroup.type", F_OK, 0) == 0 &&
         !trim(read_kernel_file(cgroup, "cgroup.procs", 4096)).empty();
}

std::string own_number() {
  return std::to_string(getpid());
}

}  // namespace

bool ControllerSwitch::is_own_leaf(std::string_view name) {
  return name == leaf_name();
}

ControllerSwitch::ControllerSwitch(const std::filesystem::path& cgroup,
                                   const std::vector<std::string_view>& controllers)
    : cgroup_(open(cgroup.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
  if (!cgroup_) return;
  const std::string there = read_kernel_file(cgroup_.get(), "cgroup.controllers", 4096);
  const std::string on = read_kernel_file(cgroup_.get(), "cgroup.subtree_control", 4096);
  for (const std::string_view controller : controllers) {
    if (holds_word(there, controller) && !holds_word(on, controller)) switched_.push_back(controller);
  }
  if (switched_.empty()) return;
  const bool occupied = is_occupied(cgroup_.get());
  if (!occupied && write('+')) return;
  if (occupied || errno == EBUSY) {
    leaf_ = CgroupDirectory::make(cgroup / leaf_name()).value_or(CgroupDirectory());
    if (leaf_ && move_into_leaf()) {
      if (write('+')) return;
      write_file_in(cgroup_.get(), "cgroup.procs", own_number());
    }
    leaf_ = {};
  }
  switched_.clear();
}

ControllerSwitch::~ControllerSwitch() {
  if (!leaf_) return;
  write('-');
  write_file_in(cgroup_.get(), "cgroup.procs", own_number());
}

bool ControllerSwitch::write(char sign) const {
  std::string words;
  for (const std::string_view controller : switched_) words += fmt::format("{}{} ", sign, controller);
  return write_file_in(cgroup_.get(), "cgroup.subtree_control", words);
}

bool ControllerSwitch::move_into_leaf() {
  const std::string members = read_kernel_file(cgroup_.get(), "cgroup.procs", 4096);
  return trim(members) == own_number() && write_file_in(leaf_.fd(), "cgroup.procs", own_number());
}

}  // namespace proctor::supervise
