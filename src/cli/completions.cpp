#include "cli/completions.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string>
#include <vector>

namespace proctor::cli {
namespace {

struct Flag {
  std::string name;  ///< with its dashes
  std::string description;
  bool takes_value = false;
};

std::vector<Flag> flags_of(const CLI::App& command) {
  std::vector<Flag> flags;
  for (const CLI::Option* option : command.get_options()) {
    const bool takes_value = option->get_items_expected_max() > 0;
    for (const std::string& name : option->get_lnames())
      flags.push_back({"--" + name, option->get_description(), takes_value});
    for (const std::string& name : option->get_snames())
      flags.push_back({"-" + name, option->get_description(), takes_value});
  }
  return flags;
}

// The words that its first argument may be, joined by blanks; empty if it may be anything.
std::string choices_of(const CLI::App& command) {
  for (const CLI::Option* option : command.get_options()) {
    if (!option->get_positional()) continue;
    // CLI::IsMember writes them there: "TEXT:{list,allow}".
    std::string choices = option->get_type_name();
    const std::size_t open = choices.find('{');
    const std::size_t close = choices.find('}');
    if (open == std::string::npos || close == std::string::npos) return "";
    choices = choices.substr(open + 1, close - open - 1);
    std::replace(choices.begin(), choices.end(), ',', ' ');
    return choices;
  }
  return "";
}

std::vector<const CLI::App*> commands_of(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

std::string bash(const CLI::App& app) {
  std::string cases;
  std::string names;
  for (const CLI::App* command : commands_of(app)) {
    std::string flags;
    for (const Flag& flag : flags_of(*command)) flags += (flags.empty() ? "" : " ") + flag.name;
    cases += fmt::format("    {}) words=\"{}\" choices=\"{}\" ;;\n", command->get_name(), flags,
                         choices_of(*command));
    names += (names.empty() ? "" : " ") + command->get_name();
  }
  return fmt::format(
      "# bash completion for proctor; put it into ~/.local/share/bash-completion/completions/proctor\n"
      "_proctor() {{\n"
      "  local current=\"${{COMP_WORDS[COMP_CWORD]}}\" words=\"\" choices=\"\"\n"
      "  case \"${{COMP_WORDS[1]}}\" in\n{}    *) words=\"{} --help --version\" ;;\n  esac\n"
      "  [ \"$COMP_CWORD\" -eq 1 ] && words=\"{} --help --version\"\n"
      "  [ \"$COMP_CWORD\" -eq 2 ] && [ -n \"$choices\" ] && case \"$current\" in -*) ;; *) "
      "words=\"$choices\" ;; esac\n"
      "  COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
      "}}\ncomplete -o default -F _proctor proctor\n",
      cases, names, names);
}

// In single quotes, without what _arguments and fish would take for their own.
std::string quoted(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c != '\'' && c != '[' && c != ']' && c != ':') out += c;
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
                           flag.takes_value ? ":value:_files" : "");
    }
    const std::string choices = choices_of(*command);
    const std::string rest = choices.empty() ? "'*:file:_files'" : fmt::format("'1:what:({})'", choices);
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
      out += fmt::format("complete -c proctor -n '__fish_seen_subcommand_from {}' -{} {} -d '{}'{}\n",
                         command->get_name(), is_long ? 'l' : 's', flag.name.substr(is_long ? 2 : 1),
                         quoted(flag.description), flag.takes_value ? " -r" : "");
    }
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
