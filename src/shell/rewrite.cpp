#include "shell/rewrite.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "base/paths.hpp"
#include "base/text.hpp"
#include "shell/leading_steps.hpp"
#include "shell/nodes.hpp"
#include "shell/parts.hpp"
#include "shell/simple_commands.hpp"
#include "shell/waiting.hpp"
#include "shell/words.hpp"
#include "source/grammar.hpp"

namespace proctor::shell {
namespace {

constexpr std::size_t kLongestLine =
    32'000;                         // one argument of a command may have 128 KiB, and quotes cost some
constexpr int kDeepestLevel = 100;  // of the tree
constexpr int kMostNested = 3;      // commands in the words of commands

// Of the shells, with their reserved words: a child shell has them as well.
constexpr std::string_view kBuiltins[] = {
    ":",       ".",       "[",     "[[",     "alias", "break", "builtin", "cd",        "command",  "continue",
    "declare", "dirs",    "echo",  "eval",   "exec",  "exit",  "export",  "false",     "hash",     "let",
    "local",   "mapfile", "popd",  "printf", "pushd", "pwd",   "read",    "readarray", "readonly", "return",
    "set",     "shift",   "shopt", "source", "test",  "time",  "times",   "trap",      "true",     "type",
    "typeset", "ulimit",  "umask", "unset",  "wait",  "kill",  "jobs",    "unalias"};

// Their commands run on another machine, in a container or as another user.
constexpr std::string_view kElsewhere[] = {"docker",    "docker-compose",
                                           "podman",    "podman-compose",
                                           "nerdctl",   "kubectl",
                                           "oc",        "ssh",
                                           "mosh",      "wsl",
                                           "wsl.exe",   "vagrant",
                                           "sudo",      "doas",
                                           "su",        "runuser",
                                           "chroot",    "lxc",
                                           "distrobox", "toolbox",
                                           "multipass", "devcontainer",
                                           "adb",       "cmd",
                                           "cmd.exe"};

std::string_view base_name(std::string_view word) {
  return word.substr(word.rfind('/') + 1);
}

bool is_proctor(std::string_view word) {
  return is_one_of(base_name(word), {"proctor", "proctor-cli", "proctor.exe", "proctor.js"});
}

constexpr const char* kSwitchedOff = "PROCTOR_OFF is set";

bool switches_off(std::string_view assignment) {
  return assignment.starts_with("PROCTOR_OFF=") && !is_one_of(assignment, {"PROCTOR_OFF=", "PROCTOR_OFF=0"});
}

// What the commands of a line are, and what speaks against rewriting it.
class LineReader {
 public:
  LineReader(std::string_view line, const RewriteSettings& settings, std::size_t begin, int nested = 0)
      : line_(line), settings_(settings), rest_(begin), nested_(nested) {}

  void read(TSNode root) {
    look(root, {}, 0);
    if (why_.empty() && has_heredoc_) why_ = "it has a heredoc";
    if (why_.empty() && in_background_) why_ = "a part of it runs in the background";
    if (why_.empty() && !runner_.empty()) why_ = not_found_;
  }

  const std::string& runner() const { return runner_; }
  const std::string& why() const { return why_; }    // it is left alone; empty: nothing speaks against it
  const std::string& asks() const { return asks_; }  // a runner that runs no test
  bool is_wrapped() const { return is_wrapped_; }

 private:
  std::string_view source(TSNode node) const {
    return line_.substr(ts_node_start_byte(node), ts_node_end_byte(node) - ts_node_start_byte(node));
  }
  void refuse(std::string why) {
    if (why_.empty()) why_ = std::move(why);
  }

  static std::string_view place_of(std::string_view type, std::string_view outer) {
    if (type == "function_definition") return "in a function";
    if (is_one_of(type, {"command_substitution", "process_substitution"})) return "in a substitution";
    if (is_one_of(type, {"for_statement", "while_statement", "c_style_for_statement"})) return "in a loop";
    if (type == "case_statement") return "in a `case`";
    if (type == "negated_command") return "behind `!`";
    return outer;
  }

