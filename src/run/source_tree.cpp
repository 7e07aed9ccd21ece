#include "run/source_tree.hpp"

#include <fmt/format.h>

#include <utility>

#include "history/state_places.hpp"

namespace proctor {

tree::Access tree_access(supervise::Supervisor& supervisor, std::stop_token stop) {
  history::StatePlaces places = history::state_places();
  return {.supervisor = supervisor,
          .state = std::move(places.writable),
          .other_states = std::move(places.others),
          .stop = std::move(stop)};
}

SourceTree::SourceTree(const std::filesystem::path& project, supervise::Supervisor& supervisor,
                       std::stop_token stop)
    : supervisor_(supervisor),
      stop_(std::move(stop)),
      before_(tree::read_tree(project, tree_access(supervisor_, stop_))) {}

history::KeptRun SourceTree::described(history::KeptRun run) const {
  run.digest_before = before_.digest;
  run.branch = before_.branch;
  run.commit = before_.commit;
  return run;
}

std::vector<history::TreeFile> SourceTree::files() const {
  std::vector<history::TreeFile> files;
  for (const tree::TreeFile& file : before_.files) {
    if (!file.output) files.push_back({.path = file.path, .hash = file.hash});
  }
  return files;
}

std::string SourceTree::digest_after(std::vector<std::string>& warnings) {
  if (before_.digest.empty()) {
    if (before_.too_many) warnings.push_back(before_.why_none + ".");
    return {};
  }
  const tree::Access access = tree_access(supervisor_, stop_);
  const tree::Tree after = tree::read_tree(before_.root, access);
  const tree::Settled settled = tree::settle(before_, after);
  tree::keep_outputs(settled, access);
  if (!settled.changed.empty())
    warnings.push_back(fmt::format("{}: the run counts for no source tree.", settled.tree.why_none));
  return settled.tree.digest.empty() ? after.digest : settled.tree.digest;
}

}  // namespace proctor
