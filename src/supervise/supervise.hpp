// One command under control, from its start to the death of the last process that it left.
//
// supervise/ is passive and small: start, poll (pidfd, pipes, deadline, stop), end, account. It starts no
// threads and installs no signal handlers; a std::stop_token cancels. It knows nothing of tests, and
// everything that it may use it gets as a value.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "report/event.hpp"
#include "report/report.hpp"
#include "supervise/bounded_output.hpp"
#include "supervise/isolation/obstacle.hpp"

namespace proctor::supervise {

/// What to start. `argv[0]` without a slash is looked for in the PATH of `environment`, not in our own.
struct Command {
  std::vector<std::string> argv;
  std::vector<std::string> environment;  ///< NAME=value; the whole of it, nothing is inherited
  std::filesystem::path workdir;
  std::vector<std::filesystem::path> toolchain{};  ///< what it needs beside; a sandbox shows these read-only
  std::vector<std::filesystem::path> results{};    ///< directories outside of its workspace that it writes to
  std::filesystem::path channel{};  ///< where its side channel listens (channel.hpp); empty: it has none
};

struct Limits {
  std::optional<std::chrono::milliseconds> wall{};  ///< none: no deadline
  /// What to say of `wall` in words, where it's the rest of a longer time that was asked for.
  std::optional<std::chrono::milliseconds> asked_wall{};
  /// Between the request to stop (SIGTERM) and the kill; also how long a process that outlives the command
  /// may hold the output open before the answer is given without it.
  std::chrono::milliseconds grace{2000};
  std::optional<std::chrono::milliseconds> stall{};  ///< without any output; above it: stalled
  std::optional<std::chrono::milliseconds> cpu{};    ///< of the whole tree; above it: cpu_limit
  std::optional<std::uint64_t> memory_bytes{};       ///< of the whole tree; above it: out_of_memory
  std::optional<std::uint64_t> processes{};          ///< at once, threads count; above it: process_limit
  std::optional<std::uint64_t> open_files{};         ///< of each process, which sees EMFILE
  std::optional<std::uint64_t>
      disk_bytes{};  ///< of each file, and in all in RunOptions::writable: disk_limit
  std::optional<std::uint64_t> output_bytes{};  ///< of both streams together; above it: output_limit
  std::size_t head_bytes = 64U << 10U;          ///< kept of the beginning of each stream
  std::size_t tail_bytes = 64U << 10U;          ///< kept of its end
  std::uint64_t log_bytes = 64U << 20U;         ///< cap of the log file
};

/// Called for each piece of output in order of arrival, from the thread that called run(). Pieces have any
/// size and may cut anything in half. The view is valid during the call only.
using OutputSink = std::function<void(Stream, std::string_view)>;

/// What was seen from outside, never from the child's word.
struct Outcome {
  Termination termination{};
  Usage usage{};
  BoundedOutput out{};
  BoundedOutput err{};
  std::vector<LeftBehind> left_behind{};  ///< outlived the command and had to be killed
  bool log_written = false;               ///< something is in the log file; it is created with the first byte
  /// What was used up around the run, by whomever, and what to do about it: sentences (surroundings.hpp).
  /// Empty: nothing that is known, or the run's own limit struck.
  std::string shortage{};
  std::string log_error{};  ///< why the log lacks something that isn't above its limit; empty: it doesn't
  Isolation isolation{};    ///< what held, and which limits were enforced by what
  std::optional<HangReport> hang{};  ///< if it was cancelled, time was up or nothing was printed for too long
  /// If it was stopped: when that was decided. It may have gone on for a while.
  std::optional<std::chrono::steady_clock::time_point> stopped_at{};
};

/// The place that a sandboxed command sees (isolation/sandbox.hpp): nothing of the machine but this.
struct Sandbox {
  std::vector<std::filesystem::path> read_only{};  ///< beside the system's own /usr and parts of /etc
  bool host_network = false;                       ///< false: a loopback of its own and nothing else
  std::uint64_t temporary_bytes = 256U << 20U;     ///< of /tmp and of /dev/shm, each
};

/// What a run may use beside its command. All optional.
struct RunOptions {
  IsolationLevel isolation = IsolationLevel::process;
  Sandbox sandbox{};  ///< for IsolationLevel::sandbox
  /// Directories that the command works in. Their growth counts against Limits::disk_bytes, and in a sandbox
  /// they alone can be written, beside its own /tmp.
  std::vector<std::filesystem::path> writable{};
  /// Files in `writable` that a command in a sandbox can neither change nor delete nor replace. One that
  /// isn't there, or that a link leads to, isn't protected.
  std::vector<std::filesystem::path> protected_files{};

  /// What of our own standard streams the command gets in place of /dev/null and of pipes to us: for somebody
  /// who talks with it. Of what goes there no sink is told.
  enum class Terminal { none, input, all };
  Terminal terminal = Terminal::none;

