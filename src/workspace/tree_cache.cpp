#include "workspace/tree_cache.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>

#include "base/files.hpp"
#include "base/hash.hpp"
#include "base/json.hpp"

namespace proctor {
namespace fs = std::filesystem;
namespace {

constexpr const char* kManifest = "manifest.json";
constexpr const char* kFiles = "files";

// The relative path of every regular file below the named ones.
std::vector<std::string> list_files(const fs::path& root, const std::vector<std::string>& paths) {
  std::vector<std::string> files;
  std::error_code error;
  for (const std::string& path : paths) {
    const fs::path start = root / path;
    if (fs::is_symlink(start, error)) continue;
    if (fs::is_regular_file(start, error)) files.push_back(path);
    if (!fs::is_directory(start, error)) continue;
    for (auto it = fs::recursive_directory_iterator(start, error);
         !error && it != fs::recursive_directory_iterator(); it.increment(error)) {
      if (!it->is_symlink() && it->is_regular_file())
        files.push_back(it->path().lexically_relative(root).string());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

// File to hash; nothing if the manifest can't be read as one.
std::optional<std::map<std::string, std::string>> read_manifest(const fs::path& entry) {
  const auto text = read_file(entry / kManifest);
  if (!text) return std::nullopt;
  const auto document = parse_json(*text);
  if (!document || !document->is_object()) return std::nullopt;
  std::map<std::string, std::string> files;
  for (const auto& member : document->get_object()) {
    if (!member.value().is_string()) return std::nullopt;
    files.emplace(member.key(), member.value().get_string());
  }
  return files;
}

std::string digest(const std::map<std::string, std::string>& files) {
  Sha256 hash;
  for (const auto& [path, content_hash] : files) {
    hash.add_field(path);
    hash.add_field(content_hash);
  }
  return files.empty() ? std::string() : hash.hex();
}

std::uint64_t size_of_tree(const fs::path& directory) {
  std::uint64_t size = 0;
  std::error_code error;
  for (auto it = fs::recursive_directory_iterator(directory, error);
       !error && it != fs::recursive_directory_iterator(); it.increment(error)) {
    std::error_code ignored;
    if (it->is_regular_file(ignored)) size += it->file_size(ignored);
  }
  return size;
}

}  // namespace

TreeCache::TreeCache(fs::path directory, std::uint64_t limit_bytes)
    : directory_(std::move(directory)), limit_bytes_(limit_bytes) {}

bool TreeCache::restore(const std::string& key, const fs::path& root) const {
  const fs::path entry = directory_ / key;
  std::error_code error;
  if (!fs::is_directory(entry, error)) return false;
  const auto drop = [&entry] {
    remove_tree(entry);
    return false;
  };
  const auto manifest = read_manifest(entry);
  if (!manifest || manifest->empty()) return drop();
  std::map<std::string, std::string> contents;
  for (const auto& [path, hash] : *manifest) {
    auto content = read_file(entry / kFiles / path);
    if (!content || sha256_hex(*content) != hash) return drop();
    contents.emplace(path, std::move(*content));
  }
  if (list_files(entry / kFiles, {""}).size() != manifest->size()) return drop();
  for (const auto& [path, content] : contents) {
    if (!make_private_dirs((root / path).parent_path()) || !write_file(root / path, content)) {
      for (const auto& [written, unused] : contents) fs::remove(root / written, error);
      return false;
    }
  }
  fs::last_write_time(entry / kManifest, fs::file_time_type::clock::now(), error);  // used just now
  return true;
}

bool TreeCache::store(const std::string& key, const fs::path& root,
                      const std::vector<std::string>& paths) const {
  if (limit_bytes_ == 0 || !make_private_dirs(directory_)) return false;
  std::string beside = (directory_ / "new-XXXXXX").string();
  if (!mkdtemp(beside.data())) return false;
  const auto give_up = [&beside] {
    remove_tree(beside);
    return false;
  };
  json::object manifest;
  std::uint64_t size = 0;
  for (const std::string& path : list_files(root, paths)) {
    const fs::path kept = fs::path(beside) / kFiles / path;
    const auto content = read_file(root / path);
    if (!content) return give_up();
    size += content->size();
    if (size > limit_bytes_ || !make_private_dirs(kept.parent_path()) || !write_file(kept, *content))
      return give_up();
    manifest[path] = sha256_hex(*content);
  }
  if (manifest.empty() || !write_file(fs::path(beside) / kManifest, to_json_line(manifest))) return give_up();
  // A directory can't be replaced by rename: between the two steps there is no entry, which is a miss.
  remove_tree(directory_ / key);
  std::error_code error;
  fs::rename(beside, directory_ / key, error);
  if (error) return give_up();
  evict();
  return true;
}

std::string TreeCache::fingerprint(const std::string& key) const {
  const auto manifest = read_manifest(directory_ / key);
  return manifest ? digest(*manifest) : std::string();
}

std::string TreeCache::fingerprint(const fs::path& root, const std::vector<std::string>& paths) {
  std::map<std::string, std::string> files;
  for (const std::string& path : list_files(root, paths)) {
    const auto content = read_file(root / path);
    if (content) files.emplace(path, sha256_hex(*content));
  }
  return digest(files);
}

void TreeCache::evict() const {
  struct Entry {
    fs::path path;
    fs::file_time_type used;
    std::uint64_t size;
  };
  std::vector<Entry> entries;
  std::uint64_t total = 0;
  std::error_code error;
  const auto now = fs::file_time_type::clock::now();
  for (auto it = fs::directory_iterator(directory_, error); !error && it != fs::directory_iterator();
       it.increment(error)) {
    if (!it->is_directory()) continue;
    std::error_code no_manifest;
    const auto used = fs::last_write_time(it->path() / kManifest, no_manifest);
    if (no_manifest) {
      // Half-made: somebody else's work of this moment, or the rest of a proctor that was killed in it.
      std::error_code gone;
      if (now - fs::last_write_time(it->path(), gone) > std::chrono::hours(1) && !gone)
        remove_tree(it->path());
      continue;
    }
    entries.push_back({it->path(), used, size_of_tree(it->path())});
    total += entries.back().size;
  }
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.used < b.used; });
  for (const Entry& entry : entries) {
    if (total <= limit_bytes_) break;
    if (remove_tree(entry.path)) total -= entry.size;
  }
}

}  // namespace proctor
