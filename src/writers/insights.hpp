// What the history tells of a project's tests, for formats that have words for it.
#pragma once

#include <vector>

#include "history/history.hpp"
#include "writers/writer.hpp"

namespace proctor::writers {

/// The last runs of a project, and the results of its tests in them (History::tests()). A run that came to no
/// proper end is none of those that passed.
Insights insights_of(const std::vector<history::KeptRun>& runs,
                     const std::vector<history::TestHistory>& tests);

}  // namespace proctor::writers
