#include "format/hidden_exit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <span>
#include <utility>

#include "base/text.hpp"
#include "format/exit_code_use.hpp"
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

bool contains_runner(StepSpan steps) {
  return std::any_of(steps.begin(), steps.end(), [](const ShellStep& step) {
    return runner_kind(step.words) != RunnerKind::none || contains_runner(step.list) ||
           contains_runner(step.substituted);
  });
}

// Makes lists of what is run by a shell within, by `eval` and to set a variable. False where that can't be
// told, and where the output of tests decides what is done.
bool open_lists(std::vector<ShellStep>& steps) {
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
    }
    if (inner && !inner->empty()) {
      step.list = std::move(*inner);
      step.words = {{.text = "("}};
    }
    if (!open_lists(step.list) || !open_lists(step.substituted)) return false;
    if (!speaks(step) && contains_runner(step.substituted)) return false;
  }
  return true;
}

// From here on the first failure ends the shell ("set -e"), but for those in front of `|`, `&&` and `||`.
bool exits_early(const ShellStep& step, bool before) {
  if (step.words.front().text != "set") return before;
  for (const ShellWord& word : step.words) {
    if (word.text.front() != 's' && has(word.text, "e")) before = word.text.starts_with('-');
  }
  return before;
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

void add_files(const ShellStep& step, std::vector<std::string>& files) {
  if (!step.file.empty()) files.push_back(step.file);
  for (const ShellStep& inner : step.list) add_files(inner, files);
}

// How it gets lost in what stands behind a pipe.
bool hides_behind_pipe(StepSpan steps, std::size_t at, HiddenExit& exit) {
  const std::size_t behind = behind_pipeline(steps, at);
  const StepSpan rest = steps.subspan(at + 1, behind - at - 1);
  if (!std::all_of(rest.begin(), rest.end(), hands_on)) return false;
  exit.by = short_name("|", rest.front());
  exit.picks_lines = std::any_of(rest.begin(), rest.end(), picks_lines);
  if (std::none_of(rest.begin(), rest.end(), looks_for_failures)) return true;
  if (!exit.is_framework) return false;
  // By finding none it tells something only if it gets all lines, and what it finds gets to the end.
  const auto finds = [&exit](const ShellStep& filter) { return finds_all_failures(filter, exit.program); };
  const auto filter = std::find_if_not(rest.begin(), rest.end(), keeps_all_lines);
  exit.shows_failures = filter != rest.end() && finds(*filter) && !steps[at].writes_elsewhere &&
                        std::none_of(filter, rest.end(), [&](const ShellStep& step) {
                          return step.writes_elsewhere || (picks_lines(step) && !finds(step));
                        });
  return !exit.shows_failures || (all_silent(steps.first(at)) && all_silent(steps.subspan(behind)));
}

// "wait $!": the exit code is that of a job in the background.
bool waits_for_job(const ShellStep& step) {
  return step.words.size() > 1 && step.words.front().text == "wait";
}

bool contains_wait_for_job(StepSpan steps) {
  return std::any_of(steps.begin(), steps.end(), [](const ShellStep& step) {
    return waits_for_job(step) || contains_wait_for_job(step.list);
  });
}

class HiddenExitFinder {
 public:
  explicit HiddenExitFinder(StepSpan whole) : whole_(whole) {}

  std::vector<HiddenExit> find() {
    find(whole_, false);
    return std::move(found_);
  }

 private:
  void find(StepSpan steps, bool early);
  bool follow(StepSpan steps, std::size_t at, bool early, HiddenExit& exit) const;
  bool follow_pipe(StepSpan steps, std::size_t at, HiddenExit& exit) const;
  bool follow_variable(StepSpan steps, std::string_view name, const std::vector<std::string>& files,
                       HiddenExit& exit) const;

  StepSpan whole_;
  std::vector<HiddenExit> found_{};
};

// `steps` come after the one that sets the variable. Around a list others may use it.
bool HiddenExitFinder::follow_variable(StepSpan steps, std::string_view name,
                                       const std::vector<std::string>& files, HiddenExit& exit) const {
  const std::less<const ShellStep*> before;
  const bool in_list =
      before(steps.data(), whole_.data()) || before(whole_.data() + whole_.size(), steps.data());
  return !(in_list && depends_on(whole_, name)) && follow_code(steps, name, files, exit);
}

// How the exit code of the last step of a pipeline gets lost behind it; `at` is that step.
bool HiddenExitFinder::follow(StepSpan steps, std::size_t at, bool early, HiddenExit& exit) const {
  const std::size_t own = std::exchange(at, end_of_chain(steps, at));
  if (at + 1 >= steps.size() || steps[at].then == Then::end || is_chosen(steps, at)) return false;
  std::vector<std::string> files;
  add_files(steps[own], files);
  const ShellStep& other = steps[steps[at].then == Then::choose ? at + 2 : at + 1];
  if (steps[at].then == Then::choose || steps[at].then == Then::if_it_fails) {
    exit.by = short_name("||", other);
    if (other.words.front().text == "&") {
      const auto behind = steps.subspan(at + 2);
      const auto wait = std::find_if(behind.begin(), behind.end(), waits_for_job);
      if (wait == behind.end()) return !contains_wait_for_job(whole_);
      return follow(behind, static_cast<std::size_t>(wait - behind.begin()), early, exit);
    }
    if (const auto variable = variable_of(other))
      return follow_variable(steps.subspan(at + 2), *variable, files, exit);
    return follow_failure(other, files, exit);
  }
  if (early && at == own) return false;
  exit.by = short_name(";", other);
  if (leaves_with_code(other)) return false;
  if (const auto variable = code_variable_of(other); variable && at == own)
    return follow_variable(steps.subspan(at + 2), *variable, files, exit);
  // What else there is behind it has other exit codes before it.
  std::size_t end = end_of_chain(steps, at + 1) + 1;
  while (end < steps.size() && steps[end - 1].then == Then::if_it_fails) end = end_of_chain(steps, end) + 1;
  return follow_code(steps.subspan(at + 1, end - at - 1), "?", files, exit);
}

// The same in front of a pipe. bash tells it in the step behind.
bool HiddenExitFinder::follow_pipe(StepSpan steps, std::size_t at, HiddenExit& exit) const {
  if (!hides_behind_pipe(steps, at, exit)) return false;
  constexpr std::string_view kCodes = "PIPESTATUS";
  const StepSpan behind = steps.subspan(behind_pipeline(steps, at));
  if (behind.empty() || !mentions(behind.front(), kCodes)) return !mentions(whole_, kCodes);
  std::size_t begin = at;
  while (begin > 0 && steps[begin - 1].then == Then::pipe) --begin;
  const std::string code = fmt::format("{}[{}]", kCodes, at - begin);
  std::vector<std::string> files;
  if (const auto variable = variable_of(behind.front()))
    return has(behind.front().words.front().text, code) &&
           follow_variable(behind.subspan(1), *variable, files, exit);
  if (!speaks(behind.front()) && !mentions(behind.front(), code)) return false;
  return follow_code(behind.first(1), code, files, exit);
}

void HiddenExitFinder::find(StepSpan steps, bool early) {
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const ShellStep& step = steps[i];
    early = exits_early(step, early);
    const std::size_t before = found_.size();
    find(step.list, early);
    find(step.substituted, false);
    if (auto exit = runner_of({.list = step.substituted}, false); exit && !step.substituted.empty()) {
      exit->by = "$(…)";
      found_.push_back(std::move(*exit));
    }
    // Its own words may not get through to the end.
    const auto is_lost = [&step](const HiddenExit& exit) {
      return exit.said.when != Said::When::never && step.then == Then::pipe;
    };
    found_.erase(std::remove_if(found_.begin() + static_cast<std::ptrdiff_t>(before), found_.end(), is_lost),
                 found_.end());
    for (std::size_t k = before; k < found_.size(); ++k)
      if (step.writes_elsewhere) found_[k].said = {};
    if (auto exit = runner_of(step, early)) {
      const bool hides =
          step.then == Then::pipe ? follow_pipe(steps, i, *exit) : follow(steps, i, early, *exit);
      if (hides) found_.push_back(std::move(*exit));
    }
    // What was printed may decide what is done.
    if (!step.takes_output.empty() && depends_on(whole_, step.takes_output)) found_.resize(before);
  }
}

}  // namespace

std::vector<HiddenExit> hidden_exits(std::string_view command) {
  std::vector<HiddenExit> found;
  if (has(command, "pipefail")) return found;
  auto steps = shell_steps(command);
  if (!steps) return found;
  if (!open_lists(*steps)) return found;
  return HiddenExitFinder(*steps).find();
}

}  // namespace proctor::format
