// Keeps commands with tests in the history, and says what is new in them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "command/engine.hpp"
#include "framework/definition.hpp"
#include "history/recording.hpp"
#include "run/source_tree.hpp"

namespace proctor::command {

/// Whether a command asks for every test of the project that it is started in the root of: none of its words
/// could be a path, a filter or the like. A word that isn't known could.
bool asks_for_all(std::string_view text);

class Memory {
 public:
  /// Before the run. `door`: "run", or that of a tool's call. The project is the one around the job's
  /// directory by `definitions`, or else that directory.
  Memory(const Around& around, const Job& job, const std::vector<framework::Definition>& definitions,
         std::string door);

  /// After the run: an outcome that shows tests, or has failed with a test runner in it, is kept. Its report
  /// says what is new since the last run of the same command.
  void finish(Outcome& outcome, const policy::SecretMask& mask);

 private:
  std::optional<SourceTree> tree_{};  ///< where a test runner is in the command
  std::optional<history::Recording> recording_{};
};

}  // namespace proctor::command
