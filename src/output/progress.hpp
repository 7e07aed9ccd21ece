// Signs of life on stderr while a run goes on. On a terminal: one status line, redrawn in place. Elsewhere
// (a log file, a CI job): a line a phase and one from time to time, so that logs stay short.
//
// Progress must never be what a run fails or hangs on: writing to a terminal that is stopped, a full pipe or
// one that nobody reads skips what can't be written and goes on. SIGPIPE is the caller's matter.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>

#include "base/unique_fd.hpp"
#include "output/progress_line.hpp"
#include "report/event.hpp"

namespace proctor::output {

/// How often something is shown.
struct ProgressPace {
  std::chrono::milliseconds frame{100};         ///< live: between two drawings
  std::chrono::milliseconds heartbeat{10'000};  ///< plain: the longest silence
  std::chrono::milliseconds step{1'000};        ///< plain: the shortest time between two lines of one phase
};

class Progress {
 public:
  /// `live` for a terminal. The descriptor stays the caller's and has to outlive the object.
  Progress(int fd, bool live, bool color, ProgressPace pace = {});
  /// Calls finish().
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// From any thread. Events after finish() are passed over.
  void on(const Event& event);

  /// Ends the drawing and clears the live line. Can be called more than once.
  void finish();

 private:
  using Clock = std::chrono::steady_clock;

  void run(const std::stop_token& stop);
  void draw();
  void heartbeat();
  void say(const std::string& text);
  void write(std::string_view text);
  std::size_t terminal_width() const;

  const int fd_;
  const bool live_;
  const bool color_;
  const ProgressPace pace_;
  UniqueFd own_{};  ///< the same terminal or pipe, opened again to be non-blocking for us alone

  std::mutex mutex_{};  ///< for everything below
  std::condition_variable_any wake_{};
  ProgressState state_{};
  Clock::time_point phase_began_{};
  Clock::time_point last_said_{};
  std::size_t tenths_said_ = 0;
  std::size_t frame_ = 0;
  bool drawn_ = false;
  bool finished_ = false;
  std::string pending_{};  ///< plain: the rest of a line that could be written only in part
  std::jthread thread_{};  ///< last: it uses all of the above
};

}  // namespace proctor::output
