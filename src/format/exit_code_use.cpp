#include "format/exit_code_use.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "base/text.hpp"
#include "format/hiding_step.hpp"
#include "format/line_cursor.hpp"
#include "format/runner_command.hpp"
#include "format/said_words.hpp"

namespace proctor::format {
namespace {

using Then = ShellStep::Then;
using Said = HiddenExit::Said;
using StepSpan = std::span<const ShellStep>;
using Files = std::span<const std::string>;

constexpr std::size_t kLongestShown = 80;

std::string joined_words(std::span<const ShellWord> words) {
  std::string text;
  for (const ShellWord& word : words) (text += text.empty() ? "" : " ") += word.text;
  return text;
}

// Steps that the shell's own words are, and that stand without a mark before them.
bool is_keyword(const ShellStep& step) {
  constexpr std::array kKeywords = std::to_array<std::string_view>({"else", "fi", "done", "!", "&"});
  return is_one_of(kKeywords, step.words.front().text);
}

// Where `name` stands as a whole name, with or without a dollar sign.
std::size_t find_name(std::string_view text, std::string_view name) {
  for (std::size_t at = text.find(name); at != text.npos; at = text.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    const bool begins = at == 0 || !is_of_name(text[at - 1]);
    if (begins && (end == text.size() || !is_of_name(text[end]))) return at;
  }
  return text.npos;
}

bool mentions(StepSpan steps, std::string_view name);

bool mentions(const ShellStep& step, std::string_view name) {
  const auto in_word = [name](const ShellWord& word) {
    if (name == "?") return has(word.text, "$?") || has(word.text, "${?");
    return find_name(word.text, name) != std::string::npos;  // arithmetics need no dollar sign
  };
  return std::any_of(step.words.begin(), step.words.end(), in_word) || mentions(step.list, name) ||
         mentions(step.substituted, name);
}

bool mentions(StepSpan steps, std::string_view name) {
  return std::any_of(steps.begin(), steps.end(),
                     [name](const ShellStep& step) { return mentions(step, name); });
}

// "[ $rc -eq 0 ]", "[[ -n $failed ]]", "((rc))"
enum class Asks { nothing, whether_passed, whether_failed };

constexpr std::array kEqual = std::to_array<std::string_view>({"-eq", "=", "=="});
constexpr std::array kOther = std::to_array<std::string_view>({"-ne", "!=", "-gt", ">"});

bool is_value_of(std::string_view name, std::string_view text) {
  const auto code = find_expansion(text, name);
  return code && code->begin == 0 && code->end == text.size();
}

Asks asks_arithmetically(std::string_view text, std::string_view name) {
  text = trim(text);
  const std::size_t end = std::min(text.find_first_of(" =!>"), text.size());
  const std::string_view value = text.substr(0, end);
  if (value != name && !is_value_of(name, value)) return Asks::nothing;
  text = trim(text.substr(end));
  if (text.empty()) return Asks::whether_failed;
  if (!text.ends_with('0')) return Asks::nothing;
  text = trim(text.substr(0, text.size() - 1));
  if (text == "==") return Asks::whether_passed;
  return is_one_of(kOther, text) ? Asks::whether_failed : Asks::nothing;
}

Asks asks_for(const ShellStep& step, std::string_view name) {
  std::span<const ShellWord> words = step.words;
  const std::string_view program = words.front().text;
  if (program == "((" && words.size() == 2) return asks_arithmetically(words[1].text, name);
  if (program == "[" || program == "[[") words = words.first(words.size() - 1);
  if (program != "[" && program != "[[" && program != "test") return Asks::nothing;
  if (words.size() == 3 && is_value_of(name, words[2].text)) {
    if (words[1].text == "-z") return Asks::whether_passed;
    if (words[1].text == "-n") return Asks::whether_failed;
  }
  if (words.size() < 4 || (program == "[[" && words.size() > 4) || words[3].text != "0" ||
      !is_value_of(name, words[1].text))
    return Asks::nothing;
  if (is_one_of(kEqual, words[2].text)) return Asks::whether_passed;
  return is_one_of(kOther, words[2].text) ? Asks::whether_failed : Asks::nothing;
}

// What `if` asks about it in one of several questions.
Asks asks_in_condition(StepSpan steps, std::string_view name) {
  Asks all = Asks::nothing;
  for (std::size_t i = 0; i + 2 < steps.size(); ++i) {
    const Asks asks = asks_for(steps[i], name);
    const bool alone = steps.size() == 3;
    const Then joined = asks == Asks::whether_failed ? Then::if_it_fails : Then::if_it_succeeds;
    for (std::size_t k = 0; asks != Asks::nothing && !alone && k + 3 < steps.size(); ++k)
      if (steps[k].then != joined) return Asks::nothing;
    if (asks != Asks::nothing) all = asks;
  }
  return all;
}

// What a question about the code at `at` leads to, if they failed.
struct Branch {
  bool is_understood = false;
  const ShellStep* done = nullptr;
  std::size_t next = 0;  // the step behind all that depends on it
};

Branch branch_at(StepSpan steps, std::size_t at, std::string_view name) {
  const ShellStep& step = steps[at];
  const std::size_t size = step.list.size();
  if (size >= 3 && step.list[size - 3].then == Then::choose) {  // an `if`
    const Asks asks = asks_in_condition(step.list, name);
    if (asks == Asks::nothing || step.then == Then::pipe) return {};
    return {true, &step.list[size - (asks == Asks::whether_failed ? 2 : 1)], at + 1};
  }
  const Asks asks = asks_for(step, name);
  if (asks == Asks::nothing) return {};
  if (asks == Asks::whether_failed && step.then == Then::if_it_succeeds)
    return {true, &steps[at + 1], at + 2};
  const std::size_t end = end_of_chain(steps, at);
  const bool alternative = steps[end].then == Then::if_it_fails && end + 1 < steps.size();
  if (asks == Asks::whether_failed) return {true, nullptr, end + (alternative ? 2 : 1)};
  if (alternative) return {true, &steps[end + 1], end + 2};
  // The last one's exit code is that of the whole.
  return {end + 1 < steps.size(), nullptr, end + 1};
}

// "n=$((n+1))", "all+=" and the like
bool mentions_itself(const ShellStep& step, std::string_view name) {
  const std::string_view word = step.words.back().text;
  const std::size_t equals = word.find('=');
  return equals != word.npos &&
         (word.substr(0, equals).ends_with('+') || find_name(word.substr(equals + 1), name) != word.npos);
}

// "n=0 m=0"
bool only_sets(const ShellStep& step, std::string_view name) {
  return std::all_of(step.words.begin(), step.words.end(), [name](const ShellWord& word) {
    return is_assignment(word.text) &&
           find_name(word.text.substr(word.text.find('=') + 1), name) == std::string::npos;
  });
}

// What it reads is what the tests printed, so there is something of it.
bool shows_one_of(const ShellStep& step, Files files) {
  return std::any_of(step.words.begin() + 1, step.words.end(), [&](const ShellWord& word) {
    return std::any_of(files.begin(), files.end(), [&](const std::string& file) {
      return file_of(file) == file_of(word.text) && file_of(file) != "null";
    });
  });
}

// "n" of "n++", "++n" and "n += 1"
std::optional<std::string> counted_by(std::string_view text) {
  text = trim(text);
  const bool before = text.starts_with("++");
  if (before) text.remove_prefix(2);
  const auto end = std::find_if_not(text.begin(), text.end(), is_of_name);
  const std::string_view behind = trim(text.substr(static_cast<std::size_t>(end - text.begin())));
  if (end == text.begin() || (before ? !behind.empty() : behind != "++" && !behind.starts_with("+=")))
    return std::nullopt;
  return std::string(text.begin(), end);
}

}  // namespace

std::string text_of(const ShellStep& step) {
  if (step.list.empty()) return joined_words(step.words);
  const std::string begin = text_of(step.list.front()) + (step.list.size() > 1 ? " …" : "");
  return is_keyword(step) ? fmt::format("else {}", begin) : fmt::format("({})", begin);
}

std::string short_name(std::string_view mark, const ShellStep& step) {
  std::string text =
      mark.empty() || is_keyword(step) ? text_of(step) : fmt::format("{} {}", mark, text_of(step));
  if (text.size() <= kLongestShown) return text;
  text.resize(utf8_prefix(text, kLongestShown));
  return text + "…";
}

std::size_t behind_pipeline(StepSpan steps, std::size_t at) {
  while (at < steps.size() && steps[at].then == Then::pipe) ++at;
  return std::min(at + 1, steps.size());
}

std::size_t end_of_chain(StepSpan steps, std::size_t at) {
  while (at < steps.size() && steps[at].then == Then::if_it_succeeds) at = behind_pipeline(steps, at + 1) - 1;
  return at;
}

bool lets_words_through(StepSpan steps, std::size_t at) {
  if (steps[at].then != Then::pipe) return true;
  const std::size_t behind = behind_pipeline(steps, at);
  const StepSpan rest = steps.subspan(at + 1, behind - at - 1);
  return std::all_of(rest.begin(), rest.end(), [](const ShellStep& filter) {
    return !filter.writes_elsewhere &&
           (keeps_all_lines(filter) || file_of(filter.words.front().text) == "tail");
  });
}

std::optional<std::string> variable_of(const ShellStep& step) {
  if (step.words.empty() || step.words.size() > 2 || !step.list.empty() || step.then == Then::pipe)
    return std::nullopt;
  std::string_view word = step.words.back().text;
  if (step.words.size() == 2) {
    constexpr std::array kDeclaring = std::to_array<std::string_view>({"local", "export", "declare"});
    const std::string_view first = step.words.front().text;
    if (first == "((" || first == "let") return counted_by(word);
    // Its exit code is never that of what it substitutes.
    if (!is_one_of(kDeclaring, first) || !step.substituted.empty()) return std::nullopt;
  }
  if (!is_assignment(word)) return std::nullopt;
  return std::string(word.substr(0, word.find_first_of("+=")));
}

std::optional<std::string> code_variable_of(const ShellStep& step) {
  const std::string& word = step.words.back().text;
  return word.ends_with("=$?") ? variable_of(step) : std::nullopt;
}

bool depends_on(StepSpan steps, std::string_view variable) {
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const ShellStep& step = steps[i];
    if (depends_on(step.list, variable) || depends_on(step.substituted, variable)) return true;
    if (!mentions(StepSpan(&step, 1), variable) || variable_of(step) == variable || only_sets(step, variable))
      continue;
    const StepSpan behind = steps.subspan(i + 1, behind_pipeline(steps, i) - i - 1);
    const auto shows = [](const ShellStep& filter) { return hands_on(filter) && !picks_lines(filter); };
    if (step.list.empty() && (!speaks(step) || !std::all_of(behind.begin(), behind.end(), shows)))
      return true;
  }
  return false;
}

