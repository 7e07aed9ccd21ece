// Carries what a command prints from its two pipes to everyone who wants it: the kept head and tail, the log,
// the sink. It never makes the command wait for more than the copying: what nobody wants is read and dropped.
//
// Order: pieces of one stream are in their order, always. Between the two streams the order is that of the
// writes (arrival_order.hpp), of which each is known as long as the pipe keeps them apart (packet_mode.hpp).
// Otherwise it is as good as can be told which lines are of which write (rhythm.hpp): as a rule if each is of
// one line, or each line is of as many writes. What comes in different moments is in that order anyway.
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
#include "supervise/packet_mode.hpp"
#include "supervise/rhythm.hpp"
#include "supervise/supervise.hpp"

namespace proctor::supervise {

/// Both ends, of which the read end doesn't block.
struct OutputPipe {
  UniqueFd reader{};
  UniqueFd writer{};
};

class OutputPump {
 public:
  /// All references must outlive the pump, which belongs to the thread that makes it.
  OutputPump(OutputPipe out, OutputPipe err, const Limits& limits, const Setting& setting, Outcome& outcome);

  /// The write ends, for the command.
  int out_writer() const { return pipes_[0].mode.writer(); }
  int err_writer() const { return pipes_[1].mode.writer(); }

  /// For poll(); -1 after the end of the stream.
  int out_fd() const { return pipes_[0].fd.get(); }
  int err_fd() const { return pipes_[1].fd.get(); }
  /// Somebody may still print.
  bool open() const { return pipes_[0].fd || pipes_[1].fd; }

  /// Reads what is there, at most about 1 MiB, so that the caller's clock is looked at often enough. Returns
  /// whether more may be there.
  bool pump(bool out_ready, bool err_ready);
  /// Reads what was there when it was called; at most a few MiB, for a stranger may print for ever.
  void drain();
  /// Whether the pipes shall keep writes apart as far as they can; at first they do.
  void keep_apart(bool wanted);
  /// The command has ended: the write ends are closed, and only others can still print.
  void command_has_ended();
  /// From now on everything is told to `copy`, too; nothing ends that.
  void copy_to(OutputSink copy) { copy_ = std::move(copy); }
  /// Writes the last line of the log and tells the outcome whether there is one.
  void finish();

  /// More came than Limits::output_bytes. Nothing above it is kept or told.
  bool over_limit() const { return over_limit_; }

 private:
  using Clock = std::chrono::steady_clock;

  struct Pipe {
    UniqueFd fd{};
    PacketMode mode{};
    Stream stream = Stream::out;
    BoundedOutput* kept = nullptr;
    std::unique_ptr<char[]> buffer{};
    std::size_t filled = 0;
    bool exact = false;  ///< all of it came in packets
    Packets packets{};
    Rhythm rhythm{};

    std::size_t lines() const;  // that are completed
    bool ends_in_piece() const { return filled > 0 && buffer[filled - 1] != '\n'; }
    std::size_t least_writes() const;
  };

  std::size_t take_turn(bool out_ready, bool err_ready);
  bool lacks_announcements();
  void read_all(Pipe& pipe);
  void adjust(Pipe& pipe);
  LinesOfWrites lay(Pipe& pipe, bool settled, bool both);
  void deliver_in_order(bool settled);
  void deliver(Pipe& pipe, std::string_view bytes);

  ArrivalOrder order_;  // destroyed after the pipes
  std::array<Pipe, 2> pipes_;
  Clock::time_point last_news_{};
  bool waits_in_vain_ = false;
  bool apart_ = true;
  const Setting& setting_;
  Outcome& outcome_;
  LogFile log_;
  std::uint64_t room_;  // how much may come before the limit
  bool over_limit_ = false;
  OutputSink copy_{};
};

}  // namespace proctor::supervise
