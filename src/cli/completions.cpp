#include "cli/completions.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "framework/definition.hpp"

namespace proctor::cli {
namespace {

struct Flag {
  std::string name;  ///< with its dashes
  std::string description;
  bool takes_value = false;
  std::string values{};  ///< that it may have, joined by blanks; empty: files
};

// CLI::IsMember writes them into the type: "TEXT:{auto,always}".
std::string listed_values(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  const std::size_t open = type.find('{');
  const std::size_t close = type.find('}');
  if (open == std::string::npos || close == std::string::npos) return "";
  std::string values = type.substr(open + 1, close - open - 1);
  std::replace(values.begin(), values.end(), ',', ' ');
  return values;
}

enum class Names { frameworks, tracks };

std::string known(Names names) {
  std::string known;
  for (const framework::Definition& definition : framework::definitions()) {
    const std::string& name = names == Names::tracks ? definition.exercise.track : definition.name;
    if (!name.empty()) known += (known.empty() ? "" : " ") + name;
  }
  return known;
}

std::string values_of(const CLI::Option& option, const std::string& name) {
  if (name == "--isolation") return "sandbox process none";
  if (name == "--network") return "none host";
  if (name == "--framework") return known(Names::frameworks);
  if (name == "--track") return known(Names::tracks);
  return listed_values(option);
}

std::vector<Flag> flags_of(const CLI::App& command) {
  std::vector<Flag> flags;
  for (const CLI::Option* option : command.get_options()) {
    const bool takes_value = option->get_items_expected_max() > 0;
    for (const std::string& name : option->get_lnames())
      flags.push_back({"--" + name, option->get_description(), takes_value, values_of(*option, "--" + name)});
    for (const std::string& name : option->get_snames())
      flags.push_back({"-" + name, option->get_description(), takes_value});
  }
  return flags;
}

// The words that its first argument may be, joined by blanks; empty if it may be anything.
std::string choices_of(const CLI::App& command) {
  if (command.get_name() == "warm") return known(Names::frameworks) + ' ' + known(Names::tracks);
  for (const CLI::Option* option : command.get_options()) {
    if (!option->get_positional()) continue;
    return listed_values(*option);
  }
  return "";
}

std::vector<const CLI::App*> commands_of(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

// The runs whose logs are kept, as a shell asks for them.
constexpr const char* kRuns = "proctor log 2>/dev/null | cut -d' ' -f1";

std::string bash(const CLI::App& app) {
  std::string cases;
  std::string names;
  std::map<std::string, std::string> values;
  for (const CLI::App* command : commands_of(app)) {
    std::string flags;
    for (const Flag& flag : flags_of(*command)) {
      flags += (flags.empty() ? "" : " ") + flag.name;
      if (!flag.values.empty()) values[flag.name] = flag.values;
    }
    cases += fmt::format("    {}) words=\"{}\" choices=\"{}\" ;;\n", command->get_name(), flags,
                         choices_of(*command));
    names += (names.empty() ? "" : " ") + command->get_name();
  }
  std::string by_option;
  for (const auto& [name, words] : values) by_option += fmt::format("    {}) words=\"{}\" ;;\n", name, words);
  return fmt::format(
      "# bash completion for proctor; put it into ~/.local/share/bash-completion/completions/proctor\n"
      "_proctor() {{\n"
      "  local current=\"${{COMP_WORDS[COMP_CWORD]}}\" words=\"\" choices=\"\"\n"
      "  case \"${{COMP_WORDS[1]}}\" in\n{}    *) words=\"{} --help --version\" ;;\n  esac\n"
      "  [ \"$COMP_CWORD\" -eq 1 ] && words=\"{} --help --version\"\n"
      "  [ \"$COMP_CWORD\" -eq 2 ] && [ -n \"$choices\" ] && case \"$current\" in -*) ;; *) "
      "words=\"$choices\" ;; esac\n"
      "  case \"${{COMP_WORDS[1]}} ${{COMP_WORDS[COMP_CWORD-1]}}\" in\n"
      "    'log log') words=\"$words $({})\" ;;\n  esac\n"
      "  case \"${{COMP_WORDS[COMP_CWORD-1]}}\" in\n{}  esac\n"
      "  COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
      "}}\ncomplete -o default -F _proctor proctor\n",
      cases, names, names, kRuns, by_option);
}

// In single quotes, without what _arguments and fish would take for their own.
std::string quoted(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '\'') {
      out += "’";
    } else if (c == ':') {
      out += ',';
    } else if (c != '[' && c != ']') {
      out += c;
    }
  }
  return out;
}

std::string zsh(const CLI::App& app) {
  std::string commands;
  std::string cases;
  for (const CLI::App* command : commands_of(app)) {
    commands += fmt::format("    '{}:{}'\n", command->get_name(), quoted(command->get_description()));
    std::string flags;
    for (const Flag& flag : flags_of(*command)) {
      flags += fmt::format(" \\\n        '{}[{}]{}'", flag.name, quoted(flag.description),
                           flag.values.empty() ? (flag.takes_value ? ":value:_files" : "")
                                               : fmt::format(":value:({})", flag.values));
    }
    const std::string choices = choices_of(*command);
    std::string rest = choices.empty() ? "'*:file:_files'" : fmt::format("'1:what:({})'", choices);
    if (command->get_name() == "log") rest = fmt::format("\"1:run:($({}))\"", kRuns);
    cases += fmt::format("    {})\n      _arguments{} \\\n        {} ;;\n", command->get_name(), flags, rest);
  }
  return fmt::format(
      "#compdef proctor\n# zsh completion for proctor; put it into a directory of $fpath as _proctor\n"
      "_proctor() {{\n  local -a commands\n  commands=(\n{}  )\n"
      "  if (( CURRENT == 2 )); then\n    _describe command commands\n    return\n  fi\n"
      "  local command=$words[2]\n  shift words\n  (( CURRENT-- ))\n  case $command in\n{}  esac\n}}\n"
      "if [ \"$funcstack[1]\" = \"_proctor\" ]; then _proctor \"$@\"; else compdef _proctor proctor; fi\n",
      commands, cases);
}

std::string fish(const CLI::App& app) {
  std::string out = "# fish completion for proctor; put it into ~/.config/fish/completions/proctor.fish\n";
  for (const CLI::App* command : commands_of(app)) {
    out += fmt::format("complete -c proctor -n __fish_use_subcommand -f -a {} -d '{}'\n", command->get_name(),
                       quoted(command->get_description()));
    for (const Flag& flag : flags_of(*command)) {
      const bool is_long = flag.name.starts_with("--");
      out += fmt::format("complete -c proctor -n '__fish_seen_subcommand_from {}' -{} {} -d '{}'{}{}\n",
                         command->get_name(), is_long ? 'l' : 's', flag.name.substr(is_long ? 2 : 1),
                         quoted(flag.description), flag.takes_value ? " -r" : "",
                         flag.values.empty() ? "" : fmt::format(" -f -a '{}'", flag.values));
    }
    if (command->get_name() == "log")
      out += fmt::format("complete -c proctor -n '__fish_seen_subcommand_from log' -f -a \"({})\"\n", kRuns);
    if (const std::string choices = choices_of(*command); !choices.empty()) {
      out += fmt::format("complete -c proctor -n '__fish_seen_subcommand_from {}' -f -a '{}'\n",
                         command->get_name(), choices);
    }
  }
  return out;
}

}  // namespace

std::string completion_script(const CLI::App& app, const std::string& shell) {
  if (shell == "bash") return bash(app);
  return shell == "zsh" ? zsh(app) : fish(app);
}

}  // namespace proctor::cli
