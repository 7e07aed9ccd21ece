// The log of a run whose tool prints a report for machines: it reads as what the tool prints for people.
//
//     go-test-json   `go test -v`: the text of the events
//     tap            of bats, TAP as bats prints it by itself; other TAP stays as it is
//     libtest-json   what `cargo test` prints
//     forge-json     what `forge test` prints, without traces
//
// Lines that are no part of the report (the compiler's words, broken lines) stay as they are.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "report/event.hpp"

namespace proctor::format {

/// Takes a piece of output and gives what the log has in its place. It holds a line back until that has
/// ended; an empty piece is the end of that stream.
using LogText = std::function<std::string(Stream, std::string_view)>;

/// Of forge-json: kept until the end, for forge writes its report only then. The lines of forge's own log are
/// left out.
LogText forge_log_text();

/// Null: what is printed reads well as it is.
LogText make_log_text(std::string_view format);

}  // namespace proctor::format
