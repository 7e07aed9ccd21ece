// Whether a command's output says that it tested nothing.
//
// A misspelt filter (`pytest -k nothing | tail`, `go test -run Nothing`) ends with 0 and without a failure,
// and so does a runner that isn't there (`pytest | tail`). It is no reason to believe in anything.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace proctor::format {

struct NoneRan {
  std::string line{};       ///< what says so
  bool is_failure = false;  ///< the tool that printed it took that for a failure, however the command ended
};

/// Nothing if any line looks as if tests did run. `output` is all that was printed, without control
/// sequences; `command` is what printed it.
std::optional<NoneRan> find_none_ran(std::string_view output, std::string_view command);

}  // namespace proctor::format
