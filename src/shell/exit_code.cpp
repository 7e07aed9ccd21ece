#include "shell/exit_code.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "shell/nodes.hpp"
#include "shell/parts.hpp"
#include "shell/words.hpp"
#include "source/grammar.hpp"

namespace proctor::shell {
namespace {

constexpr int kDeepest = 3;       // commands in the words of commands
constexpr int kMostLevels = 100;  // of the tree
constexpr std::size_t kLongestInstead = 300;

constexpr std::string_view kFilters[] = {"grep", "egrep", "fgrep", "rg",   "ag",   "ack",
                                         "head", "sed",   "awk",   "gawk", "mawk", "jq",
                                         "cut",  "sort",  "uniq",  "tac",  "shuf"};

// What a part of a command does with the exit codes of the runners in it.
struct Use {
  std::string runner{};                // one that is in it; empty: none is
  std::vector<std::string> runners{};  // all that are; empty: that one
  std::vector<Sum> sums{};             // that are shown if all ends with 0
  std::vector<Sum> sure_sums{};        // that are shown in any case
  std::size_t end = 0;                 // of that in the text; 0: it isn't in the text itself
  std::string why{};                   // its exit code may be lost; empty: it isn't
  bool is_fatal = false;               // where it fails, the shell ends
  bool survives_e = false;             // `set -e` doesn't end the shell where it fails

  bool own() const { return why.empty(); }
};

// Of a part that may not be reached, or whose output goes elsewhere.
void claim_no_sum(Use& use) {
  use.sums.clear();
  use.sure_sums.clear();
}

// Adds what comes behind.
void add(Use& all, Use next) {
  if (!next.runner.empty()) {
    if (next.runners.empty()) next.runners = {next.runner};
    all.runners.insert(all.runners.end(), next.runners.begin(), next.runners.end());
    all.runner = std::move(next.runner);
    all.end = next.end;
    all.is_fatal = next.is_fatal;
  }
  all.sums.insert(all.sums.end(), next.sums.begin(), next.sums.end());
  all.sure_sums.insert(all.sure_sums.end(), next.sure_sums.begin(), next.sure_sums.end());
  if (all.why.empty()) all.why = std::move(next.why);
  all.survives_e = all.survives_e || next.survives_e;
}

class Reading {
 public:
  Reading(std::string_view text, Dialect dialect, int depth = 0, bool errexit = false, bool pipefail = false)
      : text_(text), dialect_(dialect), depth_(depth), errexit_(errexit), pipefail_(pipefail) {}

  Use read() {
    const source::Tree tree = source::parse(*source::find_grammar("bash"), text_);
    Use use;
    if (tree && !ts_node_has_error(ts_tree_root_node(tree.get()))) {
      use = statements(children(ts_tree_root_node(tree.get())));
      if (!is_misread_) return use;
    }
    if (use.runner.empty()) use.runner = find_runner(text_);
    if (!use.runner.empty())
      use.why = fmt::format("the command can't be read to its end, and `{}` is in it", use.runner);
    return use;
  }

  bool leaves_lines_out() const { return leaves_lines_out_; }
  bool asks() const { return asks_; }

 private:
  using Nodes = std::vector<TSNode>;

  std::string_view source(TSNode node) const {
    return text_.substr(ts_node_start_byte(node), ts_node_end_byte(node) - ts_node_start_byte(node));
  }

  static void lose(Use& use, std::string why) {
    if (!use.runner.empty() && use.why.empty()) use.why = std::move(why);
  }

  // Commands with `;`, `&` and newlines between.
  Use statements(const Nodes& nodes) {
    Use all;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      if (!ts_node_is_named(nodes[i]) || type_of(nodes[i]) == "comment") continue;
      Parts parts;
      is_misread_ = !take_apart(nodes[i], parts) || is_misread_;
      if (!all.runner.empty() && all.own()) {
        // `exit`, `exit $?` and `exit 1` right behind it.
        if (leaves_failing(parts, text_, true)) return all;
        const bool ended = all.is_fatal || (errexit_before_ && !all.survives_e);
        if (!ended)
          all.why = fmt::format("the exit code is that of `{}`, not of `{}`",
                                shown(source(last_named(nodes))), all.runner);
      }
      errexit_before_ = errexit_;
      Use next = list(parts);
      const bool in_background = i + 1 < nodes.size() && type_of(nodes[i + 1]) == "&";
      if (in_background) {
        claim_no_sum(next);
        lose(next, fmt::format("`{}` runs in the background", next.runner));
      }
      add(all, std::move(next));
    }
    return all;
  }

