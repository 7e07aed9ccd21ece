#include "supervise/boxes_ahead.hpp"

#include <poll.h>
#include <signal.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <utility>

namespace proctor::supervise {
namespace {

constexpr std::chrono::milliseconds kToStand{10'000};  // whoever needs longer for it hangs
constexpr int kToEnd_ms = 1'000;

bool same_cgroups(const Limits& one, const Limits& other) {
  return one.memory_bytes == other.memory_bytes && one.processes == other.processes &&
         one.cpu.has_value() == other.cpu.has_value();
}

// All that is different before the command is known.
bool same_box(const Sandbox& one, const Sandbox& other) {
  return one.host_network == other.host_network && one.temporary_bytes == other.temporary_bytes;
}

bool ends_within(const UniqueFd& pidfd, int milliseconds) {
  pollfd news{pidfd.get(), POLLIN, 0};
  int count = 0;
  do {
    count = poll(&news, 1, milliseconds);
  } while (count < 0 && errno == EINTR);
  return count > 0;
}

}  // namespace

BoxAhead::BoxAhead(Common& its_common, const Limits& its_limits, const Sandbox& its_sandbox)
    : common(its_common), limits(its_limits), sandbox(its_sandbox) {
  live.mark = new_mark(common.outer_mark, {});
  live.started = ticks_since_boot();
  common.live.enter(live);
}

BoxAhead::~BoxAhead() {
  if (started) {
    const Spawned& root = started->launched.spawned;
    // Nothing is in it but its first process, which ends by itself.
    started->box->give_nothing();
    if (!ends_within(root.pidfd, kToEnd_ms)) {
      if (started->cgroups.unified) started->cgroups.unified.kill();
      kill(-root.pid, SIGKILL);
    }
    siginfo_t info{};
    while (waitid(P_PID, static_cast<id_t>(root.pid), &info, WEXITED) != 0 && errno == EINTR) {
    }
    common.live.root_reaped(live);
    // Who has lost bubblewrap ends, too, but not at the same moment.
    for (int waited = 0; waited < kToEnd_ms && common.live.anyone_left(live); ++waited) poll(nullptr, 0, 1);
  }
  common.live.leave(live);
}

void BoxesAhead::begin() {
  const std::lock_guard lock(mutex_);
  ++threads_[std::this_thread::get_id()];
}

void BoxesAhead::end() {
  {
    const std::lock_guard lock(mutex_);
    const auto own = threads_.find(std::this_thread::get_id());
    if (--own->second > 0) return;
    threads_.erase(own);
  }
  take_own();
}

bool BoxesAhead::may_start() {
  const std::lock_guard lock(mutex_);
  const auto own = [](const auto& box) { return box->thread == std::this_thread::get_id(); };
  return threads_.contains(std::this_thread::get_id()) && std::none_of(boxes_.begin(), boxes_.end(), own);
}

void BoxesAhead::start(const Limits& limits, const Sandbox& sandbox) {
  if (!may_start()) return;
  if (!common_.box_parts || !common_.box_parts->mounts->can_be_brought_whole()) return;
  auto box = std::make_unique<BoxAhead>(common_, limits, sandbox);
  box->mounts = common_.box_parts->mounts->generation();
  auto started = StartedBox::start(common_, box->live, limits, sandbox, {});
  if (!started) return;
  box->started = std::move(*started);
  const std::lock_guard lock(mutex_);
  boxes_.push_back(std::move(box));
}

std::unique_ptr<BoxAhead> BoxesAhead::take_own() {
  const std::lock_guard lock(mutex_);
  const auto own = std::find_if(boxes_.begin(), boxes_.end(),
                                [](const auto& box) { return box->thread == std::this_thread::get_id(); });
  if (own == boxes_.end()) return nullptr;
  auto box = std::move(*own);
  boxes_.erase(own);
  return box;
}

bool BoxesAhead::stands() {
  auto box = take_own();
  if (!box) return false;
  if (!box->stood) {
    if (!box->started->box->stands_within(kToStand)) return false;
    box->stood = true;
  }
  const std::lock_guard lock(mutex_);
  boxes_.push_back(std::move(box));
  return true;
}

std::unique_ptr<BoxAhead> BoxesAhead::take(const Limits& limits, const Setting& setting) {
  auto box = take_own();
  // What was mounted since isn't in it.
  const bool fits = box && !ends_within(box->started->launched.spawned.pidfd, 0) && setting.mark.empty() &&
                    same_box(box->sandbox, setting.sandbox) && same_cgroups(box->limits, limits) &&
                    common_.box_parts->mounts->generation() == box->mounts;
  if (!fits) box.reset();
  return box;
}

}  // namespace proctor::supervise
