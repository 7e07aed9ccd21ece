// Whether the directories that a run may write to have grown by more than is allowed.
//
// To know it takes a walk over all that is in them. What the file system says of its free space costs nothing
// and tells when a walk is worth its price; it's a hint only, because others use the same file system.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "supervise/disk_walk.hpp"
#include "supervise/held_files.hpp"
#include "supervise/live_runs.hpp"

namespace proctor::supervise {

class DiskWatch {
 public:
  using Clock = std::chrono::steady_clock;
  using Time = Clock::time_point;
  using Members = std::function<std::vector<Member>()>;

  /// Measures what is there now, which may take minutes; `stop` ends it, and the watch is good for nothing
  /// then. `members` gives the run's processes, without those that only hold a sandbox, who let nobody look
  /// into them.
  DiskWatch(std::uint64_t limit, std::vector<std::filesystem::path> directories, Members members,
            const std::stop_token& stop = {});

  Time next() const { return next_; }
  /// What shows that it's too much. To be called when next() has come; takes a few milliseconds.
  std::optional<std::string> look(Time now);
  /// The same when all is over: looks to the end, unless it would take long and the free space says that it's
  /// for nothing.
  std::optional<std::string> last_look();

 private:
  std::uint64_t space_taken(const std::map<dev_t, std::uint64_t>& since) const;
  std::map<dev_t, std::uint64_t> free_space() const;
  void note_free_space();
  void begin_walk();
  void end_walk(Time now);
  std::optional<std::string> judge() const;
  std::optional<std::string> judge_hidden();
  std::uint64_t growth() const;

  std::uint64_t limit_;
  std::vector<std::filesystem::path> directories_;
  Members members_;
  std::optional<HeldFiles> held_{};
  HeldFiles hidden_ = hidden_files();
  DiskSum start_{};
  std::map<dev_t, std::uint64_t> most_free_{};  ///< that was seen by now
  std::map<dev_t, std::uint64_t> free_at_walk_{};
  std::uint64_t known_growth_ = 0;  ///< by the last walk that came to its end
  std::optional<DiskWalk> walk_{};
  Clock::duration spent_{};  ///< by the walk that goes on, or else by the last one
  Time next_{};
  Time next_walk_{};  ///< even if the free space doesn't ask for one
  Time rest_until_{};
};

}  // namespace proctor::supervise
