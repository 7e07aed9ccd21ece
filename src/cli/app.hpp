// The command line: turns words into a request, and an answer into words and an exit code.
#pragma once

namespace CLI {
class App;
}

namespace proctor::cli {

/// What was asked for on the command line, before it is looked at closely.
/// Returns the exit code: 0 pass, 1 tests failed, 2 bad request or usage, 3 the tests could not be run
/// properly, 4 a limit struck, 130 cancelled.
int main(int argc, const char* const* argv);

}  // namespace proctor::cli
