#include "supervise/disk_watch.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <set>
#include <utility>

#include "base/text.hpp"

namespace proctor::supervise {
namespace fs = std::filesystem;
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kStep{5};             // a walk holds everything else up for that long
constexpr milliseconds kPause{45};           // between its steps: a tenth of the time
constexpr milliseconds kHurriedPause{5};     // the free space says that the limit is passed
constexpr milliseconds kHintInterval{50};    // between looks at the free space
constexpr milliseconds kWalkInterval{1000};  // plus thirty times what the last one took
constexpr milliseconds kShortWalk{50};

std::uint64_t above(std::uint64_t number, std::uint64_t other) {
  return number > other ? number - other : 0;
}

}  // namespace

DiskWatch::DiskWatch(std::uint64_t limit, std::vector<fs::path> directories, Members members)
    : limit_(limit), directories_(std::move(directories)), members_(std::move(members)) {
  if (directories_.empty()) {
    next_ = Time::max();
    return;
  }
  free_at_start_ = free_space();
  begin_walk();
  const Time begin = Clock::now();
  while (!walk_->step(std::chrono::seconds(1))) {
  }
  start_ = walk_->sum();
  spent_ = Clock::now() - begin;
  end_walk(Clock::now());
}

// Of each file system: bytes, and inodes as the smallest that one of them counts for.
std::map<dev_t, std::uint64_t> DiskWatch::free_space() const {
  std::map<dev_t, std::uint64_t> free;
  for (const fs::path& directory : directories_) {
    struct stat status {};
    struct statvfs space {};
    if (stat(directory.c_str(), &status) != 0 || statvfs(directory.c_str(), &space) != 0) continue;
    free[status.st_dev] = space.f_bfree * space.f_frsize + space.f_ffree * 4096;
  }
  return free;
}

std::uint64_t DiskWatch::space_taken(const std::map<dev_t, std::uint64_t>& since) const {
  std::uint64_t taken = 0;
  for (const auto& [device, now] : free_space()) {
    const auto then = since.find(device);
    if (then != since.end()) taken += above(then->second, now);
  }
  return taken;
}

void DiskWatch::begin_walk() {
  walk_.emplace(directories_);
  free_at_walk_ = free_space();
  spent_ = {};
}

void DiskWatch::end_walk(Time now) {
  known_growth_ = growth();
  walk_.reset();
  next_ = now + kHintInterval;
  rest_until_ = now + 9 * spent_;
  next_walk_ = now + kWalkInterval + 30 * spent_;
}

std::uint64_t DiskWatch::growth() const {
  return walk_ ? above(walk_->sum().bytes, start_.bytes) : known_growth_;
}

std::optional<std::string> DiskWatch::look(Time now) {
  if (!walk_) {
    const bool hinted = known_growth_ + space_taken(free_at_walk_) > limit_ / 4 * 3;
    if ((!hinted || now < rest_until_) && now < next_walk_) {
      next_ = now + kHintInterval;
      return std::nullopt;
    }
    begin_walk();
  }
  const bool done = walk_->step(kStep);
  spent_ += Clock::now() - now;
  if (auto evidence = judge()) return evidence;
  if (done) {
    auto evidence = judge_hidden();
    end_walk(Clock::now());
    return evidence;
  }
  next_ = Clock::now() + (space_taken(free_at_start_) > limit_ ? kHurriedPause : kPause);
  return std::nullopt;
}

std::optional<std::string> DiskWatch::last_look() {
  if (directories_.empty()) return std::nullopt;
  if (spent_ > kShortWalk && space_taken(free_at_start_) < limit_ / 2) return std::nullopt;
  begin_walk();
  while (!walk_->step(kStep)) {
    if (auto evidence = judge()) return evidence;
  }
  return judge();
}

std::optional<std::string> DiskWatch::judge() const {
  if (growth() <= limit_) return std::nullopt;
  const std::uint64_t entries = above(walk_->sum().entries, start_.entries);
  return fmt::format(
      "at least {} more on the disk than at the start, {} more files and directories; {} are allowed",
      format_size(growth()), entries, format_size(limit_));
}

// What a walk doesn't see. That the free space shrank isn't evidence by itself, since others take it as well.
std::optional<std::string> DiskWatch::judge_hidden() const {
  const std::uint64_t taken = space_taken(free_at_start_);
  if (taken <= limit_) return std::nullopt;
  std::vector<dev_t> devices;
  for (const auto& [device, free] : free_at_start_) devices.push_back(device);
  const std::uint64_t unlinked = unlinked_bytes(members_(), devices);
  if (growth() + unlinked > limit_) {
    return fmt::format(
        "{} more on the disk than at the start, {} of it in files without a name; {} are allowed",
        format_size(growth() + unlinked), format_size(unlinked), format_size(limit_));
  }
  const std::uint64_t unseen = above(walk_->sum().unseen, start_.unseen);
  if (unseen == 0) return std::nullopt;
  return fmt::format(
      "{} less free on the disk than at the start, and {} new {} can't be looked into; {} are allowed",
      format_size(taken), unseen, unseen == 1 ? "directory" : "directories", format_size(limit_));
}

std::uint64_t unlinked_bytes(const std::vector<Member>& members, const std::vector<dev_t>& devices) {
  std::set<std::pair<dev_t, ino_t>> seen;
  std::uint64_t sum = 0;
  const auto end = std::chrono::steady_clock::now() + milliseconds(50);
  for (const Member& member : members) {
    const DirectoryStream files(opendir(fmt::format("/proc/{}/fd", member.process.pid).c_str()));
    if (!files || !member.certain) continue;
    while (const dirent* entry = readdir(files.get())) {
      struct stat status {};
      if (fstatat(dirfd(files.get()), entry->d_name, &status, 0) != 0) continue;
      const bool counts = S_ISREG(status.st_mode) && status.st_nlink == 0 &&
                          std::find(devices.begin(), devices.end(), status.st_dev) != devices.end();
      if (counts && seen.emplace(status.st_dev, status.st_ino).second)
        sum += static_cast<std::uint64_t>(status.st_blocks) * 512;
    }
    if (std::chrono::steady_clock::now() >= end) break;
  }
  return sum;
}

}  // namespace proctor::supervise
