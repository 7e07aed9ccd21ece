// How the bad end of a run is told to whoever wrote the code under test.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

#include "report/report.hpp"

namespace proctor::framework {

/// What a person is told of a run that a test brought to a bad end: "The test didn't finish within 6 s: …".
/// `printed`: what stood on stderr meanwhile. `who` brought it to its end, if it isn't a test.
std::string describe_end(const Termination& termination, std::chrono::milliseconds limit,
                         const std::string& printed, std::string_view who = "test");

/// So much of what was printed stands behind what is said.
inline constexpr std::size_t kMostEvidence = 8U << 10U;

/// Behind what is said of a test: what it printed on stderr, at most kMostEvidence of it. `hung`: without the
/// stacks that proctor itself has asked Go's or Python's runtime for, which stand in the picture of the hang.
std::string with_printed(std::string text, std::string_view printed, bool hung);

/// Where a language's runtime begins to say why it ends the program (Go's panic, glibc's and the sanitizers'
/// reports, a failed assert): what stands before is the test's own. npos: nowhere.
std::size_t runtime_words(std::string_view printed);

/// What a program printed last, for a person who asks why it failed: without progress and escape sequences,
/// some lines of it. Where a runtime or a sanitizer speaks, its first lines and its last ones.
std::string last_lines(std::string_view printed);

}  // namespace proctor::framework
