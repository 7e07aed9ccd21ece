#include "base/files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "base/exception.hpp"
#include "base/unique_fd.hpp"

namespace proctor {
namespace fs = std::filesystem;
namespace {

bool write_whole(int fd, std::string_view content) {
  while (!content.empty()) {
    const ssize_t written = write(fd, content.data(), content.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    content.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

}  // namespace

Result<std::string> read_file(const fs::path& file, std::uint64_t limit) {
  // O_NONBLOCK: opening a pipe that nobody writes to must not hang.
  const UniqueFd fd(open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!fd) return fail_system(file.string(), errno, ErrorCode::invalid_request);
  struct stat status {};
  if (fstat(fd.get(), &status) != 0) return fail_system(file.string(), errno, ErrorCode::invalid_request);
  if (!S_ISREG(status.st_mode))
    return fail(ErrorCode::invalid_request, file.string() + ": not a regular file");
  // Before there is room made for it: a file can be said to be larger than all memory.
  if (static_cast<std::uint64_t>(status.st_size) > limit)
    return fail(ErrorCode::invalid_request, fmt::format("{}: larger than {} bytes", file.string(), limit));
  constexpr std::size_t kUnknownSize = 4096;  // of the kernel's files, which say that they are empty
  std::string content;
  content.resize(status.st_size > 0 ? static_cast<std::size_t>(status.st_size) + 1 : kUnknownSize);
  std::size_t length = 0;
  while (true) {
    if (length > limit) {
      return fail(ErrorCode::invalid_request, fmt::format("{}: larger than {} bytes", file.string(), limit));
    }
    if (length == content.size()) content.resize(content.size() * 2);
    const ssize_t got = read(fd.get(), content.data() + length, content.size() - length);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return fail_system(file.string(), errno, ErrorCode::invalid_request);
    if (got == 0) break;
    length += static_cast<std::size_t>(got);
  }
  content.resize(length);
  return content;
}

std::optional<std::string> read_if_there(const fs::path& file, std::uint64_t limit) {
  auto text = read_file(file, limit);
  if (text) return std::move(*text);
  throw_if_short(text.error());
  return std::nullopt;
}

Result<void> write_file(const fs::path& file, std::string_view content, unsigned mode) {
  struct stat status {};
  if (stat(file.c_str(), &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode)) {
    // A pipe or a device (/dev/stdout): what would take its place is none.
    const UniqueFd fd(open(file.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY));
    if (!fd || !write_whole(fd.get(), content)) return fail_system(file.string(), errno);
    return {};
  }
  std::string beside = file.string() + ".XXXXXX";
  const UniqueFd fd(mkostemp(beside.data(), O_CLOEXEC));
  if (!fd) return fail_system(file.string(), errno);
  if (!write_whole(fd.get(), content) || fchmod(fd.get(), mode) != 0 ||
      rename(beside.c_str(), file.c_str()) != 0) {
    const int error_number = errno;
    unlink(beside.c_str());
    return fail_system(file.string(), error_number);
  }
  return {};
}

Result<void> create_file(const fs::path& file, std::string_view content, unsigned mode) {
  const UniqueFd fd(open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode));
  if (!fd || !write_whole(fd.get(), content)) return fail_system(file.string(), errno);
  return {};
}

Result<void> make_private_dirs(const fs::path& directory) {
  fs::path made;
  for (const fs::path& part : directory) {
    made /= part;
    if (made.empty() || mkdir(made.c_str(), 0700) == 0 || errno == EEXIST) continue;
    return fail_system(made.string(), errno);
  }
  return {};
}

}  // namespace proctor
