#include "tool/report_files.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <set>

#include "base/unique_fd.hpp"

namespace proctor::tool {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kMostFiles = 100;
constexpr std::size_t kMostEntries = 10'000;  // of the workdir that are looked at
constexpr off_t kLargestFile = 64 << 20;

// A regular file only: what the command left there may be a pipe that nobody writes to, or lead elsewhere.
std::optional<format::Evidence> read(const fs::path& path) {
  const UniqueFd file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  struct stat status {};
  if (!file || fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode) || status.st_size > kLargestFile)
    return std::nullopt;
  format::OutputEvidence reader;
  std::array<char, 64U << 10U> buffer{};
  off_t total = 0;
  while (total <= kLargestFile) {
    const ssize_t got = ::read(file.get(), buffer.data(), buffer.size());
    if (got <= 0) break;
    total += got;
    reader.feed(Stream::out, {buffer.data(), static_cast<std::size_t>(got)});
  }
  return reader.finish();
}

}  // namespace

std::vector<FoundReport> read_report_files(const fs::path& workdir, const std::vector<fs::path>& configured,
                                           fs::file_time_type begin) {
  std::error_code error;
  std::set<fs::path> candidates;
  for (const fs::path& file : configured) candidates.insert(file);
  std::size_t entries = 0;
  for (auto it = fs::directory_iterator(workdir, error); !error && it != fs::directory_iterator();
       it.increment(error)) {
    if (++entries > kMostEntries || candidates.size() >= kMostFiles) break;
    if (it->path().extension() == ".json") candidates.insert(it->path().filename());
  }
  std::vector<FoundReport> found;
  for (const fs::path& file : candidates) {
    const auto written = fs::last_write_time(workdir / file, error);
    // File systems keep time in steps: a moment before counts as well.
    if (error || written + std::chrono::milliseconds(20) < begin) continue;
    auto evidence = read(workdir / file);
    if (evidence && (evidence->has_report || evidence->shows_failure()))
      found.push_back({file.string(), std::move(*evidence)});
  }
  return found;
}

}  // namespace proctor::tool
