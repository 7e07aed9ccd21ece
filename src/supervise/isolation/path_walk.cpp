#include "supervise/isolation/path_walk.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <string>

namespace proctor::supervise {
namespace fs = std::filesystem;

tl::expected<PathWalk, int> walk(const fs::path& path) {
  constexpr int kMostLinks = 40;  // the kernel's own limit
  if (!path.is_absolute()) return tl::unexpected(EINVAL);
  std::vector<std::string> rest;  // what is still to go, the next one last
  const auto push = [&rest](const fs::path& more) {
    std::vector<std::string> parts;
    for (const fs::path& part : more.relative_path()) parts.push_back(part.string());
    rest.insert(rest.end(), parts.rbegin(), parts.rend());
  };
  push(path);
  PathWalk result{.end = "/"};
  int links = 0;
  while (!rest.empty()) {
    const std::string part = std::move(rest.back());
    rest.pop_back();
    if (part.empty() || part == ".") continue;
    if (part == "..") {
      result.end = result.end.parent_path();
      continue;
    }
    const fs::path next = result.end / part;
    struct stat status {};
    if (lstat(next.c_str(), &status) != 0) return tl::unexpected(errno);
    if (!S_ISLNK(status.st_mode)) {
      if (!rest.empty() && !S_ISDIR(status.st_mode)) return tl::unexpected(ENOTDIR);
      result.end = next;
      continue;
    }
    if (++links > kMostLinks) return tl::unexpected(ELOOP);
    std::error_code error;
    const fs::path target = fs::read_symlink(next, error);
    if (error) return tl::unexpected(error.value());
    result.links.push_back({next, target});
    if (target.is_absolute()) result.end = "/";
    push(target);
  }
  return result;
}

bool is_within(const fs::path& path, const fs::path& directory) {
  const std::string& text = path.native();
  const std::string& top = directory.native();
  return top == "/" || text == top || (text.starts_with(top) && text[top.size()] == '/');
}

}  // namespace proctor::supervise
