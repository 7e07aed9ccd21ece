#include "cli/call_progress.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <utility>
#include <variant>

#include "base/text.hpp"
#include "tool/event_json.hpp"

namespace proctor::cli {
namespace {

using std::chrono::milliseconds;

constexpr int kLook = 50;  // milliseconds
constexpr std::size_t kLongestCommand = 1000;

std::string line_about(const tool::CallEvent& event) {
  if (const auto* waiting = std::get_if<tool::Waiting>(&event))
    return fmt::format("proctor: waiting, {} before this one\n", waiting->ahead);
  if (const auto* started = std::get_if<tool::Started>(&event)) {
    // A command may have 256 KiB; all of it is in the answer.
    const std::string command = for_terminal(started->command);
    const std::size_t shown = utf8_prefix(command, kLongestCommand);
    return fmt::format("proctor: run {}: {}{}\n", started->run, command.substr(0, shown),
                       shown < command.size() ? " …" : "");
  }
  if (const auto* chunk = std::get_if<tool::Chunk>(&event)) return chunk->text;
  if (const auto* step = std::get_if<tool::Step>(&event)) return fmt::format("proctor: {}\n", step->text);
  const auto* completed = std::get_if<tool::Completed>(&event);
  if (completed != nullptr && completed->untold_bytes > 0)
    return fmt::format("\nproctor: {} bytes of output weren't shown\n", completed->untold_bytes);
  return "";
}

}  // namespace

CallProgress::CallProgress(std::stop_token interrupted, bool as_json, int fd, milliseconds patience)
    : over_(std::move(interrupted)), as_json_(as_json), fd_(fd), patience_(patience) {}

void CallProgress::operator()(const tool::CallEvent& event) {
  if (const auto* started = std::get_if<tool::Started>(&event)) {
    over_ = started->late;
    run_ = started->run;
    begun_ = true;
    due_.reset();
  }
  const auto text_of = [this](const tool::CallEvent& told) {
    return as_json_ ? to_json_line(tool::to_json(told, run_)) + '\n' : line_about(told);
  };
  if (const auto* completed = std::get_if<tool::Completed>(&event)) {
    // Who has come back may learn what was left out.
    if (!finish_pending()) return;
    const std::string line = text_of(tool::Completed{completed->ok, untold_});
    write(line, begun_ && !given_up_ ? patience_ : milliseconds(0));
    return;
  }
  const auto* chunk = std::get_if<tool::Chunk>(&event);
  const std::uint64_t output_bytes = chunk == nullptr ? 0 : chunk->text.size();
  if (given_up_) {
    untold_ += output_bytes;
  } else {
    show(text_of(event), output_bytes);
  }
}

void CallProgress::note(const std::string& text) {
  const json::object event{{"event", "Note"}, {"text", text}};
  show(as_json_ ? to_json_line(event) + '\n' : "proctor: " + for_terminal(text) + '\n', 0);
}

std::uint64_t CallProgress::untold() {
  finish_pending();
  return closed_ ? 0 : untold_ + pending_bytes_;
}

void CallProgress::show(std::string_view text, std::uint64_t output_bytes) {
  if (closed_ || given_up_) return;
  const std::string_view rest = write(text, begun_ ? patience_ : milliseconds(0));
  if (rest.empty() || closed_) return;
  given_up_ = true;
  pending_ = rest;
  pending_bytes_ = as_json_ ? output_bytes : std::min<std::uint64_t>(output_bytes, rest.size());
}

// What was begun when the reader was given up goes first, so that no line is ever cut. False: it's still
// stuck.
bool CallProgress::finish_pending() {
  if (!pending_.empty() && !closed_) pending_ = std::string(write(pending_, milliseconds(0)));
  if (!pending_.empty() || closed_) return false;
  pending_bytes_ = 0;
  return true;
}

// Returns what wasn't taken: nobody reads, or hasn't for a while although the call is due.
std::string_view CallProgress::write(std::string_view text, milliseconds patience) {
  Clock::time_point taken = Clock::now();
  while (!text.empty() && !closed_) {
    pollfd waiting{fd_, POLLOUT, 0};
    if (::poll(&waiting, 1, kLook) <= 0) {
      const Clock::time_point now = Clock::now();
      if (!over_.stop_requested()) continue;
      if (!due_) due_ = now;
      if (now - std::max(taken, *due_) >= patience) return text;
      continue;
    }
    // What poll promises room for.
    const ssize_t written = ::write(fd_, text.data(), std::min<std::size_t>(text.size(), PIPE_BUF));
    if (written < 0 && errno == EINTR) continue;
    closed_ = written <= 0;
    if (closed_) break;
    text.remove_prefix(static_cast<std::size_t>(written));
    taken = Clock::now();
  }
  return text;
}

}  // namespace proctor::cli
