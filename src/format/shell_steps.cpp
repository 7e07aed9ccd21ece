#include "format/shell_steps.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "format/command_reader.hpp"
#include "format/line_cursor.hpp"
#include "format/runner_command.hpp"

namespace proctor::format {
namespace {

constexpr std::size_t kMostSteps = 64;
constexpr std::size_t kMostCopied = 1'000;
constexpr std::size_t kMostWords = 100;
constexpr std::size_t kLongestCommand = 16U << 10U;

// Words that make a command more than a simple one, or change what later ones mean.
constexpr std::array kSpecial = std::to_array<std::string_view>(
    {"if", "then", "else", "elif",     "fi",   "for", "while", "until", "do", "done",   "case",
     "{",  "}",    "esac", "function", "exec", "fg",  "alias", "shopt", "!",  "coproc", "select"});

bool is_blank_of_shell(char c) {
  return c == ' ' || c == '\t';
}

// "set -eu", "set +x", but not "set -o pipefail" nor "set -- a"
bool is_set_of_letters(const std::vector<ShellWord>& words) {
  return words.front().text == "set" &&
         std::all_of(words.begin() + 1, words.end(), [](const ShellWord& word) {
           return word.text.size() > 1 && (word.text.front() == '-' || word.text.front() == '+') &&
                  word.text.find_first_not_of("eux", 1) == std::string::npos;
         });
}

// ". venv/bin/activate", "source ~/.bashrc": any other file may change what exit codes lead to.
bool prepares_environment(const std::vector<ShellWord>& words) {
  if (words.size() < 2) return false;
  const std::string_view file = file_of(words[1].text);
  return file.ends_with("rc") || file == "conda.sh" || file == "nvm.sh" || file == "sdkman-init.sh" ||
         has(file, "activate") || has(file, "profile") || has(file, "env") || file.starts_with("setup.");
}

// "trap 'kill $PID' EXIT", but not one that may change the exit code
bool only_cleans_up(const std::vector<ShellWord>& words) {
  return words.size() > 2 && !has(words[1].text, "exit") && !has(words[1].text, "$?");
}

std::size_t count(const std::vector<ShellStep>& steps) {
  std::size_t all = steps.size();
  for (const ShellStep& step : steps) all += count(step.list) + count(step.substituted);
  return all;
}

// Puts the words that a function is called with in the place of "$@" and of "$1".
void give_arguments(ShellStep& step, const std::vector<ShellWord>& call, std::size_t& shifted) {
  auto& words = step.words;
  if (!words.empty() && words[0].text == "shift") ++shifted;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].literal || words[i].text.size() != 2 || words[i].text[0] != '$') continue;
    const char name = words[i].text[1];
    const std::size_t at = shifted + (name >= '1' && name <= '9' ? static_cast<std::size_t>(name - '1') : 0);
    const bool all = name == '@' || name == '*';
    if ((!all && (name < '1' || name > '9')) || at >= call.size()) continue;
    const auto begin = call.begin() + static_cast<std::ptrdiff_t>(at);
    const std::vector<ShellWord> given(begin, all ? call.end() : begin + 1);
    if (words.size() + given.size() > kMostWords) return;
    words.erase(words.begin() + static_cast<std::ptrdiff_t>(i));
    words.insert(words.begin() + static_cast<std::ptrdiff_t>(i), given.begin(), given.end());
    i += given.size() - 1;
  }
  for (ShellStep& inner : step.list) give_arguments(inner, call, shifted);
  for (ShellStep& inner : step.substituted) give_arguments(inner, call, shifted);
}

}  // namespace

std::optional<std::vector<ShellStep>> CommandReader::read() {
  while (at_ < text_.size() && closed_by_.empty()) {
    if (!one()) return std::nullopt;
  }
  if (closed_by_.empty() && (!closers_.empty() || !end_step(ShellStep::Then::end))) return std::nullopt;
  if (!steps_.empty() && steps_.back().then == ShellStep::Then::next)
    steps_.back().then = ShellStep::Then::end;
  return std::move(steps_);
}

bool CommandReader::take(std::string_view operation) {
  if (!text_.substr(at_).starts_with(operation)) return false;
  at_ += operation.size();
  return true;
}

// False for what isn't understood.
bool CommandReader::one() {
  using Then = ShellStep::Then;
  if (is_blank_of_shell(text_[at_])) {
    end_word();
    ++at_;
    return true;
  }
  if (!word_ && text_[at_] == '#') {
    at_ = std::min(text_.find('\n', at_), text_.size());
    return true;
  }
  const bool begins = !word_ && !target_ && step_.words.empty();
  for (const std::string_view closer : closers_) {
    if (closer == ")" ? !take(closer) : !begins || !take_word(closer)) continue;
    closed_by_ = closer;
    return end_step(Then::end);
  }
  if (begins) {
    if (take_word("!")) return negate();
    if (take_word("[[")) return brackets();
    if (text_.substr(at_).starts_with("((") && arithmetic()) return true;
    if (take("(")) return list({")"});
    if (take_word("{")) return list({"}"});
    if (take_word("if")) return condition();
    if (take_word("for")) return loop(false);
    if (take_word("while") || take_word("until")) return loop(true);
    if (take_word("function")) return named_function();
  }
  if (take("&&")) return end_step(Then::if_it_succeeds);
  if (take("||")) return end_step(Then::if_it_fails);
  if (take("|&") || take("|")) return end_step(Then::pipe);
  if (text_.substr(at_).starts_with(";;")) return false;
  const std::string_view rest = text_.substr(at_);
  if (rest.starts_with("<(") || rest.starts_with(">(")) return process();
  if (take("<<<")) return redirect(false);
  if (take("<<-") || take("<<")) return here_document(text_[at_ - 1] == '-');
  if (take(">&") || take("<&") || take("<>") || take("<")) return redirect(false);
  if (take("&>>") || take("&>") || take(">>") || take(">|") || take(">")) return redirect(true);
  if (take("&")) return !step_.words.empty() && end_step(Then::if_it_fails) && mark("&", Then::next);
  if (take(";")) return end_step(Then::next);
  if (take("\n")) return end_step(Then::next) && skip_documents();
  return word_part();
}

