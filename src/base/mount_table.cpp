#include "base/mount_table.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>

#include "base/text.hpp"

namespace proctor {
namespace {

// Space, tab, newline and backslash are written as three octal digits.
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

}  // namespace

std::vector<MountEntry> parse_mount_table(std::string_view text) {
  // "36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext3 /dev/root rw,errors=continue"
  std::vector<MountEntry> entries;
  for (const std::string_view line : split_lines(text)) {
    const std::size_t dash = line.find(" - ");
    if (dash == std::string_view::npos) continue;
    const auto mount = split(line.substr(0, dash), ' ');
    const auto system = split(line.substr(dash + 3), ' ');
    if (mount.size() < 6 || system.empty()) continue;
    entries.push_back({.root = unescape(mount[3]),
                       .point = unescape(mount[4]),
                       .options = mount[5],
                       .type = system[0],
                       .system_options = system.size() >= 3 ? system[2] : std::string_view()});
  }
  return entries;
}

bool lists(std::string_view words, std::string_view word) {
  const auto found = split(words, ',');
  return std::find(found.begin(), found.end(), word) != found.end();
}

}  // namespace proctor
