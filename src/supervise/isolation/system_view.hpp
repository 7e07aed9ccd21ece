// What every sandboxed command sees of the system, whatever its workspace is: programs and libraries
// read-only, the few parts of /etc that runtimes need, and a /proc, /dev and /tmp of its own.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/unique_fd.hpp"
#include "supervise/isolation/arguments.hpp"

namespace proctor::supervise {

struct Sandbox;

/// Found out once; the same for all runs.
class SystemView {
 public:
  SystemView();

  /// Tells bubblewrap. What the workspace needs is to be added afterwards, then seal() at last.
  /// `by_first_process`: /dev and the directories of /etc are left to that (init_mounts.h).
  void add_to(Arguments& arguments, const Sandbox& sandbox, bool by_first_process) const;
  /// Directories of /etc that are shown, as they are called below it ("/ssl/certs").
  std::vector<std::string> parts_of_etc() const;
  /// Ends what add_to() has begun: what isn't meant to be written can't be any more.
  static void seal(Arguments& arguments);

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
    UniqueFd content{};
  };

  std::vector<std::string> directories_;  // bound read-only
  std::vector<std::string> files_;        // copied at each start
  std::vector<Link> links_;
  std::vector<OwnFile> own_files_;
};

/// The private home directory in a sandbox.
inline constexpr const char* kSandboxHome = "/tmp/home";

}  // namespace proctor::supervise
