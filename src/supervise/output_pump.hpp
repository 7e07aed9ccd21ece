// Carries what a command prints from its two pipes to everyone who wants it: the kept head and tail, the log,
// the sink. It never makes the command wait for more than the copying: what nobody wants is read and dropped.
//
// The pieces of one stream are in their order, always. Those of the two streams are in the order in which
// they were read: what was printed to both within a moment may come in another order than it was written.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>

#include "base/unique_fd.hpp"
#include "supervise/log_file.hpp"
#include "supervise/supervise.hpp"

namespace proctor::supervise {

/// Both ends, of which the read end doesn't block.
struct OutputPipe {
  UniqueFd reader{};
  UniqueFd writer{};
};

class OutputPump {
 public:
  /// All references must outlive the pump.
  OutputPump(OutputPipe out, OutputPipe err, const Limits& limits, const RunOptions& options,
             Outcome& outcome);

  /// The write ends, for the command.
  int out_writer() const { return streams_[0].pipe.writer.get(); }
  int err_writer() const { return streams_[1].pipe.writer.get(); }
  /// After the start of the command, which has its own: so that the end of the streams can be seen.
  void close_writers();

  /// For poll(); -1 after the end of the stream.
  int out_fd() const { return streams_[0].pipe.reader.get(); }
  int err_fd() const { return streams_[1].pipe.reader.get(); }
  /// Somebody may still print.
  bool open() const { return streams_[0].pipe.reader || streams_[1].pipe.reader; }

  /// Reads what is there, at most about 1 MiB of each stream, so that the caller's clock is looked at often
  /// enough. Returns whether more may be there.
  bool pump();
  /// Reads what was there when it was called; at most a few MiB, for a stranger may print for ever.
  void drain();
  /// Reads just what lies in the pipes at this moment: a background process may go on printing.
  void take_present();
  /// From now on everything is told to `copy`, too; nothing ends that.
  void copy_to(OutputSink copy) { copy_ = std::move(copy); }
  /// Writes the last line of the log and tells the outcome whether there is one.
  void finish();

  /// More came than Limits::output_bytes. Nothing above it is kept or told.
  bool over_limit() const { return over_limit_; }

 private:
  struct OneStream {
    OutputPipe pipe{};
    Stream stream = Stream::out;
    BoundedOutput* kept = nullptr;
  };

  std::size_t read_once(OneStream& stream, std::size_t most);
  void deliver(const OneStream& stream, std::string_view bytes);

  std::array<OneStream, 2> streams_;
  std::unique_ptr<char[]> buffer_;
  const RunOptions& options_;
  Outcome& outcome_;
  LogFile log_;
  std::uint64_t room_;  // how much may come before the limit
  bool over_limit_ = false;
  OutputSink copy_{};
};

}  // namespace proctor::supervise
