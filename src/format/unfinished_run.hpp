// Whether a command's output shows that a run of tests broke off: it has a beginning and no end, or a shell
// says that a program crashed.
//
// A test program that crashes, leaves by exit(0) or is killed in the middle of a run prints no sum, and
// behind a pipe (`./tests | tail`, `timeout 60 pytest || true`) the command still ends with 0.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace proctor::format {

struct UnfinishedRun {
  std::string line{};       ///< what begins and has no end, or the shell's word
  bool may_be_cut = false;  ///< the command leaves lines out, so that the end may have been among them
};

/// `output` is all that was printed, without control sequences; `command` is what printed it.
std::optional<UnfinishedRun> find_unfinished_run(std::string_view output, std::string_view command);

}  // namespace proctor::format
