// What a command does with the exit code of tests that it doesn't end with: what it prints of it, and whether
// it may end otherwise because of it.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "format/hidden_exit.hpp"
#include "format/shell_steps.hpp"

namespace proctor::format {

/// What a command runs, for a message: "(cd a …)".
std::string text_of(const ShellStep& step);
/// The same behind what stands before it ("| tail -1"), within 80 bytes or so.
std::string short_name(std::string_view mark, const ShellStep& step);

/// The last step that isn't reached if the one at `at` fails.
std::size_t end_of_chain(std::span<const ShellStep> steps, std::size_t at);
/// The first step behind the pipeline that begins at `at`.
std::size_t behind_pipeline(std::span<const ShellStep> steps, std::size_t at);

/// What a step prints gets through what stands behind a pipe, to the end.
bool lets_words_through(std::span<const ShellStep> steps, std::size_t at);

/// The variable that a step sets and nothing else: "rc" of "rc=$?" and of "rc=1",
/// "n" of "((n++))".
std::optional<std::string> variable_of(const ShellStep& step);
/// Those that it sets, or what stands within it.
std::vector<std::string> variables_of(const ShellStep& step);
/// "FAILED" of "result=FAILED".
std::optional<std::string> value_set(const ShellStep& step, std::string_view name);
/// Of "rc=$?" only.
std::optional<std::string> code_variable_of(const ShellStep& step);
/// Whether steps do more with a variable than to set it, or to print it as it is.
bool depends_on(std::span<const ShellStep> steps, std::string_view variable);

/// `other` is done if the tests fail: "true", "echo broken", "{ cat log; exit 0; }". False if the command may
/// end with another code than 0 by it. `files`: what the tests' output went into.
bool follow_failure(const ShellStep& other, std::span<const std::string> files, HiddenExit& exit);

/// `steps` may use the exit code by a name: "?" or that of a variable. False if the command may end with
/// another code than 0 by it, or isn't understood.
bool follow_code(std::span<const ShellStep> steps, std::string_view name, std::span<const std::string> files,
                 HiddenExit& exit);

}  // namespace proctor::format
