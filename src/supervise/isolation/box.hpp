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
#include "supervise/isolation/init_protocol.h"
#include "supervise/isolation/machine_mounts.hpp"
#include "supervise/isolation/system_view.hpp"
#include "supervise/isolation/view.hpp"
#include "supervise/isolation/view_steps.hpp"
#include "supervise/process_table.hpp"
#include "supervise/spawn.hpp"
#include "supervise/supervise.hpp"

namespace proctor::supervise {

/// What is the same for all sandboxes of a process; made when the first one is asked for.
struct BoxParts {
  std::string bubblewrap;  ///< its path
  SystemView system{};
  std::unique_ptr<MachineMounts> mounts{};
  UniqueFd filter{};
  UniqueFd init{};

  /// The error is a sentence for a person.
  static tl::expected<std::unique_ptr<BoxParts>, std::string> make();
};

/// Why a command can't start in a sandbox.
struct Refusal {
  std::string reason{};
  bool no_sandbox = false;  ///< none can be had, or not one such as is wanted
  bool no_workdir = false;  ///< the working directory can't be entered
  bool no_machine = false;  ///< it couldn't be brought along; mounts come and go, so another try may go well
  int error = 0;            ///< the errno value behind it, if there is one
};

class Box {
 public:
  /// `environment` is the command's, without the mark. `error` is the write end of its standard error. The
  /// error is the reason why it can't start, a sentence for a person.
  static tl::expected<std::unique_ptr<Box>, Refusal> prepare(const BoxParts& parts, const Command& command,
                                                             const Setting& setting,
                                                             const std::vector<std::string>& environment,
                                                             const std::string& mark, UniqueFd error);

  /// A limit that the command gives itself by setrlimit. Before fill().
  void limit(int resource, std::uint64_t value) { limits_.push_back({resource, 0, value}); }

  /// From when on ipc_memory() tells of System V objects, which nobody outside can see. Before fill().
  void limit_ipc_memory(std::uint64_t bytes) { most_ipc_bytes_ = bytes; }

  /// The program, its arguments and descriptors, but for standard input and output and the cgroup. Valid as
  /// long as the box. False if it can't be made, with errno.
  bool fill(SpawnRequest& request);
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
  Box(const Command& command, View view) : command_(command), view_(std::move(view)) {}

  std::optional<std::string> find();
  bool write_order();
  std::string explain_start(const InitRecord& failure) const;

  const Command& command_;
  View view_;
  std::string program_;

  std::vector<std::string> command_environment_;
  ViewSteps steps_{};
  std::vector<InitLimit> limits_;
  std::vector<UniqueFd> descriptors_;  // the child's, from number 3
  std::vector<int> numbers_;           // the same, as spawn() wants them
  UniqueFd words_;                     // what bubblewrap says
  UniqueFd status_;

  std::vector<std::string> argv_text_;
  std::vector<char*> argv_;
  std::vector<std::string> environment_text_;
  std::vector<char*> environment_;

  bool ready_ = false;
  std::optional<int> ended_{};
  std::uint64_t most_ipc_bytes_ = 0;  // 0: no limit
  std::optional<std::uint64_t> ipc_bytes_{};
  std::optional<InitRecord> start_failure_{};
};

}  // namespace proctor::supervise
