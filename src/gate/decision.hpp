// Whether the runs that are remembered let a source tree pass.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "history/history.hpp"
#include "tree/tree.hpp"

namespace proctor::gate {

struct Question {
  const tree::Tree& tree;                     ///< with a digest
  const std::vector<history::KeptRun>& runs;  ///< of the project, the newest first
  std::string project;                        ///< as a person is told of it
  bool staged = false;                        ///< the tree is that of the index
  std::vector<std::string> ignored{};         ///< patterns of files that may differ ([gate] ignore)
  std::optional<std::chrono::milliseconds> max_age{};
  std::int64_t now = 0;  ///< milliseconds since 1970
  /// The files of the tree with this digest; empty if they aren't kept.
  std::function<std::vector<history::TreeFile>(const std::string&)> files_of{};
  std::function<std::string(const history::KeptRun&)> name_of{};  ///< the run's id as it is printed
};

struct Decision {
  bool open = false;
  std::string sentence;  ///< why; if it isn't open, with what to do about it
};

/// Open if a complete run passed for exactly this tree, ignored files aside, and no later run for it failed.
/// A run that the user cancelled says nothing, and neither does an error of a run of some tests only.
Decision decide(const Question& question);

/// Those of some paths that no pattern means.
std::vector<std::string> that_count(std::vector<std::string> paths, const std::vector<std::string>& ignored);

}  // namespace proctor::gate
