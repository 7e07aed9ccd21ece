#include "service/mcp/long_calls.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <random>
#include <utility>

#include "base/text.hpp"

namespace proctor::mcp {
namespace {

constexpr std::size_t kMostKept = 100;
constexpr std::size_t kMostFailed = 5;
constexpr std::size_t kLongestKnown = 200;
constexpr std::string_view kFailed = "failed: ";

std::string new_ticket() {
  std::random_device device;
  return fmt::format("call-{:08x}{:08x}{:08x}", device(), device(), device());
}

std::string known_text(std::string_view text) {
  const std::string_view line = trim(text);
  const std::size_t begin = line.rfind('\n');
  const std::string_view last = begin == std::string_view::npos ? line : line.substr(begin + 1);
  return std::string(last.substr(0, utf8_prefix(last, kLongestKnown)));
}

}  // namespace

std::optional<json::object> LongCall::wait(std::optional<std::chrono::milliseconds> up_to,
                                           const std::shared_ptr<Progress>& listener,
                                           const std::stop_token& stop) {
  const Clock::time_point begin = Clock::now();
  listen(listener);
  std::unique_lock lock(mutex_);
  const auto ended = [this] { return result_ || failure_; };
  while (!ended() && !stop.stop_requested()) {
    if (!up_to || asking_) {
      changed_.wait(lock, stop, [&, was = asking_] { return ended() || asking_ != was; });
      continue;
    }
    const auto due = std::max(begin, asked_until_) + *up_to;
    if (Clock::now() >= due) break;
    changed_.wait_until(lock, stop, due, [&] { return ended() || asking_; });
  }
  if (listener)
    std::erase_if(listeners_, [&](const auto& one) { return one.expired() || one.lock() == listener; });
  if (failure_) std::rethrow_exception(failure_);
  return result_;
}

void LongCall::listen(const std::shared_ptr<Progress>& listener) {
  const std::lock_guard lock(mutex_);
  const auto same = [&listener](const std::weak_ptr<Progress>& one) { return one.lock() == listener; };
  if (listener && std::none_of(listeners_.begin(), listeners_.end(), same)) listeners_.push_back(listener);
}

std::string LongCall::id() const {
  const std::lock_guard lock(mutex_);
  return run_.empty() ? ticket_ : run_;
}

bool LongCall::has_run() const {
  const std::lock_guard lock(mutex_);
  return !run_.empty();
}

bool LongCall::is_called(const std::string& id) const {
  const std::lock_guard lock(mutex_);
  return id == ticket_ || (!run_.empty() && id == run_);
}

bool LongCall::ended() const {
  const std::lock_guard lock(mutex_);
  return result_ || failure_;
}

bool LongCall::asking() const {
  const std::lock_guard lock(mutex_);
  return asking_;
}

LongCall::Date LongCall::updated() const {
  const std::lock_guard lock(mutex_);
  return updated_;
}

std::optional<json::object> LongCall::result() const {
  const std::lock_guard lock(mutex_);
  return result_;
}

LongCall::Known LongCall::known() const {
  const std::lock_guard lock(mutex_);
  return {std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - begun_), last_, failed_};
}

void LongCall::on(const tool::CallEvent& event) {
  std::vector<std::shared_ptr<Progress>> listeners;
  {
    const std::lock_guard lock(mutex_);
    if (const auto* started = std::get_if<tool::Started>(&event)) run_ = started->run;
    if (const auto* chunk = std::get_if<tool::Chunk>(&event)) {
      if (std::string line = known_text(chunk->text); !line.empty()) last_ = std::move(line);
    }
    if (const auto* step = std::get_if<tool::Step>(&event)) {
      last_ = known_text(step->text);
      if (step->text.starts_with(kFailed) && failed_.size() < kMostFailed)
        failed_.push_back(last_.substr(kFailed.size()));
    }
    for (const auto& one : listeners_) {
      if (auto listener = one.lock()) listeners.push_back(std::move(listener));
    }
  }
  // Whoever listens may take long.
  for (const auto& listener : listeners) listener->on(event);
}

void LongCall::begin_asking() {
  const std::lock_guard lock(mutex_);
  asking_ = true;
  updated_ = std::chrono::system_clock::now();
  changed_.notify_all();
}

void LongCall::end_asking() {
  const std::lock_guard lock(mutex_);
  asking_ = false;
  updated_ = std::chrono::system_clock::now();
  asked_until_ = Clock::now();
  changed_.notify_all();
}

void LongCall::finish(json::object result) {
  const std::lock_guard lock(mutex_);
  result_ = std::move(result);
  updated_ = std::chrono::system_clock::now();
  changed_.notify_all();
}

void LongCall::fail(std::exception_ptr why) {
  const std::lock_guard lock(mutex_);
  failure_ = std::move(why);
  updated_ = std::chrono::system_clock::now();
  changed_.notify_all();
}

std::shared_ptr<LongCall> LongCalls::start(const Work& work, std::size_t most,
                                           const std::shared_ptr<Progress>& listener) {
  const std::lock_guard lock(mutex_);
  std::erase_if(threads_, [](Thread& one) {
    if (!one.call->ended()) return false;
    one.thread.join();
    return true;
  });
  if (ending_ || threads_.size() >= most) return nullptr;
  auto call = std::make_shared<LongCall>(new_ticket());
  call->listen(listener);
  threads_.push_back({call, std::thread([call, work] {
                        try {
                          work(*call);
                        } catch (...) {
                          call->fail(std::current_exception());
                        }
                      })});
  return call;
}

void LongCalls::keep(const std::shared_ptr<LongCall>& call) {
  const std::lock_guard lock(mutex_);
  kept_.push_front(call);
  // Those that go on are bounded by themselves.
  while (kept_.size() > kMostKept) {
    const auto oldest =
        std::find_if(kept_.rbegin(), kept_.rend(), [](const auto& one) { return one->ended(); });
    if (oldest == kept_.rend()) break;
    kept_.erase(std::next(oldest).base());
  }
}

std::shared_ptr<LongCall> LongCalls::find(const std::string& id) {
  const std::lock_guard lock(mutex_);
  for (const auto& call : kept_) {
    if (call->is_called(id)) return call;
  }
  for (const Thread& one : threads_) {
    if (one.call->is_called(id)) return one.call;
  }
  return nullptr;
}

void LongCalls::stop() {
  std::vector<Thread> all;
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
    all = std::exchange(threads_, {});
  }
  for (const Thread& one : all) one.call->cancel();
  for (Thread& one : all) one.thread.join();
}

}  // namespace proctor::mcp
