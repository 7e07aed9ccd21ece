// Which tests there are, without running them.
#pragma once

#include <string>
#include <vector>

#include "run/run.hpp"

namespace proctor {

struct Listing {
  std::string framework{};
  std::vector<TestId> tests{};  ///< of these, those that the request chooses
  bool by_tool = false;         ///< the tool told them; else they are those of earlier runs
};

/// What the request would be tested with. The errors of framework::choose().
struct Means {
  std::string title;      ///< of the framework
  std::string command;    ///< that it starts: the words that are the same for every run
  bool can_list = false;  ///< the tool tells its tests without running them
};
Result<Means> means_of(const Request& request, const Config& config);

/// Asks the tool where it can tell, which may build the project; else remembers earlier runs. TEST_NONE_RAN
/// (with the nearest names) where no test is chosen; whatever planning a run can lead to.
Result<Listing> list_tests(const Request& request, const Engine& engine);

}  // namespace proctor
