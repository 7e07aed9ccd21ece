// Carries what a command prints from its two pipes to everyone who wants it: the kept head and tail, the log,
// the sink. It never makes the command wait for more than the copying: what nobody wants is read and dropped.
//
// Order: pieces of one stream are in their order, always. Between the two streams the order is that of the
// writes (arrival_order.hpp), to the write for what is written in pieces below a page. Where that can't be
// had, or the writer goes around it, it's that of arrival as far as a reader of two pipes can see it: what
// was there at different wake-ups is told in that order.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "base/unique_fd.hpp"
#include "supervise/arrival_order.hpp"
#include "supervise/log_file.hpp"
#include "supervise/supervise.hpp"

namespace proctor::supervise {

struct PipeEnds {
  UniqueFd reader{};
  UniqueFd writer{};
};

class OutputPump {
 public:
  /// Pipes in packet mode, whose read ends don't block. All references must outlive the pump, which belongs
  /// to the thread that makes it.
  OutputPump(PipeEnds out, PipeEnds err, const Limits& limits, const Setting& setting, Outcome& outcome);

  /// What the command writes to. Held open as long as the command runs, because packets, which are dear in a
  /// flood, can be ended only there.
  int out_writer() const { return pipes_[0].writer.get(); }
  int err_writer() const { return pipes_[1].writer.get(); }
  /// When the command has ended: only then does the end of a stream show.
  void close_writers();

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
  using Clock = std::chrono::steady_clock;

  /// What is read of one write.
  struct Piece {
    std::size_t begin = 0;
    std::size_t end = 0;
  };
  struct Pipe {
    UniqueFd fd{};
    UniqueFd writer{};  ///< nothing once packets were ended
    Stream stream = Stream::out;
    BoundedOutput* kept = nullptr;
    std::unique_ptr<char[]> buffer{};
    std::size_t filled = 0;
    std::vector<Piece> pieces{};
    std::size_t missing = 0;  ///< writes that were announced and not found
  };

  std::size_t transfer(bool out_ready, bool err_ready);
  void read_writes(Pipe& pipe, bool ready);
  bool read_write(Pipe& pipe);
  bool ends_with_page(const Pipe& pipe);
  void end_packets(Pipe& pipe);
  void deliver_in_order();
  void deliver(Pipe& pipe, std::string_view bytes);

  ArrivalOrder order_;  // destroyed after the pipes
  std::array<Pipe, 2> pipes_;
  Clock::time_point last_news_{};
  bool behind_ = false;
  const Setting& setting_;
  Outcome& outcome_;
  LogFile log_;
  std::uint64_t room_;  // how much may come before the limit
  bool over_limit_ = false;
  OutputSink copy_{};
};

}  // namespace proctor::supervise
