// The lines by which `forge test` tells people how its suites and runs went, one at a time.
#pragma once

#include <string_view>

#include "report/report.hpp"

namespace proctor::format {

struct ForgeLine {
  enum class Kind {
    other,          ///< none of these
    suite,          ///< Ran 2 tests for test/A.t.sol:ATest
    old_suite,      ///< Running 2 tests for test/A.t.sol:ATest (before 2024)
    suite_result,   ///< Suite result: FAILED. 1 passed; 1 failed; 0 skipped; finished in …
    sum,            ///< Ran 2 test suites in …: 3 tests passed, 1 failed, 0 skipped (4 total tests)
    summary_table,  ///< the head of what --summary prints in place of the sum
    failures,       ///< Failing tests:
    failures_of,    ///< Encountered 1 failing test in test/A.t.sol:ATest
    failures_sum,   ///< Encountered a total of 1 failing tests, 3 tests succeeded
    failures_hint,  ///< Tip: Run `forge test --rerun` to retry only the 1 failed test
    seed,           ///< Fuzz seed: 0x1 (use `--fuzz-seed` to reproduce)
    compiler,       ///< Compiler run failed:
    compile_error,  ///< Error (7576): Undeclared identifier.
    none            ///< No tests found in project! …
  };

  Kind kind = Kind::other;
  std::string_view key{};  ///< of a suite: "test/A.t.sol:ATest"
  Counts counts{};
};

/// `text` as plain_line() leaves it.
ForgeLine read_forge_line(std::string_view text);

}  // namespace proctor::format
