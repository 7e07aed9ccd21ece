#include "supervise/tree_usage.hpp"

#include <fmt/format.h>
#include <linux/kcmp.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <string>
#include <string_view>

#include "base/text.hpp"
#include "supervise/process_table.hpp"

namespace proctor::supervise {
namespace {

std::uint64_t page_bytes() {
  static const auto bytes = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  return bytes;
}

// Those of several processes, each told once: a child between vfork and execve is in its parent's memory, and
// clone can make siblings and orphans of this kind as well.
class AddressSpaces {
 public:
  /// False if it's the one of a process that was added before, or gone by now.
  bool add(const Process& process) {
    const pid_t thread = process.thread;
    if (compare(thread, thread) != 0) return errno != ESRCH;  // else the kernel doesn't let us look
    std::ptrdiff_t low = 0;
    for (auto high = std::ssize(ordered_); low < high;) {
      const std::ptrdiff_t middle = low + (high - low) / 2;
      const auto place = ordered_.begin() + middle;
      const long order = compare(*place, thread);
      if (order == 0) return false;
      if (order < 0) {  // who has ended would lead astray
        if (compare(thread, thread) != 0) return false;
        ordered_.erase(place);
        --high;
        continue;
      }
      order == 1 ? low = middle + 1 : high = middle;
    }
    ordered_.insert(ordered_.begin() + low, thread);
    return true;
  }

 private:
  // 0: the same, 1: before it, 2: after it, in an order that the kernel makes up; -1: it can't be told.
  static long compare(pid_t one, pid_t other) { return syscall(SYS_kcmp, one, other, KCMP_VM, 0, 0); }

  std::vector<pid_t> ordered_{};
};

// The lines "NAME: NUMBER kB" whose name fits.
class Sizes {
 public:
  explicit Sizes(const std::string& path) : content_(read_kernel_file(path.c_str(), 8192)) {}

  bool empty() const { return content_.empty(); }
  std::uint64_t sum(std::initializer_list<std::string_view> names) const {
    std::uint64_t sum = 0;
    for (std::string_view line : split_lines(content_)) {
      const std::string_view name = line.substr(0, line.find(':'));
      if (std::find(names.begin(), names.end(), name) == names.end()) continue;
      line.remove_prefix(std::min(line.find_first_of("0123456789", name.size()), line.size()));
      std::uint64_t kib = 0;
      std::from_chars(line.data(), line.data() + line.size(), kib);
      sum += kib * 1024;
    }
    return sum;
  }

 private:
  std::string content_;
};

// Anybody may read it, but it doesn't know of parts: what several share is each one's.
Sizes status_of(const Process& process) {
  return Sizes(fmt::format("/proc/{}/status", process.thread));
}

HeldMemory held_by(const Process& process) {
  const Sizes whole = status_of(process);
  const std::uint64_t tables = whole.sum({"VmPTE"});
  const Sizes parts(fmt::format("/proc/{}/smaps_rollup", process.thread));
  if (parts.empty()) return {whole.sum({"RssAnon", "VmSwap"}) + tables, whole.sum({"RssShmem"})};
  return {parts.sum({"Pss_Anon", "SwapPss"}) + tables, parts.sum({"Pss_Shmem"})};
}

}  // namespace

TreeUsage measure(const std::vector<Member>& members) {
  static const auto ticks_per_second = static_cast<std::uint64_t>(sysconf(_SC_CLK_TCK));
  TreeUsage usage;
  std::uint64_t ticks = 0;
  for (const auto& [process, certain] : members) {
    if (!certain) continue;
    ticks += process.cpu_ticks + process.waited_ticks;
    if (!process.alive() && process.parent != getpid()) ++usage.processes;
    if (!process.alive()) continue;
    usage.processes += static_cast<std::uint64_t>(std::max(process.threads, 1L));
    usage.resident_bytes += process.resident_pages * page_bytes();
  }
  usage.cpu = std::chrono::microseconds(static_cast<std::int64_t>(ticks * 1'000'000 / ticks_per_second));
  return usage;
}

std::uint64_t HeldMemory::with(std::uint64_t files) const {
  return own + std::max(shared, files);
}

std::uint64_t resident_together(const std::vector<Member>& members) {
  AddressSpaces spaces;
  std::uint64_t pages = 0;
  for (const auto& [process, certain] : members) {
    if (certain && process.alive() && spaces.add(process)) pages += process.resident_pages;
  }
  return pages * page_bytes();
}

std::uint64_t held_at_most(const std::vector<Member>& members) {
  std::uint64_t sum = 0;
  for (const auto& [process, certain] : members) {
    if (certain && process.alive()) sum += status_of(process).sum({"RssAnon", "RssShmem", "VmSwap", "VmPTE"});
  }
  return sum;
}

HeldMemory held_memory(std::vector<Member> members, std::uint64_t files, std::uint64_t enough) {
  std::sort(members.begin(), members.end(), [](const Member& a, const Member& b) {
    return a.process.resident_pages > b.process.resident_pages;
  });
  AddressSpaces spaces;
  HeldMemory sum;
  for (const auto& [process, certain] : members) {
    if (!certain || !process.alive() || !spaces.add(process)) continue;
    const HeldMemory held = held_by(process);
    sum.own += held.own;
    sum.shared += held.shared;
    if (sum.with(files) > enough) break;
  }
  return sum;
}

std::uint64_t shared_memory_of_machine() {
  return Sizes("/proc/meminfo").sum({"Shmem"});
}

}  // namespace proctor::supervise
