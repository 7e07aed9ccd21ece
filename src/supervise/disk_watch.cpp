#include "supervise/disk_watch.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "base/text.hpp"

namespace proctor::supervise {
namespace fs = std::filesystem;
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kStep{5};             // a walk holds everything else up for that long
constexpr milliseconds kBetweenStops{20};    // at the start, when nothing else is to be done
constexpr milliseconds kPause{45};           // between its steps: a tenth of the time
constexpr milliseconds kHurriedPause{5};     // the free space says that the limit is passed
constexpr milliseconds kHintInterval{20};    // between looks at the free space
constexpr milliseconds kWalkInterval{1000};  // plus thirty times what the last one took
constexpr milliseconds kShortWalk{50};
constexpr milliseconds kLookAtHidden{50};  // at the processes, once the free space says that it's worth it

std::uint64_t above(std::uint64_t number, std::uint64_t other) {
  return number > other ? number - other : 0;
}

}  // namespace

DiskWatch::DiskWatch(std::uint64_t limit, std::vector<fs::path> directories, Members members,
                     const std::stop_token& stop)
    : limit_(limit), directories_(std::move(directories)), members_(std::move(members)) {
  if (directories_.empty()) {
    next_ = Time::max();
    return;
  }
  most_free_ = free_space();
  std::vector<dev_t> devices;
  for (const auto& [device, free] : most_free_) devices.push_back(device);
  held_.emplace(unlinked_files(std::move(devices)));
  begin_walk();
  const Time begin = Clock::now();
  while (!walk_->step(kBetweenStops) && !stop.stop_requested()) {
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

// Others give space back as well, and that mustn't make up for what the run takes.
void DiskWatch::note_free_space() {
  for (const auto& [device, free] : free_space()) {
    for (auto* most : {&most_free_, &free_at_walk_}) {
      const auto then = most->find(device);
      if (then != most->end()) then->second = std::max(then->second, free);
    }
  }
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
  note_free_space();
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
    const Time begin = Clock::now();
    auto evidence = judge_hidden();
    spent_ += Clock::now() - begin;
    end_walk(Clock::now());
    return evidence;
  }
  next_ = Clock::now() + (space_taken(most_free_) > limit_ ? kHurriedPause : kPause);
  return std::nullopt;
}

std::optional<std::string> DiskWatch::last_look() {
  if (directories_.empty()) return std::nullopt;
  if (spent_ > kShortWalk && space_taken(most_free_) < limit_ / 2) return std::nullopt;
  begin_walk();
  while (!walk_->step(kStep)) {
    if (auto evidence = judge()) return evidence;
  }
  auto evidence = judge();
  // Nobody is left who could hold a file without a name.
  return evidence || space_taken(most_free_) <= limit_ ? evidence : judge_hidden();
}

std::optional<std::string> DiskWatch::judge() const {
  if (growth() <= limit_) return std::nullopt;
  const std::uint64_t entries = above(walk_->sum().entries, start_.entries);
  return fmt::format(
      "at least {} more on the disk than at the start, {} more files and directories; {} are allowed",
      format_size(growth()), entries, format_size(limit_));
}

// What a walk doesn't see. That the free space shrank isn't evidence by itself, since others take it as well.
std::optional<std::string> DiskWatch::judge_hidden() {
  const std::uint64_t taken = space_taken(most_free_);
  const std::vector<Member> members = members_();
  FoundFiles files = held_->look(members, kLookAtHidden);
  if (growth() + files.sum() > limit_ || files.unknown() > 0) files = held_->confirm(members);
  const std::uint64_t unlinked = files.sum();
  if (growth() + unlinked > limit_) {
    return fmt::format(
        "{} more on the disk than at the start, {} of it in files without a name; {} are allowed",
        format_size(growth() + unlinked), format_size(unlinked), format_size(limit_));
  }
  if (taken <= limit_) return std::nullopt;
  const auto hidden_by = [&](const std::string& what) {
    return fmt::format("{} less free on the disk than before, and {}; {} are allowed", format_size(taken),
                       what, format_size(limit_));
  };
  const std::uint64_t unseen = above(walk_->sum().unseen, start_.unseen);
  if (unseen > 0) {
    return hidden_by(
        fmt::format("{} new {} can't be looked into", unseen, unseen == 1 ? "directory" : "directories"));
  }
  if (const std::size_t unknown = files.unknown(); unknown > 0) {
    return hidden_by(fmt::format("{} mapped {} without a name can't be measured", unknown,
                                 unknown == 1 ? "file" : "files"));
  }
  hidden_.look(members, kLookAtHidden);
  const auto hidden = hidden_.confirm(members).hidden();
  return hidden ? std::optional(hidden_by(*hidden)) : std::nullopt;
}

}  // namespace proctor::supervise
