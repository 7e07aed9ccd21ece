// What a simple command does: the part of Reading that looks at words.
#include <re2/re2.h>

#include <utility>

#include "shell/nodes.hpp"
#include "shell/reading.hpp"

namespace proctor::shell {
namespace {

constexpr int kDeepest = 3;  // commands in the words of commands

// Backslashes protect the next character, or end a line that goes on.
std::string unescaped(std::string_view text, std::string_view only = {}) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size() && (only.empty() || only.find(text[i + 1]) != only.npos)) {
      if (text[++i] != '\n') plain += text[i];
    } else {
      plain += text[i];
    }
  }
  return plain;
}

std::string joined(const std::vector<Word>& words, std::size_t first) {
  std::string text;
  for (std::size_t i = first; i < words.size(); ++i) (text += i == first ? "" : " ") += words[i].text;
  return text;
}

// A command in quotes that aren't those of its own shell: what the outer one puts in isn't known.
std::string without_expansions(const Word& word) {
  std::string text = word.text;
  static const RE2 kExpansion(R"(\$(?:\{[^}]*\}|\w+|[?!#@*$-]))");
  if (!word.literal) RE2::GlobalReplace(&text, kExpansion, "_");
  return text;
}

}  // namespace

Word Reading::word_of(TSNode node) const {
  const std::string_view type = type_of(node);
  std::string_view text = source(node);
  if (is_expansion(type)) return {std::string(text), false};
  if (type == "raw_string" && text.size() >= 2) return {std::string(text.substr(1, text.size() - 2)), true};
  if (type == "ansi_c_string" && text.size() >= 3) {
    std::string plain(text.substr(2, text.size() - 3));
    replace_all(plain, "\\n", "\n");
    return {unescaped(plain), true};
  }
  const bool quoted = type == "string";
  if (!quoted && type != "concatenation" && type != "command_name")
    return {type == "process_substitution" ? std::string(text) : unescaped(text), true};
  // What stands between the nodes belongs to a string, too.
  Word word;
  std::size_t at = ts_node_start_byte(node) + (quoted ? 1 : 0);
  for (const TSNode part : children(node)) {
    if (!ts_node_is_named(part)) continue;
    const std::size_t begin = ts_node_start_byte(part);
    if (begin > at) word.text += unescaped(text_.substr(at, begin - at), "$`\"\\\n");
    if (type_of(part) == "string_content") {
      word.text += unescaped(source(part), "$`\"\\\n");
    } else {
      const Word inner = word_of(part);
      word.text += inner.text;
      word.literal = word.literal && inner.literal;
    }
    at = ts_node_end_byte(part);
  }
  const std::size_t end = ts_node_end_byte(node) - (quoted ? 1 : 0);
  if (end > at) word.text += unescaped(text_.substr(at, end - at), "$`\"\\\n");
  return word;
}

std::vector<Word> Reading::words_of(TSNode node) const {
  std::vector<Word> words;
  for (const TSNode part : children(node)) {
    const std::string_view type = type_of(part);
    if (!ts_node_is_named(part) || is_one_of(type, {"variable_assignment", "subshell"}) ||
        type.ends_with("_redirect"))
      continue;
    words.push_back(word_of(part));
  }
  // A variable whose value is known: "$RUN -q".
  static const RE2 kVariable(R"(\$\{?(\w+)\}?)");
  std::string name;
  if (words.empty() || !RE2::FullMatch(words[0].text, kVariable, &name)) return words;
  if (const auto known = values_.find(name); known != values_.end() && !known->second.empty()) {
    std::vector<Word> opened;
    std::string_view rest = known->second;
    for (std::string_view value; !(rest = trim(rest)).empty(); rest.remove_prefix(value.size())) {
      value = rest.substr(0, rest.find_first_of(" \t\n"));
      opened.push_back({std::string(value)});
    }
    words.erase(words.begin());
    words.insert(words.begin(), opened.begin(), opened.end());
  }
  return words;
}

States Reading::command(const Part& part, const States& in) {
  const std::vector<Word> words = words_of(part.node);
  const States now = substitutions(part.node, in);
  for (const TSNode inner : children(part.node)) {
    if (type_of(inner) != "subshell") continue;
    // "time (pytest)"
    is_misread_ = is_misread_ || words.empty() || words[0].text != "time";
    return now.then(child([&](const States& start) { return statements(children(inner), start, false); }));
  }
  return run(words, part, now);
}

States Reading::run(const std::vector<Word>& words, const Part& part, const States& in) {
  if (words.empty()) return in.ending(true);
  if (const auto function = functions_.find(words[0].text); function != functions_.end())
    return run_function(function->second, words, part, in);
  bool followed = true;
  for (std::size_t first = 0;;) {
    // The grammar takes "! { pytest; }" for a command `{`, without an error.
    if (first < words.size() &&
        is_one_of(words[first].text, {"!", "{", "}", "if", "then", "else", "elif", "fi", "for", "while",
                                      "until", "do", "done", "case", "esac", "function", "select", "coproc"}))
      is_misread_ = true;
    const CommandKind found = command_kind(words, first);
    switch (found.kind) {
      case Kind::tests:
      case Kind::script:
      case Kind::loose:
        found_runner(source(part.node), source::range_of(part.node));
        return in.then(followed && found.kind != Kind::loose ? tests() : tests_somehow());
      case Kind::each:
      case Kind::through:
        followed = followed && found.kind == Kind::through;
        first = found.behind;
        break;
      case Kind::text: {
        const std::size_t known = runners_.size();
        nested(joined(words, found.behind), dialect_, false, false);
        return in.then(runners_.size() > known ? tests_somehow() : unknown());
      }
      case Kind::shell: {
        const std::size_t known = runners_.size();
        const States ends = run_shell(words, first, part);
        return in.then(followed || runners_.size() == known ? ends : tests_somehow());
      }
      case Kind::no:
      case Kind::asks:
      case Kind::other:
        return first == 0 ? run_builtin(words, in) : in.then(unknown());
    }
  }
}

