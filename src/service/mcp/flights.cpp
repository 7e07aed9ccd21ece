#include "service/mcp/flights.hpp"

#include <system_error>
#include <utility>

namespace proctor::mcp {
namespace {

constexpr std::size_t kBriefPlaces = 8;

}  // namespace

Flights::Start Flights::start(const std::string& key, Work work, Done done, bool brief) {
  const std::lock_guard lock(mutex_);
  join_those_over();
  if (ending_) return Start::ending;
  if (open_.size() >= limit_ + (brief ? kBriefPlaces : 0)) return Start::too_many;
  const auto flight = std::make_shared<Flight>();
  open_.emplace(key, flight);
  all_.push_back(flight);
  try {
    flight->thread = std::thread([this, key, flight, work = std::move(work), done = std::move(done)] {
      json::object response = work(flight->stop.get_token());
      bool cancelled = false;
      {
        const std::lock_guard locked(mutex_);
        cancelled = flight->cancelled;
        open_.erase(key);
      }
      done(cancelled ? std::nullopt : std::optional(std::move(response)));
      flight->over = true;
    });
  } catch (const std::system_error&) {  // no more threads to be had
    open_.erase(key);
    all_.pop_back();
    return Start::too_many;
  }
  return Start::started;
}

bool Flights::contains(const std::string& key) const {
  const std::lock_guard lock(mutex_);
  return open_.contains(key);
}

void Flights::cancel(const std::string& key) {
  std::shared_ptr<Flight> flight;
  {
    const std::lock_guard lock(mutex_);
    const auto found = open_.find(key);
    if (found == open_.end()) return;
    flight = found->second;
    flight->cancelled = true;
  }
  flight->stop.request_stop();  // runs callbacks: not under the lock
}

void Flights::join_those_over() {
  std::erase_if(all_, [](const std::shared_ptr<Flight>& flight) {
    if (!flight->over) return false;
    flight->thread.join();
    return true;
  });
}

void Flights::stop() {
  std::vector<std::shared_ptr<Flight>> all;
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
    all = std::exchange(all_, {});
  }
  for (const auto& flight : all) flight->stop.request_stop();
  for (const auto& flight : all) flight->thread.join();
}

}  // namespace proctor::mcp
