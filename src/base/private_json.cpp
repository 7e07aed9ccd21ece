#include "base/private_json.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <thread>

#include "base/files.hpp"
#include "base/kept_version.hpp"
#include "base/unique_fd.hpp"

namespace proctor {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kLargest = 4U << 20U;
// Nobody holds the lock longer than it takes to write a small file: who can't have it by then never will.
constexpr auto kLongestWait = std::chrono::seconds(10);

tl::unexpected<Error> broken(const fs::path& path, int error_number) {
  return fail_system(path.string(), error_number);
}

// Looks at what was opened, not at what the path means a moment later.
Result<void> only_ours(int fd, const fs::path& path, unsigned kind) {
  struct stat status {};
  if (fstat(fd, &status) != 0) return broken(path, errno);
  const char* fault = nullptr;
  if ((status.st_mode & S_IFMT) != kind) fault = kind == S_IFDIR ? "isn't a directory" : "isn't a plain file";
  if (!fault && status.st_uid != geteuid()) fault = "belongs to another user";
  if (!fault && (status.st_mode & (S_IWGRP | S_IWOTH)) != 0) fault = "can be written by others";
  if (!fault) return {};
  return fail(ErrorCode::internal_error,
              fmt::format("{} {}, so it isn't believed: look at it, then chmod go-w or remove it",
                          path.string(), fault));
}

Result<UniqueFd> open_directory(const fs::path& directory) {
  UniqueFd fd(open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!fd) return broken(directory, errno);
  if (auto ours = only_ours(fd.get(), directory, S_IFDIR); !ours) return tl::unexpected(ours.error());
  return fd;
}

Result<std::string> read_all(int fd, const fs::path& path) {
  std::string bytes(kLargest + 1, '\0');
  std::size_t length = 0;
  while (length < bytes.size()) {
    const ssize_t got = ::read(fd, bytes.data() + length, bytes.size() - length);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return broken(path, errno);
    if (got == 0) break;
    length += static_cast<std::size_t>(got);
  }
  bytes.resize(length);
  return bytes;
}

Result<json::object> read_from(int directory, const PrivateJson& store) {
  const fs::path& file = store.file();
  // O_NONBLOCK: a pipe in the file's place must not hang us.
  const UniqueFd fd(
      openat(directory, file.filename().c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  if (!fd && errno == ENOENT) return json::object();
  if (!fd && errno == ELOOP)
    return fail(ErrorCode::internal_error,
                file.string() + " is a symbolic link, so it isn't believed: remove it");
  if (!fd) return broken(file, errno);
  if (auto ours = only_ours(fd.get(), file, S_IFREG); !ours) return tl::unexpected(ours.error());
  const auto bytes = read_all(fd.get(), file);
  if (!bytes) return tl::unexpected(bytes.error());
  std::string fault = bytes->size() > kLargest ? "it is too large" : "it isn't a JSON object";
  if (bytes->size() <= kLargest) {
    auto parsed = parse_json(*bytes);
    if (parsed && parsed->is_object()) {
      json::object& object = parsed->as_object();
      if (auto known = check_kept_version(object, file); !known) return tl::unexpected(known.error());
      object.erase("version");
      return std::move(object);
    }
    if (!parsed) fault = parsed.error().message;
  }
  return tl::unexpected(store.damaged(fault));
}

Result<UniqueFd> lock(int directory, const fs::path& file) {
  const std::string name = file.filename().string() + ".lock";
  UniqueFd fd(openat(directory, name.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600));
  if (!fd) return broken(file.parent_path() / name, errno);
  const auto until = std::chrono::steady_clock::now() + kLongestWait;
  while (flock(fd.get(), LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK && errno != EINTR) return broken(file.parent_path() / name, errno);
    if (std::chrono::steady_clock::now() > until) {
      return fail(ErrorCode::internal_error,
                  fmt::format("{}: another process has held the lock for {} s; end it and try again",
                              (file.parent_path() / name).string(), kLongestWait.count()));
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return fd;
}

Result<void> write_to(int directory, const fs::path& file, std::string_view content) {
  // Only written under the lock: whatever has this name was left by a process that died.
  const std::string beside = file.filename().string() + ".new";
  unlinkat(directory, beside.c_str(), 0);
  const UniqueFd fd(
      openat(directory, beside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (!fd) return broken(file, errno);
  const auto give_up = [&](int error_number) {
    unlinkat(directory, beside.c_str(), 0);
    return broken(file, error_number);
  };
  while (!content.empty()) {
    const ssize_t written = write(fd.get(), content.data(), content.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return give_up(errno);
    content.remove_prefix(static_cast<std::size_t>(written));
  }
  if (fchmod(fd.get(), 0600) != 0 || fsync(fd.get()) != 0) return give_up(errno);
  if (renameat(directory, beside.c_str(), directory, file.filename().c_str()) != 0) return give_up(errno);
  return {};
}

}  // namespace

Error PrivateJson::damaged(std::string_view fault) const {
  return {
      ErrorCode::internal_error,
      fmt::format("{} is damaged ({}), so it isn't believed, and stays as it is: repair it, or move it away "
                  "to begin anew",
                  file_.string(), fault),
      {}};
}

Result<json::object> PrivateJson::read() const {
  std::error_code error;
  const bool missing = fs::symlink_status(file_.parent_path(), error).type() == fs::file_type::not_found;
  // Something else in the place of a directory above isn't the same as nothing.
  if (missing && error != std::errc::not_a_directory) return json::object();
  const auto directory = open_directory(file_.parent_path());
  if (!directory) return tl::unexpected(directory.error());
  return read_from(directory->get(), *this);
}

Result<void> PrivateJson::update(const Change& change) const {
  if (auto made = make_private_dirs(file_.parent_path()); !made) return tl::unexpected(made.error());
  const auto directory = open_directory(file_.parent_path());
  if (!directory) return tl::unexpected(directory.error());
  const auto held = lock(directory->get(), file_);
  if (!held) return tl::unexpected(held.error());
  auto object = read_from(directory->get(), *this);
  if (!object) return tl::unexpected(object.error());
  if (change(*object)) {
    (*object)["version"] = kKeptVersion;
    const std::string text = to_json_pretty(*object) + '\n';
    if (text.size() > kLargest)
      return fail(ErrorCode::internal_error, file_.string() + " would get too large: remove some entries");
    if (auto written = write_to(directory->get(), file_, text); !written)
      return tl::unexpected(written.error());
  }
  return {};
}

}  // namespace proctor
