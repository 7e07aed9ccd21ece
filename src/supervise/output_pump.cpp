#include "supervise/output_pump.hpp"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <limits>
#include <thread>
#include <utility>

#include "base/newlines.hpp"

namespace proctor::supervise {
namespace {

constexpr std::size_t kTurnBytes = 64U << 10U;  // of one stream
// A turn ends after so much time, but not because somebody else ran meanwhile.
constexpr std::chrono::milliseconds kTurnTime{10};
constexpr int kRounds = 256;
constexpr std::size_t kPumpBytes = 1U << 20U;
constexpr std::size_t kDrainBytes = 4U << 20U;
constexpr std::array kWaits{std::chrono::microseconds(20), std::chrono::microseconds(100),
                            std::chrono::microseconds(300)};
constexpr std::chrono::milliseconds kLongestWay{1};  // of an announcement, behind what it announces

std::vector<std::size_t> line_ends(std::string_view text) {
  std::vector<std::size_t> ends;
  for (std::size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1))
    ends.push_back(at + 1);
  return ends;
}

}  // namespace

OutputPump::OutputPump(OutputPipe out, OutputPipe err, const Limits& limits, const Setting& setting,
                       Outcome& outcome)
    : order_(out.reader.get(), err.reader.get()),
      pipes_{Pipe{std::move(out.reader), PacketMode(std::move(out.writer)), Stream::out, &outcome.out},
             Pipe{std::move(err.reader), PacketMode(std::move(err.writer)), Stream::err, &outcome.err}},
      setting_(setting),
      outcome_(outcome),
      log_(setting.log, limits.log_bytes),
      room_(limits.output_bytes.value_or(std::numeric_limits<std::uint64_t>::max())) {}

std::size_t OutputPump::Pipe::lines() const {
  return count_newlines({buffer.get(), filled});
}

// What was written is of so many writes, as far as it tells.
std::size_t OutputPump::Pipe::least_writes() const {
  return exact ? packets.least_writes() : lines() + (ends_in_piece() ? 1 : 0);
}

bool OutputPump::pump(bool out_ready, bool err_ready) {
  if (!out_ready && !err_ready) return false;
  for (std::size_t total = 0; total < kPumpBytes;) {
    const std::size_t count = take_turn(out_ready, err_ready);
    if (count < kTurnBytes) return false;
    total += count;
  }
  return true;
}

void OutputPump::drain() {
  for (std::size_t total = 0; total < kDrainBytes;) {
    std::array<pollfd, 2> news{{{out_fd(), POLLIN, 0}, {err_fd(), POLLIN, 0}}};
    if (poll(news.data(), news.size(), 0) <= 0) return;
    const std::size_t count = take_turn(news[0].revents != 0, news[1].revents != 0);
    if (count < kTurnBytes) return;
    total += count;
  }
}

// Goes on until nothing comes any more, so that all writes are noted of what was read: then the one can be
// laid beside the other.
std::size_t OutputPump::take_turn(bool out_ready, bool err_ready) {
  const Clock::time_point begin = Clock::now();
  if (begin - last_news_ > kLongestWay) order_.expect_nothing();
  for (Pipe& pipe : pipes_) {
    pipe.filled = 0;
    pipe.exact = pipe.mode.exact();
    pipe.packets.clear();
  }
  order_.collect();
  bool settled = false;
  std::size_t waits = 0;
  std::array ready{out_ready || order_.count(Stream::out) > 0, err_ready || order_.count(Stream::err) > 0};
  for (int round = 0; !settled && (round < kRounds || Clock::now() - begin < kTurnTime); ++round) {
    const std::array<std::size_t, 2> seen{order_.count(Stream::out), order_.count(Stream::err)};
    for (std::size_t at = 0; at < pipes_.size(); ++at) {
      if (ready.at(at)) read_all(pipes_.at(at));
    }
    if (pipes_[0].filled >= kTurnBytes || pipes_[1].filled >= kTurnBytes) break;
    if (pipes_[0].filled + pipes_[1].filled == 0) break;  // the end of one of them
    const auto look = [&] {
      order_.collect();
      ready = {order_.count(Stream::out) > seen[0], order_.count(Stream::err) > seen[1]};
      settled = !ready[0] && !ready[1];
    };
    look();
    // Who has written may not have come to announcing it: it runs on the same processor.
    while (settled && waits < kWaits.size() && !waits_in_vain_ && lacks_announcements()) {
      std::this_thread::sleep_for(kWaits.at(waits++));
      look();
    }
  }
  // Then writes have several lines.
  waits_in_vain_ = (waits_in_vain_ || waits == kWaits.size()) && lacks_announcements();
  deliver_in_order(settled);
  for (Pipe& pipe : pipes_) adjust(pipe);
  last_news_ = Clock::now();
  return pipes_[0].filled + pipes_[1].filled;
}

void OutputPump::adjust(Pipe& pipe) {
  const std::size_t most = pipe.exact ? kTurnBytes : largest_packet();  // not to and fro
  pipe.mode.adjust(apart_ && order_.works() && pipe.filled < most);
}