// A step that stands for what becomes of the exit code of the one before.
bool CommandReader::mark(std::string_view word, ShellStep::Then then) {
  step_.words.push_back({.text = std::string(word)});
  return push_step(then);
}

void CommandReader::skip_blanks(std::string_view blanks) {
  at_ = std::min(text_.find_first_not_of(blanks, at_), text_.size());
}

bool CommandReader::take_word(std::string_view word) {
  const std::string_view rest = text_.substr(at_);
  if (!rest.starts_with(word)) return false;
  if (rest.size() > word.size() && std::string_view(" \t\n;|&()<>").find(rest[word.size()]) == rest.npos)
    return false;
  return take(word);
}

bool CommandReader::end_step(ShellStep::Then then) {
  end_word();
  if (target_) return false;
  if (step_.words.empty()) {
    // Empty lines, and nothing behind the last one.
    const bool nothing_more = then == ShellStep::Then::next || then == ShellStep::Then::end;
    const bool awaited = !steps_.empty() && steps_.back().then != ShellStep::Then::next;
    const bool continued = then == ShellStep::Then::next && awaited;  // a newline behind && or |
    return !negated_ && nothing_more && (continued || !awaited);
  }
  if (then == ShellStep::Then::pipe || !std::exchange(negated_, false)) return push_step(then);
  if (then == ShellStep::Then::if_it_succeeds) return push_step(ShellStep::Then::if_it_fails);
  if (then == ShellStep::Then::if_it_fails) return push_step(ShellStep::Then::if_it_succeeds);
  return push_step(ShellStep::Then::if_it_fails) && mark("!", then);
}

bool CommandReader::push_step(ShellStep::Then then) {
  if (!use_names(then)) return false;
  const std::string& first = step_.words.front().text;
  const bool is_mark = first == "!" || first == "&";
  if ((!is_mark && std::find(kSpecial.begin(), kSpecial.end(), first) != kSpecial.end()) ||
      steps_.size() == kMostSteps || (first == "set" && !is_set_of_letters(step_.words)) ||
      ((first == "." || first == "source") && !prepares_environment(step_.words)) ||
      (first == "trap" && !only_cleans_up(step_.words)) || (!step_.list.empty() && step_.words.size() > 1))
    return false;
  step_.then = then;
  steps_.push_back(std::exchange(step_, {}));
  return true;
}

// Puts in the place of a function what it does, and in that of a variable its value if it is the command.
bool CommandReader::use_names(ShellStep::Then then) {
  auto& words = step_.words;
  if (!step_.list.empty() || words.empty()) return true;
  if (words.size() == 1 && is_assignment(words[0].text)) {
    const std::string name = words[0].text.substr(0, words[0].text.find_first_of("+="));
    names_->variables.erase(name);
    if (words[0].literal && then != ShellStep::Then::pipe && words[0].text[name.size()] == '=')
      names_->variables[name] = words[0].text.substr(name.size() + 1);
    return true;
  }
  const auto value_of = [this](const ShellWord& word) -> const std::string* {
    if (word.literal) return nullptr;
    std::string_view name = word.text;
    if (name.starts_with("${") && name.ends_with('}')) {
      name = name.substr(2, name.size() - 3);
    } else if (name.starts_with('$')) {
      name.remove_prefix(1);
    }
    const auto found = names_->variables.find(name);
    return found == names_->variables.end() ? nullptr : &found->second;
  };
  if (const std::string* value = value_of(words[0])) {
    std::vector<ShellWord> split;
    for (std::size_t at = 0; (at = value->find_first_not_of(" \t\n", at)) != std::string::npos;) {
      const std::size_t end = std::min(value->find_first_of(" \t\n", at), value->size());
      split.push_back({.text = value->substr(at, end - at)});
      at = end;
    }
    if (split.empty()) return false;
    words.erase(words.begin());
    words.insert(words.begin(), split.begin(), split.end());
  } else if (words.size() == 2 && words[0].text == "eval") {
    if (const std::string* text = value_of(words[1])) words[1] = {.text = *text};
  }
  const auto function = names_->functions.find(words[0].text);
  if (function == names_->functions.end()) return true;
  names_->copied += count(function->second);
  if (names_->copied > kMostCopied) return false;
  step_.list = function->second;
  std::size_t shifted = 1;
  for (ShellStep& step : step_.list) give_arguments(step, words, shifted);
  words = {{.text = "("}};
  return true;
}

std::optional<std::vector<ShellStep>> shell_steps(std::string_view command) {
  if (command.size() > kLongestCommand) return std::nullopt;
  return CommandReader(command).read();
}

}  // namespace proctor::format
