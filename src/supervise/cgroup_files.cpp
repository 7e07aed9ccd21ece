#include "supervise/cgroup_files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <charconv>

#include "base/directory_stream.hpp"
#include "base/text.hpp"
#include "supervise/abandoned_cgroups.hpp"
#include "supervise/process_table.hpp"

namespace proctor::supervise {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kFileLimit = 64U << 10U;

// A run may have made cgroups of its own (a nested supervisor, a container), which must go first.
bool remove_cgroup(const fs::path& path) {
  if (rmdir(path.c_str()) == 0 || errno == ENOENT) return true;
  const DirectoryStream directory(opendir(path.c_str()));
  if (!directory) return false;
  while (const dirent* entry = readdir(directory.get())) {
    if (entry->d_type == DT_DIR && entry->d_name[0] != '.') remove_cgroup(path / entry->d_name);
  }
  return rmdir(path.c_str()) == 0;
}

}  // namespace

std::string new_cgroup_name() {
  static std::atomic<unsigned> counter{0};
  return fmt::format("proctor-{}-{}", getpid(), ++counter);
}

tl::expected<CgroupDirectory, int> CgroupDirectory::make(const fs::path& path) {
  if (mkdir(path.c_str(), 0755) != 0) return tl::unexpected(errno);
  UniqueFd fd(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (fd && !claim_cgroup(fd.get(), path)) return tl::unexpected(EEXIST);
  if (fd) return CgroupDirectory(std::move(fd), path);
  const int error = errno;
  rmdir(path.c_str());
  // Gone already: it was taken for an abandoned one.
  return tl::unexpected(error == ENOENT ? EEXIST : error);
}

tl::expected<CgroupDirectory, int> CgroupDirectory::make_in(const fs::path& base) {
  constexpr int kMostAttempts = 100;
  auto made = make(base / new_cgroup_name());
  for (int i = 1; i < kMostAttempts && !made && made.error() == EEXIST; ++i)
    made = make(base / new_cgroup_name());
  return made;
}

CgroupDirectory::~CgroupDirectory() {
  if (!fd_) return;
  fd_.reset();
  // A member that has just died keeps it busy for a moment.
  for (long delay_us = 100; !remove_cgroup(path_) && delay_us < 200'000; delay_us *= 2) {
    const timespec pause{0, delay_us * 1000};
    nanosleep(&pause, nullptr);
  }
}

std::optional<std::uint64_t> value_of(std::string_view text, std::string_view key) {
  for (const std::string_view line : split_lines(text)) {
    if (line.size() <= key.size() || !line.starts_with(key) || line[key.size()] != ' ') continue;
    const std::string_view digits = line.substr(key.size() + 1);
    std::uint64_t number = 0;
    if (std::from_chars(digits.data(), digits.data() + digits.size(), number).ec == std::errc())
      return number;
  }
  return std::nullopt;
}

std::optional<std::uint64_t> read_value(int cgroup, const char* file, std::string_view key) {
  return value_of(read_kernel_file(cgroup, file, kFileLimit), key);
}

std::optional<std::uint64_t> read_number(int cgroup, const char* file) {
  const std::string content = read_kernel_file(cgroup, file, 64);
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(content.data(), content.data() + content.size(), number);
  return error == std::errc() ? std::optional(number) : std::nullopt;
}

bool write_file_in(int cgroup, const char* file, std::string_view value) {
  const UniqueFd fd(openat(cgroup, file, O_WRONLY | O_CLOEXEC));
  return fd && write(fd.get(), value.data(), value.size()) == static_cast<ssize_t>(value.size());
}

}  // namespace proctor::supervise
