// What every sandboxed command sees of the system, whatever its workspace is: programs and libraries
// read-only, the few parts of /etc that runtimes need, and a /proc, /dev and /tmp of its own.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "supervise/isolation/view_steps.hpp"

namespace proctor::supervise {

struct Sandbox;

/// Found out once; the same for all runs.
class SystemView {
 public:
  SystemView();

  /// What the workspace needs is to be added afterwards.
  void add_to(ViewSteps& steps, const Sandbox& sandbox) const;

  /// Whether this file or directory of the machine, a path without symbolic links, is there in the sandbox.
  bool shows(const std::filesystem::path& path) const;
  /// Whether a symbolic link of the machine is there in the sandbox.
  bool shows_link(const std::filesystem::path& path) const;

 private:
  struct Link {
    std::string path;
    std::string target;
  };
  struct OwnFile {
    std::string path;
    std::string text;
  };
  struct Copy {
    std::string path;
    std::string from;  // without links
  };

  std::vector<std::string> directories_;  // bound read-only
  std::vector<Copy> files_;               // copied at each start
  std::vector<Link> links_;
  std::vector<OwnFile> own_files_;
};

/// The private home directory in a sandbox.
inline constexpr const char* kSandboxHome = "/tmp/home";

}  // namespace proctor::supervise
