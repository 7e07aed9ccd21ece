#include "supervise/packet_mode.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <utility>

namespace proctor::supervise {
namespace {

// In bytes, of which each page is a place. More than an ordinary user may ask for (pipe-max-size, pipe(7)) is
// tried first.
constexpr int kAmple = 4 << 20;
constexpr int kWide = 1 << 20;

bool widen(int pipe, int size) {
  return fcntl(pipe, F_SETPIPE_SZ, size) >= size;
}

}  // namespace

PacketMode::PacketMode(UniqueFd writer) : writer_(std::move(writer)) {
  possible_ = widen(writer_.get(), kAmple) || widen(writer_.get(), kWide);
  adjust(true);
  found_empty();
}

void PacketMode::adjust(bool wanted) {
  if (!possible_ || !writer_) return;
  const int flags = fcntl(writer_.get(), F_GETFL);
  if (flags < 0) return;
  const int mode = wanted ? O_DIRECT : 0;
  const int others = flags & ~O_DIRECT & ~O_NONBLOCK;
  if (flags != (others | mode) && fcntl(writer_.get(), F_SETFL, others | mode) != 0) return;
  if (on_ == wanted && (flags & O_DIRECT) == mode) return;
  on_ = wanted;
  only_packets_ = false;
}

void PacketMode::leave() {
  adjust(false);
  writer_.reset();
}

std::size_t largest_packet() {
  static const auto bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return bytes;
}

bool Packets::may_go_on(std::size_t at) const {
  const std::size_t begin = at == 0 ? 0 : packets_[at - 1].end;
  return at + 1 < packets_.size() && packets_[at].end - begin == largest_packet();
}

std::size_t Packets::least_writes() const {
  std::size_t writes = 0;
  for (std::size_t at = 0; at < packets_.size(); ++at) writes += may_go_on(at) ? 0U : 1U;
  return writes;
}

std::vector<std::size_t> Packets::ends_of(std::size_t writes) const {
  std::size_t more = packets_.size() > writes ? packets_.size() - writes : 0;  // than there are writes
  std::vector<bool> joined(packets_.size());
  // Those that end with a line have more likely ended with it.
  for (const bool newline : {false, true}) {
    for (std::size_t at = 0; at < packets_.size() && more > 0; ++at) {
      if (packets_[at].newline != newline || !may_go_on(at)) continue;
      joined[at] = true;
      --more;
    }
  }
  std::vector<std::size_t> ends;
  for (std::size_t at = 0; at < packets_.size(); ++at) {
    if (!joined[at]) ends.push_back(packets_[at].end);
  }
  return ends;
}

}  // namespace proctor::supervise
