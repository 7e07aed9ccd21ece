#include "workspace/copy_tree.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <string>
#include <vector>

#include "base/files.hpp"
#include "base/text.hpp"

namespace proctor {
namespace fs = std::filesystem;
namespace {

constexpr int kDeepest = 64;

class Copier {
 public:
  Copier(fs::path root, const UploadLimits& limits) : root_(std::move(root)), limits_(limits) {}

  Result<void> directory(const fs::path& from, const fs::path& to, int depth) {
    if (depth > kDeepest) return too_much(fmt::format("{}: directories stand too deep", from.string()));
    if (auto made = make_private_dirs(to); !made) return made;
    inside_.push_back(from);
    std::error_code error;
    for (auto it = fs::directory_iterator(from, error); !error && it != fs::directory_iterator();
         it.increment(error)) {
      if (auto copied = entry(it->path(), to / it->path().filename(), depth); !copied) return copied;
    }
    if (error) return fail_system(from.string(), error.value(), ErrorCode::invalid_request);
    inside_.pop_back();
    return {};
  }

 private:
  Result<void> entry(const fs::path& from, const fs::path& to, int depth) {
    fs::path source = from;
    std::error_code error;
    if (fs::is_symlink(fs::symlink_status(from, error))) {
      source = fs::canonical(from, error);
      const auto [end, at] = std::mismatch(root_.begin(), root_.end(), source.begin(), source.end());
      if (error || end != root_.end()) return {};
      static_cast<void>(at);
      if (std::find(inside_.begin(), inside_.end(), source) != inside_.end()) return {};
    }
    struct stat status {};
    if (stat(source.c_str(), &status) != 0) return {};
    if (++entries_ > limits_.files)
      return too_much(fmt::format("{} holds more than {} files", root_.string(), limits_.files));
    if (S_ISDIR(status.st_mode)) return directory(source, to, depth + 1);
    if (!S_ISREG(status.st_mode)) return {};
    if (static_cast<std::uint64_t>(status.st_size) > limits_.file_bytes)
      return too_much(fmt::format("{} is larger than {}", from.string(), format_size(limits_.file_bytes)));
    const auto content = read_file(source, limits_.file_bytes);
    if (!content) return tl::unexpected(content.error());
    bytes_ += content->size();
    if (bytes_ > limits_.total_bytes)
      return too_much(fmt::format("{} is larger than {}", root_.string(), format_size(limits_.total_bytes)));
    return create_file(to, *content, (status.st_mode & 0111U) != 0 ? 0700 : 0600);
  }

  static tl::unexpected<Error> too_much(std::string message) {
    return fail(ErrorCode::invalid_request, std::move(message));
  }

  fs::path root_;
  std::vector<fs::path> inside_;  // the directories that are being copied, the innermost last, free of links
  const UploadLimits& limits_;
  std::uint64_t entries_ = 0;
  std::uint64_t bytes_ = 0;
};

}  // namespace

Result<void> copy_tree(const fs::path& from, const fs::path& to, const UploadLimits& limits) {
  std::error_code error;
  const fs::path root = fs::canonical(from, error);
  if (error) return fail_system(from.string(), error.value(), ErrorCode::invalid_request);
  if (!fs::is_directory(root, error))
    return fail(ErrorCode::invalid_request, from.string() + ": not a directory");
  return Copier(root, limits).directory(root, to, 0);
}

}  // namespace proctor
