#include "workspace/private_directory.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/files.hpp"
#include "base/paths.hpp"
#include "base/remove_tree.hpp"

namespace proctor {
namespace fs = std::filesystem;
namespace {

constexpr const char* kLockName = "lock";

UniqueFd open_lock(const fs::path& file) {
  return UniqueFd(open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
}

// TMPDIR is shared with others: a directory that somebody else put there under our name must not be used.
Result<fs::path> private_base() {
  const fs::path base = private_directories_dir();
  if (mkdir(base.c_str(), 0700) != 0 && errno != EEXIST) {
    if (code_of_system(errno) == ErrorCode::resources_exhausted) return fail_system(base.string(), errno);
    return fail(ErrorCode::invalid_request,
                fmt::format("No directory can be made in {} ({}): set TMPDIR to a directory that can be "
                            "written, or unset it for /tmp",
                            base.parent_path().string(), system_message(base.string(), errno)));
  }
  struct stat status {};
  if (lstat(base.c_str(), &status) != 0) return fail_system(base.string(), errno);
  if (!S_ISDIR(status.st_mode) || status.st_uid != getuid() || (status.st_mode & 077U) != 0) {
    return fail(
        ErrorCode::internal_error,
        fmt::format("{} isn't a private directory of this user: remove it, or set TMPDIR to another place",
                    base.string()));
  }
  return base;
}

// A directory is called "new-PID-MARK-XXXXXX" until its owner has locked it, and "run-MARK-XXXXXX" from then
// on: so one that isn't locked yet isn't taken for one whose owner is gone.
constexpr std::string_view kNew = "new-";
constexpr std::string_view kRun = "run-";
constexpr std::chrono::minutes kLongestBirth{10};  // however slow the machine is

// Another one in each process.
const std::string& mark_of_process() {
  static const std::string mark = [] {
    std::uint64_t bits = 0;
    if (getrandom(&bits, sizeof bits, 0) < 0)
      bits = static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
    return fmt::format("{:010x}", bits & 0xff'ffff'ffffU);
  }();
  return mark;
}

bool may_be_stale(const fs::directory_entry& entry) {
  const std::string name = entry.path().filename().string();
  if (name.starts_with(kRun)) return true;
  if (!name.starts_with(kNew)) return false;
  pid_t owner = 0;
  std::from_chars(name.data() + kNew.size(), name.data() + name.size(), owner);
  if (owner > 0 && kill(owner, 0) != 0 && errno == ESRCH) return true;
  std::error_code error;
  const auto age = fs::file_time_type::clock::now() - entry.last_write_time(error);
  return !error && age > kLongestBirth;
}

}  // namespace

fs::path private_directories_dir() {
  return temporary_dir() / fmt::format("proctor-{}", getuid());
}

bool lets_programs_run(const fs::path& directory) {
  struct statvfs status {};
  return statvfs(directory.c_str(), &status) != 0 || (status.f_flag & ST_NOEXEC) == 0;
}

Result<PrivateDirectory> PrivateDirectory::make() {
  const auto base = private_base();
  if (!base) return tl::unexpected(base.error());
  std::string born = (*base / fmt::format("{}{}-{}-XXXXXX", kNew, getpid(), mark_of_process())).string();
  const auto failed = [&born](int error) { return fail_system(born, error); };
  if (!mkdtemp(born.data())) return failed(errno);
  PrivateDirectory directory;
  directory.path_ = born;  // it goes with the object from here on
  // A set-group-ID bit would be inherited by all that a test makes, and no sandbox lets it set one.
  if (chmod(born.c_str(), 0700) != 0) return failed(errno);
  directory.lock_ = open_lock(directory.path_ / kLockName);
  if (!directory.lock_ || flock(directory.lock_.get(), LOCK_EX | LOCK_NB) != 0) return failed(errno);
  const fs::path path = *base / fmt::format("{}{}-{}", kRun, mark_of_process(), born.substr(born.size() - 6));
  // Another one of that name has a lock in it, so that it isn't replaced.
  if (rename(born.c_str(), path.c_str()) != 0) return failed(errno);
  directory.path_ = path;
  directory.path_ = fs::canonical(path);
  return directory;
}

fs::path private_directories_mark() {
  return private_directories_dir() / mark_of_process();
}

PrivateDirectory::PrivateDirectory(PrivateDirectory&& other) noexcept
    : path_(std::exchange(other.path_, {})), lock_(std::move(other.lock_)) {}

PrivateDirectory::~PrivateDirectory() {
  if (path_.empty() || remove_tree(path_)) return;
  fmt::print(stderr, "{}; it couldn't be removed whole: the next start of proctor removes the rest\n",
             system_message(path_.string(), errno));
}

std::size_t remove_stale_private_directories() {
  const auto base = private_base();
  if (!base) return 0;
  std::size_t removed = 0;
  std::error_code error;
  std::vector<fs::path> found;
  for (auto it = fs::directory_iterator(*base, error); !error && it != fs::directory_iterator();
       it.increment(error)) {
    if (!it->is_symlink() && it->is_directory() && may_be_stale(*it)) found.push_back(it->path());
  }
  const auto until = std::chrono::steady_clock::now() + kLongestRemoval;
  for (const fs::path& directory : found) {
    const auto left =
        std::chrono::duration_cast<std::chrono::seconds>(until - std::chrono::steady_clock::now());
    if (left <= std::chrono::seconds(0)) break;
    const UniqueFd lock = open_lock(directory / kLockName);
    // Its owner is alive, or somebody else removes it already.
    if (!lock || flock(lock.get(), LOCK_EX | LOCK_NB) != 0) continue;
    if (remove_tree(directory.c_str(), left)) ++removed;
  }
  return removed;
}

}  // namespace proctor
