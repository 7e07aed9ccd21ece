// Whether a command's exit code is that of the tests which it runs.
//
// In `pytest -q | tail -1`, `ctest -Q || true` and `go test > log; ls` it isn't. Then only what is printed
// tells whether they passed, and where nothing does, nobody knows.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace proctor::format {

/// Tests whose exit code the command doesn't end with.
struct HiddenExit {
  std::string runner{};         ///< "pytest -q"
  std::string program{};        ///< the file's name of what runs
  std::string by{};             ///< what hides it: "| tail -1"
  bool is_framework = false;    ///< its results are recognised; what else it is may print anything
  bool picks_lines = false;     ///< what hides it chooses lines by what they say
  bool shows_failures = false;  ///< whatever fails is printed, and nothing if they pass

  bool is_unseen = false;  ///< what it writes to its standard output isn't shown
  bool in_loop = false;    ///< it is run several times

  /// What the command itself prints to tell how they ended (said_words.hpp).
  struct Said {
    enum class When { never, if_failed, always };
    static constexpr char kAnything = '\1';
    static constexpr char kCode = '\2';

    When when = When::never;
    std::string form{};         ///< a line, in which these two stand for what isn't known beforehand
    std::string without_any{};  ///< stands in place of the code if there is none: "none" of "${failed:-none}"
    bool any_value = false;     ///< in place of the code may stand more than a number: a list of what failed
  } said{};
};

/// Empty if the exit code is theirs, if none are known to be run, and for what can't be followed
/// (shell_steps.hpp), or has ways of its own to tell (`rc=$?`).
std::vector<HiddenExit> hidden_exits(std::string_view command);

/// Looks at an output line by line for what tells how such tests ended.
class HiddenExitWatch {
 public:
  struct Seen {
    std::string failure_line{};  ///< by which the command itself says that they failed
    std::string untold{};        ///< why nothing is known of them, as a clause
  };

  explicit HiddenExitWatch(std::string_view command);

  /// The next line, without control sequences and the blanks at its end.
  void line(std::string_view line);
  /// A line of thousands of bytes, of which this is the beginning.
  void long_line(std::string_view begin);
  /// `none_ran`: the output tells that no test ran. `cut`: a run has a beginning in it and no end.
  Seen finish(bool none_ran, bool cut) const;

 private:
  struct Of {
    HiddenExit exit{};
    std::string failure_line{};
    bool passed = false;
  };

  struct Results {
    bool passed = false;  // a line is the end of a run
    bool failed = false;  // and one may speak of failures
  };

  // The end of a run in TAP is that all are there which its plan promised.
  struct Tap {
    unsigned planned = 0;
    unsigned seen = 0;

    bool line(std::string_view line);
  };

  std::vector<Of> exits_{};
  Tap tap_{};
  bool anything_ = false;  // was printed
  Results results_{};
  Results numbered_results_{};
  bool ended_ = false;  // a run's last line is there
  bool dump_ = false;   // and the end of a failure's report
};

}  // namespace proctor::format
