#include "supervise/cgroup.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <memory>
#include <vector>

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

std::vector<std::string_view> words(std::string_view line) {
  std::vector<std::string_view> found;
  while (!line.empty()) {
    const std::string_view word = line.substr(0, line.find(' '));
    found.push_back(word);
    line.remove_prefix(std::min(word.size() + 1, line.size()));
  }
  return found;
}

struct Mount {
  std::string root;   // which part of the hierarchy it shows
  std::string point;  // where
};

// The last one wins: it covers those before it. On a hybrid machine it is at /sys/fs/cgroup/unified.
std::optional<Mount> find_mount() {
  const std::string table = read_kernel_file("/proc/self/mountinfo", 4U << 20U);
  std::optional<Mount> mount;
  for (const std::string_view line : split_lines(table)) {
    const std::size_t dash = line.find(" - ");
    if (dash == std::string_view::npos || !line.substr(dash + 3).starts_with("cgroup2 ")) continue;
    const auto fields = words(line.substr(0, dash));
    if (fields.size() >= 5) mount = Mount{unescape(fields[3]), unescape(fields[4])};
  }
  return mount;
}

// The number behind `key` in a file of "key number" lines.
std::optional<std::uint64_t> value_of(std::string_view content, std::string_view key) {
  for (const std::string_view line : split_lines(content)) {
    if (line.size() <= key.size() || !line.starts_with(key) || line[key.size()] != ' ') continue;
    const std::string_view digits = line.substr(key.size() + 1);
    std::uint64_t number = 0;
    if (std::from_chars(digits.data(), digits.data() + digits.size(), number).ec == std::errc())
      return number;
  }
  return std::nullopt;
}

// A run may have made cgroups of its own (a nested supervisor, a container), which must go first.
bool remove_cgroup(const fs::path& path) {
  if (rmdir(path.c_str()) == 0 || errno == ENOENT) return true;
  const std::unique_ptr<DIR, decltype([](DIR* d) { closedir(d); })> directory(opendir(path.c_str()));
  if (!directory) return false;
  while (const dirent* entry = readdir(directory.get())) {
    if (entry->d_type == DT_DIR && entry->d_name[0] != '.') remove_cgroup(path / entry->d_name);
  }
  return rmdir(path.c_str()) == 0;
}

}  // namespace

Cgroup::~Cgroup() {
  if (!directory_) return;
  directory_.reset();
  // A member that has just died keeps it busy for a moment.
  for (long delay_us = 100; !remove_cgroup(path_) && delay_us < 200'000; delay_us *= 2) {
    const timespec pause{0, delay_us * 1000};
    nanosleep(&pause, nullptr);
  }
}

// Whatever goes wrong here, the sweep that follows finds whoever is left.
void Cgroup::write_one(const char* name) const {
  const UniqueFd file(openat(fd(), name, O_WRONLY | O_CLOEXEC));
  if (file && write(file.get(), "1", 1) != 1) return;
}

void Cgroup::freeze() const {
  write_one("cgroup.freeze");
}

void Cgroup::kill() const {
  write_one("cgroup.kill");
}

bool Cgroup::populated() const {
  return value_of(read_kernel_file(fd(), "cgroup.events", kFileLimit), "populated") != 0U;
}

bool Cgroup::read_cpu(Usage& usage) const {
  const std::string content = read_kernel_file(fd(), "cpu.stat", kFileLimit);
  const auto user = value_of(content, "user_usec");
  const auto system = value_of(content, "system_usec");
  if (!user || !system) return false;
  const auto milliseconds = [](std::uint64_t microseconds) {
    return std::chrono::milliseconds(static_cast<std::int64_t>(microseconds / 1000));
  };
  usage.user_cpu = milliseconds(*user);
  usage.system_cpu = milliseconds(*system);
  return true;
}

std::optional<std::uint64_t> Cgroup::peak_memory() const {
  const std::string content = read_kernel_file(fd(), "memory.peak", 64);
  std::uint64_t bytes = 0;
  const auto [end, error] = std::from_chars(content.data(), content.data() + content.size(), bytes);
  return error == std::errc() && end != content.data() ? std::optional(bytes) : std::nullopt;
}

bool Cgroup::out_of_memory() const {
  return value_of(read_kernel_file(fd(), "memory.events", kFileLimit), "oom_kill").value_or(0) > 0;
}

CgroupPlace::CgroupPlace() {
  const auto mount = find_mount();
  base_name_ = cgroup_of(getpid());
  if (!mount || base_name_.empty()) {
    reason_ = "there is no cgroup v2";
    return;
  }
  // Both names count from the root of the hierarchy that this process may see; the mount may show a part
  // only.
  std::string_view below = base_name_;
  if (mount->root != "/") {
    if (!below.starts_with(mount->root)) {
      reason_ = "the own cgroup lies outside of " + mount->point;
      return;
    }
    below.remove_prefix(mount->root.size());
  }
  base_ = mount->point + (below == "/" ? "" : std::string(below));
  if (base_name_ == "/") base_name_.clear();
  remove_abandoned_cgroups(base_);
  const Cgroup trial = make();
  if (!trial) {
    reason_ = fmt::format("no cgroup can be made in {}: {}", base_.string(), std::strerror(errno));
  } else if (faccessat(trial.fd(), "cgroup.kill", W_OK, 0) != 0) {
    reason_ = "this kernel has no cgroup.kill";
  }
}

std::string CgroupPlace::description() const {
  return usable() ? "cgroup v2 at " + base_.string() : reason_;
}

Cgroup CgroupPlace::make() const {
  if (!usable()) return {};
  static std::atomic<unsigned> counter{0};
  for (int attempt = 0; attempt < 100; ++attempt) {
    const std::string name = fmt::format("proctor-{}-{}", getpid(), ++counter);
    const fs::path path = base_ / name;
    if (mkdir(path.c_str(), 0755) != 0) {
      if (errno == EEXIST) continue;  // left by a supervisor of the same number that was killed
      return {};
    }
    UniqueFd directory(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (directory && !claim_cgroup(directory.get(), path)) continue;
    if (directory) return {std::move(directory), path, base_name_ + "/" + name};
    rmdir(path.c_str());
    return {};
  }
  return {};
}

}  // namespace proctor::supervise
