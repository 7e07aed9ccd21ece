// What the runs of one machine share: slots, of which a run takes one, and ports.
//
// A slot is a lock on a file in the user's runtime directory, $XDG_RUNTIME_DIR/proctor or /tmp/proctor-UID.
// The kernel gives it back when its holder ends, however that ends. Who waits draws a ticket, a locked file
// named by the time, and the oldest ticket goes first. A range of ports is held by the name of an abstract
// socket, which is the machine's (its network namespace's), as ports are, and not the user's.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>

#include "base/error.hpp"
#include "base/unique_fd.hpp"

namespace proctor {

class Slot {
 public:
  /// Waits until fewer than `most` (at least 1) runs of this user go on. `on_waiting` is told once who runs,
  /// in words, if there is a wait at all. TEST_CANCELLED if the stop comes first. A run within a run of
  /// proctor takes no slot, or both might wait for each other; nor does one where the runtime directory can't
  /// be used: neither is an error.
  static Result<Slot> take(std::uint64_t most, const std::stop_token& stop,
                           const std::function<void(const std::string& who_runs)>& on_waiting,
                           const std::filesystem::path& directory = runtime_dir());

  /// $XDG_RUNTIME_DIR/proctor, or /tmp/proctor-UID.
  static std::filesystem::path runtime_dir();

  explicit operator bool() const { return static_cast<bool>(lock_); }

 private:
  UniqueFd lock_{};
};

/// So many ports each run has for itself, from PROCTOR_PORT_BASE on.
inline constexpr int kPortsOfARun = 20;

/// A range of ports that no other run on this machine has as long as this object exists. It lies outside of
/// the ports that the kernel gives to those who ask for any (net.ipv4.ip_local_port_range), as far as there
/// is room. Whether some other program listens on one of them isn't looked at.
class PortRange {
 public:
  PortRange();
  int base() const { return base_; }

 private:
  int base_ = 0;
  UniqueFd name_{};
};

/// The first port of the range with this number, where the kernel gives out `low` to `high`.
int port_base(int number, int low, int high);

}  // namespace proctor
