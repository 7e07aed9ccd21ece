#include "supervise/cgroup_files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <vector>

#include "base/directory_stream.hpp"
#include "base/text.hpp"
#include "supervise/abandoned_cgroups.hpp"
#include "supervise/process_table.hpp"

namespace proctor::supervise {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kFileLimit = 64U << 10U;

// mountinfo writes space, tab, newline and backslash as three octal digits.
std::string unescape(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    unsigned value = 0;
    if (text[i] == '\\' && i + 3 < text.size() &&
        std::from_chars(text.data() + i + 1, text.data() + i + 4, value, 8).ptr == text.data() + i + 4) {
      out += static_cast<char>(value);
      i += 3;
    } else {
      out += text[i];
    }
  }
  return out;
}

std::vector<std::string_view> split(std::string_view line, char separator) {
  std::vector<std::string_view> found;
  while (!line.empty()) {
    const std::string_view word = line.substr(0, line.find(separator));
    found.push_back(word);
    line.remove_prefix(std::min(word.size() + 1, line.size()));
  }
  return found;
}

bool lists(std::string_view words, std::string_view word) {
  const auto found = split(words, ',');
  return std::find(found.begin(), found.end(), word) != found.end();
}

struct Mount {
  std::string root;   // which part of the hierarchy it shows
  std::string point;  // where
};

// The last one wins: it covers those before it. On a hybrid machine version 2 is at /sys/fs/cgroup/unified.
std::optional<Mount> find_mount(std::string_view controller) {
  const std::string table = read_kernel_file("/proc/self/mountinfo", 4U << 20U);
  std::optional<Mount> mount;
  for (const std::string_view line : split_lines(table)) {
    const std::size_t dash = line.find(" - ");
    if (dash == std::string_view::npos) continue;
    const auto type = split(line.substr(dash + 3), ' ');  // type, source, options
    const bool fits = controller.empty()
                          ? !type.empty() && type[0] == "cgroup2"
                          : type.size() >= 3 && type[0] == "cgroup" && lists(type[2], controller);
    if (!fits) continue;
    const auto fields = split(line.substr(0, dash), ' ');
    if (fields.size() >= 5) mount = Mount{unescape(fields[3]), unescape(fields[4])};
  }
  return mount;
}

// Lines are "NUMBER:CONTROLLERS:NAME"; that of version 2 has no controllers and the number 0.
std::string own_name(std::string_view controller) {
  const std::string content = read_kernel_file("/proc/self/cgroup", kFileLimit);
  for (const std::string_view line : split_lines(content)) {
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first + 1);
    if (first == std::string_view::npos || second == std::string_view::npos) continue;
    const std::string_view controllers = line.substr(first + 1, second - first - 1);
    if (controller.empty() ? line.starts_with("0::") : lists(controllers, controller))
      return std::string(line.substr(second + 1));
  }
  return {};
}

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

tl::expected<OwnCgroup, std::string> own_cgroup(std::string_view controller) {
  const auto mount = find_mount(controller);
  std::string name = own_name(controller);
  if (!mount || name.empty()) {
    return tl::unexpected(controller.empty() ? std::string("there is no cgroup v2")
                                             : fmt::format("there is no cgroup v1 for {}", controller));
  }
  // Both names count from the root of the hierarchy that this process may see; the mount may show a part
  // only.
  std::string_view below = name;
  if (mount->root != "/") {
    if (!below.starts_with(mount->root))
      return tl::unexpected("the own cgroup lies outside of " + mount->point);
    below.remove_prefix(mount->root.size());
  }
  OwnCgroup own{mount->point + (below == "/" ? "" : std::string(below)), {}};
  if (name != "/") own.name = std::move(name);
  return own;
}

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
