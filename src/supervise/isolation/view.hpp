// What one sandboxed command sees of the machine: the system's part, and the directories that the caller
// names.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "supervise/isolation/path_walk.hpp"
#include "supervise/isolation/system_view.hpp"
#include "supervise/isolation/view_steps.hpp"
#include "supervise/supervise.hpp"

namespace proctor::supervise {

class View {
 public:
  /// The error is a sentence for a person: a directory that doesn't exist, or that mustn't be opened.
  static tl::expected<View, std::string> make(const SystemView& system, const Sandbox& sandbox,
                                              const std::vector<std::filesystem::path>& writable,
                                              const std::vector<std::filesystem::path>& protected_files = {});

  /// What comes after the system's own steps; each mount after those that it stands in.
  void add_to(ViewSteps& steps) const;

  /// Nothing if this path of the machine means the same in the sandbox; otherwise the first place on its way
  /// that isn't there. A path that doesn't exist on the machine isn't looked at further.
  std::optional<std::filesystem::path> hidden_part(const std::filesystem::path& path) const;
  bool shows(const std::filesystem::path& path) const { return !hidden_part(path); }

 private:
  struct Mount {
    std::filesystem::path path;
    bool writable = false;
  };

  explicit View(const SystemView& system) : system_(&system) {}

  void add(const PathWalk& way, bool writable);
  void protect(const std::filesystem::path& file);
  bool holds(const std::filesystem::path& path) const;

  const SystemView* system_;
  std::vector<Mount> mounts_;  // sorted: what is within another stands after it
  std::vector<PathWalk::Link> links_;
};

}  // namespace proctor::supervise
