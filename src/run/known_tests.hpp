// The names of a project's tests, as its last runs printed them. A name that a person gives back is found
// here even where the tool itself knows it by other words only, or not before it runs (Go's sub-tests).
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "report/report.hpp"
#include "request/request.hpp"
#include "request/test_id.hpp"
#include "run/test_list.hpp"

namespace proctor {

class KnownTests {
 public:
  explicit KnownTests(const std::filesystem::path& project_root);

  /// Adds the tests of a report; `all`: nobody asked for some of them, and what else was known is forgotten.
  /// Failing to remember never fails a run.
  void remember(const Report& report, bool all) const;

  /// The tests that are called so (request/called.hpp); none: nobody knows.
  std::vector<TestId> called(const std::string& name) const;

  /// The names that somebody may have meant, at most three, as `--only` takes them.
  std::vector<std::string> nearest_to(const std::string& name) const;

  const TestList& list() const { return list_; }

 private:
  TestList list_;
};

/// Where no test is called as the request says: the error's message names those that may have been meant.
/// `there`: ids of tests that the run knew of.
void add_nearest(const Request& request, const KnownTests& known, Error& error,
                 const std::vector<std::string>& there = {});

}  // namespace proctor
