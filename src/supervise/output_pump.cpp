#include "supervise/output_pump.hpp"

#include <unistd.h>

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
      log_(options.log, limits.log_bytes),
      room_(limits.output_bytes.value_or(std::numeric_limits<std::uint64_t>::max())) {}

void OutputPump::close_writers() {
  for (OneStream& stream : streams_) stream.pipe.writer.reset();
}

bool OutputPump::pump() {
  for (int round = 0; round < kPumpRounds; ++round) {
    const bool out = read_once(streams_[0]);
    const bool err = read_once(streams_[1]);
    if (!out && !err) return false;
  }
  return true;
}

void OutputPump::drain() {
  for (int round = 0; round < kDrainRounds; ++round) {
    const bool out = read_once(streams_[0]);
    const bool err = read_once(streams_[1]);
    if (!out && !err) return;
  }
}

void OutputPump::finish() {
  log_.finish();
  outcome_.log_written = log_.written();
  outcome_.log_error = log_.error();
}

// Whether more may be there.
bool OutputPump::read_once(OneStream& stream) {
  if (!stream.pipe.reader) return false;
  ssize_t count = 0;
  do {
    count = read(stream.pipe.reader.get(), buffer_.get(), kReadBytes);
  } while (count < 0 && errno == EINTR);
  if (count < 0 && errno == EAGAIN) return false;
  if (count <= 0) {
    stream.pipe.reader.reset();
    return false;
  }
  deliver(stream, {buffer_.get(), static_cast<std::size_t>(count)});
  return true;
}

void OutputPump::deliver(const OneStream& stream, std::string_view bytes) {
  if (bytes.size() > room_) {
    over_limit_ = true;
    bytes = bytes.substr(0, static_cast<std::size_t>(room_));
  }
  room_ -= bytes.size();
  if (bytes.empty()) return;
  stream.kept->append(bytes);
  log_.append(bytes);
  if (copy_) copy_(stream.stream, bytes);
  if (options_.sink) options_.sink(stream.stream, bytes);
}

}  // namespace proctor::supervise