  static TSNode last_named(const Nodes& nodes) {
    const auto is_command = [](TSNode node) { return ts_node_is_named(node) && type_of(node) != "comment"; };
    return *std::find_if(nodes.rbegin(), nodes.rend(), is_command);
  }

  // Pipelines with `&&` and `||` between.
  Use list(const Parts& parts) {
    Use all;
    std::string_view operation;
    for (auto begin = parts.begin(); begin != parts.end();) {
      const auto end = std::find_if(begin, parts.end(), [](const Part& part) {
        return is_one_of(part.operation, {"&&", "||"});
      });
      const Parts stages(begin, end);
      all.survives_e = begin != parts.begin();  // neither a failure before `&&`, nor what it then skips
      if (operation == "||" && !stages.empty()) {
        const std::string runner = all.runner;
        if (!runner.empty() && !leaves_failing(stages, text_, false))
          lose(all, fmt::format("if `{}` fails, the exit code is that of `{}`", runner,
                                shown(source(stages.back().node))));
        Use next = pipeline(stages);
        if (runner.empty())
          lose(next, fmt::format("the command can end with 0 without running `{}`", next.runner));
        claim_no_sum(next);
        add(all, std::move(next));
        if (leaves_failing(stages, text_, true)) all.is_fatal = true;
      } else {
        Use next = pipeline(stages);
        if (operation == "&&") next.sure_sums.clear();
        add(all, std::move(next));
      }
      if (end == parts.end()) break;
      operation = end->operation;
      begin = end + 1;
    }
    return all;
  }

  Use pipeline(const Parts& parts) {
    Use all;
    bool negated = false;
    Parts stages;
    for (const Part& part : parts) {
      negated = negated != (part.operation == "!");
      if (part.operation.empty()) stages.push_back(part);
    }
    for (std::size_t i = 0; i < stages.size(); ++i) {
      if (i > 0 && !all.runner.empty() && !pipefail_)
        lose(all, fmt::format("the exit code is that of `{}`, not of `{}`", shown(source(stages.back().node)),
                              all.runner));
      const bool errexit = errexit_;
      if (i > 0 && !hands_on(stages[i])) claim_no_sum(all);
      add(all, element(stages[i]));
      if (stages.size() > 1) errexit_ = errexit;  // of a process of its own
    }
    if (negated) lose(all, fmt::format("`!` turns the exit code of `{}` round", all.runner));
    return all;
  }

  // Whether it prints all that it reads.
  bool hands_on(const Part& part) const {
    if (type_of(part.node) != "command" || !part.redirects.empty()) return false;
    const std::vector<Word> words = words_of(part.node, text_);
    return !words.empty() && is_one_of(words[0].text, {"cat", "tee"});
  }

  // Whether what is printed goes to a file. `2>&1` doesn't matter: both streams are looked at.
  bool prints_elsewhere(const Part& part) const {
    return std::ranges::any_of(part.redirects, [this](TSNode redirect) {
      const std::string_view text = source(redirect);
      return text.find('>') != text.npos && !is_one_of(text, {"2>&1", "1>&2", ">&2"});
    });
  }

  Use element(const Part& part) {
    if (++level_ > kMostLevels) {
      is_misread_ = true;
      return {};
    }
    Use use;
    for (const TSNode redirect : part.redirects) add(use, inside(redirect));
    const std::string_view type = type_of(part.node);
    if (type == "command") {
      add(use, command(part));
    } else if (type == "compound_statement") {
      add(use, statements(children(part.node)));
    } else if (type == "subshell") {
      const bool errexit = errexit_, pipefail = pipefail_;
      add(use, statements(children(part.node)));
      use.survives_e = use.is_fatal = false;
      errexit_ = errexit;
      pipefail_ = pipefail;
    } else {
      add(use, inside(part.node));
    }
    const bool is_job = dialect_ == Dialect::sh && std::ranges::any_of(part.redirects, [&](TSNode redirect) {
                          return source(redirect).starts_with("&>");
                        });
    if (prints_elsewhere(part)) {
      printed_elsewhere_ = printed_elsewhere_ || source(part.node) == "exec";
      claim_no_sum(use);
    }
    if (is_job) lose(use, fmt::format("to sh the `&` of `&>` runs `{}` in the background", use.runner));
    --level_;
    return use;
  }

