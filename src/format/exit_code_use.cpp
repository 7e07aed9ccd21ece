#include "format/exit_code_use.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "base/text.hpp"
#include "format/hiding_step.hpp"
#include "format/line_cursor.hpp"
#include "format/runner_command.hpp"

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

bool is_of_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
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

struct Expansion {
  std::size_t begin = 0;
  std::size_t end = 0;
};

// "$rc", "${rc}", "${rc:-0}", "$?"
std::optional<Expansion> find_expansion(std::string_view text, std::string_view name) {
  for (std::size_t at = text.find('$'); at != text.npos; at = text.find('$', at + 1)) {
    const bool braces = text.substr(at + 1).starts_with('{');
    const std::string_view rest = text.substr(at + (braces ? 2 : 1));
    if (!rest.starts_with(name)) continue;
    const std::string_view behind = rest.substr(name.size());
    const std::size_t end = text.size() - behind.size();
    if (!braces) {
      if (name == "?" || behind.empty() || !is_of_name(behind.front())) return Expansion{at, end};
    } else if (behind.starts_with('}') || behind.starts_with(":-") || behind.starts_with('-')) {
      if (const std::size_t close = behind.find('}'); close != behind.npos)
        return Expansion{at, end + close + 1};
    }
  }
  return std::nullopt;
}

// What `echo` and `printf` print; nothing if it can't be told beforehand. `name`: of the exit code.
std::optional<Said> words_said(const ShellStep& step, Said::When when, std::string_view name) {
  std::span<const ShellWord> words = std::span(step.words).subspan(1);
  const bool echo = step.words.front().text == "echo";
  while (echo && !words.empty() && (words.front().text == "-e" || words.front().text == "-n"))
    words = words.subspan(1);
  std::string text = joined_words(words);
  if (!echo && text.ends_with("\\n")) text.resize(text.size() - 2);
  if (has(text, "\\") || (!echo && has(text, "%"))) return std::nullopt;
  Said said{.when = when};
  const auto code = find_expansion(text, name);
  said.before = text.substr(0, code ? code->begin : text.size());
  if (code) {
    said.has_code = true;
    said.after = text.substr(code->end);
  }
  if (has(said.before, "$") || has(said.after, "$")) return std::nullopt;
  if (!said.has_code && said.before.empty()) return std::nullopt;
  return said;
}

// "[ $rc -eq 0 ]", "test $? -ne 0"
enum class Asks { nothing, whether_passed, whether_failed };

Asks asks_for(const ShellStep& step, std::string_view name) {
  constexpr std::array kEqual = std::to_array<std::string_view>({"-eq", "=", "=="});
  constexpr std::array kOther = std::to_array<std::string_view>({"-ne", "!=", "-gt"});
  const auto& words = step.words;
  const std::string_view program = words.front().text;
  if (words.size() < 4 || (program != "[" && program != "test") || words[3].text != "0") return Asks::nothing;
  const auto code = find_expansion(words[1].text, name);
  if (!code || code->begin > 0 || code->end < words[1].text.size()) return Asks::nothing;
  if (is_one_of(kEqual, words[2].text)) return Asks::whether_passed;
  return is_one_of(kOther, words[2].text) ? Asks::whether_failed : Asks::nothing;
}

// What a question about the code at `at` leads to, if they failed.
struct Branch {
  bool is_understood = false;
  const ShellStep* done = nullptr;
  std::size_t next = 0;  // the step behind all that depends on it
};

Branch branch_at(StepSpan steps, std::size_t at, std::string_view name) {
  const ShellStep& step = steps[at];
  if (step.list.size() == 3 && step.list[0].then == Then::choose) {  // an `if`
    const Asks asks = asks_for(step.list[0], name);
    if (asks == Asks::nothing || step.then == Then::pipe) return {};
    return {true, &step.list[asks == Asks::whether_failed ? 1 : 2], at + 1};
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

// What it reads is what the tests printed, so there is something of it.
bool shows_one_of(const ShellStep& step, Files files) {
  return std::any_of(step.words.begin() + 1, step.words.end(), [&](const ShellWord& word) {
    return std::any_of(files.begin(), files.end(), [&](const std::string& file) {
      return file_of(file) == file_of(word.text) && file_of(file) != "null";
    });
  });
}

}  // namespace

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

std::optional<std::string> variable_of(const ShellStep& step) {
  if (step.words.size() != 1 || !step.list.empty() || step.then == Then::pipe) return std::nullopt;
  const std::string& word = step.words.front().text;
  if (!is_assignment(word)) return std::nullopt;
  return word.substr(0, word.find('='));
}

std::optional<std::string> code_variable_of(const ShellStep& step) {
  const std::string& word = step.words.front().text;
  return word.ends_with("=$?") ? variable_of(step) : std::nullopt;
}

bool depends_on(StepSpan steps, std::string_view variable) {
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const ShellStep& step = steps[i];
    if (depends_on(step.list, variable) || depends_on(step.substituted, variable)) return true;
    if (!mentions(StepSpan(&step, 1), variable) || variable_of(step) == variable) continue;
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
    return speaks(step) || succeeds_silently(step) || succeeds_speaking(step);
  };
  if (other.then == Then::pipe || !std::all_of(steps.begin(), steps.end(), succeeds)) return false;
  const auto asks_for_code = [](const ShellStep& step) { return !speaks(step) && mentions(step, "?"); };
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
    if (!mentions(step, name)) {
      ++i;
    } else if (speaks(step)) {
      const bool seen = step.then != Then::pipe && !step.writes_elsewhere;
      if (seen && exit.said.when != Said::When::always && find_expansion(joined_words(step.words), name)) {
        if (const auto said = words_said(step, Said::When::always, name)) exit.said = *said;
      }
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

}  // namespace proctor::format
