// What a command itself prints to tell how its tests ended: "exit: $?", "broken".
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "format/hidden_exit.hpp"
#include "format/shell_steps.hpp"

namespace proctor::format {

struct Expansion {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// Where a word has "$rc", "${rc}", "${rc:-0}", "${#rc[@]}" or "$?".
std::optional<Expansion> find_expansion(std::string_view text, std::string_view name);

/// A letter, a digit or an underscore.
bool is_of_name(char c);

/// What `echo` and `printf` print; nothing if it can't be told from other lines. `name`: of the exit code.
/// `alone`: the tests themselves print nothing that could be taken for it.
std::optional<HiddenExit::Said> words_said(const ShellStep& step, HiddenExit::Said::When when,
                                           std::string_view name, bool alone = false);

/// If they fail, this value stands where the code would.
void name_failure(const std::optional<std::string>& value, HiddenExit::Said& said);

/// Whether they passed by this line; nothing if it isn't the one.
std::optional<bool> passed_by(const HiddenExit::Said& said, std::string_view line);

}  // namespace proctor::format
