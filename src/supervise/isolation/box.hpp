// One run's sandbox: everything that bubblewrap and the first process in it (init.c) are handed, and what the
// latter tells of the command.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "base/unique_fd.hpp"
#include "supervise/isolation/box_parts.hpp"
#include "supervise/isolation/init_protocol.h"
#include "supervise/isolation/view.hpp"
#include "supervise/isolation/view_steps.hpp"
#include "supervise/process_table.hpp"
#include "supervise/spawn.hpp"
#include "supervise/supervise.hpp"

namespace proctor::supervise {

/// Why a command can't start in a sandbox.
struct Refusal {
  std::string reason{};
  bool no_sandbox = false;  ///< none can be had, or not one such as is wanted
  bool no_workdir = false;  ///< the working directory can't be entered
  bool may_pass = false;    ///< a sandbox may be had with another try
  int error = 0;            ///< the errno value behind it, if there is one
};

/// The refusal of a command for which no sandbox could be made.
Refusal refusal_for(const SandboxObstacle& obstacle);

class Box {
 public:
  /// `environment` is the command's, without the tag. The error is the reason why it can't start, a sentence
  /// for a person.
  static tl::expected<std::unique_ptr<Box>, Refusal> prepare(BoxParts& parts, const Command& command,
                                                             const RunOptions& options,
                                                             const std::vector<std::string>& environment,
                                                             const std::string& tag);

  /// A limit that the command gives itself by setrlimit. Before fill().
  void limit(int resource, std::uint64_t value) { limits_.push_back({resource, 0, value}); }

  /// From when on ipc_memory() tells of System V objects, which nobody outside can see. Before fill().
  void limit_ipc_memory(std::uint64_t bytes) { most_ipc_bytes_ = bytes; }

  /// Fills in bubblewrap, its arguments and its descriptors. `out` and `err` are the command's own streams.
  /// 0, or an errno value. The box must outlive the request.
  int fill(SpawnRequest& request, int out, int err);
  /// After the spawn: closes what only the child needs.
  void close_child_ends();

  /// For poll(); -1 after its end.
  int status_fd() const { return status_.get(); }
  /// Takes what the first process has told until now.
  void read_status();

  /// It stands, and from now on what runs in it is the command's.
  bool ready() const { return ready_; }
  /// The wait status of the command, which has ended.
  std::optional<int> ended() const { return ended_; }
  /// Bytes in segments when they passed the limit.
  std::optional<std::uint64_t> ipc_memory() const { return ipc_bytes_; }
  /// Why the command didn't run: known when the root has ended.
  std::optional<Refusal> failure() const;

  /// The first process in the sandbox, as long as bubblewrap lives, which is its parent.
  static std::optional<Process> first_process(pid_t bubblewrap);

 private:
  Box(BoxParts& parts, const Command& command, const Sandbox& sandbox, View view)
      : parts_(parts), command_(command), sandbox_(sandbox), view_(std::move(view)) {}

  std::optional<std::string> find();
  std::vector<std::string> arguments();
  UniqueFd start() const;
  std::string explain_start(const InitRecord& failure) const;

  BoxParts& parts_;
  const Command& command_;
  const Sandbox& sandbox_;
  View view_;
  std::string program_;

  std::vector<std::string> command_environment_;
  ViewSteps steps_{};
  std::vector<InitLimit> limits_;

  UniqueFd status_{};                   // what the first process tells: InitRecord after InitRecord
  UniqueFd words_{};                    // what bubblewrap said
  std::vector<UniqueFd> child_ends_{};  // that only the child needs
  std::vector<int> descriptors_{};      // the child's, from INIT_STATUS_FD on
  std::vector<std::string> arguments_{};
  std::vector<char*> argv_{};
  std::string tag_;
  std::vector<char*> environment_{};

  bool ready_ = false;
  std::optional<int> ended_{};
  std::uint64_t most_ipc_bytes_ = 0;  // 0: no limit
  std::optional<std::uint64_t> ipc_bytes_{};
  std::optional<InitRecord> start_failure_{};
};

}  // namespace proctor::supervise