// "bash -ec '…'", "sh run.sh", "bash <<EOF"
States Reading::run_shell(const std::vector<Word>& words, std::size_t first, const Part& part) {
  const Dialect dialect =
      words[first].text.ends_with("bash") || words[first].text.ends_with("zsh") ? Dialect::bash : Dialect::sh;
  bool errexit = false, pipefail = false, takes_command = false;
  std::size_t at = first + 1;
  for (; at < words.size(); ++at) {
    const std::string& word = words[at].text;
    if (!word.starts_with('-') && !word.starts_with('+')) break;
    if (word.starts_with("--")) continue;
    takes_command = takes_command || word.find('c') != word.npos;
    errexit = errexit || (word[0] == '-' && word.find('e') != word.npos);
    if (word.find_first_of("oO") == word.npos || at + 1 == words.size()) continue;
    const std::string& option = words[++at].text;
    errexit = errexit || (word[0] == '-' && option == "errexit");
    pipefail = pipefail || (word[0] == '-' && option == "pipefail" && dialect == Dialect::bash);
  }
  if (at < words.size() && takes_command)
    return nested(without_expansions(words[at]), dialect, errexit, pipefail);
  if (at < words.size()) {
    const bool runs = command_kind(words, at).kind == Kind::script;
    if (runs) found_runner(source(part.node), source::range_of(part.node));
    return runs ? tests() : unknown();
  }
  // It reads what it is to run.
  const std::size_t known = runners_.size();
  for (const TSNode redirect : part.redirects) {
    for (const TSNode body : children(redirect)) {
      if (type_of(body) == "heredoc_body") nested(std::string(source(body)), dialect, errexit, pipefail);
    }
  }
  return runners_.size() > known ? tests_somehow() : unknown();
}

// It may `exit`, and set variables. What it returns isn't followed.
States Reading::run_function(TSNode body, const std::vector<Word>& words, const Part& part,
                             const States& in) {
  const std::size_t known = runners_.size();
  const auto functions = functions_;
  functions_.erase(words[0].text);  // it may call itself
  const bool unsure = std::exchange(unsure_, true);
  child([&](const States& start) { return run({words.begin() + 1, words.end()}, part, start); });
  const States out = at(place_, [&] { return statements(children(body), in, false); });
  unsure_ = unsure;
  functions_ = functions;
  return out | in.then(runners_.size() > known ? tests_somehow() : unknown());
}

States Reading::run_builtin(const std::vector<Word>& words, const States& in) {
  const std::string& name = words[0].text;
  if (name == "true" || name == ":") return in.ending(true);
  if (name == "false") return in.ending(false);
  if (name == "exit") {
    exits_ |= in.map([&](const State& state, States& out) {
      for (const bool zero : {true, false}) {
        const bool possible = words.size() > 1 ? may(words[1].text, state, zero) : state.ok == zero;
        if (possible) out |= States{state}.ending(zero);
      }
    });
    return {};
  }
  if (name == "break" || name == "continue") {
    jumps_ |= in.ending(true);
    return in_loop_ ? States() : in.then(unknown());
  }
  if (name == "set") {
    for (std::size_t i = 1; i < words.size(); ++i) {
      const std::string& word = words[i].text;
      if (word.size() < 2 || (word[0] != '-' && word[0] != '+') || word[1] == '-') break;
      const bool on = word[0] == '-';
      const bool has_name = word.find('o') != word.npos && i + 1 < words.size();
      const std::string option = has_name ? words[++i].text : std::string();
      const bool errexit = word.find('e') != word.npos || option == "errexit";
      const bool pipefail = option == "pipefail" && dialect_ == Dialect::bash;
      if (on && unsure_) continue;
      if (errexit) errexit_ = on;
      if (pipefail) pipefail_ = on;
    }
    return in.ending(true);
  }
  if (name.starts_with("((") || is_one_of(name, {"[", "test", "let", "read", "mapfile", "printf"}))
    return question(joined(words, 0), in);
  return in.then(unknown());
}

// A command in the words of this one.
States Reading::nested(std::string_view command, Dialect dialect, bool errexit, bool pipefail) {
  if (depth_ >= kDeepest || gave_up_) {
    const std::string runner = find_runner(command);
    if (runner.empty()) return unknown();
    found_runner(runner);
    return tests_somehow();
  }
  Reading inner(command, dialect, depth_ + 1);
  inner.errexit_ = errexit;
  inner.pipefail_ = pipefail;
  inner.steps_ = steps_;
  const States ends = inner.outcomes();
  steps_ = inner.steps_;
  for (const Runner& runner : inner.runners_) found_runner(runner.text);
  if (loses(ends)) lose(inner.why_);
  return ends;
}

}  // namespace proctor::shell
