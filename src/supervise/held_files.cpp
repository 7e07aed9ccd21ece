#include "supervise/held_files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
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
    if (!known->second.files.bytes.empty() || !known->second.files.unmeasured.empty()) collect(process);
  }
  return sum();
}

HeldFiles unlinked_files(std::vector<dev_t> devices) {
  return HeldFiles([devices = std::move(devices)](const Process& process, FoundFiles& found) {
    add_unlinked(fmt::format("/proc/{}/fd", process.thread), devices, found);
    if (!add_unlinked(fmt::format("/proc/{}/map_files", process.thread), devices, found))
      add_unmeasured(process.thread, devices, found);
  });
}

HeldFiles files_in_memory() {
  return HeldFiles([](const Process& process, FoundFiles& found) {
    constexpr std::string_view kMark = "/memfd:";
    const DirectoryStream open(opendir(fmt::format("/proc/{}/fd", process.thread).c_str()));
    while (const dirent* entry = open ? readdir(open.get()) : nullptr) {
      std::array<char, 16> target{};
      struct stat status {};
      const ssize_t length = readlinkat(dirfd(open.get()), entry->d_name, target.data(), target.size());
      const std::string_view name(target.data(), static_cast<std::size_t>(std::max<ssize_t>(length, 0)));
      if (!name.starts_with(kMark) || fstatat(dirfd(open.get()), entry->d_name, &status, 0) != 0) continue;
      found.bytes[{status.st_dev, status.st_ino}] = static_cast<std::uint64_t>(status.st_blocks) * kBlock;
    }
  });
}

}  // namespace proctor::supervise
