#include <fmt/format.h>
#include <algorithm>
#include <exception>

#include "tree/memory.hpp"
#include "tree/tree.hpp"

namespace proctor::tree {
namespace {

// Calls each(a, b) for every path of two sorted lists; one that isn't there is null.
template <typename Each>
void side_by_side(const std::vector<TreeFile>& a, const std::vector<TreeFile>& b, const Each& each) {
  for (auto left = a.begin(), right = b.begin(); left != a.end() || right != b.end();) {
    if (right == b.end() || (left != a.end() && left->path < right->path)) {
      each(&*left++, static_cast<const TreeFile*>(nullptr));
    } else if (left == a.end() || right->path < left->path) {
      each(static_cast<const TreeFile*>(nullptr), &*right++);
    } else {
      each(&*left++, &*right++);
    }
  }
}

}  // namespace

Settled settle(const Tree& before, const Tree& after) {
  Settled settled{.tree = before};
  Tree& tree = settled.tree;
  if (before.digest.empty()) return settled;
  if (after.digest.empty()) {
    tree.digest.clear();
    tree.why_none = after.why_none;
    return settled;
  }
  side_by_side(before.files, after.files, [&](const TreeFile* was, const TreeFile* is) {
    if (is != nullptr && !is->tracked && (was == nullptr || was->output)) {
      settled.outputs.push_back(*is);
    } else if (was == nullptr || is == nullptr || was->hash != is->hash) {
      // An output that was removed again is none.
      if (is != nullptr || !was->output) settled.changed.push_back(is != nullptr ? is->path : was->path);
    }
  });
  if (!settled.changed.empty()) {
    tree.digest.clear();
    tree.why_none = fmt::format("{} changed while the tests ran", name_some(settled.changed));
  }
  return settled;
}

void keep_outputs(const Settled& settled, const Access& access) noexcept {
  try {
    std::unordered_map<std::string, std::string> outputs;
    for (const TreeFile& file : settled.outputs) outputs.emplace(file.path, file.hash);
    const Memory memory(access.state, settled.tree.root);
    if (outputs != memory.outputs()) memory.keep_outputs(outputs);
  } catch (const std::exception&) {
    return;
  }
}

std::vector<std::string> changed_paths(const std::vector<TreeFile>& from, const std::vector<TreeFile>& to,
                                       const std::vector<std::string>& ignored) {
  std::vector<std::string> paths;
  side_by_side(from, to, [&](const TreeFile* was, const TreeFile* is) {
    if (was != nullptr && was->output) was = nullptr;
    if (is != nullptr && is->output) is = nullptr;
    if (was == is || (was != nullptr && is != nullptr && was->hash == is->hash)) return;
    const std::string& path = is != nullptr ? is->path : was->path;
    if (std::none_of(ignored.begin(), ignored.end(),
                     [&](const std::string& pattern) { return matches_pattern(path, pattern); }))
      paths.push_back(path);
  });
  return paths;
}

std::string name_some(const std::vector<std::string>& paths) {
  constexpr std::size_t kNamed = 3;
  std::string text;
  const std::size_t named = std::min(paths.size(), kNamed);
  for (std::size_t i = 0; i < named; ++i) {
    const bool last = i + 1 == paths.size();
    text += i == 0 ? "" : last ? " and " : ", ";
    text += paths[i];
  }
  if (paths.size() > named) text += fmt::format(" and {} more", paths.size() - named);
  return text;
}

}  // namespace proctor::tree
