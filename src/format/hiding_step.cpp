#include "format/hiding_step.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <span>
#include <string>

#include "format/line_cursor.hpp"
#include "format/runner_command.hpp"

namespace proctor::format {
namespace {

std::span<const ShellWord> words_behind(const ShellStep& step) {
  return std::span(step.words).subspan(1);
}

std::string_view program_of(const ShellStep& step) {
  return file_of(step.words.front().text);
}

// Behind a pipe they hand on what they read, or leave some of it out, whatever it says.
constexpr std::array kHandingOn = std::to_array<std::string_view>(
    {"tail",  "head",    "cat",      "tee",  "less",   "more", "wc",      "sort",   "uniq",  "cut",
     "tr",    "nl",      "column",   "fold", "expand", "tac",  "rev",     "fmt",    "pr",    "true",
     "iconv", "strings", "unbuffer", "ts",   "xxd",    "od",   "hexdump", "base64", "paste", "sponge"});
// These choose by what it says.
constexpr std::array kChoosing =
    std::to_array<std::string_view>({"grep", "egrep", "fgrep", "rg", "sed", "awk", "gawk", "mawk", "perl"});

std::string lower_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

}  // namespace

bool picks_lines(const ShellStep& step) {
  return is_one_of(kChoosing, program_of(step));
}

bool hands_on(const ShellStep& step) {
  const std::string_view program = program_of(step);
  return is_one_of(kHandingOn, program) || picks_lines(step);
}

bool keeps_all_lines(const ShellStep& step) {
  constexpr std::array kKeeping =
      std::to_array<std::string_view>({"cat", "tee", "nl", "ts", "unbuffer", "sort", "uniq", "expand"});
  return is_one_of(kKeeping, program_of(step));
}

bool finds_all_failures(const ShellStep& filter, std::string_view runner) {
  if (!picks_lines(filter)) return false;
  constexpr std::array kSayFail =
      std::to_array<std::string_view>({"bats", "prove", "go", "gotestsum", "forge", "ctest", "node",
                                       "unittest", "mvn", "mvnw", "gradle", "gradlew"});
  constexpr std::array kSayNotOk = std::to_array<std::string_view>({"bats", "prove"});
  std::string pattern;
  bool any_case = false;
  for (const ShellWord& word : words_behind(filter)) {
    const std::string_view text = word.text;
    const bool letters = text.starts_with('-') && !text.starts_with("--");
    if (text == "--invert-match" || (letters && has(text, "v"))) return false;
    any_case = any_case || text == "--ignore-case" || (letters && has(text, "i"));
    if (!text.starts_with('-')) (pattern += ' ') += text;
  }
  if (is_one_of(kSayNotOk, runner) && has(pattern, "not ok")) return true;
  if (runner == "go" && has(pattern, "FAIL")) return true;
  if (!any_case) return false;
  pattern = lower_case(std::move(pattern));
  return has(pattern, "fail") && (is_one_of(kSayFail, runner) || has(pattern, "err"));
}

bool looks_for_failures(const ShellStep& filter) {
  if (!picks_lines(filter)) return false;
  for (const ShellWord& word : words_behind(filter)) {
    if (!word.literal && has(word.text, "$")) return true;  // it may
    const std::string text = lower_case(word.text);
    for (const std::string_view sign : {"fail", "err", "not ok", "panic", "assert", "exit", "bad", "broke",
                                        "\xE2\x9C\x97", "\xE2\x9C\x96", "\xE2\x9C\x95"}) {
      if (has(text, sign)) return true;
    }
  }
  return false;
}

bool speaks(const ShellStep& step) {
  const std::string& program = step.words.front().text;
  return program == "echo" || program == "printf";
}

bool leaves_with_code(const ShellStep& step) {
  const std::string& program = step.words.front().text;
  return (program == "exit" || program == "return") && !(step.words.size() == 2 && step.words[1].text == "0");
}

bool succeeds_silently(const ShellStep& step) {
  constexpr std::array kSilent = std::to_array<std::string_view>(
      {"true",  ":",        "fi",   "exit",  "sleep", "cd",     "export",    "unset",
       "set",   "touch",    "rm",   "mkdir", "cp",    "mv",     "kill",      "sync",
       "wait",  "test",     "[",    "[[",    "((",    "!",      "&",         "return",
       "break", "continue", "trap", "local", ".",     "source", "deactivate"});
  return is_one_of(kSilent, program_of(step)) && !leaves_with_code(step);
}

bool succeeds_speaking(const ShellStep& step) {
  constexpr std::array kSpeaking =
      std::to_array<std::string_view>({"cat", "tail", "head", "date", "ls", "pwd", "env"});
  return is_one_of(kSpeaking, program_of(step));
}

bool says_something(const ShellStep& step) {
  const std::string_view program = program_of(step);
  if (program == "date" || program == "pwd" || program == "env") return true;
  return speaks(step) && std::any_of(step.words.begin() + 1, step.words.end(), [](const ShellWord& word) {
           return !word.text.empty() && word.text != "-n" && word.text != "-e" &&
                  (word.literal || word.text.front() != '$');
         });
}

}  // namespace proctor::format
