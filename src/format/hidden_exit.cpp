#include "format/hidden_exit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <span>

#include "base/text.hpp"
#include "format/line_cursor.hpp"
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

// By themselves, and by the word behind them.
constexpr std::array kFrameworks =
    std::to_array<std::string_view>({"pytest", "py.test", "unittest", "nose2", "ctest", "jest", "mocha",
                                     "vitest", "ava", "bats", "prove", "phpunit", "rspec", "gotestsum"});
struct ProgramAndWord {
  std::string_view program;
  std::string_view word;
};
constexpr std::array kFrameworkPairs = std::to_array<ProgramAndWord>({{"go", "test"},
                                                                      {"cargo", "test"},
                                                                      {"cargo", "nextest"},
                                                                      {"forge", "test"},
                                                                      {"node", "--test"},
                                                                      {"deno", "test"},
                                                                      {"bun", "test"},
                                                                      {"dotnet", "test"},
                                                                      {"mix", "test"},
                                                                      {"swift", "test"},
                                                                      {"mvn", "test"},
                                                                      {"./mvnw", "test"},
                                                                      {"gradle", "test"},
                                                                      {"./gradlew", "test"}});
// These start whatever a project has there.
constexpr std::array kProjectPairs = std::to_array<ProgramAndWord>({{"npm", "test"},
                                                                    {"npm", "t"},
                                                                    {"yarn", "test"},
                                                                    {"pnpm", "test"},
                                                                    {"make", "test"},
                                                                    {"make", "check"},
                                                                    {"ninja", "test"},
                                                                    {"just", "test"},
                                                                    {"tox", ""},
                                                                    {"nox", ""}});
// With these they don't test.
constexpr std::array kOtherwise = std::to_array<std::string_view>(
    {"--help", "-h", "--version", "--list", "-list", "--collect-only", "--co", "--listTests", "--show-only",
     "-N", "--no-run", "--fixtures", "--markers", "--setup-plan", "-c", "--init", "--show-config"});

// Programs that run what stands behind them, after options of their own.
constexpr std::array kWrapperPrograms = std::to_array<std::string_view>(
    {"env", "time", "nice", "nohup", "timeout", "stdbuf", "command", "npx", "bunx", "xvfb-run", "ionice"});
constexpr std::array kWrapperPairs = std::to_array<ProgramAndWord>({{"poetry", "run"},
                                                                    {"pipenv", "run"},
                                                                    {"uv", "run"},
                                                                    {"hatch", "run"},
                                                                    {"pdm", "run"},
                                                                    {"bundle", "exec"},
                                                                    {"pnpm", "exec"},
                                                                    {"yarn", "run"},
                                                                    {"npm", "exec"}});

// Behind a pipe they hand on what they read, or leave some of it out, whatever it says.
constexpr std::array kHandingOn = std::to_array<std::string_view>(
    {"tail",   "head", "cat",    "tee", "less", "more", "wc", "sort", "uniq",  "cut",     "tr",       "nl",
     "column", "fold", "expand", "tac", "rev",  "fmt",  "pr", "true", "iconv", "strings", "unbuffer", "ts"});
// These choose by what it says.
constexpr std::array kChoosing =
    std::to_array<std::string_view>({"grep", "egrep", "fgrep", "rg", "sed", "awk", "gawk", "mawk", "perl"});

constexpr std::size_t kLongestShown = 80;

