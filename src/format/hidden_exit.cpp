#include "format/hidden_exit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <utility>

#include "base/text.hpp"
#include "format/exit_code_use.hpp"
#include "format/hiding_step.hpp"
#include "format/inner_commands.hpp"
#include "format/line_cursor.hpp"
#include "format/runner_command.hpp"
#include "format/said_words.hpp"
#include "format/shell_steps.hpp"

namespace proctor::format {
namespace {

using Then = ShellStep::Then;
using Said = HiddenExit::Said;
using StepSpan = std::span<const ShellStep>;

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
                      .is_framework = kind == RunnerKind::framework,
                      .is_unseen = step.writes_elsewhere};
  }
  const StepSpan steps = step.list;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    early = exits_early(steps[i], early);
    if (steps[i].then == Then::pipe) continue;
    const std::size_t end = end_of_chain(steps, i);
    const Then then = end < steps.size() && !is_chosen(steps, end) ? steps[end].then : Then::end;
    if (then != Then::end && !(early && end == i && then == Then::next)) continue;
    auto runner = runner_of(steps[i], early);
    if (!runner) continue;
    runner->is_unseen = runner->is_unseen || step.writes_elsewhere;
    return runner;
  }
  return std::nullopt;
}

bool all_silent(StepSpan steps) {
  return std::all_of(steps.begin(), steps.end(), [](const ShellStep& step) {
    const std::string_view program = step.words.front().text;
    constexpr std::array kSilent =
        std::to_array<std::string_view>({"cd", "export", "true", ":", ".", "source", "set", "[", "[["});
    return is_one_of(kSilent, program) || (step.words.size() == 1 && is_assignment(program));
  });
}

void add_files(const ShellStep& step, std::vector<std::string>& files) {
  if (!step.file.empty()) files.push_back(step.file);
  for (const ShellStep& inner : step.list) add_files(inner, files);
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
  HiddenExitFinder(StepSpan whole, bool asks_pipes) : whole_(whole), asks_pipes_(asks_pipes) {}

  std::vector<HiddenExit> find() {
    find(whole_, false, false);
    return std::move(found_);
  }

 private:
  // A list, and the step in it that is looked at.
  struct Level {
    StepSpan steps;
    std::size_t at = 0;
    bool is_loop = false;
  };

  void find(StepSpan steps, bool early, bool in_loop);
  bool follow(StepSpan steps, std::size_t at, bool early, HiddenExit& exit) const;
  bool follow_pipe(StepSpan steps, std::size_t at, HiddenExit& exit) const;
  bool follow_variable(StepSpan steps, std::string_view name, const std::vector<std::string>& files,
                       HiddenExit& exit) const;
  bool is_shown(const ShellStep& step) const;

  StepSpan whole_;
  bool asks_pipes_;  // by PIPESTATUS
  std::vector<Level> levels_{};
  std::vector<HiddenExit> found_{};
};

// What another step has written into a file.
bool may_show(const ShellStep& step) {
  if (!step.list.empty()) return std::any_of(step.list.begin(), step.list.end(), may_show);
  constexpr std::array kOther = std::to_array<std::string_view>({"done", "else", "ls", "date", "pwd"});
  const std::string_view first = step.words.front().text;
  const bool shows_others = speaks(step) || succeeds_silently(step) || variable_of(step) ||
                            is_one_of(kOther, first) || runner_kind(step.words) == RunnerKind::framework;
  return !step.substituted.empty() || !shows_others;
}

// Whether what a step prints may be seen, although it goes into a file.
bool HiddenExitFinder::is_shown(const ShellStep& step) const {
  if (!step.takes_output.empty()) return true;
  return std::any_of(levels_.begin(), levels_.end(), [](const Level& level) {
    const StepSpan behind = level.steps.subspan(level.at + 1);
    return std::any_of(behind.begin(), behind.end(), may_show);
  });
}

