#include "supervise/held_files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/kcmp.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>

#include "base/directory_stream.hpp"
#include "base/text.hpp"

namespace proctor::supervise {
namespace {

constexpr std::uint64_t kBlock = 512;
constexpr std::size_t kLongestMaps = 16U << 20U;

bool is_on(const std::vector<dev_t>& devices, dev_t device) {
  return std::find(devices.begin(), devices.end(), device) != devices.end();
}

// The threads at whom all that it has open can be found: one, and each that parted with the table of the
// others (CLONE_FILES).
std::vector<pid_t> tables_of(const Process& process) {
  std::vector<pid_t> tables{process.thread};
  if (process.threads <= 1) return tables;
  const DirectoryStream threads(opendir(fmt::format("/proc/{}/task", process.pid).c_str()));
  while (const dirent* entry = threads ? readdir(threads.get()) : nullptr) {
    pid_t thread = 0;
    const std::string_view name = entry->d_name;
    if (std::from_chars(name.data(), name.data() + name.size(), thread).ec != std::errc()) continue;
    if (thread != process.thread && syscall(SYS_kcmp, process.thread, thread, KCMP_FILES, 0, 0) != 0)
      tables.push_back(thread);
  }
  return tables;
}

// Of those that a directory's links lead to. False if nobody lets us see where.
bool add_unlinked(const std::string& path, const std::vector<dev_t>& devices, FoundFiles& found) {
  const DirectoryStream links(opendir(path.c_str()));
  if (!links) return errno != EPERM && errno != EACCES;
  while (const dirent* entry = readdir(links.get())) {
    struct stat status {};
    if (fstatat(dirfd(links.get()), entry->d_name, &status, 0) != 0) {
      if (errno == EPERM || errno == EACCES) return false;
      continue;
    }
    if (S_ISREG(status.st_mode) && status.st_nlink == 0 && is_on(devices, status.st_dev))
      found.bytes[{status.st_dev, status.st_ino}] = static_cast<std::uint64_t>(status.st_blocks) * kBlock;
  }
  return true;
}

// Only root may follow map_files. Others see in the list of mappings that there is a file, but not its size.
void add_unmeasured(pid_t pid, const std::vector<dev_t>& devices, FoundFiles& found) {
  const std::string maps = read_kernel_file(fmt::format("/proc/{}/maps", pid).c_str(), kLongestMaps);
  for (const std::string_view line : split_lines(maps)) {
    if (!line.ends_with(" (deleted)")) continue;
    unsigned major = 0, minor = 0;
    unsigned long long inode = 0;
    if (std::sscanf(std::string(line).c_str(), "%*s %*s %*s %x:%x %llu", &major, &minor, &inode) != 3)
      continue;
    const std::pair<dev_t, ino_t> file{makedev(major, minor), inode};
    if (is_on(devices, file.first)) found.unmeasured.insert(file);
  }
}

void add_in_memory(pid_t table, FoundFiles& found) {
  constexpr std::string_view kMemoryFile = "/memfd:";
  const DirectoryStream open(opendir(fmt::format("/proc/{}/fd", table).c_str()));
  while (const dirent* entry = open ? readdir(open.get()) : nullptr) {
    std::array<char, 16> target{};
    struct stat status {};
    const ssize_t length = readlinkat(dirfd(open.get()), entry->d_name, target.data(), target.size());
    const std::string_view name(target.data(), static_cast<std::size_t>(std::max<ssize_t>(length, 0)));
    if (!name.starts_with(kMemoryFile) || fstatat(dirfd(open.get()), entry->d_name, &status, 0) != 0)
      continue;
    found.bytes[{status.st_dev, status.st_ino}] = static_cast<std::uint64_t>(status.st_blocks) * kBlock;
  }
}

// Descriptors that were sent to this socket and not received yet.
std::uint64_t sent_to(const std::string& info) {
  constexpr std::string_view kField = "scm_fds:";
  const std::string content = read_kernel_file(info.c_str(), 4096);
  std::uint64_t count = 0;
  for (std::string_view line : split_lines(content)) {
    if (!line.starts_with(kField)) continue;
    line.remove_prefix(std::min(line.find_first_of("0123456789"), line.size()));
    std::from_chars(line.data(), line.data() + line.size(), count);
  }
  return count;
}

// Who is about to end has no memory left, and then only root may look, too.
bool has_memory(pid_t thread) {
  const std::string sizes = read_kernel_file(fmt::format("/proc/{}/statm", thread).c_str(), 64);
  return !sizes.empty() && !sizes.starts_with("0 ");
}

void add_hidden(pid_t table, FoundFiles& found) {
  const DirectoryStream open(opendir(fmt::format("/proc/{}/fd", table).c_str()));
  if (!open && (errno == EACCES || errno == EPERM) && has_memory(table)) found.closed = 1;
  while (const dirent* entry = open ? readdir(open.get()) : nullptr) {
    struct stat status {};
    if (fstatat(dirfd(open.get()), entry->d_name, &status, 0) != 0 || !S_ISSOCK(status.st_mode)) continue;
    const std::uint64_t count = sent_to(fmt::format("/proc/{}/fdinfo/{}", table, entry->d_name));
    if (count > 0) found.under_way[{status.st_dev, status.st_ino}] = count;
  }
}

// As the kernel (since 6.2) tells in the size of the directory; 0 of an older one.
std::int64_t descriptors_of(const Process& process) {
  struct stat status {};
  return stat(fmt::format("/proc/{}/fd", process.thread).c_str(), &status) == 0 ? status.st_size : 0;
}

}  // namespace

std::uint64_t FoundFiles::sum() const {
  return std::accumulate(bytes.begin(), bytes.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const auto& file) { return sum + file.second; });
}

