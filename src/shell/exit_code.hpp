// Whether the exit code of a shell command is that of the tests in it, read from its syntax tree.
//
// The rule: follow the command with all that can have happened so far (the exit code is 0 or not, a test
// runner has failed or not, one has run or not). The exit code is the tests' own if the command can't end
// with 0 after a runner has failed, nor without having run one.
//
// So `pytest || exit 1`, `pytest; exit $?` and `pytest; rc=$?; tail log; exit $rc` keep it, also with a count
// of failures (`pytest || ((n++)); exit $n`), and `set -e` and `set -o pipefail` count. One variable is
// followed: the one that the command ends with. What functions, `eval`, `xargs`, `ssh` and the like do with a
// runner isn't followed, so its failure may be lost there; so it may be in a command with a syntax error.
// Which commands are runners, and which run others: commands.txt.
#pragma once

#include <string>
#include <string_view>

namespace proctor::shell {

/// The shell that runs the command. To another than bash `&>` is a job in the background and a redirection,
/// and `pipefail` is unknown.
enum class Dialect { bash, sh };

struct ExitCodeUse {
  bool has_runner = false;  ///< a known test runner is in it
  bool tests_own = true;    ///< if it ends with 0, at least one runner ran and none failed; or there is none

  /// If it isn't the tests': why, a clause ("the exit code is that of `tail -3`, not of `pytest`").
  std::string why{};
  /// A command that runs the same tests and ends with their exit code ("set -o pipefail; pytest | tail -3");
  /// empty if none is found.
  std::string instead{};
};

/// Bounded in time and memory for any text.
ExitCodeUse read_exit_code_use(std::string_view command, Dialect dialect = Dialect::bash);

}  // namespace proctor::shell
