// What may stand behind a runner of tests in a command, by what becomes of its exit code there and of what it
// prints (hidden_exit.hpp). Each function is about one step that has words.
#pragma once

#include <string_view>

#include "format/shell_steps.hpp"

namespace proctor::format {

/// Behind a pipe it prints what it reads, or some of it, and its exit code says nothing of the tests.
bool hands_on(const ShellStep& step);
/// It prints all of it, if in another order ("cat", "tee log").
bool keeps_all_lines(const ShellStep& step);
/// It does so by what the lines say ("grep", "sed").
bool picks_lines(const ShellStep& step);
/// "grep FAIL", "sed -n '/error/p'"
bool looks_for_failures(const ShellStep& step);
/// It prints something of whatever doesn't pass, so that nothing tells that all passed: "grep -i fail", but
/// not "grep FAIL". What all runs say that don't pass depends on the runner (the name of its file); some say
/// only "error" of tests that can't start.
bool finds_all_failures(const ShellStep& step, std::string_view runner);

/// "echo", "printf"
bool speaks(const ShellStep& step);
/// It prints something, whatever becomes of variables and of files: "echo broken", "date".
bool says_something(const ShellStep& step);

/// "exit", "exit 1", "exit $rc", "return 1"
bool leaves_with_code(const ShellStep& step);
/// It does well whatever became of the tests, and prints nothing of it.
bool succeeds_silently(const ShellStep& step);
/// The same, but it may print something.
bool succeeds_speaking(const ShellStep& step);

}  // namespace proctor::format
