#include "cli/call_progress.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <utility>

#include "base/text.hpp"
#include "tool/event_json.hpp"

namespace proctor::cli {
namespace {

constexpr int kLook = 50;  // milliseconds

std::string line_about(const tool::CallEvent& event) {
  if (const auto* waiting = std::get_if<tool::Waiting>(&event))
    return fmt::format("proctor: waiting, {} before this one\n", waiting->ahead);
  if (const auto* started = std::get_if<tool::Started>(&event))
    return fmt::format("proctor: run {}: {}\n", started->run, for_terminal(started->command));
  if (const auto* chunk = std::get_if<tool::Chunk>(&event)) return chunk->text;
  if (const auto* step = std::get_if<tool::Step>(&event)) return fmt::format("proctor: {}\n", step->text);
  return "";
}

}  // namespace

CallProgress::CallProgress(std::stop_token interrupted, bool as_json)
    : over_(std::move(interrupted)), as_json_(as_json) {}

void CallProgress::operator()(const tool::CallEvent& event) {
  if (const auto* started = std::get_if<tool::Started>(&event)) {
    over_ = started->late;
    run_ = started->run;
  }
  show(as_json_ ? to_json_line(tool::to_json(event, run_)) + '\n' : line_about(event));
}

void CallProgress::note(const std::string& text) {
  const json::object event{{"event", "Note"}, {"text", text}};
  show(as_json_ ? to_json_line(event) + '\n' : "proctor: " + for_terminal(text) + '\n');
}

void CallProgress::show(std::string_view text) {
  while (!text.empty() && !gone_) {
    pollfd waiting{STDERR_FILENO, POLLOUT, 0};
    if (::poll(&waiting, 1, kLook) <= 0) {
      gone_ = over_.stop_requested();
      continue;
    }
    // What poll promises room for.
    const ssize_t written = ::write(STDERR_FILENO, text.data(), std::min<std::size_t>(text.size(), PIPE_BUF));
    if (written < 0 && errno == EINTR) continue;
    gone_ = written <= 0;
    if (!gone_) text.remove_prefix(static_cast<std::size_t>(written));
  }
}

}  // namespace proctor::cli