  static std::string why_within(std::string_view type, const std::string& runner) {
    if (type == "if_statement")
      return fmt::format("the exit code of `{}` only decides what `if` runs next", runner);
    if (is_one_of(type, {"while_statement", "for_statement", "c_style_for_statement"}))
      return fmt::format("the loop needn't end with the exit code of each `{}`", runner);
    return fmt::format("`{}` stands within a larger command, which can end with 0 although it failed",
                       runner);
  }

  // Of runners anywhere in a condition, a loop, a function, a substitution.
  Use inside(TSNode node) {
    Use use;
    if (++level_ > kMostLevels) {
      is_misread_ = true;
    } else if (type_of(node) == "command") {
      add(use, command({.node = node}));
    } else {
      for (const TSNode part : children(node)) add(use, inside(part));
    }
    --level_;
    claim_no_sum(use);
    if (!is_one_of(type_of(node), {"do_group", "command"})) lose(use, why_within(type_of(node), use.runner));
    return use;
  }

  Use command(const Part& part) {
    // The grammar takes "! { pytest; }" for a command `{`, without an error.
    if (is_one_of(source(field(part.node, "name")),
                  {"!", "{", "}", "if", "then", "else", "elif", "fi", "for", "while", "until", "do", "done",
                   "case", "esac", "function", "select"}))
      is_misread_ = true;
    Use use;
    for (const TSNode word : children(part.node)) add(use, inside(word));
    const std::vector<Word> words = words_of(part.node, text_);
    add(use, run(words, part));
    return use;
  }

  Use run(const std::vector<Word>& words, const Part& part) {
    bool followed = true, is_quiet = false;
    for (std::size_t first = 0;;) {
      const CommandKind found = command_kind(words, first);
      is_quiet = is_quiet || found.is_quiet;
      const std::string text = shown(source(part.node));
      const auto unfollowed = [&](Use use) {
        claim_no_sum(use);
        lose(use, fmt::format("`{}` can end with 0 although tests failed", text));
        return use;
      };
      switch (found.kind) {
        case Kind::tests:
        case Kind::script:
        case Kind::loose: {
          Use use{.runner = text, .end = ts_node_end_byte(part.node)};
          seen_runner_ = true;
          if (!found.sums.empty() && !is_quiet && !printed_elsewhere_)
            use.sums = use.sure_sums = {{text, found.sums}};
          return followed && found.kind != Kind::loose ? use : unfollowed(std::move(use));
        }
        case Kind::each:
        case Kind::through:
          followed = followed && found.kind == Kind::through;
          first = found.behind;
          break;
        case Kind::text: {
          std::string joined;
          for (std::size_t i = found.behind; i < words.size(); ++i) joined += words[i].text + ' ';
          return unfollowed(nested(joined, dialect_, false, false));
        }
        case Kind::shell: {
          Use use = shell(words, first, part);
          if (is_quiet) claim_no_sum(use);
          return followed ? use : unfollowed(std::move(use));
        }
        case Kind::other:
          // A variable that may hold a runner: "T=pytest; $T".
          if (first < words.size() && words[first].text.starts_with('$') && !find_runner(values()).empty())
            return {.runner = text, .end = ts_node_end_byte(part.node)};
          [[fallthrough]];
        case Kind::no:
        case Kind::asks:
          asks_ = asks_ || found.kind == Kind::asks;
          if (first == 0 && !words.empty() && words[0].text == "set") set(words);
          if (first < words.size() && seen_runner_ &&
              std::ranges::find(kFilters, words[first].text) != std::end(kFilters))
            leaves_lines_out_ = true;
          return {};
      }
    }
  }

