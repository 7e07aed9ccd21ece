#include "service/mcp/progress.hpp"

#include <fmt/format.h>

#include "base/text.hpp"

namespace proctor::mcp {
namespace {

constexpr std::size_t kMaxMessage = 200;

std::string bounded(std::string_view text) {
  const std::size_t end = utf8_prefix(text, kMaxMessage);
  return end == text.size() ? std::string(text) : std::string(text.substr(0, end)) + "…";
}

}  // namespace

Progress::Progress(Send send, json::value token, ProgressPace pace, std::stop_token stop)
    : send_(std::move(send)),
      token_(std::move(token)),
      pace_(pace),
      stop_(std::move(stop)),
      last_(Clock::now() - pace.at_most_every) {}  // the first news is told at once

void Progress::on(const tool::CallEvent& event) {
  const std::lock_guard lock(mutex_);
  if (const auto* waiting = std::get_if<tool::Waiting>(&event)) {
    say(fmt::format("waiting for {} call{}", waiting->ahead, waiting->ahead == 1 ? "" : "s"));
  } else if (const auto* started = std::get_if<tool::Started>(&event)) {
    say(started->command.empty() ? "started" : "started: " + started->command);
  } else if (const auto* chunk = std::get_if<tool::Chunk>(&event)) {
    add_output(chunk->text);
  } else if (const auto* step = std::get_if<tool::Step>(&event)) {
    say(step->text);
  }
  if (news_) send_if_due();
}

void Progress::say(std::string_view message) {
  const std::string_view trimmed = trim(message);
  if (trimmed.empty()) return;
  message_ = bounded(trimmed);
  news_ = true;
}

// The latest line that isn't blank; a piece of output may cut a line anywhere.
void Progress::add_output(std::string_view text) {
  while (!text.empty()) {
    const std::size_t newline = text.find('\n');
    const std::string_view part = text.substr(0, newline);
    if (line_.size() <= kMaxMessage) line_.append(part.substr(0, kMaxMessage + 4));
    say(line_);
    if (newline == std::string_view::npos) return;
    line_.clear();
    text.remove_prefix(newline + 1);
  }
}

void Progress::tick() {
  const std::lock_guard lock(mutex_);
  send_if_due();
}

void Progress::send_if_due() {
  const auto silent = Clock::now() - last_;
  if (stopped_ || stop_.stop_requested() || silent < pace_.at_most_every ||
      (!news_ && silent < pace_.at_least_every))
    return;
  json::object params{{"progressToken", token_}, {"progress", ++sent_}};
  if (!message_.empty()) params["message"] = message_;
  news_ = false;
  send_(notification("notifications/progress", std::move(params)));
  last_ = Clock::now();
}

void Progress::stop() {
  const std::lock_guard lock(mutex_);
  stopped_ = true;
}

Ticker::~Ticker() {
  thread_.request_stop();
}

void Ticker::add(const std::shared_ptr<Progress>& progress) {
  const std::lock_guard lock(mutex_);
  all_.push_back(progress);
  changed_.notify_all();
  if (!thread_.joinable()) {
    thread_ = std::jthread([this](const std::stop_token& stop) { loop(stop); });
  }
}

void Ticker::loop(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (changed_.wait(lock, stop, [this] { return !all_.empty(); })) {
    std::erase_if(all_, [](const auto& progress) { return progress.expired(); });
    const auto ticked = all_;
    lock.unlock();
    for (const auto& entry : ticked) {
      if (const auto progress = entry.lock()) progress->tick();
    }
    lock.lock();
    changed_.wait_for(lock, stop, interval_, [] { return false; });
    if (stop.stop_requested()) return;
  }
}

}  // namespace proctor::mcp
