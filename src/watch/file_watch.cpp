#include "watch/file_watch.hpp"

#include <fmt/format.h>
#include <fnmatch.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstring>

#include "base/files.hpp"
#include "base/text.hpp"

namespace proctor::watch {
namespace fs = std::filesystem;
namespace {

constexpr std::uint32_t kEvents = IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO |
                                  IN_DELETE_SELF | IN_MOVE_SELF | IN_EXCL_UNLINK | IN_ONLYDIR |
                                  IN_DONT_FOLLOW;

// What version control, package managers, build tools, caches and editors make.
constexpr auto kUsuallyIgnored = std::to_array<const char*>(
    {".git",      ".hg",         ".svn",        ".jj",         "node_modules",    "__pycache__", ".venv",
     "venv",      ".tox",        ".nox",        ".eggs",       "*.egg-info",      ".*_cache",    ".cache",
     ".coverage", ".coverage.*", ".nyc_output", ".hypothesis", ".phpunit*.cache", ".idea",       ".vscode",
     ".gradle",   "*.pyc",       "*~",          "*.swp",       "*.swx",           "*.swo",       ".#*",
     "#*#",       "4913",        ".DS_Store"});

std::string joined(const std::string& directory, const std::string& name) {
  return directory.empty() ? name : directory + '/' + name;
}

std::string limit_of(const char* name) {
  return std::string(trim(read_if_there(std::string("/proc/sys/fs/inotify/") + name, 100).value_or("?")));
}

Result<void> no_more_watches(const fs::path& directory, int error) {
  if (error == ENOSPC) {
    return fail(
        ErrorCode::resources_exhausted,
        fmt::format(
            "{} can't be watched: this user watches as many directories as this machine allows "
            "(fs.inotify.max_user_watches = {}). Raise it: sysctl fs.inotify.max_user_watches=524288, "
            "or let .gitignore name large directories.",
            directory.string(), limit_of("max_user_watches")));
  }
  return fail_system(directory.string(), error, ErrorCode::invalid_request);
}

// Tools put this into a directory whose content they can make again (bford.info/cachedir).
bool is_cache(const fs::path& directory) {
  std::error_code error;
  return fs::exists(directory / "CACHEDIR.TAG", error);
}

}  // namespace

bool usually_ignored(std::string_view path) {
  while (!path.empty()) {
    const std::size_t end = std::min(path.find('/'), path.size());
    const std::string part(path.substr(0, end));
    if (std::any_of(kUsuallyIgnored.begin(), kUsuallyIgnored.end(),
                    [&part](const char* glob) { return fnmatch(glob, part.c_str(), 0) == 0; }))
      return true;
    path.remove_prefix(std::min(end + 1, path.size()));
  }
  return false;
}

FileWatch::FileWatch(fs::path root, Paths ignored) : root_(std::move(root)), ignored_(std::move(ignored)) {}

Result<FileWatch> FileWatch::open(const fs::path& root, const Paths& ignored) {
  FileWatch watch(root, ignored);
  watch.inotify_ = UniqueFd(inotify_init1(IN_CLOEXEC | IN_NONBLOCK));
  if (!watch.inotify_ && errno == EMFILE) {
    return fail(
        ErrorCode::resources_exhausted,
        fmt::format("{} can't be watched: as many programs of this user watch files as this machine allows "
                    "(fs.inotify.max_user_instances = {}), or proctor has too many files open. End some, or "
                    "raise it: sysctl fs.inotify.max_user_instances=512",
                    root.string(), limit_of("max_user_instances")));
  }
  if (!watch.inotify_) return fail_system("inotify", errno);
  Paths files;
  if (auto added = watch.add("", files); !added) return tl::unexpected(added.error());
  if (watch.directories_.empty()) return fail_system(root.string(), ENOENT, ErrorCode::invalid_request);
  watch.files_ = std::move(files);
  return watch;
}

// Watched first and read then, so that nothing appears in between. Every file in it is put into `files`.
Result<void> FileWatch::add(const std::string& directory, Paths& files) {
  const fs::path path = root_ / directory;
  const int number = inotify_add_watch(inotify_.get(), path.c_str(), kEvents);
  if (number < 0) {
    // One that went meanwhile, or that isn't for us to read, has nothing to tell.
    if (errno == ENOENT || errno == ENOTDIR || errno == EACCES || errno == ELOOP) return {};
    return no_more_watches(path, errno);
  }
  directories_[number] = directory;
  std::error_code error;
  for (auto it = fs::directory_iterator(path, error); !error && it != fs::directory_iterator();
       it.increment(error)) {
    const std::string below = joined(directory, it->path().filename().string());
    std::error_code kind;
    if (usually_ignored(it->path().filename().string()) || ignored_.contains(below)) continue;
    if (it->is_directory(kind) && !it->is_symlink(kind)) {
      if (is_cache(it->path())) continue;
      if (auto added = add(below, files); !added) return added;
    } else {
      files.insert(below);
    }
  }
  return {};
}

void FileWatch::remove(const std::string& directory) {
  for (auto it = directories_.begin(); it != directories_.end();) {
    const bool below = it->second == directory || it->second.starts_with(directory + '/');
    if (below) (void)inotify_rm_watch(inotify_.get(), it->first);
    it = below ? directories_.erase(it) : std::next(it);
  }
}

// Events were lost: what there is now is looked at anew.
Result<void> FileWatch::rescan(Paths& files) {
  Paths found;
  if (auto added = add("", found); !added) return added;
  files.merge(found);
  return {};
}

Result<Paths> FileWatch::take() {
  Paths changed;
  alignas(inotify_event) std::array<char, 64 * (sizeof(inotify_event) + NAME_MAX + 1)> buffer;
  for (;;) {
    const ssize_t got = read(inotify_.get(), buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    for (std::size_t at = 0; at < static_cast<std::size_t>(got);) {
      inotify_event event{};
      std::memcpy(&event, buffer.data() + at, sizeof event);
      const char* name = buffer.data() + at + sizeof event;
      at += sizeof event + event.len;
      if ((event.mask & IN_Q_OVERFLOW) != 0) {
        if (auto seen = rescan(changed); !seen) return tl::unexpected(seen.error());
        continue;
      }
      const auto directory = directories_.find(event.wd);
      if (directory == directories_.end()) continue;
      if ((event.mask & (IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED)) != 0) {
        const bool root = directory->second.empty();
        if ((event.mask & IN_MOVE_SELF) == 0) directories_.erase(directory);
        if (root) return fail_system(root_.string(), ENOENT, ErrorCode::invalid_request);
        continue;
      }
      if (event.len == 0) continue;
      const std::string path = joined(directory->second, name);
      if (usually_ignored(std::string_view(name)) || ignored_.contains(path)) continue;
      if ((event.mask & IN_ISDIR) == 0) {
        changed.insert(path);
      } else if ((event.mask & IN_MOVED_FROM) != 0) {
        remove(path);
        changed.insert(path);
      } else if ((event.mask & (IN_CREATE | IN_MOVED_TO)) != 0) {
        if (auto added = add(path, changed); !added) return tl::unexpected(added.error());
      }
    }
  }
  return changed;
}

}  // namespace proctor::watch
