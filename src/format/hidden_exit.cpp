#include "format/hidden_exit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <utility>

#include "base/text.hpp"
#include "format/hiding_step.hpp"
#include "format/line_cursor.hpp"
#include "format/runner_command.hpp"
#include "format/shell_steps.hpp"

namespace proctor::format {
namespace {

using Then = ShellStep::Then;
using Said = HiddenExit::Said;
using WordSpan = std::span<const ShellWord>;
using StepSpan = std::span<const ShellStep>;

template <typename List>
bool is_one_of(const List& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

constexpr std::size_t kLongestShown = 80;

std::string joined_words(WordSpan words) {
  std::string text;
  for (const ShellWord& word : words) (text += text.empty() ? "" : " ") += word.text;
  return text;
}

bool is_keyword(const ShellStep& step) {
  const std::string& word = step.words.front().text;
  return word == "else" || word == "fi" || word == "done";
}

std::string text_of(const ShellStep& step) {
  if (step.list.empty()) return joined_words(step.words);
  const std::string begin = text_of(step.list.front()) + (step.list.size() > 1 ? " …" : "");
  return is_keyword(step) ? fmt::format("else {}", begin) : fmt::format("({})", begin);
}

// For a message.
std::string short_name(std::string_view mark, const ShellStep& step) {
  std::string text =
      mark.empty() || is_keyword(step) ? text_of(step) : fmt::format("{} {}", mark, text_of(step));
  if (text.size() <= kLongestShown) return text;
  text.resize(utf8_prefix(text, kLongestShown));
  return text + "…";
}

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

void open_shells(std::vector<ShellStep>& steps) {
  for (ShellStep& step : steps) {
    if (auto inner = step.list.empty() ? steps_of_shell(step.words) : std::nullopt;
        inner && !inner->empty()) {
      step.list = std::move(*inner);
      step.words = {{.text = "("}};
    }
    open_shells(step.list);
  }
}

// From here on the first failure ends the shell ("set -e"), but for those in front of `|`, `&&` and `||`.
bool exits_early(const ShellStep& step, bool before) {
  if (step.words.front().text != "set") return before;
  for (const ShellWord& word : step.words) {
    if (word.text.front() != 's' && has(word.text, "e")) before = word.text.starts_with('-');
  }
  return before;
}

// The steps of a pipeline that begins at `at`, the first behind it.
std::size_t behind_pipeline(StepSpan steps, std::size_t at) {
  while (at < steps.size() && steps[at].then == Then::pipe) ++at;
  return std::min(at + 1, steps.size());
}

// The last step that isn't reached if the one at `at` fails.
std::size_t end_of_chain(StepSpan steps, std::size_t at) {
  while (at < steps.size() && steps[at].then == Then::if_it_succeeds) at = behind_pipeline(steps, at + 1) - 1;
  return at;
}

// One of the two lists of an `if`, whose exit code is that of the whole.
bool is_chosen(StepSpan steps, std::size_t at) {
  return at > 0 && (steps[at - 1].then == Then::choose || (at > 1 && steps[at - 2].then == Then::choose));
}

// What a step runs whose exit code is that of tests.
std::optional<HiddenExit> runner_of(const ShellStep& step, bool early) {
  if (step.list.empty()) {
    const RunnerKind kind = runner_kind(step.words);
    if (kind == RunnerKind::none) return std::nullopt;
    return HiddenExit{.runner = short_name("", step),
                      .program = std::string(file_of(without_wrappers(step.words).front().text)),
                      .is_framework = kind == RunnerKind::framework};
  }
  const StepSpan steps = step.list;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    early = exits_early(steps[i], early);
    if (steps[i].then == Then::pipe) continue;
    const std::size_t end = end_of_chain(steps, i);
    const Then then = end < steps.size() && !is_chosen(steps, end) ? steps[end].then : Then::end;
    if (then != Then::end && !(early && end == i && then == Then::next)) continue;
    if (auto runner = runner_of(steps[i], early)) return runner;
  }
  return std::nullopt;
}

bool all_silent(StepSpan steps) {
  return std::all_of(steps.begin(), steps.end(), [](const ShellStep& step) {
    const std::string_view program = step.words.front().text;
    return program == "cd" || program == "export" || program == "true" || program == ":" ||
           (step.words.size() == 1 && is_assignment(program));
  });
}

// What `echo` and `printf` print; nothing if it can't be told beforehand.
std::optional<Said> words_said(const ShellStep& step, Said::When when) {
  WordSpan words = WordSpan(step.words).subspan(1);
  const bool echo = step.words.front().text == "echo";
  while (echo && !words.empty() && (words.front().text == "-e" || words.front().text == "-n"))
    words = words.subspan(1);
  std::string text = joined_words(words);
  if (!echo && text.ends_with("\\n")) text.resize(text.size() - 2);
  if (has(text, "\\") || (!echo && has(text, "%"))) return std::nullopt;
  Said said{.when = when};
  const std::size_t code = text.find("$?");
  said.before = text.substr(0, code);
  if (code != std::string::npos) {
    said.has_code = true;
    said.after = text.substr(code + 2);
  }
  if (has(said.before, "$") || has(said.after, "$")) return std::nullopt;
  if (!said.has_code && said.before.empty()) return std::nullopt;
  return said;
}

bool mentions_code(StepSpan steps) {
  return std::any_of(steps.begin(), steps.end(), [](const ShellStep& step) {
    return mentions_code(step.list) ||
           std::any_of(step.words.begin(), step.words.end(),
                       [](const ShellWord& word) { return has(word.text, "$?"); });
  });
}

// "|| true", "|| echo broken", "|| { echo broken; exit 0; }", "|| cat log"
bool follow_failure(const ShellStep& other, HiddenExit& exit) {
  exit.by = short_name("||", other);
  const StepSpan steps = other.list.empty() ? StepSpan(&other, 1) : StepSpan(other.list);
  const auto succeeds = [](const ShellStep& step) {
    return speaks(step) || succeeds_silently(step) || succeeds_speaking(step);
  };
  if (other.then == Then::pipe || !std::all_of(steps.begin(), steps.end(), succeeds)) return false;
  const auto asks_for_code = [](const ShellStep& step) {
    return !speaks(step) && mentions_code(StepSpan(&step, 1));
  };
  if (std::any_of(steps.begin(), steps.end(), asks_for_code)) return false;
  if (other.writes_elsewhere) return true;
  for (const ShellStep& step : steps) {
    if (step.writes_elsewhere) continue;
    if (speaks(step)) {
      if (const auto said = words_said(step, Said::When::if_failed)) {
        exit.said = *said;
        return true;
      }
    }
    exit.shows_failures =
        exit.shows_failures || succeeds_speaking(step) || (speaks(step) && says_something(step));
  }
  return true;
}

// "[ $? -eq 0 ]", behind which stands what is done if it is so, and what otherwise
bool asks_for_zero(WordSpan words) {
  constexpr std::array kEqual = std::to_array<std::string_view>({"-eq", "=", "=="});
  const std::string_view program = words.front().text;
  return words.size() >= 4 && (program == "[" || program == "test") && words[1].text == "$?" &&
         is_one_of(kEqual, words[2].text) && words[3].text == "0";
}

// How the exit code of the last step of a pipeline gets lost behind it; `at` is that step.
bool follow(StepSpan steps, std::size_t at, bool early, HiddenExit& exit) {
  const std::size_t own = std::exchange(at, end_of_chain(steps, at));
  if (at + 1 >= steps.size() || steps[at].then == Then::end || is_chosen(steps, at)) return false;
  if (steps[at].then == Then::choose) return follow_failure(steps[at + 2], exit);
  const ShellStep& other = steps[at + 1];
  if (steps[at].then == Then::if_it_fails) return follow_failure(other, exit);
  if (early && at == own) return false;
  if (at == own && asks_for_zero(other.words)) {
    const std::size_t end = end_of_chain(steps, at + 1);
    return end + 1 < steps.size() && steps[end].then == Then::if_it_fails &&
           follow_failure(steps[end + 1], exit);
  }
  exit.by = short_name(";", other);
  if (at == own && speaks(other) && mentions_code(steps.subspan(at + 1, 1))) {
    const auto said = words_said(other, Said::When::always);
    if (said) exit.said = *said;
    return said.has_value();
  }
  return !leaves_with_code(other) && !mentions_code(steps.subspan(at + 1));
}

// How it gets lost in what stands behind a pipe.
bool follow_pipe(StepSpan steps, std::size_t at, HiddenExit& exit) {
  const std::size_t behind = behind_pipeline(steps, at);
  const StepSpan rest = steps.subspan(at + 1, behind - at - 1);
  if (!std::all_of(rest.begin(), rest.end(), hands_on)) return false;
  exit.by = short_name("|", rest.front());
  exit.picks_lines = std::any_of(rest.begin(), rest.end(), picks_lines);
  if (std::none_of(rest.begin(), rest.end(), looks_for_failures)) return true;
  if (!exit.is_framework) return false;
  exit.shows_failures = std::any_of(rest.begin(), rest.end(), [&exit](const ShellStep& filter) {
    return finds_all_failures(filter, exit.program);
  });
  return !exit.shows_failures || (all_silent(steps.first(at)) && all_silent(steps.subspan(behind)));
}

void find_hidden(StepSpan steps, bool early, std::vector<HiddenExit>& found) {
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const ShellStep& step = steps[i];
    early = exits_early(step, early);
    std::vector<HiddenExit> within;
    find_hidden(step.list, early, within);
    for (HiddenExit& exit : within) {
      // Its own words may not get through to the end.
      if (exit.said.when != Said::When::never && step.then == Then::pipe) continue;
      if (step.writes_elsewhere) exit.said = {};
      found.push_back(std::move(exit));
    }
    auto exit = runner_of(step, early);
    if (!exit) continue;
    const bool hides =
        step.then == Then::pipe ? follow_pipe(steps, i, *exit) : follow(steps, i, early, *exit);
    if (hides) found.push_back(std::move(*exit));
  }
}

}  // namespace

std::vector<HiddenExit> hidden_exits(std::string_view command) {
  std::vector<HiddenExit> found;
  if (has(command, "pipefail") || has(command, "PIPESTATUS")) return found;
  auto steps = shell_steps(command);
  if (!steps) return found;
  open_shells(*steps);
  find_hidden(*steps, false, found);
  return found;
}

}  // namespace proctor::format
