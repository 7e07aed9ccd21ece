// What goes on during `proctor call`, on stderr.
#pragma once

#include <stop_token>
#include <string>
#include <string_view>

#include "tool/tool.hpp"

namespace proctor::cli {

/// A reader that is slow makes the call wait, until the call must be answered; failing to show something
/// never fails the call.
class CallProgress {
 public:
  /// `interrupted` ends the waiting of a call that hasn't begun. `as_json`: an event a line
  /// (tool/event_json.hpp).
  CallProgress(std::stop_token interrupted, bool as_json);

  void operator()(const tool::CallEvent& event);
  /// A line that isn't about an event.
  void note(const std::string& text);

 private:
  void show(std::string_view text);

  std::stop_token over_;
  bool as_json_;
  bool gone_ = false;  ///< nobody reads it
  std::string run_{};
};

}  // namespace proctor::cli
