#include "base/own_cgroup.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "base/files.hpp"
#include "base/mount_table.hpp"
#include "base/text.hpp"

namespace proctor {
namespace {

// The last one wins: it covers those before it. On a hybrid machine version 2 is at /sys/fs/cgroup/unified.
std::optional<MountEntry> find_mount(std::string_view table, std::string_view controller) {
  std::optional<MountEntry> mount;
  for (const std::string_view line : split_lines(table)) {
    if (line.find(" - cgroup") == std::string_view::npos) continue;  // of most nothing more is asked
    for (MountEntry& entry : parse_mount_table(line)) {
      const bool fits = controller.empty()
                            ? entry.type == "cgroup2"
                            : entry.type == "cgroup" && lists(entry.system_options, controller);
      if (fits) mount = std::move(entry);
    }
  }
  return mount;
}

// Lines are "NUMBER:CONTROLLERS:NAME"; that of version 2 has no controllers and the number 0.
std::string find_name(std::string_view cgroups, std::string_view controller) {
  for (const std::string_view line : split_lines(cgroups)) {
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first + 1);
    if (first == std::string_view::npos || second == std::string_view::npos) continue;
    const std::string_view controllers = line.substr(first + 1, second - first - 1);
    if (controller.empty() ? line.starts_with("0::") : lists(controllers, controller))
      return std::string(line.substr(second + 1));
  }
  return {};
}

}  // namespace

tl::expected<OwnCgroup, std::string> find_own_cgroup(std::string_view mounts, std::string_view cgroups,
                                                     std::string_view controller) {
  const auto mount = find_mount(mounts, controller);
  std::string name = find_name(cgroups, controller);
  if (!mount || name.empty()) {
    return tl::unexpected(controller.empty() ? std::string("there is no cgroup v2")
                                             : fmt::format("there is no cgroup v1 for {}", controller));
  }
  // Both names count from the root of the hierarchy that this process may see; the mount may show a part
  // only.
  std::string_view below = name;
  if (mount->root != "/") {
    const bool starts_so = below.starts_with(mount->root);
    if (starts_so) below.remove_prefix(mount->root.size());
    if (!starts_so || !(below.empty() || below.starts_with('/')))
      return tl::unexpected("the own cgroup lies outside of " + mount->point);
  }
  OwnCgroup own{mount->point + (below == "/" ? "" : std::string(below)), {}};
  if (name != "/") own.name = std::move(name);
  return own;
}

tl::expected<OwnCgroup, std::string> own_cgroup(std::string_view controller) {
  return find_own_cgroup(read_file(kMountTable).value_or(""), read_file("/proc/self/cgroup").value_or(""),
                         controller);
}

}  // namespace proctor