// `steps` come after the one that sets the variable. What stands around it may use it as well.
bool HiddenExitFinder::follow_variable(StepSpan steps, std::string_view name,
                                       const std::vector<std::string>& files, HiddenExit& exit) const {
  if (!follow_code(steps, name, files, exit)) return false;
  const bool in_loop =
      std::any_of(levels_.begin(), levels_.end(), [](const Level& level) { return level.is_loop; });
  for (const Level& level : levels_) {
    const bool own = &level == &levels_.back();
    if (in_loop && depends_on(level.steps.first(level.at), name)) return false;
    if (!own && !follow_code(level.steps.subspan(level.at + 1), name, files, exit)) return false;
  }
  return true;
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
    if (!follow_failure(other, files, exit)) return false;
    const StepSpan behind = steps.subspan(at + (steps[at].then == Then::choose ? 3 : 2));
    const auto names = variables_of(other);
    return std::all_of(names.begin(), names.end(), [&](const std::string& name) {
      const auto before = exit.said.when;
      if (!follow_variable(behind, name, files, exit)) return false;
      if (before != Said::When::always) name_failure(value_set(other, name), exit.said);
      return true;
    });
  }
  if (early && at == own) return false;
  exit.by = short_name(";", other);
  if (leaves_with_code(other)) return false;
  if (const auto variable = code_variable_of(other); variable && at == own)
    return follow_variable(steps.subspan(at + 2), *variable, files, exit);
  // What else there is behind it has other exit codes before it.
  std::size_t end = behind_pipeline(steps, end_of_chain(steps, at + 1));
  while (end < steps.size() && steps[end - 1].then == Then::if_it_fails) end = end_of_chain(steps, end) + 1;
  return follow_code(steps.subspan(at + 1, end - at - 1), "?", files, exit);
}

constexpr std::string_view kFirstOfPipeline = "PIPESTATUS[0]";

// Whether the step behind the pipeline takes the exit code of its first one, which is the one at `at`.
bool asks_for_first(StepSpan steps, std::size_t at) {
  if (at > 0 && steps[at - 1].then == Then::pipe) return false;
  const ShellStep& next = steps[behind_pipeline(steps, at)];
  return std::any_of(next.words.begin(), next.words.end(), [](const ShellWord& word) {
    return find_expansion(word.text, kFirstOfPipeline).has_value();
  });
}

// How it gets lost in what stands behind a pipe.
bool HiddenExitFinder::follow_pipe(StepSpan steps, std::size_t at, HiddenExit& exit) const {
  const std::size_t behind = behind_pipeline(steps, at);
  const StepSpan rest = steps.subspan(at + 1, behind - at - 1);
  if (!std::all_of(rest.begin(), rest.end(), hands_on)) return false;
  exit.by = short_name("|", rest.front());
  if (asks_pipes_) {
    // "pytest | tail; rc=${PIPESTATUS[0]}": of the first of a pipeline, right behind it
    if (behind >= steps.size() || steps[behind - 1].then != Then::next || !asks_for_first(steps, at))
      return false;
    const std::vector<std::string> files;
    const ShellStep& next = steps[behind];
    if (const auto variable = variable_of(next)) {
      if (!follow_variable(steps.subspan(behind + 1), *variable, files, exit)) return false;
    } else if (!speaks(next) || !follow_code(steps.subspan(behind, 1), kFirstOfPipeline, files, exit)) {
      return false;
    }
  }
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

void HiddenExitFinder::find(StepSpan steps, bool early, bool in_loop) {
  const bool is_loop = steps.size() > 1 && steps.back().words.front().text == "done";
  in_loop = in_loop || is_loop;
  levels_.push_back({steps, 0, is_loop});
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const ShellStep& step = steps[i];
    levels_.back().at = i;
    early = exits_early(step, early);
    const std::size_t before = found_.size();
    find(step.list, early, in_loop);
    find(step.substituted, false, in_loop);
    if (auto exit = runner_of({.list = step.substituted}, false); exit && !step.substituted.empty()) {
      exit->by = "$(…)";
      found_.push_back(std::move(*exit));
    }
    // Its own words may not get through to the end.
    const auto is_lost = [steps, i](const HiddenExit& exit) {
      return exit.said.when != Said::When::never && !lets_words_through(steps, i);
    };
    found_.erase(std::remove_if(found_.begin() + static_cast<std::ptrdiff_t>(before), found_.end(), is_lost),
                 found_.end());
    for (std::size_t k = before; k < found_.size(); ++k)
      if (step.writes_elsewhere) found_[k].said = {};
    if (auto exit = runner_of(step, early)) {
      const bool hides =
          step.then == Then::pipe ? follow_pipe(steps, i, *exit) : follow(steps, i, early, *exit);
      exit->in_loop = in_loop;
      exit->is_unseen = exit->is_unseen && !is_shown(step);
      if (hides) found_.push_back(std::move(*exit));
    }
    // What was printed may decide what is done.
    if (!step.takes_output.empty() && depends_on(whole_, step.takes_output)) found_.resize(before);
  }
  levels_.pop_back();
}

}  // namespace

std::vector<HiddenExit> hidden_exits(std::string_view command) {
  std::vector<HiddenExit> found;
  if (has(command, "pipefail")) return found;
  auto steps = shell_steps(command);
  if (!steps) return found;
  if (!open_inner_commands(*steps)) return found;
  return HiddenExitFinder(*steps, has(command, "PIPESTATUS")).find();
}

}  // namespace proctor::format
