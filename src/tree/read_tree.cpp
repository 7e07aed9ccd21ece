#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <exception>
#include <string_view>
#include <system_error>

#include "base/paths.hpp"
#include "tree/content.hpp"
#include "tree/git.hpp"
#include "tree/memory.hpp"
#include "tree/tree.hpp"

namespace proctor::tree {
namespace fs = std::filesystem;
namespace {

// Without git: directories that tools make and fill, by their names.
constexpr auto kMadeByTools = std::to_array<std::string_view>(
    {".git",          ".gradle",     ".hg",          ".hypothesis",    ".jj",    ".mypy_cache", ".nox",
     ".pytest_cache", ".ruff_cache", ".svn",         ".tox",           ".venv",  "__pycache__", "_build",
     "build",         "dist",        "node_modules", "proctor-report", "target", "venv"});
// As deep as submodules lie in submodules.
constexpr int kDeepest = 16;

// A file below another one's root, or that root itself.
bool lies_in(std::string_view path, std::string_view directory) {
  return path.starts_with(directory) &&
         (path.size() == directory.size() || directory.empty() || path[directory.size()] == '/');
}

class Reading {
 public:
  Reading(Tree& tree, const Access& access)
      : tree_(tree), access_(access), contents_(tree.root), memory_(access.state, tree.root) {
    contents_.known = memory_.files();
    outputs_ = memory_.outputs();
    for (const fs::path& other : access.other_states) outputs_.merge(Memory(other, tree.root).outputs());
    for (const fs::path& own : {user_state_dir(), user_cache_dir(), access.state}) {
      const fs::path below = own.empty() ? fs::path() : own.lexically_relative(tree.root);
      if (!below.empty() && *below.begin() != ".." && below != ".") own_.push_back(below.string());
    }
  }

  // Adds the files of a repository that lies at `prefix` ("", "libs/a/") below the tree's root.
  Result<void> add_repository(const Repository& repository, const std::string& prefix, bool tracked,
                              int depth) {
    const auto listed = list_files(repository, true, access_);
    if (!listed) return tl::unexpected(listed.error());
    for (const Listed& file : *listed) {
      if (too_many()) return {};
      const std::string path = prefix + file.path;
      if (file.repository || file.mode == "160000") {
        if (auto added = add_inner(path, file, tracked && file.tracked(), depth); !added) return added;
      } else {
        add(path, tracked && file.tracked());
      }
    }
    return {};
  }

  // Adds all files of a directory but those that tools make.
  void add_directory(const std::string& prefix) {
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(tree_.root / prefix, error)) {
      if (too_many()) return;
      const std::string name = entry.path().filename().string();
      const bool directory = entry.is_directory(error) && !entry.is_symlink(error);
      if (directory && std::binary_search(kMadeByTools.begin(), kMadeByTools.end(), name)) continue;
      if (directory && !is_own(prefix + name)) add_directory(prefix + name + "/");
      if (!directory) add(prefix + name, false);
    }
  }

  bool has_files_in(const std::string& directory) const {
    return std::any_of(tree_.files.begin(), tree_.files.end(),
                       [&](const TreeFile& file) { return lies_in(file.path, directory); });
  }

  // Nothing is read before it is known that there aren't too many.
  void end() {
    if (!too_many()) read_files();
    if (tree_.why_none.empty()) seal(tree_, access_.most_files);
    if (tree_.digest.empty()) return;
    contents_.forget_others();
    if (contents_.changed()) memory_.keep_files(contents_.known);
  }

 private:
  bool too_many() const { return tree_.files.size() > access_.most_files; }
  bool is_own(const std::string& path) const {
    return std::any_of(own_.begin(), own_.end(), [&](const std::string& own) { return lies_in(path, own); });
  }

  void add(const std::string& path, bool tracked) {
    if (tracked || !is_own(path)) tree_.files.push_back({.path = path, .tracked = tracked});
  }

  void read_files() {
    for (TreeFile& file : tree_.files) {
      if (access_.stop.stop_requested()) {
        tree_.why_none = "It was stopped";
        return;
      }
      if (file.hash.empty()) file.hash = contents_.hash(file.path);
      const auto output = file.tracked ? outputs_.end() : outputs_.find(file.path);
      file.output = output != outputs_.end() && output->second == file.hash;
    }
    std::erase_if(tree_.files, [](const TreeFile& file) { return file.hash.empty(); });
  }

  // A submodule that isn't laid out is no part of the tree.
  Result<void> add_inner(const std::string& path, const Listed& file, bool tracked, int depth) {
    const Repository inner = repository_of(tree_.root / path);
    if (inner.root != tree_.root / path || depth >= kDeepest) return {};
    if (file.tracked()) {
      Tree head;
      read_head(inner, access_, head);
      tree_.files.push_back({.path = path, .hash = "commit:" + head.commit, .tracked = tracked});
    }
    return add_repository(inner, path + "/", tracked, depth + 1);
  }

  Tree& tree_;
  const Access& access_;
  Contents contents_;
  Memory memory_;
  std::unordered_map<std::string, std::string> outputs_{};
  std::vector<std::string> own_{};  // proctor's directories, where they lie in the tree
};

Tree read_without_git(const fs::path& directory, const Access& access) {
  Tree tree{.root = directory};
  Reading reading(tree, access);
  reading.add_directory("");
  reading.end();
  return tree;
}

Tree read(const fs::path& asked, const Access& access) {
  std::error_code error;
  const fs::path directory = fs::canonical(asked, error);
  if (error) return {.why_none = system_message(asked.string(), error.value()), .root = asked};
  const Repository repository = repository_of(directory);
  if (repository.root.empty()) return read_without_git(directory, access);
  Tree tree{.root = repository.root, .git = true};
  Reading reading(tree, access);
  if (const auto added = reading.add_repository(repository, "", true, 0); !added) {
    tree.files.clear();
    tree.why_none = added.error().message;
    return tree;
  }
  // A project that git ignores altogether is one all the same; it may be built from what lies around it.
  const std::string below = directory.lexically_relative(repository.root).string();
  if (below != "." && !reading.has_files_in(below)) reading.add_directory(below + "/");
  read_head(repository, access, tree);
  reading.end();
  return tree;
}

}  // namespace

Tree read_tree(const fs::path& directory, const Access& access) noexcept {
  try {
    return read(directory, access);
  } catch (const std::exception& thrown) {
    return {.digest = {}, .why_none = thrown.what(), .root = directory};
  }
}

}  // namespace proctor::tree
