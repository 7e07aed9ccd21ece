#include "format/inner_commands.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "format/exit_code_use.hpp"
#include "format/hiding_step.hpp"
#include "format/line_cursor.hpp"
#include "format/runner_command.hpp"

namespace proctor::format {
namespace {

using Then = ShellStep::Then;
using WordSpan = std::span<const ShellWord>;
using StepSpan = std::span<const ShellStep>;

// "bash -ec 'cd a; pytest | tail'" is a list, too. Of words in double quotes the shell outside has taken
// "$?".
std::optional<std::vector<ShellStep>> steps_of_shell(WordSpan words) {
  constexpr std::array kShells = std::to_array<std::string_view>({"sh", "bash", "dash", "ash", "ksh", "zsh"});
  words = without_wrappers(words);
  if (words.empty() || !is_one_of(kShells, file_of(words.front().text))) return std::nullopt;
  bool exits_early = false;
  for (words = words.subspan(1); words.size() > 1 && words.front().text.starts_with('-');
       words = words.subspan(1)) {
    const std::string& options = words.front().text;
    if (options.starts_with("--")) continue;
    exits_early = exits_early || has(options, "e");
    if (!options.ends_with('c')) continue;
    if (!words[1].literal && has(words[1].text, "$?")) return std::nullopt;
    auto steps = shell_steps(words[1].text);
    if (steps && exits_early)
      steps->insert(steps->begin(), {.words = {{.text = "set"}, {.text = "-e"}}, .then = Then::next});
    return steps;
  }
  return std::nullopt;
}

// "script -qc 'pytest' /dev/null" ends with 0 whatever becomes of it, unless it has "-e".
std::optional<std::vector<ShellStep>> steps_of_script(WordSpan words) {
  words = without_wrappers(words);
  if (words.empty() || file_of(words.front().text) != "script") return std::nullopt;
  bool hands_code_on = false;
  std::optional<std::vector<ShellStep>> steps;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string& word = words[i].text;
    const bool letters = word.starts_with('-') && !word.starts_with("--");
    hands_code_on = hands_code_on || word == "--return" || (letters && has(word, "e"));
    if (i + 1 < words.size() && (word == "--command" || (letters && word.ends_with('c'))))
      steps = shell_steps(words[++i].text);
  }
  if (!steps || steps->empty() || hands_code_on) return steps;
  steps->back().then = Then::next;
  steps->push_back({.words = {{.text = "script"}}});
  return steps;
}

// "ssh -p 22 host 'cd a; pytest'"
std::optional<std::vector<ShellStep>> steps_of_ssh(WordSpan words) {
  if (words.empty() || file_of(words.front().text) != "ssh") return std::nullopt;
  words = without_options("ssh", words.subspan(1));
  if (words.size() < 2) return std::nullopt;
  std::string text;
  for (const ShellWord& word : words.subspan(1)) (text += word.text) += ' ';
  return shell_steps(text);
}

// "find -exec pytest {} \\;" goes on whatever becomes of it.
std::optional<std::vector<ShellStep>> steps_of_find(WordSpan words) {
  if (file_of(words.front().text) != "find") return std::nullopt;
  const auto is_exec = [](const ShellWord& word) { return word.text == "-exec" || word.text == "-execdir"; };
  const auto begin = std::find_if(words.begin(), words.end(), is_exec);
  const auto is_end = [](const ShellWord& word) { return word.text == ";" || word.text == "+"; };
  const auto end = std::find_if(begin, words.end(), is_end);
  if (end == words.end() || end - begin < 2) return std::nullopt;
  std::vector<ShellStep> steps{{.words = {begin + 1, end}}};
  if (end->text == ";") {
    steps.back().then = Then::next;
    steps.push_back({.words = {{.text = "done"}}});
  }
  return steps;
}

bool contains_runner(StepSpan steps) {
  return std::any_of(steps.begin(), steps.end(), [](const ShellStep& step) {
    return runner_kind(step.words) != RunnerKind::none || contains_runner(step.list) ||
           contains_runner(step.substituted);
  });
}

}  // namespace

bool open_inner_commands(std::vector<ShellStep>& steps) {
  for (ShellStep& step : steps) {
    std::optional<std::vector<ShellStep>> inner;
    if (!step.list.empty()) {
      // it is one
    } else if (step.words.front().text == "eval") {
      std::string text;
      for (const ShellWord& word : WordSpan(step.words).subspan(1)) {
        if (!word.literal) return false;
        (text += word.text) += ' ';
      }
      inner = shell_steps(text);
      if (!inner) return false;
    } else if (!step.substituted.empty() && variable_of(step)) {
      inner = std::move(step.substituted);
      step.substituted.clear();
      step.takes_output = *variable_of(step);
      step.writes_elsewhere = true;
    } else {
      inner = steps_of_shell(step.words);
      if (!inner) inner = steps_of_script(step.words);
      if (!inner) inner = steps_of_find(step.words);
      if (!inner) inner = steps_of_ssh(step.words);
    }
    if (inner && !inner->empty()) {
      step.list = std::move(*inner);
      step.words = {{.text = "("}};
    }
    if (!open_inner_commands(step.list) || !open_inner_commands(step.substituted)) return false;
    if (!speaks(step) && contains_runner(step.substituted)) return false;
  }
  return true;
}

}  // namespace proctor::format
