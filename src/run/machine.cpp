#include "run/machine.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <utility>
#include <vector>

#include "base/files.hpp"

namespace proctor {
namespace fs = std::filesystem;
namespace {

constexpr std::chrono::milliseconds kLook{50};  // between two looks of one that waits
constexpr std::string_view kTicket = "ticket-";

UniqueFd open_lock_file(const fs::path& file) {
  return UniqueFd(open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
}

bool lock(const UniqueFd& file) {
  return file && flock(file.get(), LOCK_EX | LOCK_NB) == 0;
}

// /tmp is shared with others: what somebody else put there under our name isn't used.
bool is_private_dir(const fs::path& directory) {
  if (mkdir(directory.c_str(), 0700) != 0 && errno != EEXIST) return false;
  struct stat status {};
  return lstat(directory.c_str(), &status) == 0 && S_ISDIR(status.st_mode) && status.st_uid == getuid() &&
         (status.st_mode & 077U) == 0;
}

class Ticket {
 public:
  explicit Ticket(const fs::path& directory) : directory_(directory) {
    const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
    name_ = fmt::format("{}{:020}-{}", kTicket, now, getpid());
    // It gets its name once it is locked, so that nobody takes it for that of a process that is gone.
    const fs::path born = directory / ("new-" + name_);
    lock_ = open_lock_file(born);
    if (!lock(lock_) || rename(born.c_str(), (directory / name_).c_str()) != 0) lock_.reset();
  }
  ~Ticket() {
    if (lock_) unlink((directory_ / name_).c_str());
  }
  Ticket(const Ticket&) = delete;
  Ticket& operator=(const Ticket&) = delete;

  explicit operator bool() const { return static_cast<bool>(lock_); }

  /// Whether nobody waits for longer. Takes away the tickets of processes that are gone.
  bool is_first() const {
    std::error_code error;
    for (auto it = fs::directory_iterator(directory_, error); !error && it != fs::directory_iterator();
         it.increment(error)) {
      const std::string other = it->path().filename().string();
      if (!other.starts_with(kTicket) || other >= name_) continue;
      const UniqueFd file(open(it->path().c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW));
      if (!file) continue;
      if (!lock(file)) return false;
      unlink(it->path().c_str());
    }
    return true;
  }

 private:
  fs::path directory_;
  std::string name_{};
  UniqueFd lock_{};
};

fs::path slot_file(const fs::path& directory, std::uint64_t number) {
  return directory / fmt::format("slot-{}", number);
}

UniqueFd free_slot(const fs::path& directory, std::uint64_t most) {
  for (std::uint64_t i = 0; i < most; ++i) {
    UniqueFd file = open_lock_file(slot_file(directory, i));
    if (!lock(file)) continue;
    const std::string pid = std::to_string(getpid());
    if (ftruncate(file.get(), 0) == 0) (void)!pwrite(file.get(), pid.data(), pid.size(), 0);
    return file;
  }
  return {};
}

// "2 runs are going on (pid 17, 23)"
std::string who_runs(const fs::path& directory, std::uint64_t most) {
  std::vector<std::string> pids;
  for (std::uint64_t i = 0; i < most; ++i)
    pids.push_back(read_if_there(slot_file(directory, i), 100).value_or("?"));
  return fmt::format("{} going on (pid {})", most == 1 ? "1 run is" : fmt::format("{} runs are", most),
                     fmt::join(pids, ", "));
}

}  // namespace

fs::path Slot::runtime_dir() {
  const char* xdg = std::getenv("XDG_RUNTIME_DIR");
  if (xdg != nullptr && *xdg == '/') return fs::path(xdg) / "proctor";
  return fmt::format("/tmp/proctor-{}", getuid());
}

Result<Slot> Slot::take(std::uint64_t most, const std::stop_token& stop,
                        const std::function<void(const std::string&)>& on_waiting,
                        const fs::path& directory) {
  Slot slot;
  if (std::getenv("PROCTOR_RUN") != nullptr || !is_private_dir(directory)) return slot;
  const Ticket ticket(directory);
  if (!ticket) return slot;
  std::mutex mutex;
  std::condition_variable_any wake;
  for (int looks = 0;; ++looks) {
    if (ticket.is_first()) slot.lock_ = free_slot(directory, most);
    if (slot) return slot;
    if (stop.stop_requested()) {
      return fail(ErrorCode::test_cancelled,
                  "The run was cancelled while it waited for a slot: nothing was run.");
    }
    if (looks == 1 && on_waiting) on_waiting(who_runs(directory, most));
    std::unique_lock guard(mutex);
    wake.wait_for(guard, stop, kLook, [] { return false; });
  }
}

namespace {

// Below the lowest of these there are the ports of well-known servers.
constexpr int kLowestPort = 20'000;
constexpr int kMostRanges = 200;

// What the kernel gives to those who ask for any port.
std::pair<int, int> ephemeral_ports() {
  int low = 32'768;
  int high = 60'999;
  const std::string text = read_if_there("/proc/sys/net/ipv4/ip_local_port_range", 100).value_or("");
  (void)std::sscanf(text.c_str(), "%d %d", &low, &high);
  return {low, high};
}

}  // namespace

int port_base(int number, int low, int high) {
  constexpr int kHighestPort = 65'535;
  int first = kLowestPort;
  int ranges = (low - first) / kPortsOfARun;
  if (const int above = (kHighestPort - high) / kPortsOfARun; above > ranges) {
    first = high + 1;
    ranges = above;
  }
  // Everything is given to anyone who asks: then some of these are as good as any.
  if (ranges < 1) first = kLowestPort;
  if (ranges < 1) ranges = kMostRanges;
  return first + number % ranges * kPortsOfARun;
}

PortRange::PortRange() {
  const auto [low, high] = ephemeral_ports();
  for (int number = 0; number < kMostRanges; ++number) {
    base_ = port_base(number, low, high);
    name_ = UniqueFd(socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::string name = fmt::format("proctor-ports-{}", base_);
    std::copy(name.begin(), name.end(), address.sun_path + 1);  // behind a zero: it is in no directory
    const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
    if (name_ && bind(name_.get(), reinterpret_cast<const sockaddr*>(&address), size) == 0) return;
    if (!name_ || errno != EADDRINUSE) return;
  }
}

}  // namespace proctor
