// Which commands run tests.
#pragma once

#include <span>
#include <string_view>

#include "format/shell_steps.hpp"

namespace proctor::format {

enum class RunnerKind {
  none,
  project,    ///< runs whatever a project has there (`npm test`), which may print anything
  framework,  ///< a test framework's own program, whose results are recognised
};

/// What a simple command runs, behind assignments and programs that run others ("CI=1 timeout 60 npx jest").
/// None for what only lists tests or shows help.
RunnerKind runner_kind(std::span<const ShellWord> words);

/// Whether any word of a command names tests or what runs them: "./run_tests.sh", "make check", "npx jest".
/// The words of a crash are evidence only in the output of such a command: any program may print them.
bool names_tests(std::string_view command);

/// The words without assignments and programs that run others. A wrapper's option that has a word of its own
/// hides what comes behind it.
std::span<const ShellWord> without_wrappers(std::span<const ShellWord> words);

/// The words without the options of a program that runs others; those of Python end with "-m".
std::span<const ShellWord> without_options(std::string_view wrapper, std::span<const ShellWord> words);

/// The last part of a path.
std::string_view file_of(std::string_view path);

/// "A=b"
bool is_assignment(std::string_view word);

}  // namespace proctor::format