  /// Terminals and the like that the command's streams are in place of pipes to us. What is printed there is
  /// read, kept and told as that of a pipe.
  struct Streams {
    int out_pty = -1;  ///< the end that stays with us (pty.hpp), which the caller keeps open; -1: a pipe
    int err_pty = -1;  ///< the same for stderr; may be the same one
    /// stdin is the terminal of stdout, which controls the command's session: Ctrl-C typed there reaches it.
    bool in_pty = false;
    /// stdout and stderr are one pipe, or one terminal: all that is printed is told as stdout, in its order.
    bool joined = false;
  };
  Streams streams{};
  /// Asked before output is read: false if nobody takes that of this stream any more. The command then finds
  /// out as if it wrote there itself (SIGPIPE).
  std::function<bool(Stream)> wanted{};
  /// For how long the run has stood still so far (Ctrl-Z). That doesn't count for its time limit.
  std::function<std::chrono::milliseconds()> stood_still{};

  std::filesystem::path log{};  ///< the whole output of both streams, up to Limits::log_bytes; empty: none
  bool log_goes_on = false;     ///< what stands in it stays: it is of an earlier part of this run
  /// What the log has in the place of a piece of output. It may hold text back; an empty piece is the end of
  /// that stream. None: the log has what came.
  std::function<std::string(Stream, std::string_view)> log_text{};
  OutputSink sink{};
  /// Told once, before the first signal by which the command is ended: what the sink gets from then on may be
  /// an answer to that ("make: *** [test] Terminated"). Not told before a kill, which nobody answers.
  std::function<void()> ending{};

  /// What a client of the command's side channel wrote; called as the sink is. What had been printed before
  /// that was written is told before it. What is returned is written back to that client.
  std::function<std::string(int client, std::string_view bytes)> channel{};
  /// Asked again and again: when what goes on at the moment must have ended. Past it: stalled.
  std::function<std::optional<std::chrono::steady_clock::time_point>()> step_deadline{};

  /// Value of the run's PROCTOR_RUN, another one for each run that is going on; empty: a random one. For
  /// callers that write down what they start, so that it can be found should they be killed (tagged.hpp).
  std::string tag{};
};

struct SupervisorOptions {
  bool use_cgroup = true;  ///< false: as where no cgroup can be had
  int tries = 5;           ///< to start what can't start for want of something
  /// DIRECTORY/MARK: what has MARK in its name and lies in DIRECTORY is removed should this process be
  /// killed. Empty: nothing is.
  std::filesystem::path private_directories{};
};

/// One per process: it makes the process the reaper of orphans (PR_SET_CHILD_SUBREAPER) and finds out once
/// whether a cgroup can be had. Runs may go on in several threads at once; each sweeps up only what is its
/// own.
///
/// Orphans are told from other processes by being children of this process that no run has started. A program
/// that uses a Supervisor must therefore not start child processes by other means while a run is going on:
/// they would be taken for orphans, killed and reaped. Children that are older than the runs are left alone.
///
/// A second process is started, the guardian (guardian.hpp), at once where there may be private directories
/// and else with the first run: it ends all that lives of the runs should this process be killed. It goes
/// with the Supervisor, which therefore has to live longer than the private directories.
class Supervisor {
 public:
  explicit Supervisor(const SupervisorOptions& options = {});
  ~Supervisor();
  Supervisor(const Supervisor&) = delete;
  Supervisor& operator=(const Supervisor&) = delete;

  /// Runs the command to its end. Returns when nothing of it is alive any more. Never throws for what the
  /// child does; a command that can't start is an Outcome (`not_started` with the reason), not an error. One
  /// that can't for want of something that may be there again in a moment (processes, descriptors, memory) is
  /// tried again (SupervisorOptions::tries), for less than half a second in all.
  ///
  /// When time is up, a stop is asked for, the output gets too long or too much CPU time is used: SIGTERM to
  /// the command's process group, and after the grace SIGKILL to everybody. Too much memory, disk or too many
  /// processes: SIGKILL at once (docs/limits.md). When the command ends by itself and leaves somebody
  /// behind: a moment (200 ms, or the grace if that is shorter) for them to end by themselves, then SIGTERM
  /// to each, and SIGKILL when the grace is over. A command that leaves nobody is answered at once.
  ///
  /// The command gets `environment` plus PROCTOR_RUN, a tag by which its processes are known again. Should
  /// the sink throw, the run is killed and the exception goes on to the caller.
  Outcome run(const Command& command, const Limits& limits, const std::stop_token& stop,
              const RunOptions& options = {});

  /// "cgroup v2 at /sys/fs/cgroup/unified" or "subreaper sweep only: why". For `proctor doctor`.
  std::string kill_scope() const;

  /// Why no sandbox can be had here; nothing if it can. Starts one to find out, a few times where that may
  /// help. What is found is kept, but for an obstacle that may pass.
  std::optional<SandboxObstacle> sandbox_obstacle(const std::stop_token& stop = {});

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace proctor::supervise
