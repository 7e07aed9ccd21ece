#include "request/sources.hpp"

#include <fmt/format.h>

#include <set>

#include "base/text.hpp"

namespace proctor {
namespace {

constexpr std::size_t kLongestPath = 1024;
constexpr std::size_t kLongestName = 255;  // NAME_MAX

std::string field_of(std::string_view path) {
  const std::string_view shown = path.substr(0, utf8_prefix(path, 200));
  return fmt::format("sources[{}]", to_json_line(json::value(shown)));
}

}  // namespace

Result<std::string> normal_source_path(std::string_view path) {
  const auto refuse = [path](std::string_view why) { return invalid_field(field_of(path), why); };
  if (path.empty()) return refuse("an empty path");
  if (path.size() > kLongestPath) return refuse(fmt::format("a path of more than {} bytes", kLongestPath));
  if (path.front() == '/') return refuse("an absolute path; paths are relative to the project root");
  if (path.find('\0') != std::string_view::npos) return refuse("a path with a NUL byte");
  if (path.find('\\') != std::string_view::npos) return refuse("a path with a backslash; separate with /");
  if (!is_valid_utf8(path)) return refuse("a path that isn't valid UTF-8");
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7F) return refuse("a path with a control character");
  }
  if (path.back() == '/') return refuse("a path that ends with / names no file");
  std::string normal;
  while (!path.empty()) {
    const std::size_t slash = path.find('/');
    const std::string_view part = path.substr(0, slash);
    path = slash == std::string_view::npos ? std::string_view() : path.substr(slash + 1);
    if (part == "..") return refuse("a path with `..` leads out of the project");
    if (part.size() > kLongestName) return refuse(fmt::format("a name of more than {} bytes", kLongestName));
    if (part.empty() || part == ".") continue;
    if (!normal.empty()) normal += '/';
    normal += part;
  }
  if (normal.empty()) return refuse("a path that names no file");
  return normal;
}

Result<void> check_sources(const Sources& sources, const UploadLimits& limits) {
  if (sources.empty()) return invalid_field("sources", "must hold at least one file");
  if (sources.size() > limits.files) {
    return invalid_field("sources",
                         fmt::format("{} files; at most {} are taken", sources.size(), limits.files));
  }
  std::uint64_t total = 0;
  std::set<std::string> files;
  for (const auto& [path, content] : sources) {
    const auto normal = normal_source_path(path);
    if (!normal) return tl::unexpected(normal.error());
    if (!files.insert(*normal).second) {
      return invalid_field(field_of(path),
                           fmt::format("collides with another path for the same file, {}", *normal));
    }
    if (content.size() > limits.file_bytes) {
      return invalid_field(field_of(path),
                           fmt::format("{} bytes; a file may have {}", content.size(), limits.file_bytes));
    }
    total += content.size();
    if (total > limits.total_bytes) {
      return invalid_field("sources", fmt::format("more than {} bytes in all", limits.total_bytes));
    }
  }
  for (const std::string& file : files) {
    for (std::size_t slash = file.find('/'); slash != std::string::npos; slash = file.find('/', slash + 1)) {
      const std::string folder = file.substr(0, slash);
      if (files.contains(folder))
        return invalid_field(field_of(file), fmt::format("passes through the file {}", folder));
    }
  }
  return {};
}

}  // namespace proctor