// "|| true", "|| echo broken", "|| { echo broken; exit 0; }", "|| cat log"
bool follow_failure(const ShellStep& other, Files files, HiddenExit& exit) {
  const StepSpan steps = other.list.empty() ? StepSpan(&other, 1) : StepSpan(other.list);
  const auto succeeds = [](const ShellStep& step) {
    return speaks(step) || succeeds_silently(step) || succeeds_speaking(step) || variable_of(step);
  };
  if (other.then == Then::pipe || !std::all_of(steps.begin(), steps.end(), succeeds)) return false;
  const auto asks_for_code = [](const ShellStep& step) {
    return !speaks(step) && !variable_of(step) && mentions(step, "?");
  };
  if (std::any_of(steps.begin(), steps.end(), asks_for_code)) return false;
  if (other.writes_elsewhere) return true;
  for (const ShellStep& step : steps) {
    if (step.writes_elsewhere) continue;
    if (speaks(step) && exit.said.when == Said::When::never) {
      if (const auto said = words_said(step, Said::When::if_failed, "?")) {
        exit.said = *said;
        return true;
      }
    }
    exit.shows_failures = exit.shows_failures || says_something(step) || shows_one_of(step, files);
  }
  return true;
}

bool follow_code(StepSpan steps, std::string_view name, Files files, HiddenExit& exit) {
  for (std::size_t i = 0; i < steps.size();) {
    const ShellStep& step = steps[i];
    const bool only_prints_it = !step.list.empty() && !depends_on(StepSpan(&step, 1), name);
    if (only_prints_it || !mentions(step, name)) {
      ++i;
    } else if (speaks(step)) {
      if (lets_words_through(steps, i) && !step.writes_elsewhere && exit.said.when != Said::When::always)
        if (auto said = words_said(step, Said::When::always, name, !files.empty()))
          exit.said = std::move(*said);
      ++i;
    } else if (variable_of(step) == name) {
      // Set anew, unless this is one more failure.
      const bool adds = step.words.front().text == "((" || step.words.front().text == "let" ||
                        mentions_itself(step, name) || (i > 0 && steps[i - 1].then == Then::if_it_fails);
      if (!adds) return true;
      ++i;
    } else {
      const Branch branch = branch_at(steps, i, name);
      if (!branch.is_understood || (branch.done != nullptr && !follow_failure(*branch.done, files, exit)))
        return false;
      i = branch.next;
    }
  }
  return true;
}

std::optional<std::string> value_set(const ShellStep& step, std::string_view name) {
  const ShellWord& word = step.words.back();
  if (variable_of(step) == name && word.literal && is_assignment(word.text) && !mentions_itself(step, name))
    return word.text.substr(word.text.find('=') + 1);
  for (const ShellStep& inner : step.list)
    if (auto value = value_set(inner, name)) return value;
  return std::nullopt;
}

std::vector<std::string> variables_of(const ShellStep& step) {
  std::vector<std::string> names;
  if (auto name = variable_of(step)) names.push_back(std::move(*name));
  for (const ShellStep& inner : step.list)
    for (std::string& name : variables_of(inner)) names.push_back(std::move(name));
  return names;
}

}  // namespace proctor::format
