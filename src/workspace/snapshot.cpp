#include "workspace/snapshot.hpp"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string>

#include "base/paths.hpp"
#include "base/remove_tree.hpp"

namespace proctor {
namespace fs = std::filesystem;
namespace {

constexpr mode_t kPermissions = 07777;
constexpr std::size_t kMostAtOnce = 1U << 30U;

Result<UniqueFd> unnamed_file() {
  const fs::path place = temporary_dir();
  UniqueFd file(open(place.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
  if (file) return file;
  // Not every file system has files that never had a name.
  std::string name = (place / "proctor-snapshot-XXXXXX").string();
  file.reset(mkostemp(name.data(), O_CLOEXEC));
  if (!file) return fail_system(name, errno);
  unlink(name.c_str());
  return file;
}

// How much was there: a file may be shorter than it was said to be. `to` is written where it stands; -1:
// errno.
off_t copy(int from, off_t offset, off_t size, int to) {
  off_t done = 0;
  while (done < size) {
    const std::size_t most = std::min(static_cast<std::size_t>(size - done), kMostAtOnce);
    const ssize_t count = sendfile(to, from, &offset, most);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return -1;
    if (count == 0) break;
    done += count;
  }
  return done;
}

}  // namespace

Result<Snapshot> Snapshot::of(std::vector<fs::path> directories) {
  auto content = unnamed_file();
  if (!content) return tl::unexpected(content.error());
  Snapshot snapshot(std::move(*content), std::move(directories));
  for (const fs::path& directory : snapshot.directories_) {
    if (auto kept = snapshot.keep(directory); !kept) return tl::unexpected(kept.error());
    std::error_code error;
    for (fs::recursive_directory_iterator each(directory, error), end; !error && each != end;
         each.increment(error)) {
      if (auto kept = snapshot.keep(each->path()); !kept) return tl::unexpected(kept.error());
    }
    if (error) return fail_system(directory.string(), error.value());
  }
  return snapshot;
}

Result<void> Snapshot::keep(const fs::path& path) {
  struct stat status {};
  if (lstat(path.c_str(), &status) != 0) return fail_system(path.string(), errno);
  Entry entry{.path = path, .mode = status.st_mode};
  if (S_ISREG(status.st_mode)) {
    if (auto kept = keep_file(entry); !kept) return kept;
  } else if (S_ISLNK(status.st_mode)) {
    std::error_code error;
    entry.target = fs::read_symlink(path, error);
    if (error) return fail_system(path.string(), error.value());
  } else if (!S_ISDIR(status.st_mode)) {
    return fail_system(path.string(), ENOTSUP);
  }
  entries_.push_back(std::move(entry));
  return {};
}

Result<void> Snapshot::keep_file(Entry& entry) {
  const UniqueFd file(open(entry.path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat status {};
  if (!file || fstat(file.get(), &status) != 0) return fail_system(entry.path.string(), errno);
  entry.offset = end_;
  entry.size = copy(file.get(), 0, status.st_size, content_.get());
  if (entry.size < 0) return fail_system(entry.path.string(), errno);
  end_ += entry.size;
  return {};
}

Result<void> Snapshot::restore() const {
  for (const fs::path& directory : directories_) {
    // Whatever stands in its place now, a symbolic link included.
    if (!remove_tree(directory))
      return fail(ErrorCode::internal_error, directory.string() + " can't be removed");
  }
  for (const Entry& entry : entries_) {
    if (auto done = put_back(entry); !done) return done;
  }
  // Behind what is in them: some may let nothing be made in them.
  for (auto entry = entries_.rbegin(); entry != entries_.rend(); ++entry) {
    if (S_ISDIR(entry->mode) && chmod(entry->path.c_str(), entry->mode & kPermissions) != 0)
      return fail_system(entry->path.string(), errno);
  }
  return {};
}

Result<void> Snapshot::put_back(const Entry& entry) const {
  if (S_ISREG(entry.mode)) return put_file_back(entry);
  const int result = S_ISDIR(entry.mode) ? mkdir(entry.path.c_str(), 0700)
                                         : symlink(entry.target.c_str(), entry.path.c_str());
  if (result != 0) return fail_system(entry.path.string(), errno);
  return {};
}

Result<void> Snapshot::put_file_back(const Entry& entry) const {
  const UniqueFd file(open(entry.path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (!file) return fail_system(entry.path.string(), errno);
  const off_t done = copy(content_.get(), entry.offset, entry.size, file.get());
  if (done < 0 || fchmod(file.get(), entry.mode & kPermissions) != 0)
    return fail_system(entry.path.string(), errno);
  if (done != entry.size) return fail_system(entry.path.string(), EIO);
  return {};
}

}  // namespace proctor
