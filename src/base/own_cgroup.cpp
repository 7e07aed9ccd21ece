#include "base/own_cgroup.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <vector>

#include "base/files.hpp"
#include "base/text.hpp"

namespace proctor {
namespace {

// mountinfo writes space, tab, newline and backslash as three octal digits.
std::string unescape(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    unsigned value = 0;
    if (text[i] == '\\' && i + 3 < text.size() &&
        std::from_chars(text.data() + i + 1, text.data() + i + 4, value, 8).ptr == text.data() + i + 4) {
      out += static_cast<char>(value);
      i += 3;
    } else {
      out += text[i];
    }
  }
  return out;
}

std::vector<std::string_view> split(std::string_view line, char separator) {
  std::vector<std::string_view> found;
  while (!line.empty()) {
    const std::string_view word = line.substr(0, line.find(separator));
    found.push_back(word);
    line.remove_prefix(std::min(word.size() + 1, line.size()));
  }
  return found;
}

bool lists(std::string_view words, std::string_view word) {
  const auto found = split(words, ',');
  return std::find(found.begin(), found.end(), word) != found.end();
}

struct Mount {
  std::string root;   // which part of the hierarchy it shows
  std::string point;  // where
};

// The last one wins: it covers those before it. On a hybrid machine version 2 is at /sys/fs/cgroup/unified.
std::optional<Mount> find_mount(std::string_view controller) {
  const std::string table = read_file("/proc/self/mountinfo").value_or("");
  std::optional<Mount> mount;
  for (const std::string_view line : split_lines(table)) {
    const std::size_t dash = line.find(" - ");
    if (dash == std::string_view::npos) continue;
    const auto type = split(line.substr(dash + 3), ' ');  // type, source, options
    const bool fits = controller.empty()
                          ? !type.empty() && type[0] == "cgroup2"
                          : type.size() >= 3 && type[0] == "cgroup" && lists(type[2], controller);
    if (!fits) continue;
    const auto fields = split(line.substr(0, dash), ' ');
    if (fields.size() >= 5) mount = Mount{unescape(fields[3]), unescape(fields[4])};
  }
  return mount;
}

// Lines are "NUMBER:CONTROLLERS:NAME"; that of version 2 has no controllers and the number 0.
std::string own_name(std::string_view controller) {
  const std::string content = read_file("/proc/self/cgroup").value_or("");
  for (const std::string_view line : split_lines(content)) {
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

tl::expected<OwnCgroup, std::string> own_cgroup(std::string_view controller) {
  const auto mount = find_mount(controller);
  std::string name = own_name(controller);
  if (!mount || name.empty()) {
    return tl::unexpected(controller.empty() ? std::string("there is no cgroup v2")
                                             : fmt::format("there is no cgroup v1 for {}", controller));
  }
  // Both names count from the root of the hierarchy that this process may see; the mount may show a part
  // only.
  std::string_view below = name;
  if (mount->root != "/") {
    if (!below.starts_with(mount->root))
      return tl::unexpected("the own cgroup lies outside of " + mount->point);
    below.remove_prefix(mount->root.size());
  }
  OwnCgroup own{mount->point + (below == "/" ? "" : std::string(below)), {}};
  if (name != "/") own.name = std::move(name);
  return own;
}

}  // namespace proctor