void OutputPump::keep_apart(bool wanted) {
  if (std::exchange(apart_, wanted) == wanted) return;
  for (Pipe& pipe : pipes_) adjust(pipe);
}

void OutputPump::command_has_ended() {
  for (Pipe& pipe : pipes_) pipe.mode.leave();
  drain();
}

void OutputPump::finish() {
  log_.finish();
  outcome_.log_written = log_.written();
}

// There are more packets or lines than writes; it matters if there are others to put them between.
bool OutputPump::lacks_announcements() {
  if (!order_.works() || pipes_[0].filled == 0 || pipes_[1].filled == 0) return false;
  return std::any_of(pipes_.begin(), pipes_.end(), [this](const Pipe& pipe) {
    return pipe.fd && pipe.least_writes() > order_.count(pipe.stream);
  });
}

void OutputPump::read_all(Pipe& pipe) {
  const std::size_t room = kTurnBytes + largest_packet();  // what of a packet has no room is lost
  if (!pipe.buffer) pipe.buffer = std::make_unique_for_overwrite<char[]>(room);
  while (pipe.fd && pipe.filled < kTurnBytes) {
    const ssize_t count = read(pipe.fd.get(), pipe.buffer.get() + pipe.filled, room - pipe.filled);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) {
      pipe.mode.found_empty();
      return;
    }
    if (count <= 0) {
      order_.collect();  // whoever closed it last has announced all that was written by then, and the end
      order_.forget(pipe.stream);
      pipe.fd.reset();
      return;
    }
    pipe.filled += static_cast<std::size_t>(count);
    if (pipe.exact) pipe.packets.add(pipe.filled, !pipe.ends_in_piece());
  }
}

// Lays the writes that were noted beside what came of them.
LinesOfWrites OutputPump::lay(Pipe& pipe, bool settled, bool both) {
  const std::size_t writes = order_.count(pipe.stream);
  if (pipe.exact) {
    if (const std::size_t least = pipe.least_writes(); least > writes)
      order_.expect(pipe.stream, least - writes);
  } else if (writes == 0) {
    order_.expect(pipe.stream, 1);
  }
  Turn turn{.writes = writes, .piece = pipe.ends_in_piece(), .whole = settled, .ended = !pipe.fd};
  if (!both) {
    turn.lines = pipe.lines();
    turn.writes = std::max<std::size_t>(writes, 1);
    pipe.rhythm.pass(turn);
    return {};
  }
  std::vector<std::size_t> ends = line_ends({pipe.buffer.get(), pipe.filled});
  turn.lines = ends.size();
  LinesOfWrites lines = pipe.rhythm.lay(turn, std::move(ends));
  const std::size_t made = turn.ended && writes > 0 ? writes - 1 : writes;
  if (!pipe.exact || made > pipe.packets.count()) return lines;  // some came joined
  return {made, pipe.packets.ends_of(made), 1, 0};
}

// What isn't ended by a newline comes last, unless it is known to be a write of its own.
void OutputPump::deliver_in_order(bool settled) {
  const bool both = pipes_[0].filled > 0 && pipes_[1].filled > 0;
  std::array<LinesOfWrites, 2> lines;
  for (std::size_t at = 0; at < pipes_.size(); ++at) {
    if (pipes_.at(at).filled > 0) lines.at(at) = lay(pipes_.at(at), settled, both);
  }
  std::array<std::size_t, 2> told{};
  const auto tell = [&](std::size_t at, std::size_t end) {
    deliver(pipes_.at(at), std::string_view(pipes_.at(at).buffer.get(), end).substr(told.at(at)));
    told.at(at) = end;
  };
  std::size_t last = 0;
  for (const Stream stream : order_.writes()) {
    const std::size_t at = stream == Stream::out ? 0 : 1;
    if (!both || !lines.at(at).pass_write()) continue;
    if (at != last) tell(last, lines.at(last).end());
    last = at;
  }
  for (const std::size_t at : {last, 1 - last}) tell(at, both ? lines.at(at).end() : 0);
  for (std::size_t at = 0; at < pipes_.size(); ++at) tell(at, pipes_.at(at).filled);
  order_.clear();
  // What was announced and isn't read yet.
  for (std::size_t at = 0; at < pipes_.size() && both && !settled; ++at)
    order_.keep(pipes_.at(at).stream, lines.at(at).writes_left());
}

void OutputPump::deliver(Pipe& pipe, std::string_view bytes) {
  if (bytes.size() > room_) {
    over_limit_ = true;
    bytes = bytes.substr(0, static_cast<std::size_t>(room_));
  }
  room_ -= bytes.size();
  if (bytes.empty()) return;
  pipe.kept->append(bytes);
  log_.append(bytes);
  if (copy_) copy_(pipe.stream, bytes);
  if (setting_.sink) setting_.sink(pipe.stream, bytes);
}

}  // namespace proctor::supervise