  void look(TSNode node, std::string_view place, int depth) {
    if (depth > kDeepestLevel) return refuse("it is too deep to read");
    const std::string_view type = type_of(node);
    place = place_of(type, place);
    if (type == "heredoc_redirect") has_heredoc_ = true;
    if (type == "function_definition") has_function_ = true;
    if (type == "variable_assignment" && source(node).starts_with("PATH=")) path_changes_ = true;
    if (type == "variable_assignment" && source(node).starts_with("CI=") && !source(node).ends_with("=false"))
      is_ci_ = true;
    if (type == "variable_assignment" && switches_off(source(node))) refuse(kSwitchedOff);
    for (const TSNode part : children(node)) {
      if (type_of(part) == "&" && !ts_node_is_named(part) && type != "binary_expression")
        in_background_ = true;
      if (type != "command" || type_of(part) == "variable_assignment") look(part, place, depth + 1);
    }
    if (type != "command") return;
    command(node, place);
    for (const TSNode part : children(node)) {
      if (type_of(part) != "variable_assignment") look(part, place, depth + 1);
    }
  }

  void command(TSNode node, std::string_view place) {
    const std::vector<Word> words = words_of(node, line_);
    if (words.empty()) return;
    const std::string& name = words[0].text;
    // The grammar takes "! { pytest; }" for a command `{`, without an error.
    if (is_one_of(name, {"!", "{", "}", "if", "then", "else", "elif", "fi", "for", "while", "until", "do",
                         "done", "case", "esac", "function", "select"}))
      return refuse("it can't be read to its end");
    if (std::ranges::any_of(words, [](const Word& word) { return switches_off(word.text); }))
      refuse(kSwitchedOff);
    if (changes_environment(words)) {
      path_changes_ = true;
      if (ts_node_start_byte(node) >= rest_)
        refuse(fmt::format("`{}` changes the shell itself", shown(source(node))));
    }
    if (is_one_of(name, {"source", ".", "eval"})) path_changes_ = true;
    const std::string before = runner_;
    find(words, node);
    if (runner_ != before && !place.empty()) refuse(fmt::format("`{}` stands {}", runner_, place));
    if (runner_ != before && has_function_) refuse("it defines a function");
    check_name(words[0], ts_node_start_byte(node), runner_ != before);
  }

  // A function or an alias of the agent's shell isn't there in a child of it.
  void check_name(const Word& word, std::size_t at, bool is_runner) {
    if (nested_ > 0 || at < rest_ || !not_found_.empty() || !word.literal || word.text.empty()) return;
    if (word.text.find('/') != std::string::npos || word.text[0] == '$') return;
    if (std::ranges::find(kBuiltins, word.text) != std::end(kBuiltins)) return;
    if (is_runner && path_changes_) return;  // `source .venv/bin/activate && pytest`
    if (find_in_path(word.text, settings_.path).empty())
      not_found_ =
          fmt::format("`{}` isn't on the PATH: it isn't there, or is a function or an alias of the shell",
                      printable(word.text));
  }

  void find(const std::vector<Word>& words, TSNode node) {
    for (std::size_t first = 0; first < words.size();) {
      const std::string& name = words[first].text;
      if (is_proctor(name)) {
        is_wrapped_ = true;
        return;
      }
      const CommandKind found = command_kind(words, first);
      if (std::ranges::find(kElsewhere, base_name(name)) != std::end(kElsewhere)) {
        std::string inner;
        for (std::size_t i = first + 1; i < words.size(); ++i) inner += words[i].text + ' ';
        if (!find_runner(inner).empty() || found.kind == Kind::tests)
          refuse(fmt::format("`{}` runs its command elsewhere, where proctor isn't", base_name(name)));
        return;
      }
      switch (found.kind) {
        case Kind::tests:
        case Kind::script:
        case Kind::loose:
          if (const std::string waits = waits_for(words, first, is_ci_); !waits.empty()) refuse(waits);
          runner_ = shown(source(node));
          return;
        case Kind::each:
          if (is_one_of(base_name(name), {"entr"}) && !find_runner(source(node)).empty())
            refuse("`entr` runs its command again and again");
          first = found.behind;
          break;
        case Kind::through:
          first = found.behind;
          break;
        case Kind::text:
          if (!find_runner(source(node)).empty())
            refuse(fmt::format("`{}` makes a command of its words", base_name(name)));
          return;
        case Kind::shell:
          return shell(words, first, node);
        case Kind::asks:
          asks_ = shown(source(node));
          return;
        case Kind::no:
        case Kind::other:
          return;
      }
    }
  }

