// Carries what a command prints from its two pipes to everyone who wants it: the kept head and tail, the log,
// the sink. It never makes the command wait for more than the copying: what nobody wants is read and dropped.
//
// Order: pieces of one stream are in their order, always. Between the two streams the order is that of
// arrival as far as a reader of two pipes can see it: what was there at different wake-ups is told in that
// order; if both have something at the same wake-up, standard output comes first and they alternate in pieces
// of at most 4 KiB.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "base/unique_fd.hpp"
#include "supervise/log_file.hpp"
#include "supervise/supervise.hpp"

namespace proctor::supervise {

class OutputPump {
 public:
  /// The read ends, non-blocking. All references must outlive the pump.
  OutputPump(UniqueFd out, UniqueFd err, const Limits& limits, const Setting& setting, Outcome& outcome);

  /// For poll(); -1 after the end of the stream.
  int out_fd() const { return pipes_[0].fd.get(); }
  int err_fd() const { return pipes_[1].fd.get(); }
  /// Somebody may still print.
  bool open() const { return pipes_[0].fd || pipes_[1].fd; }

  /// Reads what is there, at most about 1 MiB, so that the caller's clock is looked at often enough. Returns
  /// whether more may be there.
  bool pump(bool out_ready, bool err_ready);
  /// Reads until nothing is there; at most a few MiB, for a stranger may print for ever.
  void drain();
  /// From now on everything is told to `copy`, too; nothing ends that.
  void copy_to(OutputSink copy) { copy_ = std::move(copy); }
  /// Writes the last line of the log and tells the outcome whether there is one.
  void finish();

  /// More came than Limits::output_bytes. Nothing above it is kept or told.
  bool over_limit() const { return over_limit_; }

 private:
  struct Pipe {
    UniqueFd fd{};
    Stream stream = Stream::out;
    BoundedOutput* kept = nullptr;
    bool widened = false;
  };

  std::size_t read_piece(Pipe& pipe, std::size_t size);
  void deliver(Pipe& pipe, std::string_view bytes);

  static constexpr std::size_t kBufferBytes = 64U << 10U;

  std::array<Pipe, 2> pipes_;
  const Setting& setting_;
  Outcome& outcome_;
  LogFile log_;
  std::uint64_t room_;  // how much may come before the limit
  bool over_limit_ = false;
  OutputSink copy_{};
  std::unique_ptr<char[]> buffer_;
};

}  // namespace proctor::supervise