  // "bash -ec '…'", "sh run_tests.sh", "bash <<EOF"
  Use shell(const std::vector<Word>& words, std::size_t first, const Part& part) {
    const Dialect dialect = words[first].text.ends_with("bash") ? Dialect::bash : Dialect::sh;
    bool errexit = false, pipefail = false, takes_command = false;
    std::size_t at = first + 1;
    for (; at < words.size() && words[at].text.starts_with('-'); ++at) {
      const std::string& word = words[at].text;
      if (word.starts_with("--")) continue;
      takes_command = takes_command || word.find('c') != word.npos;
      errexit = errexit || word.find('e') != word.npos;
      if (word.find('o') == word.npos || at + 1 == words.size()) continue;
      errexit = errexit || words[at + 1].text == "errexit";
      pipefail = pipefail || (words[++at].text == "pipefail" && dialect == Dialect::bash);
    }
    if (at < words.size() && takes_command) {
      std::string inner = words[at].text;
      if (!words[at].literal)
        RE2::GlobalReplace(&inner, R"(\$(?:\{[^}]*\}|\w+|[?!#@*$-]))", "_");  // by the outer shell
      return nested(inner, dialect, errexit, pipefail);
    }
    if (at < words.size()) {
      const bool runs = command_kind(words, at).kind == Kind::script;
      return runs ? Use{.runner = shown(source(part.node)), .end = ts_node_end_byte(part.node)} : Use();
    }
    // What it reads is the command.
    Use use;
    for (const TSNode redirect : part.redirects) {
      for (const TSNode body : children(redirect)) {
        if (type_of(body) == "heredoc_body")
          add(use, nested(std::string(source(body)), dialect, false, false));
      }
    }
    lose(use, fmt::format("`{}` is read from a text", use.runner));
    return use;
  }

  std::string values() const {
    std::string text(text_);
    std::replace(text.begin(), text.end(), '=', ' ');
    return text;
  }

  void set(const std::vector<Word>& words) {
    for (std::size_t i = 1; i < words.size() && words[i].text.size() > 1; ++i) {
      const std::string& word = words[i].text;
      if (word[0] != '-' && word[0] != '+') return;
      const bool on = word[0] == '-';
      const std::string option = word.find('o') != word.npos && i + 1 < words.size() ? words[++i].text : "";
      const bool e = word.find('e') != word.npos || option == "errexit";
      // In a condition or a loop it may not be reached.
      if (e) errexit_ = on && level_ <= 1;
      if (option == "pipefail" && dialect_ == Dialect::bash) pipefail_ = on && level_ <= 1;
    }
  }

  Use nested(const std::string& text, Dialect dialect, bool errexit, bool pipefail) {
    if (depth_ >= kDeepest) {
      Use use{.runner = find_runner(text)};
      lose(use, "the command stands within too many others");
      return use;
    }
    Reading inner(text, dialect, depth_ + 1, errexit, pipefail);
    Use use = inner.read();
    leaves_lines_out_ = leaves_lines_out_ || inner.leaves_lines_out_;
    asks_ = asks_ || inner.asks_;
    use.end = 0;
    use.survives_e = use.is_fatal = false;
    return use;
  }

  std::string_view text_;
  Dialect dialect_;
  int depth_;
  int level_ = 0;
  bool errexit_;
  bool errexit_before_ = false;  // when the last statement began
  bool pipefail_;
  bool is_misread_ = false;  // by the grammar
  bool seen_runner_ = false;
  bool leaves_lines_out_ = false;
  bool printed_elsewhere_ = false;  // `exec > log`: what follows
  bool asks_ = false;               // a runner that runs no test
};

std::string command_instead(std::string_view command, const Use& use, Dialect dialect) {
  std::vector<std::string> candidates;
  if (dialect == Dialect::bash) candidates.push_back(fmt::format("set -o pipefail; {}", trim(command)));
  if (use.end > 0) candidates.emplace_back(trim(command.substr(0, use.end)));
  if (use.end > 0) candidates.push_back(use.runner);
  for (std::string& candidate : candidates) {
    if (candidate.size() > kLongestInstead) continue;
    const Use better = Reading(candidate, dialect).read();
    if (!better.runner.empty() && better.own()) return std::move(candidate);
  }
  return {};
}

}  // namespace

ExitCodeUse read_exit_code_use(std::string_view command, Dialect dialect) {
  Reading reading(command, dialect);
  const Use use = reading.read();
  ExitCodeUse read{.has_runner = !use.runner.empty(),
                   .tests_own = use.own(),
                   .only_asks = use.runner.empty() && reading.asks(),
                   .leaves_lines_out = reading.leaves_lines_out()};
  read.runners = use.runners;
  if (read.has_runner && read.runners.empty()) read.runners = {use.runner};
  if (!read.leaves_lines_out) read.sums = use.own() ? use.sums : use.sure_sums;
  if (read.tests_own) return read;
  read.why = use.why;
  read.instead = command_instead(command, use, dialect);
  return read;
}

}  // namespace proctor::shell
