// Asks git about a repository. Nothing that git is asked here writes into it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "tree/tree.hpp"

namespace proctor::tree {

struct Repository {
  std::filesystem::path root;     ///< of its work tree
  std::filesystem::path index{};  ///< another index than its own
};

/// The repository whose work tree a directory lies in; an empty root: none. `.git` is a directory, or a file
/// in a linked work tree and in a submodule.
Repository repository_of(const std::filesystem::path& directory);

/// What git prints. TOOL_NOT_FOUND: there is no git; COMMAND_FAILED: git says no, in its own words.
Result<std::string> ask_git(const Repository& repository, const std::vector<std::string>& arguments,
                            const Access& access);

/// One entry of `git ls-files -v -s`.
struct Listed {
  std::string path;         ///< relative to the repository's root
  std::string mode{};       ///< "100644", "160000" (a submodule), …; empty: git doesn't track it
  std::string object{};     ///< as the index has it
  bool unlooked = false;    ///< git was told to take it as unchanged (assume-unchanged), or not to lay it out
  bool repository = false;  ///< an untracked directory with a repository of its own

  bool tracked() const { return !mode.empty(); }
};

/// Tracked files, each once; with `untracked` also those that git neither tracks nor ignores.
Result<std::vector<Listed>> list_files(const Repository& repository, bool untracked, const Access& access);

/// Paths that end in a NUL each.
std::vector<std::string> split_paths(const std::string& text);

/// Where HEAD stands: the commit, and the branch as "main". Both empty: there is no commit.
void read_head(const Repository& repository, const Access& access, Tree& tree);

}  // namespace proctor::tree
