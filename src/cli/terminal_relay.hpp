// Stands between the terminal that a person types at and the pseudo-terminal that a command has in its place.
//
// What is typed goes on to the command as it is: Ctrl-C and all the rest mean what they mean to it, for the
// person's terminal is raw meanwhile. Ctrl-Z can't be the command's alone, which runs in a session without a
// shell that could wake it: the relay stops the command, gives the terminal back and stops proctor, and when
// the shell wakes proctor (`fg`), it wakes the command. A job in the background takes nothing from the
// terminal.
//
// What is printed gets its carriage returns at one of the two terminals, not at both: at the person's, unless
// the command has set up its own.
#pragma once

#include <termios.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "base/unique_fd.hpp"

namespace proctor::cli {

class TerminalRelay {
 public:
  struct Ends {
    int terminal = -1;  ///< one of our own standard streams
    int pty = -1;       ///< what the command has in its place (supervise/pty.hpp)
  };

  /// `shown`: where the command prints, each with its terminal; the first one controls its session. `typed`:
  /// what is typed there goes to the command. `on_closed` is called from the relay's own thread when the
  /// terminal is gone, or when Ctrl-C was typed and the command's terminal couldn't be told. To be made
  /// before any other thread, so that all inherit the signal mask. Unless it is `typed`, `shown` may be
  /// empty.
  TerminalRelay(std::vector<Ends> shown, bool typed, std::function<void()> on_closed);
  /// Gives the terminal back as it was.
  ~TerminalRelay();
  TerminalRelay(const TerminalRelay&) = delete;
  TerminalRelay& operator=(const TerminalRelay&) = delete;

  /// To be called before something that the command printed is shown.
  void before_output();
  /// For how long the run has stood still so far.
  std::chrono::milliseconds stood_still() const;
  /// Ctrl-C or Ctrl-\ was typed.
  bool interrupted() const { return interrupted_; }

 private:
  using Clock = std::chrono::steady_clock;

  int terminal() const { return shown_.front().terminal; }
  int pty() const { return shown_.front().pty; }
  bool in_foreground() const;
  void take_terminal();
  void give_terminal_back();
  void set_processing(bool at_command);
  void work();
  void on_signal();
  void take_typed();
  void pass_on(std::string_view typed);
  void write_pending();
  void suspend();

  std::vector<Ends> shown_;
  bool typed_;
  std::function<void()> on_closed_;
  sigset_t signals_{};
  sigset_t signals_before_{};
  UniqueFd signal_fd_{};
  UniqueFd end_fd_{};
  std::string pending_{};  ///< typed, and not yet taken by the command's terminal

  std::mutex mutex_{};  ///< of the terminal's settings
  termios before_{};    ///< as they were
  bool taken_ = false;
  bool changed_ = false;
  bool processed_by_command_ = false;

  std::atomic<bool> interrupted_ = false;
  std::atomic<Clock::rep> stood_still_ = 0;
  std::atomic<Clock::rep> stopped_at_ = 0;  ///< 0: it goes on
  std::thread thread_{};
};

}  // namespace proctor::cli
