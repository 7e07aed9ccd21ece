// The source tree that a run is made for, as one hash: its digest.
//
// What counts: in a git repository the tracked files and the untracked ones that git doesn't ignore, of the
// whole repository, since tests in api/ may need ../lib; without git all files but what is usually made by
// tools (node_modules, target, …). What a file is: its bytes and whether it can be executed; a symbolic link
// is its text, a submodule its commit and its own files. Commits, branches and the index don't count: a tree
// is what lies there.
//
// What a run leaves behind is its output and no source: an untracked file that appeared while it went on
// doesn't count until its content changes or git tracks it. The memory (memory.hpp) knows these files, and
// the hashes of all others, so that the next digest reads only what has changed.
//
//     const Tree before = read_tree(root, access);   // no run of the supervisor may depend on it
//     … the run …
//     const Settled settled = settle(before, read_tree(root, access));
//     keep_outputs(settled, access);                 // from now on they are known
//     settled.tree.digest                            // the tree that the run counts for; empty:
//     settled.tree.why_none
#pragma once

#include <cstddef>
#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

#include "supervise/supervise.hpp"

namespace proctor::tree {

struct TreeFile {
  std::string path;      ///< relative to Tree::root
  std::string hash;      ///< of what lies there and of its kind: two files with the same hash are the same
  bool tracked = false;  ///< by git
  bool output = false;   ///< a run left it behind, and it is as it was then: it isn't part of the digest

  bool operator==(const TreeFile&) const = default;
};

struct Tree {
  std::string digest{};           ///< 64 hexadecimal digits; empty: no opinion
  std::string why_none{};         ///< one sentence, if there is no digest
  std::filesystem::path root{};   ///< of the repository; without git: the directory that was asked for
  bool git = false;               ///< it is a git repository
  std::string branch{};           ///< empty: none, or a detached HEAD
  std::string commit{};           ///< empty: none yet
  std::vector<TreeFile> files{};  ///< sorted by path
};

/// What reading a tree needs beside the place.
struct Access {
  supervise::Supervisor& supervisor;  ///< starts git
  std::filesystem::path state{};      ///< the directory of the memory (proctor's state); empty: none is kept
  std::stop_token stop{};
  std::size_t most_files = 100'000;  ///< above it there is no opinion
};

/// The tree that `directory` lies in, now. Never throws and never fails: what is in the way stands in
/// `why_none`.
Tree read_tree(const std::filesystem::path& directory, const Access& access) noexcept;

/// The tree of a repository as its index has it: what the next commit would hold, as git would write it into
/// a work tree. `index`: the file that GIT_INDEX_FILE names; empty: the repository's own.
Tree read_index(const std::filesystem::path& directory, const Access& access,
                const std::filesystem::path& index = {}) noexcept;

struct Settled {
  Tree tree;                           ///< that the run counts for: as `before`, or without a digest
  std::vector<TreeFile> outputs{};     ///< what the run left behind, or changed of what runs had left behind
  std::vector<std::string> changed{};  ///< paths that changed while it went on, so that it counts for no tree
};

/// What a run counts for, from the tree before it began and after it ended.
Settled settle(const Tree& before, const Tree& after);

/// Lets the memory know a run's outputs. What goes wrong makes later digests differ, and nothing else.
void keep_outputs(const Settled& settled, const Access& access) noexcept;

/// Paths of files that one has and the other hasn't, or with another content; outputs are left out, and so
/// are paths that one of the patterns means (matches_pattern()).
std::vector<std::string> changed_paths(const std::vector<TreeFile>& from, const std::vector<TreeFile>& to,
                                       const std::vector<std::string>& ignored = {});

/// As in a .gitignore: "*.md" means such files in every directory, "docs/**" what lies in docs, "/x" and
/// "a/b" count from the root, a directory means all that lies in it.
bool matches_pattern(const std::string& path, const std::string& pattern);

/// "a.py", "a.py and b.py", "a.py, b.py, c.py and 9 more".
std::string name_some(const std::vector<std::string>& paths);

}  // namespace proctor::tree
