// Keys that a person presses while `proctor test --watch` goes on.
#pragma once

#include <termios.h>

#include <optional>
#include <stop_token>
#include <string>

namespace proctor::cli {

/// While it exists, and proctor is in the foreground of the terminal on standard input, that terminal gives
/// each key at once and shows none. Its settings are put back at the end, and for a line that is asked for.
class Keys {
 public:
  Keys();
  ~Keys();
  Keys(const Keys&) = delete;
  Keys& operator=(const Keys&) = delete;

  /// Whether there is a terminal to read keys from, now.
  bool there();

  /// A key, if one was pressed. Doesn't wait.
  std::optional<char> take();

  /// Asks for a line of text in the terminal's own way. Nothing if Ctrl-D is pressed, or the stop comes
  /// first.
  std::optional<std::string> ask(const std::string& question, const std::stop_token& stop);

 private:
  void set(bool each_key);

  bool terminal_ = false;
  bool set_ = false;
  termios before_{};
};

}  // namespace proctor::cli
