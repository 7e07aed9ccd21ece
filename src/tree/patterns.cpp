#include <fnmatch.h>

#include <algorithm>

#include <string>
#include <string_view>
#include <vector>

#include "tree/tree.hpp"

namespace proctor::tree {
namespace {

using Parts = std::vector<std::string>;

Parts parts_of(std::string_view text) {
  Parts parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('/'), text.size());
    if (end > 0) parts.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

// Whether the pattern means the path or a directory that it lies in.
bool matches_parts(const Parts& path, std::size_t at, const Parts& pattern, std::size_t next) {
  if (next == pattern.size()) return true;
  if (at == path.size()) return false;
  if (pattern[next] == "**") {
    if (next + 1 == pattern.size()) return true;
    for (std::size_t skip = at; skip < path.size(); ++skip) {
      if (matches_parts(path, skip, pattern, next + 1)) return true;
    }
    return false;
  }
  return fnmatch(pattern[next].c_str(), path[at].c_str(), 0) == 0 &&
         matches_parts(path, at + 1, pattern, next + 1);
}

}  // namespace

bool matches_pattern(const std::string& path, const std::string& pattern) {
  Parts parts = parts_of(pattern);
  if (parts.empty()) return false;
  // Without a slash in it, at its end aside, it means files and directories anywhere.
  if (parts.size() == 1 && !pattern.starts_with('/')) parts.insert(parts.begin(), "**");
  return matches_parts(parts_of(path), 0, parts, 0);
}

}  // namespace proctor::tree
