// Changes the settings of agents, so that each change can be shown before, and taken back to the byte.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "agents/settings.hpp"

namespace proctor::agents {

struct InstallRequest {
  std::vector<std::string> agents{};  ///< names of all_agents()
  bool user = true;                   ///< the user's settings; otherwise the project's
  std::vector<Part> parts{};
  bool rules = false;   ///< a text in the project's file of rules
  bool remove = false;  ///< takes the parts out instead
  std::filesystem::path project{};
  std::string program{};  ///< the path to name
};

/// A file before and after.
struct FileChange {
  std::filesystem::path file{};  ///< with symbolic links resolved: they stay
  bool existed = false;
  bool exists = true;  ///< afterwards
  bool of_user = true;
  std::string before{};
  std::string after{};
  std::string problem{};  ///< why the file isn't changed; empty: nothing speaks against it

  bool is_change() const { return problem.empty() && (before != after || existed != exists); }
};

struct InstallPlan {
  std::vector<FileChange> files{};
  std::vector<std::string> notes{};
};

InstallPlan plan_install(const InstallRequest& request);

/// Writes a change: keeps what was there before below proctor's state directory, writes beside, renames.
Result<void> apply(const FileChange& change);

/// Where apply() keeps what the files were.
std::filesystem::path kept_dir();

/// The change as a unified diff with three lines around.
std::string diff_of(const FileChange& change);

}  // namespace proctor::agents
