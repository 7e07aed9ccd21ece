#include "workspace/workspace.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <vector>

#include "base/files.hpp"
#include "base/paths.hpp"
#include "request/sources.hpp"

namespace proctor {
namespace fs = std::filesystem;
namespace {

constexpr const char* kLockName = "lock";

UniqueFd open_lock(const fs::path& file) {
  return UniqueFd(open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
}

// TMPDIR is shared with others: a directory that somebody else put there under our name must not be used.
Result<fs::path> private_base() {
  const fs::path base = workspaces_dir();
  if (mkdir(base.c_str(), 0700) != 0 && errno != EEXIST) {
    return fail(ErrorCode::internal_error, system_message(base.string(), errno));
  }
  struct stat status {};
  if (lstat(base.c_str(), &status) != 0)
    return fail(ErrorCode::internal_error, system_message(base.string(), errno));
  if (!S_ISDIR(status.st_mode) || status.st_uid != getuid() || (status.st_mode & 077U) != 0) {
    return fail(
        ErrorCode::internal_error,
        fmt::format("{} isn't a private directory of this user: remove it, or set TMPDIR to another place",
                    base.string()));
  }
  return base;
}

// Held while a directory is made and locked, and while stale ones are looked for, so that one which isn't
// locked yet is never taken for a stale one.
UniqueFd hold_base(const fs::path& base) {
  UniqueFd lock = open_lock(base / kLockName);
  if (lock) flock(lock.get(), LOCK_EX);
  return lock;
}

Result<void> write_sources(const fs::path& root, const Sources& sources) {
  for (const auto& [path, content] : sources) {
    const auto normal = normal_source_path(path);
    if (!normal) return tl::unexpected(normal.error());
    const fs::path file = root / *normal;
    if (auto made = make_private_dirs(file.parent_path()); !made) return made;
    if (auto written = write_file(file, content); !written) return written;
  }
  return {};
}

}  // namespace

fs::path workspaces_dir() {
  return temporary_dir() / fmt::format("proctor-{}", getuid());
}

Result<Workspace> Workspace::in_place(const fs::path& root) {
  std::error_code error;
  fs::path real = fs::canonical(root, error);
  if (error) return invalid_field("project_root", system_message(root.string(), error.value()));
  if (!fs::is_directory(real, error))
    return invalid_field("project_root", root.string() + ": not a directory");
  if (access(real.c_str(), R_OK | X_OK) != 0)
    return invalid_field("project_root", system_message(root.string(), errno));
  Workspace workspace;
  workspace.root_ = std::move(real);
  return workspace;
}

Result<Workspace> Workspace::from_sources(const Sources& sources) {
  const auto base = private_base();
  if (!base) return tl::unexpected(base.error());
  Workspace workspace;
  {
    const UniqueFd held = hold_base(*base);
    std::string name = (*base / "run-XXXXXX").string();
    if (!mkdtemp(name.data())) return fail(ErrorCode::internal_error, system_message(name, errno));
    workspace.private_dir_ = fs::canonical(name);
    workspace.lock_ = open_lock(workspace.private_dir_ / kLockName);
    if (!workspace.lock_ || flock(workspace.lock_.get(), LOCK_EX | LOCK_NB) != 0) {
      return fail(ErrorCode::internal_error, system_message(name, errno));
    }
  }
  workspace.root_ = workspace.private_dir_ / "project";
  for (const fs::path& folder : {workspace.root_, workspace.home(), workspace.tmp()}) {
    if (auto made = make_private_dirs(folder); !made) return tl::unexpected(made.error());
  }
  if (auto written = write_sources(workspace.root_, sources); !written)
    return tl::unexpected(written.error());
  return workspace;
}

Workspace::Workspace(Workspace&& other) noexcept
    : root_(std::move(other.root_)),
      private_dir_(std::exchange(other.private_dir_, {})),
      lock_(std::move(other.lock_)) {}

Workspace::~Workspace() {
  if (!private_dir_.empty()) remove_tree(private_dir_);
}

std::size_t remove_stale_workspaces() {
  const auto base = private_base();
  if (!base) return 0;
  std::size_t removed = 0;
  const UniqueFd held = hold_base(*base);
  std::error_code error;
  std::vector<fs::path> found;
  for (auto it = fs::directory_iterator(*base, error); !error && it != fs::directory_iterator();
       it.increment(error)) {
    if (!it->is_symlink() && it->is_directory()) found.push_back(it->path());
  }
  for (const fs::path& directory : found) {
    const UniqueFd lock = open_lock(directory / kLockName);
    if (!lock || flock(lock.get(), LOCK_EX | LOCK_NB) != 0) continue;  // its owner is alive
    if (remove_tree(directory)) ++removed;
  }
  return removed;
}

}  // namespace proctor
