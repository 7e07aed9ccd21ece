// Lines by which a shell, an interpreter or a build tool says that it couldn't start the tests (the runner
// isn't installed, there is no such script, no project is here, its settings are wrong), or that a program
// died of an error of its own.
#pragma once

#include <string_view>

namespace proctor::format {

/// Whether the line says that nothing of what `command` was to test was started. `line` without control
/// sequences and the blanks around it.
bool says_tests_not_started(std::string_view line, std::string_view command);

/// Whether the line is one by which a language's runtime says that it ended a program because of an error of
/// the program's own, behind which `command` may go on.
bool says_program_died(std::string_view line, std::string_view command);

/// Whether the line and the one before it tell that a Python program ended by an error of its own, behind
/// which `command` may go on. (One that goes on by itself tells of an error in the same words, but then the
/// exit code is its own.)
bool says_python_died(std::string_view before, std::string_view line, std::string_view command);

}  // namespace proctor::format
