#include "supervise/output_pump.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <limits>

namespace proctor::supervise {
namespace {

constexpr std::size_t kPieceBytes = 4U << 10U;
constexpr std::size_t kPumpBytes = 1U << 20U;
constexpr std::size_t kDrainBytes = 4U << 20U;
constexpr int kWidePipe = 1 << 20;  // what an ordinary user may ask for at most by default

}  // namespace

OutputPump::OutputPump(UniqueFd out, UniqueFd err, const Limits& limits, const Setting& setting,
                       Outcome& outcome)
    : pipes_{Pipe{std::move(out), Stream::out, &outcome.out},
             Pipe{std::move(err), Stream::err, &outcome.err}},
      setting_(setting),
      outcome_(outcome),
      log_(setting.log, limits.log_bytes),
      room_(limits.output_bytes.value_or(std::numeric_limits<std::uint64_t>::max())),
      buffer_(std::make_unique_for_overwrite<char[]>(kBufferBytes)) {}

bool OutputPump::pump(bool out_ready, bool err_ready) {
  std::size_t total = 0;
  bool out_more = out_ready && pipes_[0].fd;
  bool err_more = err_ready && pipes_[1].fd;
  while ((out_more || err_more) && total < kPumpBytes) {
    const std::size_t size = out_more && err_more ? kPieceBytes : kBufferBytes;
    if (out_more) {
      const std::size_t count = read_piece(pipes_[0], size);
      out_more = count > 0;
      total += count;
    }
    if (err_more) {
      const std::size_t count = read_piece(pipes_[1], size);
      err_more = count > 0;
      total += count;
    }
  }
  return out_more || err_more;
}

void OutputPump::drain() {
  for (std::size_t total = 0; pump(true, true) && total < kDrainBytes; total += kPumpBytes) {
  }
}

void OutputPump::finish() {
  log_.finish();
  outcome_.log_written = log_.written();
}

// 0 when nothing is there at the moment, and at the end of the stream.
std::size_t OutputPump::read_piece(Pipe& pipe, std::size_t size) {
  for (;;) {
    const ssize_t count = read(pipe.fd.get(), buffer_.get(), size);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) return 0;
    if (count <= 0) {
      pipe.fd.reset();
      return 0;
    }
    const auto length = static_cast<std::size_t>(count);
    if (length == kBufferBytes && !pipe.widened) {
      // A flood: fewer and longer turns for both sides. Not done for every run, because the kernel grants an
      // ordinary user only so much of it.
      fcntl(pipe.fd.get(), F_SETPIPE_SZ, kWidePipe);
      pipe.widened = true;
    }
    deliver(pipe, std::string_view(buffer_.get(), length));
    return length;
  }
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
