// Keeps files of a run for the next run of the same thing: a compiler's output, for example.
//
// An entry is a directory named by its key. Its manifest holds the hash of every file; an entry in which a
// file is missing, changed or left over is dropped, never used. The whole stays below a size: the entries
// that weren't used for longest go first. Failing to keep something never fails a run.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace proctor {

class TreeCache {
 public:
  TreeCache(std::filesystem::path directory, std::uint64_t limit_bytes);

  /// Copies an entry's files to where they were below `root`. False, with nothing written, if there is no
  /// sound entry.
  bool restore(const std::string& key, const std::filesystem::path& root) const;

  /// Keeps `paths` (files or directories below `root`) under the key, in place of what was there. Symbolic
  /// links are passed over.
  bool store(const std::string& key, const std::filesystem::path& root,
             const std::vector<std::string>& paths) const;

  /// A digest of what an entry holds; empty if there is none.
  std::string fingerprint(const std::string& key) const;
  static std::string fingerprint(const std::filesystem::path& root, const std::vector<std::string>& paths);

 private:
  void evict() const;

  std::filesystem::path directory_;
  std::uint64_t limit_bytes_;
};

}  // namespace proctor
