#include "cli/gate_command.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <iterator>
#include <memory>
#include <optional>
#include <string>

#include "base/files.hpp"
#include "base/text.hpp"
#include "cli/print.hpp"
#include "cli/signals.hpp"
#include "cli/supervised.hpp"
#include "config/config.hpp"
#include "gate/gate.hpp"
#include "gate/git_hook.hpp"
#include "gate/stop_hook.hpp"
#include "history/state_places.hpp"
#include "run/source_tree.hpp"
#include "workspace/private_directory.hpp"

namespace proctor::cli {
namespace {

namespace fs = std::filesystem;

constexpr int kMustNotPass = 2;
// Below the limits of the agents' hooks, the shortest of which is 30 s.
constexpr std::chrono::seconds kGatePatience{20};

struct GateOptions {
  std::string directory{};
  std::string hook{};
  bool staged = false;
  std::string max_age{};
  bool install = false;
  bool remove = false;
  std::string config{};
};

int gate_trouble(const std::string& why) {
  print_note("proctor gate: " + to_valid_utf8(why));
  return kGateTrouble;
}

// What git names is relative to where the gate was started.
fs::path named_index() {
  const char* index = std::getenv("GIT_INDEX_FILE");
  return index == nullptr || *index == '\0' ? fs::path() : fs::absolute(index);
}

// An absolute path: a hook finds the program whatever its PATH is.
fs::path program_of_hook() {
  std::error_code error;
  return fs::read_symlink("/proc/self/exe", error);
}

int change_git_hook(const GateOptions& options, supervise::Supervisor& supervisor,
                    const std::stop_token& stop) {
  const tree::Access access = tree_access(supervisor, stop);
  const fs::path directory = options.directory.empty() ? "." : options.directory;
  const auto done = options.remove ? gate::remove_git_hook(directory, access)
                                   : gate::install_git_hook(directory, program_of_hook(), access);
  if (!done) return gate_trouble(done.error().message);
  return print_text(*done + '\n') ? 0 : kGateTrouble;
}

int say_to_agent(const gate::Said& said) {
  if (!said.err.empty()) std::cerr << said.err << std::flush;
  return said.out.empty() || print_text(said.out) ? said.exit_code : kGateTrouble;
}

int ask_gate(const GateOptions& options, supervise::Supervisor& supervisor, const std::stop_token& stop) {
  std::optional<gate::StopCall> call;
  if (!options.hook.empty()) {
    const std::string input{std::istreambuf_iterator<char>(std::cin), {}};
    auto read = gate::read_stop_call(options.hook, input);
    if (!read) return gate_trouble(read.error().message);
    call = *std::move(read);
    if (call->ended_by_user) return say_to_agent(gate::let_go(*call));
  }
  gate::Asked asked{.staged = options.staged};
  if (!options.directory.empty())
    asked.directory = options.directory;
  else if (call)
    asked.directory = call->directory;
  if (call) asked.session_began = call->session_began;
  if (options.staged) asked.index = named_index();
  // Within a run it would wait for itself.
  if (!supervised()) asked.patience = kGatePatience;
  if (!options.max_age.empty()) {
    asked.max_age = parse_duration(options.max_age);
    if (!asked.max_age)
      return gate_trouble(fmt::format("--max-age {}: a time such as 30m or 2h is wanted", options.max_age));
  }
  const auto config = load_config(asked.directory, options.config);
  if (!config) return gate_trouble(config.error().message);
  const auto answered = gate::ask(asked, *config, supervisor, stop);
  if (!answered) return gate_trouble(answered.error().message);
  const std::string sentence = to_valid_utf8(answered->decision.sentence) + ".";
  if (!call) {
    if (answered->decision.open) return print_text(sentence + '\n') ? 0 : kGateTrouble;
    print_note(sentence);
    return kMustNotPass;
  }
  if (answered->decision.open) return say_to_agent(gate::let_go(*call));
  const fs::path state = history::state_places().writable;
  if (gate::has_heard(*call, state, answered->state)) {
    print_note("proctor gate gives up, for nothing has changed since it said so: " + sentence);
    return say_to_agent(gate::let_go(*call));
  }
  gate::remember_block(*call, state, answered->state);
  return say_to_agent(gate::block(*call, sentence));
}

int run_gate(const GateOptions& options) {
  try {
    const StopOnSignals signals;
    supervise::Supervisor supervisor({.private_directories = private_directories_mark()});
    if (options.install || options.remove) return change_git_hook(options, supervisor, signals.token());
    return ask_gate(options, supervisor, signals.token());
  } catch (const std::exception& thrown) {
    return gate_trouble(thrown.what());
  }
}

}  // namespace

void add_gate(CLI::App& app, std::function<int()>& run) {
  const auto options = std::make_shared<GateOptions>();
  CLI::App* command = app.add_subcommand(
      "gate", "Whether all tests passed for exactly what lies here: exit code 0, or 2 with the reason");
  command->add_option("directory", options->directory, "A project, or a directory in it")->type_name("DIR");
  command->add_option("--hook", options->hook, "Answer an agent's stop hook, which is read from stdin")
      ->check(CLI::IsMember({"claude", "codex", "gemini", "cursor", "vscode", "copilot"}));
  command->add_flag("--staged", options->staged, "Of what git would commit, not of what lies there");
  command->add_option("--max-age", options->max_age, "The run may be so old, such as 30m or 2h")
      ->type_name("TIME");
  command->add_flag("--install-git-hook", options->install, "Have git ask the gate before each commit");
  command->add_flag("--remove", options->remove, "Take that out of git's hook again");
  command->add_option("--config", options->config, "Read this proctor.toml alone")->type_name("FILE");
  command->footer(
      "Exit codes: 0 a complete run passed for this very tree, or nothing has changed; 2 not so, and stderr "
      "says why;\n"
      "1 the gate has trouble of its own, and knows nothing.");
  command->callback([options, &run] { run = [options] { return run_gate(*options); }; });
}

}  // namespace proctor::cli
