// What is mounted on the machine, as far as it matters for bringing all of it into a sandbox.
#pragma once

#include <mutex>
#include <string_view>

#include "base/unique_fd.hpp"

namespace proctor::supervise {

/// Whether bubblewrap can bring all of it along in one piece: the table as in /proc/self/mountinfo (proc(5)).
///
/// It changes the flags of each mount that allows set-user-ID programs, and goes there for it. Where another
/// machine is asked then (NFS), or a program that mounts things on demand, that may take for ever.
bool can_be_brought_whole(std::string_view mountinfo);

/// The same of this process's mounts, looked at again only when they have changed.
class MachineMounts {
 public:
  MachineMounts();
  bool can_be_brought_whole();
  /// bubblewrap has tried, and something was in its way. Until the mounts change, no other one is to try.
  void could_not_be_brought_whole();

 private:
  void look();

  std::mutex mutex_{};
  UniqueFd table_;  // poll() tells of changes
  bool known_ = false;
  bool whole_ = false;
};

}  // namespace proctor::supervise
