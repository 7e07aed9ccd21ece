// The mounts that a process sees, as /proc/PID/mountinfo tells them (proc(5)).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace proctor {

inline constexpr const char* kMountTable = "/proc/self/mountinfo";

struct MountEntry {
  std::string root;                 ///< which part of the file system it shows
  std::string point;                ///< where
  std::string_view options;         ///< of this mount, with commas between them
  std::string_view type;            ///< of the file system
  std::string_view system_options;  ///< of the file system, with commas between them
};

/// In the order of the table: a later one covers those before it. Lines that aren't of this format are left
/// out. The views are into `text`.
std::vector<MountEntry> parse_mount_table(std::string_view text);

/// Whether a word is one of those with commas between them.
bool lists(std::string_view words, std::string_view word);

}  // namespace proctor
