#include "supervise/output_pump.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <limits>

namespace proctor::supervise {
namespace {

constexpr std::size_t kTurnBytes = 128U << 10U;  // of one stream
constexpr std::size_t kPumpBytes = 1U << 20U;
constexpr std::size_t kDrainBytes = 4U << 20U;
constexpr std::chrono::milliseconds kTurnTime{10};
constexpr std::chrono::milliseconds kLongestWay{1};  // of an announcement, behind what it announces

// The longest packet. What is shorter was written as it is, or is the end of what was.
std::size_t packet_bytes() {
  static const auto bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return bytes;
}

// The pieces, up to `more` of them split at the ends of lines: so many writes were joined with others, as
// happens to who opens /dev/stderr anew for each line.
template <typename Piece>
std::vector<Piece> split_joined(const char* buffer, const std::vector<Piece>& pieces, std::size_t more) {
  std::vector<Piece> split;
  for (Piece piece : pieces) {
    for (; more > 0; --more) {
      const std::string_view text(buffer + piece.begin, piece.end - piece.begin);
      const std::size_t line = text.find('\n') + 1;
      if (line == 0 || line == text.size()) break;
      split.push_back({piece.begin, piece.begin + line});
      piece.begin += line;
    }
    split.push_back(piece);
  }
  return split;
}

}  // namespace

OutputPump::OutputPump(PipeEnds out, PipeEnds err, const Limits& limits, const Setting& setting,
                       Outcome& outcome)
    : order_(out.reader.get(), err.reader.get()),
      pipes_{Pipe{std::move(out.reader), std::move(out.writer), Stream::out, &outcome.out},
             Pipe{std::move(err.reader), std::move(err.writer), Stream::err, &outcome.err}},
      setting_(setting),
      outcome_(outcome),
      log_(setting.log, limits.log_bytes),
      room_(limits.output_bytes.value_or(std::numeric_limits<std::uint64_t>::max())) {
  for (Pipe& pipe : pipes_) pipe.buffer = std::make_unique_for_overwrite<char[]>(kTurnBytes + packet_bytes());
}

void OutputPump::close_writers() {
  for (Pipe& pipe : pipes_) pipe.writer.reset();
}

bool OutputPump::pump(bool out_ready, bool err_ready) {
  std::size_t total = 0;
  for (bool more = out_ready || err_ready; more; out_ready = err_ready = false) {
    const std::size_t count = transfer(out_ready, err_ready);
    total += count;
    more = count >= kTurnBytes;
    if (more && total >= kPumpBytes) return true;
  }
  return false;
}

// What is ready was so before the announcements are looked at. So if nothing is announced, whoever wrote it
// is between the write and its announcement, and has written nothing else meanwhile: it's next.
std::size_t OutputPump::transfer(bool out_ready, bool err_ready) {
  const auto begin = Clock::now();
  if (begin - last_news_ > kLongestWay) order_.nothing_is_on_its_way();
  for (Pipe& pipe : pipes_) {
    pipe.filled = 0;
    pipe.pieces.clear();
    pipe.missing = 0;
  }
  order_.collect();
  std::array<bool, 2> ready{out_ready, err_ready};
  for (bool more = true, last = false; more && !last;) {
    last = Clock::now() - begin > kTurnTime;
    behind_ = order_.behind() && !last;
    // Who waits for room in one pipe goes on as soon as there is some, and must not find the other full, too.
    const std::size_t first = order_.full(Stream::out) ? 1 : 0;
    for (const std::size_t at : {first, 1 - first})
      read_writes(pipes_.at(at), std::exchange(ready.at(at), false));
    if (!last) order_.collect();
    const auto has_room = [](const Pipe& pipe) { return pipe.filled < kTurnBytes; };
    more = (order_.unread(Stream::out) > 0 || order_.unread(Stream::err) > 0) &&
           std::all_of(pipes_.begin(), pipes_.end(), has_room);
  }
  for (Pipe& pipe : pipes_) {
    if (pipe.filled >= kTurnBytes && pipe.writer) end_packets(pipe);
  }
  deliver_in_order();
  last_news_ = Clock::now();
  return pipes_[0].filled + pipes_[1].filled;
}

void OutputPump::drain() {
  for (std::size_t total = 0; total < kDrainBytes;) {
    std::array<pollfd, 2> news{{{out_fd(), POLLIN, 0}, {err_fd(), POLLIN, 0}}};
    if (poll(news.data(), news.size(), 0) <= 0) return;
    total += transfer(news[0].revents != 0, news[1].revents != 0);
  }
}

void OutputPump::finish() {
  log_.finish();
  outcome_.log_written = log_.written();
}

void OutputPump::read_writes(Pipe& pipe, bool ready) {
  std::size_t writes = order_.unread(pipe.stream);
  if (writes == 0 && ready) writes = 1;
  if (!order_.works() && ready) writes = std::numeric_limits<std::size_t>::max();
  for (; writes > 0 && read_write(pipe); --writes) {
    order_.was_read(pipe.stream);
    // Whether an announcement is of a write or of a wait shows by what was unread at that time.
    if (behind_) order_.collect();
  }
  if (writes > 0 && pipe.filled < kTurnBytes) pipe.missing += order_.all_read(pipe.stream);
}

// False if there is nothing, or no room for it.
bool OutputPump::read_write(Pipe& pipe) {
  const std::size_t begin = pipe.filled;
  while (pipe.fd && pipe.filled < kTurnBytes) {  // then a packet fits, whose rest would be lost otherwise
    const ssize_t count =
        read(pipe.fd.get(), pipe.buffer.get() + pipe.filled, kTurnBytes + packet_bytes() - pipe.filled);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      if (count == 0 || errno != EAGAIN) pipe.fd.reset();
      break;
    }
    pipe.filled += static_cast<std::size_t>(count);
    if (static_cast<std::size_t>(count) % packet_bytes() != 0 || ends_with_page(pipe)) break;
  }
  if (pipe.filled > begin) pipe.pieces.push_back({begin, pipe.filled});
  return pipe.filled > begin;
}

