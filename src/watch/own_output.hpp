// Which changes during a run are the run's own doing, and must not start another one: or a watch would never
// come to rest.
#pragma once

#include <functional>
#include <map>
#include <string>

#include "watch/file_watch.hpp"

namespace proctor::watch {

/// The rules: a file that appears during a run is the run's. A file that was there before counts as changed
/// by a person, unless it changes in several runs in a row that such changes alone have started. What changes
/// while no run goes on is never the run's.
class OwnOutput {
 public:
  /// What changed while a run went on. Returns what of it a person has changed, as far as one can tell.
  /// `was_there` says whether a file is older than the runs.
  Paths after_run(const Paths& changed, const std::function<bool(const std::string&)>& was_there);

  /// What changed while none went on. A file that was there before and was taken for a run's isn't any more.
  void between_runs(const Paths& changed);

  /// Those that after_run() has taken for the run's although they were there before it, since it was asked
  /// last: the person is told.
  Paths take_news();

 private:
  std::map<std::string, int> in_a_row_{};  // runs in which it changed, the last one included
  Paths made_{};                           // that appeared during a run
  Paths own_{};                            // that were there before, and changed too often
  Paths news_{};
};

}  // namespace proctor::watch
