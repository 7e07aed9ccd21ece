// What is remembered of a tree between two digests: the hashes of its files, and what runs left behind.
#pragma once

#include <filesystem>
#include <string>
#include <unordered_map>

#include "tree/content.hpp"

namespace proctor::tree {

/// The files of the memory lie in `trees/` of proctor's state and are named by the tree's root. Losing one
/// costs the reading of all files; losing the outputs makes them count as source. Nothing here fails: what
/// can't be read or written is as if it weren't there.
class Memory {
 public:
  Memory(const std::filesystem::path& state, const std::filesystem::path& root);

  std::unordered_map<std::string, Known> files() const;
  void keep_files(const std::unordered_map<std::string, Known>& files) const;

  /// Paths of output files, with their hashes.
  std::unordered_map<std::string, std::string> outputs() const;
  void keep_outputs(const std::unordered_map<std::string, std::string>& outputs) const;

 private:
  void write(const std::filesystem::path& file, const std::string& text) const;

  std::filesystem::path base_;  // empty: there is no memory
};

}  // namespace proctor::tree
