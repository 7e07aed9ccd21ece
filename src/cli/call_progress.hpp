// What goes on during `proctor call`, on stderr.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "tool/tool.hpp"

namespace proctor::cli {

/// A reader that is slow makes the call wait and gets everything. Only one that takes nothing at all,
/// although the call is due (tool::Started::late), is given up after a while. Failing to show something never
/// fails the call.
class CallProgress {
 public:
  /// `interrupted` ends the waiting of a call that hasn't begun. `as_json`: an event a line
  /// (tool/event_json.hpp). `patience`: for how long a reader of `fd` may take nothing.
  CallProgress(std::stop_token interrupted, bool as_json, int fd = 2,
               std::chrono::milliseconds patience = std::chrono::seconds(10));

  void operator()(const tool::CallEvent& event);
  /// A line that isn't about an event.
  void note(const std::string& text);

  /// How many bytes of the command's output weren't shown because nobody took them. 0 if stderr was closed:
  /// then nobody wants them.
  std::uint64_t untold();

 private:
  using Clock = std::chrono::steady_clock;

  void show(std::string_view text, std::uint64_t output_bytes);
  std::string_view write(std::string_view text, std::chrono::milliseconds patience);
  bool finish_pending();

  std::stop_token over_;
  bool as_json_;
  int fd_;
  std::chrono::milliseconds patience_;
  bool begun_ = false;
  std::optional<Clock::time_point> due_{};  ///< since when it is known that the call is due
  bool closed_ = false;
  bool given_up_ = false;
  std::string pending_{};            ///< the rest of what was being shown then
  std::uint64_t pending_bytes_ = 0;  ///< of output, in that
  std::uint64_t untold_ = 0;
  std::string run_{};
};

}  // namespace proctor::cli
