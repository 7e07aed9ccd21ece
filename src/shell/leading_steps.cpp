#include "shell/leading_steps.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <vector>

#include "shell/nodes.hpp"
#include "shell/parts.hpp"
#include "shell/words.hpp"

namespace proctor::shell {
namespace {

// Commands of a list, one after the other, as the shell runs them.
struct Step {
  std::size_t begin = 0;
  Parts parts{};
  std::string_view behind{};  // the operator that follows: "&&", "||", or ";" at the end of the statement
};

std::vector<Step> steps_of(TSNode root) {
  std::vector<Step> steps;
  for (const TSNode statement : children(root)) {
    if (!ts_node_is_named(statement) || type_of(statement) == "comment") continue;
    Parts parts;
    if (!take_apart(statement, parts)) return {};
    steps.push_back({.begin = ts_node_start_byte(statement)});
    for (const Part& part : parts) {
      const bool separates = is_one_of(part.operation, {"&&", "||"});
      if (separates) {
        steps.back().behind = part.operation;
        steps.push_back({});
        continue;
      }
      if (steps.back().parts.empty() && steps.back().begin == 0 && part.node.id != nullptr)
        steps.back().begin = ts_node_start_byte(part.node);
      steps.back().parts.push_back(part);
    }
    steps.back().behind = ";";
  }
  return steps;
}

class Peeler {
 public:
  Peeler(TSNode root, std::string_view line) : line_(line), steps_(steps_of(root)) {}

  LeadingSteps read() {
    std::size_t at = 0;
    while (at + 1 < steps_.size()) {
      const std::size_t used = stays(at);
      if (used == 0 || at + used >= steps_.size()) break;
      at += used;
    }
    LeadingSteps found;
    if (steps_.empty()) return found;
    // A `popd` finds what its `pushd` left only in the same shell, and `cd ..` leads back there.
    if (std::any_of(steps_.begin() + static_cast<std::ptrdiff_t>(at), steps_.end(),
                    [&](const Step& step) { return changes_directory(step); })) {
      found.rest = steps_.front().begin;
      return found;
    }
    found.rest = steps_[at].begin;
    found.repeated = repeated_;
    if (at + 1 == steps_.size()) found.rest += assignments(steps_[at]);
    return found;
  }

 private:
  std::string_view source(TSNode node) const {
    return line_.substr(ts_node_start_byte(node), ts_node_end_byte(node) - ts_node_start_byte(node));
  }

  bool changes_directory(const Step& step) const {
    if (step.parts.size() != 1 || type_of(step.parts[0].node) != "command") return false;
    const std::vector<Word> words = words_of(step.parts[0].node, line_);
    return !words.empty() && is_one_of(words[0].text, {"cd", "pushd", "popd"});
  }

  // How many steps from `at` on stay together: 1, 2 for `cd x || exit 1`, 0 if the step doesn't stay.
  std::size_t stays(std::size_t at) {
    const Step& step = steps_[at];
    if (step.parts.size() != 1 || !is_of_outer_shell(step)) return 0;
    if (step.behind != "||") return 1;
    const bool leaves = at + 2 < steps_.size() && steps_[at + 1].behind == ";" &&
                        leaves_failing(steps_[at + 1].parts, line_, true);
    return leaves ? 2 : 0;
  }

  bool is_of_outer_shell(const Step& step) {
    const TSNode node = step.parts[0].node;
    const std::string_view type = type_of(node);
    if (type == "declaration_command") return source(node).starts_with("export ") && keeps_path(source(node));
    if (type == "unset_command") return true;
    if (type != "command") return false;
    const std::vector<Word> words = words_of(node, line_);
    if (words.empty() || type_of(children(node).front()) == "variable_assignment") return false;
    const std::string& name = words[0].text;
    if (is_one_of(name, {"cd", "pushd", "popd", "umask", "ulimit"})) return true;
    if (changes_environment(words)) return true;
    if (is_one_of(name, {"source", "."})) return exports_all_ || !uses_variables(step);
    if (name == "shopt") {
      repeated_ += std::string(source(node)) + "; ";
      return true;
    }
    return name == "set" && set(node, words);
  }

  bool set(TSNode node, const std::vector<Word>& words) {
    if (words.size() == 2 && is_one_of(words[1].text, {"-a", "+a"})) {
      exports_all_ = words[1].text == "-a";
      return true;
    }
    if (words.size() < 2 || !is_one_of(words[1].text.substr(0, 1), {"-", "+"})) return false;
    repeated_ += std::string(source(node)) + "; ";
    return true;
  }

  // proctor itself is looked for on it.
  static bool keeps_path(std::string_view assignments) {
    static const RE2 kPath(R"(\bPATH=)"), kOld(R"(\$\{?PATH\b)");
    const re2::StringPiece text(assignments.data(), assignments.size());
    return !RE2::PartialMatch(text, kPath) || RE2::PartialMatch(text, kOld);
  }

  // Variables that a file sets aren't exported.
  bool uses_variables(const Step& step) const {
    static const RE2 kVariable(R"(\$\{?([A-Za-z_]\w*))");
    re2::StringPiece rest(line_.data(), line_.size());
    rest.remove_prefix(step.begin + source(step.parts[0].node).size());
    std::string name;
    while (RE2::FindAndConsume(&rest, kVariable, &name)) {
      if (!is_one_of(name, {"PIPESTATUS", "HOME", "PWD", "PATH", "USER", "TMPDIR", "pipestatus"}))
        return true;
    }
    return false;
  }

  // The length of the assignments before the last step's first command, if they may stand before proctor.
  std::size_t assignments(const Step& step) const {
    if (step.parts.empty() || type_of(step.parts[0].node) != "command") return 0;
    const TSNode name = field(step.parts[0].node, "name");
    if (ts_node_is_null(name)) return 0;
    const std::string_view rest = line_.substr(ts_node_start_byte(name));
    for (const TSNode part : children(step.parts[0].node)) {
      if (type_of(part) == "command_name") break;
      if (type_of(part) != "variable_assignment") return 0;
      const std::string variable(source(field(part, "name")));
      static const RE2 kOfProctor("HOME|SHELL|IFS|(XDG|LD)_.*");
      if (RE2::FullMatch(variable, kOfProctor) || !keeps_path(source(part))) return 0;
      if (rest.find('$' + variable) != rest.npos || rest.find("${" + variable) != rest.npos) return 0;
    }
    return ts_node_start_byte(name) - step.begin;
  }

  std::string_view line_;
  std::vector<Step> steps_;
  std::string repeated_{};
  bool exports_all_ = false;
};

}  // namespace

bool changes_environment(const std::vector<Word>& words) {
  if (words.empty()) return false;
  const std::string& name = words[0].text;
  if (is_one_of(name, {"workon", "deactivate"})) return true;
  const std::string_view verb = words.size() > 1 ? std::string_view(words[1].text) : "";
  return (is_one_of(name, {"conda", "mamba", "micromamba"}) && is_one_of(verb, {"activate", "deactivate"})) ||
         (name == "nvm" && verb == "use") || (name == "pyenv" && is_one_of(verb, {"shell", "activate"}));
}

LeadingSteps leading_steps(TSNode root, std::string_view line) {
  return Peeler(root, line).read();
}

}  // namespace proctor::shell
