// Keeps the writes to a pipe apart, so that who reads can tell which bytes are of which write.
//
// In packet mode (O_DIRECT, pipe(2)) each write takes a place of its own in the pipe, or one for each page of
// it, and each read gives the content of one place. The mode belongs to the write end, so a duplicate of it
// is kept here: the command and all that inherit its descriptor share the mode with this one. Who opens the
// pipe anew (`> /dev/stdout`) doesn't, and its writes may come joined.
//
// There are only so many places, however short the writes. Who waits for room doesn't mind, but a program
// that doesn't (O_NONBLOCK; node sets it for every pipe) could have more to say at once, and lose it when it
// ends right after: so the mode is for times in which there is no such program (writers.hpp). In floods it
// costs more than it tells.
//
// In any mode the pipe gets as much room as the kernel grants, and whoever has said not to wait waits from
// then on, as with a file, of which O_NONBLOCK says nothing either. All that is written is read at once, and
// nothing is lost by a program that ends with more to say than there is room.
#pragma once

#include <cstddef>
#include <vector>

#include "base/unique_fd.hpp"

namespace proctor::supervise {

class PacketMode {
 public:
  PacketMode() = default;
  /// The write end of a pipe that is empty and in nobody else's hands yet. Where the kernel refuses the mode,
  /// or enough places, the pipe stays as it is.
  explicit PacketMode(UniqueFd writer);

  /// What the command is to get.
  int writer() const { return writer_.get(); }
  /// Whether nothing is in the pipe but packets.
  bool exact() const { return on_ && only_packets_; }
  /// Somebody has read until nothing was left.
  void found_empty() { only_packets_ = on_; }
  /// To be called often. `wanted`: whether the writes shall be kept apart.
  void adjust(bool wanted);
  /// The command has ended: the pipe is as any other again, and the write end closed, so that its end shows.
  void leave();

 private:
  UniqueFd writer_{};
  bool possible_ = false;
  bool on_ = false;
  bool only_packets_ = false;
};

/// How many bytes a packet has at most.
std::size_t largest_packet();

/// What was read of a pipe in packet mode.
class Packets {
 public:
  void clear() { packets_.clear(); }
  /// One more, which ends at so many bytes, perhaps with a newline.
  void add(std::size_t end, bool newline) { packets_.push_back({end, newline}); }
  std::size_t count() const { return packets_.size(); }
  /// Of how many writes these packets are at least: one of a full page may go on in the next.
  std::size_t least_writes() const;
  /// Where each write ends, in bytes, if these are of so many.
  std::vector<std::size_t> ends_of(std::size_t writes) const;

 private:
  struct Packet {
    std::size_t end = 0;
    bool newline = false;
  };

  bool may_go_on(std::size_t at) const;

  std::vector<Packet> packets_{};
};

}  // namespace proctor::supervise