// Whether a write has ended with a whole page, after which no shorter packet comes. What is left in the pipe
// is looked at before the announcements are, so that all writes in it are noted then. If there are enough of
// them for each to be a single page, it's taken for that, because stdio writes single pages.
bool OutputPump::ends_with_page(const Pipe& pipe) {
  int left = 0;
  if (!order_.works() || ioctl(pipe.fd.get(), FIONREAD, &left) != 0) return false;
  order_.collect();
  const std::size_t others = std::max<std::size_t>(order_.unread(pipe.stream), 1) - 1;
  return static_cast<std::size_t>(left) <= others * packet_bytes();
}

// In a flood a turn of a page each is too short for both sides. What is joined from now on is split by lines.
void OutputPump::end_packets(Pipe& pipe) {
  const int flags = fcntl(pipe.writer.get(), F_GETFL);
  fcntl(pipe.writer.get(), F_SETFL, flags & ~O_DIRECT);
  pipe.writer.reset();
}

void OutputPump::deliver_in_order() {
  Pipe* source = nullptr;
  Piece run;  // of one stream
  const auto flush = [&] {
    if (source != nullptr)
      deliver(*source, std::string_view(source->buffer.get() + run.begin, run.end - run.begin));
  };
  std::array<std::size_t, 2> taken{};
  const auto take = [&](std::size_t at) {
    Pipe& pipe = pipes_.at(at);
    if (taken.at(at) == pipe.pieces.size()) return false;
    const Piece& piece = pipe.pieces.at(taken.at(at)++);
    if (source != &pipe) {
      flush();
      source = &pipe;
      run = piece;
    }
    run.end = piece.end;
    return true;
  };
  for (Pipe& pipe : pipes_) {
    if (pipe.missing > 0) pipe.pieces = split_joined(pipe.buffer.get(), pipe.pieces, pipe.missing);
  }
  while (const auto stream = order_.next()) {
    if (!take(*stream == Stream::out ? 0 : 1)) order_.left_unread(*stream);
  }
  while (take(0) || take(1)) {
  }
  flush();
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
