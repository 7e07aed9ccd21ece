// The source tree of one run, for the history: what it was when the run began, and what the run counts for.
#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "history/recording.hpp"
#include "tree/tree.hpp"

namespace proctor {

/// With the state that the history uses.
tree::Access tree_access(supervise::Supervisor& supervisor, std::stop_token stop = {});

class SourceTree {
 public:
  /// Before the run begins.
  SourceTree(const std::filesystem::path& project, supervise::Supervisor& supervisor, std::stop_token stop);

  /// Says of a run what it runs in: the digest, the branch and the commit.
  history::KeptRun described(history::KeptRun run) const;
  std::vector<history::TreeFile> files() const;

  /// When the run has ended: the digest that differs from the first one if the tree has changed meanwhile,
  /// which `warnings` tell then. What the run left behind is no change.
  std::string digest_after(std::vector<std::string>& warnings);

 private:
  supervise::Supervisor& supervisor_;
  std::stop_token stop_;
  tree::Tree before_;
};

}  // namespace proctor
