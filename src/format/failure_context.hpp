// What the lines of a stream so far make of the next one: some tell only with others whether tests failed.
//
// - "FAIL" is go's where no test is running that may have printed it.
// - "not ok" is TAP's where there is a plan ("1..3"); scripts say it of many things.
// - `"failures": 1,` is mocha's JSON where `"pending": 0,` stands before it, and so is `"unexpected": 1,`
//   Playwright's behind `"skipped": 0,`.
// - `failures="1"` is JUnit's where a `<testsuite` has begun that has no end yet.
// - Python tells its stacks when it crashes, and a test may ask for them: then the run goes on to its sum.
// - ctest says of each test how it ended, and in `--repeat until-pass:3` a second time if it passed then.
#pragma once

#include <cstddef>
#include <string_view>

namespace proctor::format {

class FailureContext {
 public:
  enum class Says {
    nothing,
    tests_failed,
    bare_not_ok_failed,  ///< "not ok", perhaps of a line before
    stacks,              ///< Python's, of a crash unless `run_ends` comes before `run_begins`
    run_begins,
    run_ends,
    passed_at_last  ///< ctest's test, which failed before: see is_same_ctest_test()
  };

  /// What the line says by itself (says_tests_failed()), unless others are needed.
  Says line(std::string_view line);

  /// Whether line() has to see it although it doesn't say that tests failed.
  static bool needs(std::string_view line);

 private:
  bool in_go_test_ = false;
  bool tap_plan_ = false;
  bool bare_not_ok_ = false;
  bool in_suite_tag_ = false;
  std::size_t in_json_sum_ = 0;  // of which kind, from 1
};

/// "3/3 Test #3: x ...***Failed    0.01 sec" and "    Test #3: x ...   Passed    0.01 sec".
bool is_same_ctest_test(std::string_view failed, std::string_view passed);

}  // namespace proctor::format
