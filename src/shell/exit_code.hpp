// Whether the exit code of a shell command is that of the tests in it, read from its syntax tree.
//
// The rule: a test runner's exit code gets through `&&`, a command's last place, subshells and groups,
// `|| exit 1`, `; exit $?`, and what `set -e` and `set -o pipefail` say. Anywhere else (before `|`, `||`, `;`
// and `&`, behind `!` and `||`, in `$(…)`, `if`, loops, functions, `eval`, `xargs`, a command with a syntax
// error) it may be lost. Which commands are runners, and which run others, is data: commands.txt.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace proctor::shell {

/// The shell that runs the command. To another than bash `&>` is a job in the background and a redirection,
/// and `pipefail` is unknown.
enum class Dialect { bash, sh };

/// A closing sum that a test runner prints in any case.
struct Sum {
  std::string runner{};  ///< as a person reads it
  std::string tool{};    ///< in whose words it is (format/words.hpp)
};

struct ExitCodeUse {
  bool has_runner = false;             ///< a known test runner is in it
  std::vector<std::string> runners{};  ///< each of them, as a person reads it
  bool tests_own = true;               ///< it ends with 0 only if each runner did; or there is none
  bool only_asks = false;              ///< no runner but one that was told to run no test (`--dry-run`)
  std::vector<Sum> sums{};             ///< that its output must have if it ended with 0, each for one run
  bool leaves_lines_out = false;       ///< behind a runner, a program shows only some lines (`grep`)

  /// If it isn't the tests': why, a clause ("the exit code is that of `tail -3`, not of `pytest`").
  std::string why{};
  /// A command that runs the same tests and ends with their exit code ("set -o pipefail; pytest | tail -3");
  /// empty if none is found.
  std::string instead{};
};

/// Bounded in time and memory for any text.
ExitCodeUse read_exit_code_use(std::string_view command, Dialect dialect = Dialect::bash);

}  // namespace proctor::shell