std::string_view file_of(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

bool is_assignment(std::string_view word) {
  const std::size_t equals = word.find('=');
  return equals != std::string_view::npos && equals > 0 &&
         std::all_of(word.begin(), word.begin() + static_cast<std::ptrdiff_t>(equals),
                     [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
}

std::string joined_words(WordSpan words) {
  std::string text;
  for (const ShellWord& word : words) (text += text.empty() ? "" : " ") += word.text;
  return text;
}

// For a message.
std::string short_name(std::string_view mark, WordSpan words) {
  std::string text = mark.empty() ? joined_words(words) : fmt::format("{} {}", mark, joined_words(words));
  if (text.size() <= kLongestShown) return text;
  text.resize(utf8_prefix(text, kLongestShown));
  return text + "…";
}

// Behind assignments and wrappers: "CI=1 timeout -k 5 60 npx jest -i" is "jest -i". A wrapper's option that
// has a word of its own hides what comes behind it, and then nothing is known.
WordSpan without_wrappers(WordSpan words) {
  while (!words.empty()) {
    const std::string_view program = file_of(words.front().text);
    const std::string_view second = words.size() > 1 ? std::string_view(words[1].text) : std::string_view();
    const bool by_pair = std::any_of(
        kWrapperPairs.begin(), kWrapperPairs.end(),
        [&](const ProgramAndWord& pair) { return program == pair.program && second == pair.word; });
    if (is_assignment(words.front().text)) {
      words = words.subspan(1);
    } else if (by_pair || (program.starts_with("python") && second == "-m")) {
      words = words.subspan(2);
    } else if (is_one_of(kWrapperPrograms, program)) {
      words = words.subspan(1);
      while (!words.empty() && (words.front().text.starts_with('-') ||
                                (program == "timeout" && is_digit(words.front().text[0]))))
        words = words.subspan(1);
    } else {
      return words;
    }
  }
  return words;
}

// Whether the first word behind the program that is neither an option nor `between` is the one wanted.
bool is_pair(std::span<const ProgramAndWord> pairs, WordSpan words, std::string_view between) {
  const std::string_view program = file_of(words.front().text);
  return std::any_of(pairs.begin(), pairs.end(), [&](const ProgramAndWord& pair) {
    if (program != file_of(pair.program)) return false;
    const auto word = std::find_if(words.begin() + 1, words.end(), [&](const ShellWord& each) {
      const bool option = each.text.starts_with('-') || each.text.starts_with('+');
      return each.text == pair.word || (!option && each.text != between);
    });
    return pair.word.empty() || (word != words.end() && word->text == pair.word);
  });
}

std::optional<HiddenExit> runner_of(WordSpan all) {
  const WordSpan words = without_wrappers(all);
  if (words.empty()) return std::nullopt;
  if (std::any_of(words.begin() + 1, words.end(),
                  [](const ShellWord& word) { return is_one_of(kOtherwise, word.text); }))
    return std::nullopt;
  const bool known =
      is_one_of(kFrameworks, file_of(words.front().text)) || is_pair(kFrameworkPairs, words, "clean");
  if (!known && !is_pair(kProjectPairs, words, "run")) return std::nullopt;
  return HiddenExit{.runner = short_name("", all), .is_framework = known};
}

// "grep FAIL", "sed -n '/error/p'"
bool looks_for_failures(WordSpan words) {
  for (const ShellWord& word : words.subspan(1)) {
    if (!word.literal && has(word.text, "$")) return true;  // it may
    std::string text = word.text;
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    for (const std::string_view sign : {"fail", "err", "not ok", "panic", "assert", "exit", "bad", "broke",
                                        "\xE2\x9C\x97", "\xE2\x9C\x96", "\xE2\x9C\x95"}) {
      if (has(text, sign)) return true;
    }
  }
  return false;
}

bool is_filter_for_failures(const ShellStep& step) {
  return is_one_of(kChoosing, file_of(step.words.front().text)) && looks_for_failures(step.words);
}

bool hands_on(const ShellStep& step) {
  const std::string_view program = file_of(step.words.front().text);
  return is_one_of(kHandingOn, program) || is_one_of(kChoosing, program);
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
  constexpr std::size_t kShortest = 3;
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
  if (!said.has_code && said.before.size() < kShortest) return std::nullopt;
  return said;
}

bool speaks(const ShellStep& step) {
  const std::string& program = step.words.front().text;
  return program == "echo" || program == "printf";
}

// The steps of a pipeline that begins at `at`, the first behind it.
std::size_t behind_pipeline(StepSpan steps, std::size_t at) {
  while (at < steps.size() && steps[at].then == Then::pipe) ++at;
  return std::min(at + 1, steps.size());
}

bool mentions_code(StepSpan steps) {
  return std::any_of(steps.begin(), steps.end(), [](const ShellStep& step) {
    return std::any_of(step.words.begin(), step.words.end(),
                       [](const ShellWord& word) { return has(word.text, "$?"); });
  });
}

// How the exit code of the last step of a pipeline gets lost behind it; `at` is that step.
bool follow(StepSpan steps, std::size_t at, HiddenExit& exit) {
  const std::size_t own = at;
  while (at < steps.size() && steps[at].then == Then::if_it_succeeds) {
    at = behind_pipeline(steps, at + 1) - 1;  // isn't reached
  }
  if (at >= steps.size() || steps[at].then == Then::end || at + 1 >= steps.size()) return false;
  const ShellStep& other = steps[at + 1];
  const std::string& program = other.words.front().text;
  if (steps[at].then == Then::if_it_fails) {
    exit.by = short_name("||", other.words);
    if (other.then == Then::pipe) return false;
    if (speaks(other) && !other.writes_elsewhere) {
      const auto said = words_said(other, Said::When::if_failed);
      if (said) exit.said = *said;
      return said.has_value();
    }
    const bool zero = program == "exit" && other.words.size() == 2 && other.words[1].text == "0";
    return program == "true" || program == ":" || program == "/bin/true" || zero || speaks(other);
  }
  exit.by = short_name(";", other.words);
  if (at == own && speaks(other) && mentions_code(steps.subspan(at + 1, 1))) {
    const auto said = words_said(other, Said::When::always);
    if (said) exit.said = *said;
    return said.has_value();
  }
  return program != "exit" && !mentions_code(steps.subspan(at + 1));
}

}  // namespace

std::vector<HiddenExit> hidden_exits(std::string_view command) {
  std::vector<HiddenExit> found;
  if (has(command, "pipefail") || has(command, "PIPESTATUS")) return found;
  const auto all = shell_steps(command);
  if (!all) return found;
  const StepSpan steps = *all;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    auto exit = runner_of(steps[i].words);
    if (!exit) continue;
    if (steps[i].then == Then::pipe) {
      const std::size_t behind = behind_pipeline(steps, i);
      const StepSpan rest = steps.subspan(i + 1, behind - i - 1);
      if (!std::all_of(rest.begin(), rest.end(), hands_on)) continue;
      exit->shows_failures = std::any_of(rest.begin(), rest.end(), is_filter_for_failures);
      const bool alone = all_silent(steps.first(i)) && all_silent(steps.subspan(behind));
      if (exit->shows_failures && !(alone && exit->is_framework)) continue;
      exit->by = short_name("|", rest.front().words);
    } else if (!follow(steps, i, *exit)) {
      continue;
    }
    found.push_back(std::move(*exit));
  }
  return found;
}

}  // namespace proctor::format
