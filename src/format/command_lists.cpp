// What stands within a command: lists, conditions, loops, functions.
#include <algorithm>
#include <utility>

#include "format/command_reader.hpp"

namespace proctor::format {
bool CommandReader::negate() {
  // The lists of an `if` are exchanged instead.
  const bool in_condition = !closers_.empty() && closers_.front() == "then";
  if (negated_ || in_condition || (!steps_.empty() && steps_.back().then == ShellStep::Then::pipe))
    return false;
  negated_ = true;
  return true;
}

// What stands from here to one of the words that end it, which goes into `closed_by`.
std::optional<CommandReader::Steps> CommandReader::steps_until(Closers closers, std::string_view* closed_by) {
  if (depth_ == kDeepest || !documents_.empty()) return std::nullopt;
  CommandReader inner(text_.substr(at_), std::move(closers), depth_ + 1, names_);
  auto steps = inner.read();
  if (!steps || !inner.documents_.empty()) return std::nullopt;
  at_ += inner.at_;
  if (closed_by != nullptr) *closed_by = inner.closed_by_;
  return steps;
}

bool CommandReader::set_list(std::optional<Steps> steps) {
  if (!steps || steps->empty()) return false;
  step_.words.push_back({.text = "("});
  step_.list = std::move(*steps);
  return true;
}

bool CommandReader::list(Closers closers) {
  return set_list(steps_until(std::move(closers)));
}

bool CommandReader::condition() {
  using Then = ShellStep::Then;
  skip_blanks(" \t");
  const bool negated = take_word("!");
  auto steps = steps_until({"then"});
  if (!steps || steps->empty()) return false;
  const auto piped = [](const ShellStep& step) { return step.then == Then::pipe; };
  if (negated && !std::all_of(steps->begin(), steps->end() - 1, piped)) return false;
  std::string_view closed_by;
  auto chosen = steps_until({"else", "fi"}, &closed_by);
  if (!chosen || chosen->empty()) return false;
  ShellStep first{.words = {{.text = "("}}, .list = std::move(*chosen)};
  ShellStep second{.words = {{.text = "fi"}}};
  if (closed_by == "else") {
    auto other = steps_until({"fi"});
    if (!other || other->empty()) return false;
    second = {.words = {{.text = "else"}}, .list = std::move(*other)};
  }
  if (negated) std::swap(first, second);
  steps->back().then = Then::choose;
  steps->push_back(std::move(first));
  steps->push_back(std::move(second));
  return set_list(std::move(steps));
}

// Of a `for` it is the words, of a `while` a list, what stands before "do".
bool CommandReader::loop(bool asks) {
  auto over = steps_until({"do"});
  if (!over || over->empty()) return false;
  if (!asks) names_->variables.erase(over->front().words.front().text);
  auto body = steps_until({"done"});
  if (!body || body->empty()) return false;
  Steps steps(2);
  steps[0] = {.words = {{.text = "("}}, .list = std::move(*body), .then = ShellStep::Then::next};
  steps[1] = {.words = {{.text = "done"}}};
  if (asks) steps[1].substituted = std::move(*over);
  return set_list(std::move(steps));
}

// "function name {", "function name() {"
bool CommandReader::named_function() {
  skip_blanks(" \t");
  const std::string_view rest = text_.substr(at_);
  const std::string name(rest.substr(0, rest.find_first_of(" \t\n(){};&|<>$'\"`\\")));
  at_ += name.size();
  skip_blanks(" \t");
  if (take("(") && !take(")")) return false;
  return function(name);
}

// Its steps stand where it is called.
bool CommandReader::function(const std::string& name) {
  const bool alone = steps_.empty() || steps_.back().then == ShellStep::Then::next;
  if (name.empty() || negated_ || !alone || step_.writes_elsewhere) return false;
  skip_blanks(" \t\n");
  auto body = take_word("{") ? steps_until({"}"}) : take("(") ? steps_until({")"}) : std::nullopt;
  if (!body || body->empty()) return false;
  names_->functions[name] = std::move(*body);
  word_.reset();
  skip_blanks(" \t");
  return at_ >= text_.size() || text_[at_] == ';' || text_[at_] == '\n';
}

}  // namespace proctor::format
