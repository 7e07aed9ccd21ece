#include "supervise/output_pump.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <limits>
#include <utility>

namespace proctor::supervise {
namespace {

constexpr std::size_t kReadBytes = 64U << 10U;  // what a pipe holds
constexpr int kPumpRounds = 16;
constexpr int kDrainRounds = 64;

}  // namespace

OutputPump::OutputPump(OutputPipe out, OutputPipe err, const Limits& limits, const RunOptions& options,
                       Outcome& outcome)
    : streams_{OneStream{std::move(out), Stream::out, &outcome.out},
               OneStream{std::move(err), Stream::err, &outcome.err}},
      buffer_(std::make_unique_for_overwrite<char[]>(kReadBytes)),
      options_(options),
      outcome_(outcome),
      log_(options.log, limits.log_bytes, options.log_goes_on),
      room_(limits.output_bytes.value_or(std::numeric_limits<std::uint64_t>::max())) {}

void OutputPump::close_writers() {
  for (OneStream& stream : streams_) stream.pipe.writer.reset();
}

bool OutputPump::pump() {
  for (int round = 0; round < kPumpRounds; ++round) {
    const std::size_t out = read_once(streams_[0], kReadBytes);
    const std::size_t err = read_once(streams_[1], kReadBytes);
    if (out + err == 0) return false;
  }
  return true;
}

void OutputPump::drain() {
  for (int round = 0; round < kDrainRounds; ++round) {
    const std::size_t out = read_once(streams_[0], kReadBytes);
    const std::size_t err = read_once(streams_[1], kReadBytes);
    if (out + err == 0) return;
  }
}

void OutputPump::take_present() {
  for (OneStream& stream : streams_) {
    int present = 0;
    if (!stream.pipe.reader || ioctl(stream.pipe.reader.get(), FIONREAD, &present) != 0) continue;
    for (auto left = static_cast<std::size_t>(std::max(present, 0)); left > 0;) {
      const std::size_t count = read_once(stream, std::min(left, kReadBytes));
      if (count == 0) break;
      left -= count;
    }
  }
}

void OutputPump::finish() {
  if (options_.log_text)
    for (const Stream stream : {Stream::out, Stream::err}) log_.append(options_.log_text(stream, {}));
  log_.finish();
  outcome_.log_written = log_.written();
  outcome_.log_error = log_.error();
}

// How much came; more may be there if anything did.
std::size_t OutputPump::read_once(OneStream& stream, std::size_t most) {
  if (!stream.pipe.reader) return 0;
  if (options_.wanted && !options_.wanted(stream.stream)) {
    stream.pipe.reader.reset();
    return 0;
  }
  ssize_t count = 0;
  do {
    count = read(stream.pipe.reader.get(), buffer_.get(), most);
  } while (count < 0 && errno == EINTR);
  if (count < 0 && errno == EAGAIN) return 0;
  if (count <= 0) {  // a terminal that nobody has open any more says EIO
    stream.pipe.reader.reset();
    return 0;
  }
  deliver(stream, {buffer_.get(), static_cast<std::size_t>(count)});
  return static_cast<std::size_t>(count);
}

void OutputPump::deliver(const OneStream& stream, std::string_view bytes) {
  if (bytes.size() > room_) {
    over_limit_ = true;
    bytes = bytes.substr(0, static_cast<std::size_t>(room_));
  }
  room_ -= bytes.size();
  if (bytes.empty()) return;
  stream.kept->append(bytes);
  if (options_.log_text) {
    log_.append(options_.log_text(stream.stream, bytes));
  } else {
    log_.append(bytes);
  }
  if (copy_) copy_(stream.stream, bytes);
  if (options_.sink) options_.sink(stream.stream, bytes);
}

}  // namespace proctor::supervise
