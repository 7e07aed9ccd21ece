#include "cli/frameworks_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "base/environment.hpp"
#include "base/json.hpp"
#include "base/text.hpp"
#include "cli/isolation_options.hpp"
#include "cli/options.hpp"
#include "cli/print.hpp"
#include "cli/signals.hpp"
#include "config/config.hpp"
#include "run/warm.hpp"
#include "supervise/program.hpp"
#include "workspace/private_directory.hpp"

namespace proctor::cli {
namespace {

using framework::Definition;

struct FrameworksOptions {
  CommonOptions common{};
  std::vector<std::string> directories{};
  std::vector<std::string> names{};
  IsolationOptions isolation{};  ///< of warm
};

Result<std::pair<Config, std::vector<Definition>>> load(const FrameworksOptions& options) {
  const auto overrides = overrides_from(options.isolation);
  if (!overrides) return tl::unexpected(overrides.error());
  auto config = load_config(".", options.common.config, *overrides);
  if (!config) return tl::unexpected(config.error());
  config->frameworks.path.insert(config->frameworks.path.end(), options.directories.begin(),
                                 options.directories.end());
  auto definitions = framework::load_definitions(config->frameworks.path);
  if (!definitions) return tl::unexpected(definitions.error());
  return std::pair(std::move(*config), std::move(*definitions));
}

std::string describe_prepared(const Definition& definition, const Usable& found) {
  if (found.prepared) return "prepared";
  if (!found.stale.empty()) return for_terminal(found.stale);
  return fmt::format("not prepared (faster after `proctor warm {}`)", definition.name);
}

int list_frameworks(const FrameworksOptions& options) {
  const StopOnSignals signals;
  const auto loaded = load(options);
  if (!loaded) return print_answer({.error = loaded.error()}, options.common);
  supervise::Supervisor supervisor({.private_directories = private_directories_mark()});
  json::array list;
  std::string text;
  for (const Definition& definition : loaded->second) {
    const Usable found = examine(definition, {loaded->first, supervisor, signals.token()});
    const std::string& track = definition.exercise.track;
    list.push_back({{"name", definition.name},
                    {"title", definition.title},
                    {"track", track.empty() ? json::value(nullptr) : json::value(track)},
                    {"usable", found.usable},
                    {"track_usable", !track.empty() && found.usable && found.track_missing.empty()},
                    {"version", found.version},
                    {"missing", found.missing.empty() ? json::value(nullptr) : json::value(found.missing)},
                    {"prepared", found.prepared},
                    {"stale", found.stale.empty() ? json::value(nullptr) : json::value(found.stale)},
                    {"folder", definition.folder.empty() ? json::value(nullptr)
                                                         : json::value(definition.folder.string())}});
    text += fmt::format("{:<9} {:<8} {}{}\n", definition.name, found.usable ? "usable" : "missing",
                        for_terminal(definition.title),
                        track.empty() ? "" : fmt::format(", Exercism's {} track", track));
    if (!found.version.empty()) text += "          " + found.version + '\n';
    for (const std::string* missing : {&found.missing, &found.track_missing})
      if (!missing->empty()) text += "          " + for_terminal(*missing) + '\n';
    if (!definition.warm.empty()) text += "          " + describe_prepared(definition, found) + '\n';
  }
  const std::string shown =
      options.common.json ? to_json_line(json::object{{"frameworks", list}}) + '\n' : text;
  return print_text(shown) ? 0 : 3;
}

int run_warm(const FrameworksOptions& options) {
  const StopOnSignals signals;
  const auto loaded = load(options);
  if (!loaded) return print_answer({.error = loaded.error()}, options.common);
  const auto& [config, definitions] = *loaded;
  const auto known = [&definitions = definitions](const std::string& name) {
    return std::find_if(definitions.begin(), definitions.end(), [&](const Definition& one) {
      return one.name == name || one.exercise.track == name;
    });
  };
  std::vector<const Definition*> wanted;
  for (const std::string& name : options.names) {
    const auto found = known(name);
    if (found == definitions.end()) {
      return print_answer(
          {.error = Error{ErrorCode::invalid_request,
                          fmt::format("There is no framework or track {}; `proctor frameworks` lists them.",
                                      for_terminal(name))}},
          options.common);
    }
    wanted.push_back(&*found);
  }
  supervise::Supervisor supervisor({.private_directories = private_directories_mark()});
  const Machine machine{config, supervisor, signals.token()};
  const bool all = wanted.empty();
  for (const Definition& definition : definitions) {
    if (all && !definition.warm.empty()) wanted.push_back(&definition);
  }
  int result = 0;
  for (const Definition* definition : wanted) {
    // Without a name, what isn't installed isn't meant.
    if (all && !supervise::find_program(definition->tool, own_environment(), "/")) continue;
    print_note(fmt::format("proctor warm: {} …", definition->name));
    const auto begin = std::chrono::steady_clock::now();
    const auto done = warm(*definition, machine, [](Stream, std::string_view bytes) {
      std::fputs(for_terminal(bytes).c_str(), stderr);
    });
    const auto took =
        std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - begin);
    if (!done) {
      print_note("proctor warm: " + done.error().message);
      result = info(done.error().code).exit_code;
    } else if (!done->prepared) {
      print_note(fmt::format("proctor warm: {} has nothing to prepare", definition->name));
    } else {
      for (const std::string& warning : done->warnings) print_note("proctor warm: " + warning);
      print_note(fmt::format("proctor warm: {} is prepared ({}, isolation level \"{}\")", definition->name,
                             format_duration(took), word(done->level)));
    }
  }
  return result;
}

}  // namespace

void add_frameworks(CLI::App& app, std::function<int()>& run) {
  const auto options = std::make_shared<FrameworksOptions>();
  const auto add_common = [options](CLI::App* command) {
    command->add_option("--frameworks", options->directories, "A directory with further frameworks' folders")
        ->type_name("DIR")
        ->expected(1)
        ->allow_extra_args(false)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    command->add_option("--config", options->common.config, "Read this proctor.toml alone")
        ->type_name("FILE");
  };
  CLI::App* list =
      app.add_subcommand("frameworks", "The test frameworks that are known, and what is missing here");
  list->add_flag("--json", options->common.json, "As JSON on stdout");
  add_common(list);
  list->callback([options, &run] { run = [options] { return list_frameworks(*options); }; });
  CLI::App* warm = app.add_subcommand("warm", "Prepare once what the runs of a framework or track share");
  warm->add_option("names", options->names, "Frameworks or tracks; all that are installed if none is given")
      ->type_name("NAME");
  add_common(warm);
  add_isolation_options(*warm, options->isolation);
  warm->callback([options, &run] { run = [options] { return run_warm(*options); }; });
}

}  // namespace proctor::cli
