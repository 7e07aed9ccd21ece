// The log of a run whose tool prints a report for machines: it reads as what the tool prints for people.
//
//     go-test-json   `go test -v`: the text of the events
//     tap            of bats, TAP as bats prints it by itself; other TAP stays as it is
//     libtest-json   what `cargo test` prints
//
// What isn't of the report (words of the compiler, what stands in a broken line) stays as it is.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "report/event.hpp"

namespace proctor::format {

/// Takes a piece of output and gives what the log has in its place. It holds a line back until that has
/// ended; an empty piece is the end of that stream.
using LogText = std::function<std::string(Stream, std::string_view)>;

/// Null: what is printed reads well as it is.
LogText make_log_text(std::string_view format);

}  // namespace proctor::format