std::size_t FoundFiles::unknown() const {
  return static_cast<std::size_t>(std::count_if(unmeasured.begin(), unmeasured.end(),
                                                [this](const auto& file) { return !bytes.contains(file); }));
}

std::optional<std::string> FoundFiles::hidden() const {
  const auto sent =
      std::accumulate(under_way.begin(), under_way.end(), std::uint64_t{0},
                      [](std::uint64_t sum, const auto& socket) { return sum + socket.second; });
  const auto told = [](std::uint64_t count, const char* one, const char* several) {
    return fmt::format("{} {}", count, count == 1 ? one : several);
  };
  if (closed > 0) return told(closed, "process lets", "processes let") + " nobody see what files are open";
  if (sent > 0)
    return told(sent, "descriptor is", "descriptors are") + " under way in sockets (scm_fds in fdinfo)";
  return std::nullopt;
}

void HeldFiles::collect(const Process& process) {
  Known& known = known_[{process.pid, process.start}];
  known = {.look = look_};
  collect_(process, known.files);
}

FoundFiles HeldFiles::sum() const {
  FoundFiles sum;
  for (const auto& [process, known] : known_) {
    sum.bytes.insert(known.files.bytes.begin(), known.files.bytes.end());
    sum.unmeasured.insert(known.files.unmeasured.begin(), known.files.unmeasured.end());
    sum.under_way.insert(known.files.under_way.begin(), known.files.under_way.end());
    sum.closed += known.files.closed;
  }
  return sum;
}

FoundFiles HeldFiles::look(const std::vector<Member>& members, std::chrono::nanoseconds time) {
  const LookBudget half(time / 2);
  const LookBudget whole(time);
  struct Candidate {
    const Process* process;
    std::int64_t descriptors;
    std::uint64_t look;
  };
  std::vector<Candidate> candidates;
  std::map<std::pair<pid_t, std::uint64_t>, Known> living;
  for (const auto& [process, certain] : members) {
    if (!certain || !process.alive()) continue;
    const std::pair key{process.pid, process.start};
    if (auto known = known_.extract(key)) living.insert(std::move(known));
    const auto known = living.find(key);
    candidates.push_back({&process, descriptors_of(process), known == living.end() ? 0 : known->second.look});
  }
  known_ = std::move(living);
  ++look_;
  const auto fewer = [](const Candidate& a, const Candidate& b) { return a.descriptors < b.descriptors; };
  const auto longer_ago = [](const Candidate& a, const Candidate& b) { return a.look < b.look; };
  std::stable_sort(candidates.begin(), candidates.end(), fewer);
  auto next = candidates.begin();
  for (; next != candidates.end() && !half.spent(); ++next) collect(*next->process);
  std::stable_sort(next, candidates.end(), longer_ago);
  for (bool first = true; next != candidates.end() && (first || !whole.spent()); ++next, first = false)
    collect(*next->process);
  return sum();
}

FoundFiles HeldFiles::confirm(const std::vector<Member>& members) {
  for (const auto& [process, certain] : members) {
    const auto known = known_.find({process.pid, process.start});
    if (known == known_.end()) continue;
    const FoundFiles& files = known->second.files;
    if (!files.bytes.empty() || !files.unmeasured.empty() || files.hidden()) collect(process);
  }
  return sum();
}

HeldFiles unlinked_files(std::vector<dev_t> devices) {
  return HeldFiles([devices = std::move(devices)](const Process& process, FoundFiles& found) {
    for (const pid_t table : tables_of(process))
      add_unlinked(fmt::format("/proc/{}/fd", table), devices, found);
    if (!add_unlinked(fmt::format("/proc/{}/map_files", process.thread), devices, found))
      add_unmeasured(process.thread, devices, found);
  });
}

HeldFiles files_in_memory() {
  return HeldFiles([](const Process& process, FoundFiles& found) {
    for (const pid_t table : tables_of(process)) add_in_memory(table, found);
  });
}

HeldFiles hidden_files() {
  return HeldFiles([](const Process& process, FoundFiles& found) {
    for (const pid_t table : tables_of(process)) add_hidden(table, found);
  });
}

}  // namespace proctor::supervise
