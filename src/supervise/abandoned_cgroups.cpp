#include "supervise/abandoned_cgroups.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <memory>
#include <string_view>

#include "base/unique_fd.hpp"
#include "supervise/end_cgroup.hpp"

namespace proctor::supervise {
namespace {

constexpr long kPatienceUs = 100'000;  // for one whose processes take a moment to go

// Called "proctor-PID-N", as a supervisor's are.
bool is_of_a_supervisor(std::string_view name) {
  constexpr std::string_view kBefore = "proctor-";
  if (!name.starts_with(kBefore)) return false;
  name.remove_prefix(kBefore.size());
  pid_t owner = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), owner);
  return error == std::errc() && end != name.data() + name.size() && *end == '-' && owner > 0;
}

}  // namespace

bool claim_cgroup(int directory, const std::filesystem::path& path) {
  if (flock(directory, LOCK_EX | LOCK_NB) != 0) return false;
  struct stat ours {
  }, there{};
  return fstat(directory, &ours) == 0 && stat(path.c_str(), &there) == 0 && ours.st_ino == there.st_ino;
}

void remove_abandoned_cgroups(const std::filesystem::path& base) {
  const std::unique_ptr<DIR, decltype([](DIR* d) { closedir(d); })> directory(opendir(base.c_str()));
  if (!directory) return;
  const int parent = dirfd(directory.get());
  while (const dirent* entry = readdir(directory.get())) {
    if (!is_of_a_supervisor(entry->d_name)) continue;
    const UniqueFd cgroup(openat(parent, entry->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!cgroup || flock(cgroup.get(), LOCK_EX | LOCK_NB) != 0) continue;
    for (long delay_us = 100; !end_cgroup(parent, entry->d_name) && delay_us < kPatienceUs; delay_us *= 2) {
      const timespec pause{0, delay_us * 1000};
      nanosleep(&pause, nullptr);
    }
  }
}

}  // namespace proctor::supervise
