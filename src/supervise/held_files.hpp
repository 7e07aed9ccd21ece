// Files without a name that processes of a run hold, found through what /proc tells of each process.
//
// A process may have a hundred thousand descriptors, and a run hundreds of such processes. So a look begins
// with those who have few, and goes on with those who weren't looked at for longest: nobody is passed over
// for long, and decoys don't hide who takes much.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "supervise/live_runs.hpp"

namespace proctor::supervise {

struct FoundFiles {
  std::map<std::pair<dev_t, ino_t>, std::uint64_t> bytes{};  ///< what each takes
  std::set<std::pair<dev_t, ino_t>> unmeasured{};            ///< one process has them, their size is unknown
  std::map<std::pair<dev_t, ino_t>, std::uint64_t> under_way{};  ///< sockets with descriptors sent to them
  std::size_t closed = 0;                                        ///< processes that can't be looked into

  std::uint64_t sum() const;
  /// How many of them no process told the size of.
  std::size_t unknown() const;
  /// What keeps us from seeing all that is open, in words: it's no evidence by itself.
  std::optional<std::string> hidden() const;
};

class HeldFiles {
 public:
  /// Adds those that a process holds.
  using Collect = std::function<void(const Process&, FoundFiles&)>;

  explicit HeldFiles(Collect collect) : collect_(std::move(collect)) {}

  /// Looks at as many as `time` (of the processor) allows, at one at least. Gives what is known by now: files
  /// among it may be gone.
  FoundFiles look(const std::vector<Member>& members, std::chrono::nanoseconds time);
  /// Those that are still held by whom they were found at.
  FoundFiles confirm(const std::vector<Member>& members);

 private:
  struct Known {
    FoundFiles files{};
    std::uint64_t look = 0;
  };

  void collect(const Process& process);
  FoundFiles sum() const;

  Collect collect_;
  std::map<std::pair<pid_t, std::uint64_t>, Known> known_{};  ///< of each process, by number and start
  std::uint64_t look_ = 0;
};

/// Files that have no name any more, open or mapped, on one of `devices`.
HeldFiles unlinked_files(std::vector<dev_t> devices);

/// Those of memfd_create that are open: memory that is theirs without being mapped.
HeldFiles files_in_memory();

/// No files, but where there may be some that can't be seen: FoundFiles::hidden().
HeldFiles hidden_files();

}  // namespace proctor::supervise
