// Several runs of one request as one answer (--repeat).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "report/report.hpp"
#include "request/request.hpp"
#include "run/test_map.hpp"

namespace proctor {

class Repeats {
 public:
  explicit Repeats(std::size_t asked) { sum_.asked = asked; }

  /// Takes the answer of one more run. False if another one would end in the same way: the request is wrong,
  /// a tool isn't there, nothing compiles; or the run was cancelled.
  bool add(Answer answer);

  /// Whether all runs so far have passed.
  bool all_passed() const { return !error_; }

  /// "run 3 of 20: 1 of 12 tests failed", of the run that was added last.
  const std::string& last_in_words() const { return last_; }

  /// All of them: each test with its first bad result, who failed how often, and one error. A run that was
  /// cancelled isn't counted. The error of a run that came to no proper end weighs more than a failure.
  /// `request` is what was asked, and `called_as` its command line without filters (rerun.hpp).
  Answer answer(const Request& request = {}, const std::vector<std::string>& called_as = {});

 private:
  void count_tests(const Report& report);
  void merge(Report report, bool passed);
  std::string in_words() const;

  Repeat sum_{};
  std::optional<Report> report_{};
  bool report_passed_ = false;  // it is that of a run that passed
  Usage usage_{};
  std::optional<Error> error_{};
  bool cancelled_ = false;
  TestMap<Repeat::Test> tests_{};
  std::string last_{};
};

}  // namespace proctor
