#include "framework/kept.hpp"

#include <algorithm>
#include <vector>

#include "base/hash.hpp"
#include "base/paths.hpp"
#include "base/remove_tree.hpp"

namespace proctor::framework {
namespace fs = std::filesystem;
namespace {

constexpr std::chrono::hours kPerhapsInUse{1};

struct Build {
  fs::path directory;
  fs::file_time_type used;
  std::uint64_t bytes = 0;
};

std::uint64_t bytes_below(const fs::path& directory) {
  std::uint64_t bytes = 0;
  std::error_code error;
  std::error_code listing;
  for (auto it = fs::recursive_directory_iterator(directory, listing);
       !listing && it != fs::recursive_directory_iterator(); it.increment(listing)) {
    if (!it->is_regular_file(error) || it->is_symlink(error)) continue;
    const std::uintmax_t size = it->file_size(error);
    if (!error) bytes += size;
  }
  return bytes;
}

}  // namespace

fs::path kept_build(const std::string& framework, const fs::path& root) {
  const fs::path builds = user_cache_dir() / "builds";
  fs::path kept = builds / (framework + '-' + sha256_hex(root.string()).substr(0, 16));
  std::error_code error;
  if (!fs::exists(kept, error)) remove_old_builds(builds);
  fs::create_directories(kept, error);
  if (error) return {};
  fs::last_write_time(kept, fs::file_time_type::clock::now(), error);
  return kept;
}

void remove_old_builds(const fs::path& builds, const KeptLimits& limits) {
  std::vector<Build> all;
  std::uint64_t bytes = 0;
  std::error_code error;
  std::error_code listing;
  for (auto it = fs::directory_iterator(builds, listing); !listing && it != fs::directory_iterator();
       it.increment(listing)) {
    if (!it->is_directory(error) || it->is_symlink(error)) continue;
    const fs::file_time_type used = it->last_write_time(error);
    if (error) continue;
    all.push_back({it->path(), used, bytes_below(it->path())});
    bytes += all.back().bytes;
  }
  std::ranges::sort(all, {}, &Build::used);
  const fs::file_time_type now = fs::file_time_type::clock::now();
  for (const Build& build : all) {
    const bool old = now - build.used > limits.unused;
    if ((!old && bytes <= limits.bytes) || now - build.used < kPerhapsInUse) return;
    if (remove_tree(build.directory)) bytes -= build.bytes;
  }
}

}  // namespace proctor::framework