  // `bash -c '…'`, `sh run_tests.sh`: the outer command goes through proctor as it is.
  void shell(const std::vector<Word>& words, std::size_t first, TSNode node) {
    bool takes_command = false;
    std::size_t at = first + 1;
    for (; at < words.size() && words[at].text.starts_with('-'); ++at) {
      const std::string& word = words[at].text;
      if (word.starts_with("--")) continue;
      takes_command = takes_command || word.find('c') != word.npos;
      if (word.find('o') != word.npos) ++at;
    }
    if (at >= words.size()) return;
    if (!takes_command) {
      if (command_kind(words, at).kind == Kind::script) runner_ = shown(source(node));
      return;
    }
    const std::string& text = words[at].text;
    const source::Tree tree = source::parse(*source::find_grammar("bash"), text);
    if (!tree || ts_node_has_error(ts_tree_root_node(tree.get())) || !words[at].literal ||
        nested_ >= kMostNested) {
      if (!find_runner(text).empty()) refuse("the command within it can't be read");
      return;
    }
    LineReader inner(text, settings_, 0, nested_ + 1);
    inner.read(ts_tree_root_node(tree.get()));
    is_wrapped_ = is_wrapped_ || inner.is_wrapped();
    if (inner.runner().empty() && inner.why().empty()) return;
    if (!inner.why().empty()) refuse(inner.why());
    runner_ = shown(source(node));
  }

  std::string_view line_;
  const RewriteSettings& settings_;
  std::size_t rest_;  // where the part begins that a child shell runs
  int nested_;
  std::string runner_{}, asks_{}, why_{}, not_found_{};
  bool is_wrapped_ = false, has_heredoc_ = false, has_function_ = false, in_background_ = false;
  bool is_ci_ = false, path_changes_ = false;
};

std::string in_single_quotes(std::string_view text) {
  std::string inner(text);
  replace_all(inner, "'", R"('\'')");
  return '\'' + inner + '\'';
}

bool is_excluded(std::string_view line, const std::vector<std::string>& patterns) {
  if (patterns.empty()) return false;
  const auto commands = simple_commands(line).commands;
  const auto fits = [](std::string_view pattern, std::string_view text) {
    return fits_glob(pattern, text) ||
           (text.starts_with(pattern) && text.size() > pattern.size() && text[pattern.size()] == ' ');
  };
  return std::ranges::any_of(patterns, [&](const std::string& pattern) {
    return fits(pattern, trim(line)) || std::ranges::any_of(commands, [&](const SimpleCommand& command) {
             return fits(pattern, command.text) || fits(pattern, command.bare);
           });
  });
}

}  // namespace

bool fits_glob(std::string_view pattern, std::string_view text) {
  std::size_t p = 0, t = 0, star = pattern.npos, mark = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      mark = t;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
      ++p;
      ++t;
    } else if (star != pattern.npos) {
      p = star + 1;
      t = ++mark;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == pattern.npos;
}

Rewriting rewrite(std::string_view line, const RewriteSettings& settings) {
  const auto left = [line](std::string why) { return Rewriting{std::string(line), false, std::move(why)}; };
  if (trim(line).empty()) return left("it is empty");
  if (line.size() > kLongestLine) return left(fmt::format("it is longer than {} bytes", kLongestLine));
  if (line.find('\0') != line.npos || !is_valid_utf8(line)) return left("it isn't text");
  const source::Tree tree = source::parse(*source::find_grammar("bash"), line);
  if (!tree || ts_node_has_error(ts_tree_root_node(tree.get())))
    return left("the bash grammar can't read it");
  const TSNode root = ts_tree_root_node(tree.get());

  const LeadingSteps steps = leading_steps(root, line);
  LineReader reader(line, settings, steps.rest);
  reader.read(root);
  if (reader.is_wrapped()) return left("proctor is in it already");
  if (reader.runner().empty() && !reader.why().empty() && !find_runner(line).empty())
    return left(reader.why());
  if (reader.runner().empty())
    return left(reader.asks().empty() ? "no test command is in it"
                                      : fmt::format("`{}` runs no test", reader.asks()));
  if (!reader.why().empty()) return left(reader.why());
  if (is_excluded(line, settings.exclude)) return left("[hook] exclude names it");

  const std::string_view rest = trim(line.substr(steps.rest));
  std::string rewritten(line.substr(0, steps.rest));
  rewritten += settings.program + " run --shell -c " + in_single_quotes(steps.repeated + std::string(rest));
  return {std::move(rewritten), true, fmt::format("`{}` runs tests", reader.runner())};
}

}  // namespace proctor::shell
