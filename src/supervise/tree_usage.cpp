#include "supervise/tree_usage.hpp"

#include <fmt/format.h>
#include <linux/kcmp.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <set>
#include <string_view>

#include "base/directory_stream.hpp"
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
  return syscall(SYS_kcmp, process.pid, process.parent, KCMP_VM, 0, 0) == 0;
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

std::uint64_t held_by(pid_t pid) {
  const std::string content = read_kernel_file(fmt::format("/proc/{}/smaps_rollup", pid).c_str(), 8192);
  std::uint64_t kib = 0;
  bool found = false;
  for (const std::string_view line : split_lines(content)) {
    const bool counts =
        line.starts_with("Pss_Anon:") || line.starts_with("Pss_Shmem:") || line.starts_with("SwapPss:");
    if (!counts) continue;
    const std::string_view text = line.substr(std::min(line.find_first_of("0123456789"), line.size()));
    std::uint64_t number = 0;
    found = std::from_chars(text.data(), text.data() + text.size(), number).ec == std::errc() || found;
    kib += number;
  }
  return found ? kib * 1024 : private_pages(pid) * page_bytes();
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

std::uint64_t held_memory(std::vector<Member> members, std::uint64_t enough) {
  std::sort(members.begin(), members.end(), [](const Member& a, const Member& b) {
    return a.process.resident_pages > b.process.resident_pages;
  });
  std::set<pid_t> pids;
  for (const Member& member : members) pids.insert(member.process.pid);
  std::uint64_t sum = 0;
  for (const auto& [process, certain] : members) {
    if (!certain || !process.alive()) continue;
    if (pids.contains(process.parent) && shares_memory_with_parent(process)) continue;
    sum += held_by(process.pid);
    if (sum > enough) break;
  }
  return sum;
}

std::uint64_t memory_in_files(const std::vector<Member>& members, const LookBudget& budget) {
  constexpr std::string_view kMark = "/memfd:";
  constexpr std::uint64_t kBlock = 512;
  std::map<std::pair<dev_t, ino_t>, std::uint64_t> files;
  for (const Member& member : members) {
    if (!member.certain || !member.process.alive()) continue;
    if (budget.spent()) break;
    const DirectoryStream open(opendir(fmt::format("/proc/{}/fd", member.process.pid).c_str()));
    if (!open) continue;
    while (const dirent* entry = readdir(open.get())) {
      std::array<char, 16> target{};
      struct stat status {};
      const ssize_t length = readlinkat(dirfd(open.get()), entry->d_name, target.data(), target.size());
      const std::string_view name(target.data(), static_cast<std::size_t>(std::max<ssize_t>(length, 0)));
      if (!name.starts_with(kMark) || fstatat(dirfd(open.get()), entry->d_name, &status, 0) != 0) continue;
      files[{status.st_dev, status.st_ino}] = static_cast<std::uint64_t>(status.st_blocks) * kBlock;
    }
  }
  std::uint64_t sum = 0;
  for (const auto& [file, bytes] : files) sum += bytes;
  return sum;
}

}  // namespace proctor::supervise
