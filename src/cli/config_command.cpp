#include "cli/config_command.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <boost/json/value_from.hpp>
#include <memory>
#include <string>

#include "base/text.hpp"
#include "cli/options.hpp"
#include "cli/print.hpp"
#include "config/config.hpp"

namespace proctor::cli {
namespace {

struct ConfigOptions {
  CommonOptions common{};
  std::string directory = ".";
  bool show = false;
};

int show_config(const ConfigOptions& options) {
  const auto config = load_config(options.directory, options.common.config);
  if (!config) return print_answer({.error = config.error()}, options.common);
  json::object keys;
  std::string text;
  std::size_t width = 0;
  const auto setting = [](const auto& origin) {
    std::string value = for_terminal(origin.second.value);
    std::replace(value.begin(), value.end(), '\n', ' ');
    return origin.first + " = " + value;
  };
  for (const auto& origin : config->origins) width = std::max(width, setting(origin).size());
  width = std::min<std::size_t>(width, 60);
  for (const auto& origin : config->origins) {
    const auto& [key, found] = origin;
    keys[key] = {{"value", found.value}, {"file", found.file.string()}, {"line", found.line}};
    text += fmt::format("{:{}}  {}:{}\n", setting(origin), width, found.file.string(), found.line);
  }
  json::array files;
  for (const auto& file : config->files) {
    files.emplace_back(file.string());
    text += fmt::format("read: {}\n", file.string());
  }
  if (files.empty()) text += "No proctor.toml is read here.\n";
  for (const std::string& warning : config->warnings)
    text += fmt::format("warning: {}\n", for_terminal(warning));
  text += "All other keys have their defaults (docs/config.md).\n";
  if (options.common.json) {
    text = to_json_line(json::object{{"ok", true},
                                     {"data",
                                      {{"keys", std::move(keys)},
                                       {"files", std::move(files)},
                                       {"warnings", json::value_from(config->warnings)}}}}) +
           '\n';
  }
  return print_text(text) ? 0 : internal_exit_code();
}

}  // namespace

void add_config(CLI::App& app, std::function<int()>& run) {
  const auto options = std::make_shared<ConfigOptions>();
  CLI::App* command = app.add_subcommand("config", "The settings that hold here, and where each stands");
  command->add_option("directory", options->directory, "A project, or a directory in it")->type_name("DIR");
  command->add_flag("--show", options->show, "Show them, which is what it does anyway");
  command->add_flag("--json", options->common.json, "As JSON on stdout");
  command->add_option("--config", options->common.config, "Read this proctor.toml alone")->type_name("FILE");
  command->callback([options, &run] { run = [options] { return show_config(*options); }; });
}

}  // namespace proctor::cli
