#include "supervise/tree_usage.hpp"

#include <fmt/format.h>
#include <linux/kcmp.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <set>
#include <string_view>

#include "base/text.hpp"
#include "supervise/process_table.hpp"

namespace proctor::supervise {
namespace {

std::uint64_t page_bytes() {
  static const auto bytes = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  return bytes;
}

// A child between vfork and execve is in its parent's memory, which must not count twice.
bool shares_memory_with_parent(const Process& process) {
  return syscall(SYS_kcmp, process.thread, process.parent, KCMP_VM, 0, 0) == 0;
}

// Where the kernel doesn't let us look (a program that changed its user): what is resident and of no file.
std::uint64_t private_pages(pid_t pid) {
  const std::string content = read_kernel_file(fmt::format("/proc/{}/statm", pid).c_str(), 256);
  std::uint64_t size = 0, resident = 0, shared = 0;
  const char* at = content.data();
  const char* end = at + content.size();
  for (std::uint64_t* number : {&size, &resident, &shared}) {
    while (at != end && *at == ' ') ++at;
    at = std::from_chars(at, end, *number).ptr;
  }
  return resident > shared ? resident - shared : 0;
}

HeldMemory held_by(pid_t pid) {
  const std::string content = read_kernel_file(fmt::format("/proc/{}/smaps_rollup", pid).c_str(), 8192);
  HeldMemory held;
  bool found = false;
  for (const std::string_view line : split_lines(content)) {
    const bool shared = line.starts_with("Pss_Shmem:");
    if (!shared && !line.starts_with("Pss_Anon:") && !line.starts_with("SwapPss:")) continue;
    const std::string_view text = line.substr(std::min(line.find_first_of("0123456789"), line.size()));
    std::uint64_t kib = 0;
    found = std::from_chars(text.data(), text.data() + text.size(), kib).ec == std::errc() || found;
    (shared ? held.shared : held.own) += kib * 1024;
  }
  if (!found) held.own = private_pages(pid) * page_bytes();
  return held;
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

HeldMemory held_memory(std::vector<Member> members, std::uint64_t files, std::uint64_t enough) {
  std::sort(members.begin(), members.end(), [](const Member& a, const Member& b) {
    return a.process.resident_pages > b.process.resident_pages;
  });
  std::set<pid_t> pids;
  for (const Member& member : members) pids.insert(member.process.pid);
  HeldMemory sum;
  for (const auto& [process, certain] : members) {
    if (!certain || !process.alive()) continue;
    if (pids.contains(process.parent) && shares_memory_with_parent(process)) continue;
    const HeldMemory held = held_by(process.thread);
    sum.own += held.own;
    sum.shared += held.shared;
    if (sum.with(files) > enough) break;
  }
  return sum;
}

}  // namespace proctor::supervise
