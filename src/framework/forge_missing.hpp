// What didn't run: tests that `forge test --list` knows and the results lack.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "framework/forge_log.hpp"
#include "report/report.hpp"

namespace proctor::framework {

/// Suite ("test/A.t.sol:ATest") to the names of its tests, without parameters.
using TestList = std::map<std::string, std::vector<std::string>>;

/// Reads what `forge test --list --json` printed: {file: {contract: [names]}}, perhaps with text before it.
/// Empty if there is no such document.
TestList read_forge_list(std::string_view text);

/// Whether the results have all that forge said, while it ran, it was going to run. If not, or if it said
/// nothing, the list must be asked for.
bool is_complete(const std::vector<Suite>& suites, const ForgeLog& log);

/// How the run went, as far as it explains what is missing.
struct MissingContext {
  bool fail_fast = false;
  Termination termination{};
};

/// Every listed test without a result, with the cause. What forge began and didn't tell the end of is taken
/// from the log where there is no list.
std::vector<NotRun> find_not_run(const TestList& list, const std::vector<Suite>& suites, const ForgeLog& log,
                                 const MissingContext& context);

}  // namespace proctor::framework
