#include "tree/content.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include "base/hash.hpp"
#include "base/unique_fd.hpp"

namespace proctor::tree {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
// A file system may keep times in steps of two seconds.
constexpr std::int64_t kYoung = 2 * kSecond;
// Larger files count by their identity: reading them would take longer than many a test.
constexpr std::uint64_t kLargestRead = 256U << 20U;

std::int64_t nanoseconds(const timespec& time) {
  return static_cast<std::int64_t>(time.tv_sec) * kSecond + time.tv_nsec;
}

Identity identity_of(const struct stat& status) {
  return {.size = static_cast<std::uint64_t>(status.st_size),
          .modified = nanoseconds(status.st_mtim),
          .changed = nanoseconds(status.st_ctim),
          .inode = status.st_ino,
          .mode = status.st_mode};
}

std::string by_identity(const char* what, const Identity& file) {
  return fmt::format("{}:{}:{}:{}:{}", what, file.size, file.modified, file.changed, file.inode);
}

// Empty: it can't be read.
std::string hash_bytes(const std::string& file) {
  const UniqueFd fd(open(file.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  if (!fd) return {};
  Sha256 hash;
  std::array<char, std::size_t{64} << 10U> buffer{};
  for (;;) {
    const ssize_t count = read(fd.get(), buffer.data(), buffer.size());
    if (count == 0) return hash.hex();
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return {};
    hash.add({buffer.data(), static_cast<std::size_t>(count)});
  }
}

std::string hash_file(const std::string& file, const Identity& identity) {
  if (S_ISLNK(identity.mode)) {
    std::error_code error;
    return "link:" + sha256_hex(std::filesystem::read_symlink(file, error).native());
  }
  if (!S_ISREG(identity.mode)) return "special";
  if (identity.size > kLargestRead) return by_identity("large", identity);
  const std::string bytes = hash_bytes(file);
  if (bytes.empty()) return by_identity("unreadable", identity);
  return ((identity.mode & S_IXUSR) != 0 ? "program:" : "file:") + bytes;
}

}  // namespace

std::string Contents::hash(const std::string& path) {
  const std::string file = (root_ / path).native();
  struct stat status {};
  if (lstat(file.c_str(), &status) != 0 || S_ISDIR(status.st_mode)) return {};
  const Identity identity = identity_of(status);
  if (const auto found = known.find(path); found != known.end() && found->second.identity == identity) {
    found->second.seen = true;
    return found->second.hash;
  }
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  std::string hash = hash_file(file, identity);
  if (identity.changed < nanoseconds(now) - kYoung) {
    known.insert_or_assign(path, Known{.identity = identity, .hash = hash, .seen = true});
    changed_ = true;
  }
  return hash;
}

void Contents::forget_others() {
  if (std::erase_if(known, [](const auto& one) { return !one.second.seen; }) > 0) changed_ = true;
}

void seal(Tree& tree, std::size_t most) {
  if (tree.files.size() > most) {
    tree.why_none = fmt::format(
        "{} has more than {} files that git doesn't ignore: too many to tell whether they have changed",
        tree.root.string(), most);
    tree.files.clear();
    return;
  }
  std::sort(tree.files.begin(), tree.files.end(),
            [](const TreeFile& a, const TreeFile& b) { return a.path < b.path; });
  Sha256 hash;
  for (const TreeFile& file : tree.files) {
    if (file.output) continue;
    hash.add_field(file.path);
    hash.add_field(file.hash);
  }
  tree.digest = hash.hex();
}

}  // namespace proctor::tree
