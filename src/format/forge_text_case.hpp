// One test as `forge test` prints it for people:
//
//     [PASS] test_Increment() (gas: 28805)
//     [FAIL: x too big; counterexample: calldata=0x2f… args=[7]] testFuzz_Fail(uint256) (runs: 3, μ: 1, ~: 2)
//     [SKIP: needs RPC] test_SkippedReason() (gas: 0)
//
// The reason may run over several lines, and the calls that broke an invariant stand on lines of their own
// before its name.
#pragma once

#include <optional>
#include <string_view>

#include "report/report.hpp"

namespace proctor::format {

/// Whether a test's result begins with this line.
bool begins_forge_case(std::string_view line);

/// The test, if `text` (one line, or several with newlines between) is the whole of it; otherwise nothing.
std::optional<Case> read_forge_text_case(std::string_view text);

}  // namespace proctor::format
