#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <set>

#include "tree/content.hpp"
#include "tree/git.hpp"
#include "tree/tree.hpp"
#include "workspace/private_directory.hpp"

namespace proctor::tree {
namespace fs = std::filesystem;
namespace {

// As many paths go on one command line.
constexpr std::size_t kAtOnce = 500;
constexpr int kDeepestIndex = 16;

class ReadingIndex {
 public:
  ReadingIndex(Tree& tree, const Tree& lying, const Access& access) : tree_(tree), access_(access) {
    for (const TreeFile& file : lying.files) lying_.emplace(file.path, file.hash);
  }

  Result<void> add(const Repository& repository, const std::string& prefix, int depth) {
    const auto listed = list_files(repository, false, access_);
    if (!listed) return tl::unexpected(listed.error());
    const auto different = ask_git(repository, {"diff-files", "-z", "--name-only", "--no-ext-diff"}, access_);
    if (!different) return tl::unexpected(different.error());
    const auto names = split_paths(*different);
    const std::set<std::string> unlike(names.begin(), names.end());
    std::vector<std::string> to_lay_out;
    for (const Listed& file : *listed) {
      const std::string path = prefix + file.path;
      const auto lies = lying_.find(path);
      if (file.mode == "160000") {
        if (lies == lying_.end()) continue;  // it isn't laid out
        tree_.files.push_back({.path = path, .hash = "commit:" + file.object, .tracked = true});
        if (depth < kDeepestIndex) {
          if (auto added = add_submodule(path, depth + 1); !added) return added;
        }
      } else if (lies == lying_.end() && file.unlooked) {
        continue;  // a sparse work tree: it is neither here nor there
      } else if (lies != lying_.end() && !file.unlooked && !unlike.contains(file.path)) {
        tree_.files.push_back({.path = path, .hash = lies->second, .tracked = true});
      } else {
        to_lay_out.push_back(file.path);
      }
    }
    return lay_out(repository, prefix, to_lay_out);
  }

 private:
  // What of a submodule is committed there, by its own index. What is staged there only goes into no commit
  // of ours.
  Result<void> add_submodule(const std::string& path, int depth) {
    const Repository inner{.root = tree_.root / path};
    const auto staged = ask_git(inner, {"diff-index", "-z", "--cached", "--name-only", "HEAD"}, access_);
    if (!staged) return tl::unexpected(staged.error());
    if (auto added = add(inner, path + "/", depth); !added) return added;
    for (const std::string& name : split_paths(*staged)) {
      const std::string whole = fmt::format("{}/{}", path, name);
      for (TreeFile& file : tree_.files) {
        if (file.path == whole) file.hash = "staged in a submodule";
      }
    }
    return {};
  }

  // Files whose content isn't the work tree's: git writes them elsewhere, with its filters.
  Result<void> lay_out(const Repository& repository, const std::string& prefix,
                       const std::vector<std::string>& paths) {
    if (paths.empty()) return {};
    const auto directory = PrivateDirectory::make();
    if (!directory) return tl::unexpected(directory.error());
    for (std::size_t at = 0; at < paths.size(); at += kAtOnce) {
      std::vector<std::string> arguments{"checkout-index", "-q", "--ignore-skip-worktree-bits",
                                         "--prefix=" + directory->path().string() + "/", "--"};
      const auto from = paths.begin() + static_cast<std::ptrdiff_t>(at);
      arguments.insert(arguments.end(), from,
                       from + static_cast<std::ptrdiff_t>(std::min(kAtOnce, paths.size() - at)));
      if (const auto written = ask_git(repository, arguments, access_); !written)
        return tl::unexpected(written.error());
    }
    Contents contents(directory->path());
    for (const std::string& path : paths) {
      const std::string hash = contents.hash(path);
      if (!hash.empty()) tree_.files.push_back({.path = prefix + path, .hash = hash, .tracked = true});
    }
    return {};
  }

  Tree& tree_;
  const Access& access_;
  std::unordered_map<std::string, std::string> lying_{};
};

}  // namespace

Tree read_index(const fs::path& directory, const Access& access, const fs::path& index) noexcept {
  Tree tree{.digest = {}, .root = directory};
  try {
    Tree lying = read_tree(directory, access);
    if (lying.digest.empty()) return lying;
    tree = {
        .digest = {}, .root = lying.root, .git = lying.git, .branch = lying.branch, .commit = lying.commit};
    if (!lying.git) {
      tree.why_none = fmt::format("{} is in no git repository, so it has no index", directory.string());
      return tree;
    }
    ReadingIndex reading(tree, lying, access);
    if (const auto added = reading.add({.root = lying.root, .index = index}, "", 0); !added) {
      tree.files.clear();
      tree.why_none = added.error().message;
      return tree;
    }
    seal(tree, access.most_files);
  } catch (const std::exception& thrown) {
    tree.why_none = thrown.what();
  }
  return tree;
}

}  // namespace proctor::tree
