#include "cli/trust_command.hpp"

#include <fmt/format.h>
#include <termios.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <iostream>

#include "base/files.hpp"
#include "base/hash.hpp"
#include "base/json.hpp"
#include "base/text.hpp"
#include "cli/print.hpp"
#include "cli/supervised.hpp"
#include "config/config.hpp"
#include "config/trust.hpp"
#include "policy/question.hpp"

namespace proctor::cli {
namespace {

namespace fs = std::filesystem;
constexpr const char* kName = "proctor.toml";
constexpr std::uint64_t kLargestFile = 1U << 20U;

int answer(json::object data, const std::string& text, const CommonOptions& common) {
  const bool printed = print_text(
      common.json ? to_json_line(json::object{{"ok", true}, {"data", std::move(data)}}) + '\n' : text);
  return printed ? 0 : internal_exit_code();
}

// Strings have no line feeds of their own here: a value can't pretend to be another key.
std::string shown(const std::vector<Config::Ignored>& keys) {
  std::string text;
  for (const Config::Ignored& key : keys) {
    std::string value;
    for (const std::string_view line : split_lines(key.value))
      value += (value.empty() ? "" : "\n      ") + policy::make_visible(line);
    text += fmt::format("  line {}: {} = {}\n", key.line, key.key, value);
  }
  return text;
}

int list(const CommonOptions& common) {
  const auto files = trusted_files();
  if (!files) return refuse(files.error(), common);
  json::array entries;
  std::string text;
  for (const Trusted& file : *files) {
    const auto content = read_file(file.path, kLargestFile);
    const char* state = !content ? "gone" : sha256_hex(*content) == file.sha256 ? "trusted" : "changed";
    entries.push_back(
        {{"file", file.path}, {"sha256", file.sha256}, {"since", file.since}, {"state", state}});
    text += fmt::format("{:8} {}\n", state, policy::make_visible(file.path));
  }
  if (text.empty()) text = "No proctor.toml of a project is trusted.\n";
  return answer({{"files", std::move(entries)}}, text, common);
}

// The file that is meant, whether it is there or not.
fs::path target_of(const TrustOptions& options) {
  fs::path target = options.target.empty() ? fs::path(".") : fs::path(options.target);
  std::error_code error;
  if (!fs::is_directory(target, error)) return target;
  const fs::path nearest = find_project_config(target);
  return nearest.empty() ? target / kName : nearest;
}

int revoke(const fs::path& file, const CommonOptions& common) {
  const auto revoked = revoke_trust(file);
  if (!revoked) return refuse(revoked.error(), common);
  const std::string name = trust_path(file);
  if (!*revoked) {
    return refuse({ErrorCode::invalid_request, name + " isn't trusted; see proctor trust --list", {}},
                  common);
  }
  return answer({{"file", name}, {"state", "revoked"}},
                fmt::format("{} isn't trusted any more.\n", policy::make_visible(name)), common);
}

// Somebody sits there only if both ends are a terminal.
bool can_ask(const CommonOptions& common) {
  return !common.json && isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1;
}

bool confirmed() {
  (void)tcflush(STDIN_FILENO, TCIFLUSH);  // what was typed before the question was there isn't its answer
  if (!print_text("Trust it? [y/N] ")) return false;
  std::string reply;
  std::getline(std::cin, reply);
  return reply == "y" || reply == "Y" || reply == "yes";
}

json::array described(const std::vector<Config::Ignored>& keys) {
  json::array all;
  for (const Config::Ignored& key : keys)
    all.push_back({{"key", key.key}, {"value", key.value}, {"line", key.line}});
  return all;
}

int trust_file(const fs::path& file, bool yes, const CommonOptions& common) {
  const std::string name = trust_path(file);
  if (file.filename() != kName) {
    return refuse(
        {ErrorCode::invalid_request, fmt::format("{}: only a file called {} is ever read", name, kName), {}},
        common);
  }
  // Read once: what is shown is what is trusted.
  const auto content = read_file(file, kLargestFile);
  if (!content) return refuse(content.error(), common);
  const auto keys = needs_trust(file, *content);
  if (!keys) return refuse(keys.error(), common);
  if (!common.json) {
    const std::string head = keys->empty() ? "{} widens nothing that your own configuration allows.\n"
                                           : "{} widens what your own configuration allows:\n";
    if (!print_text(fmt::format(fmt::runtime(head), policy::make_visible(name)) + shown(*keys)))
      return internal_exit_code();
  }
  if (!yes && !can_ask(common)) {
    return refuse(
        {ErrorCode::approval_required,
         fmt::format("A person has to look at what {} widens, and nobody can be asked here: it isn't "
                     "trusted. Type `proctor trust {}` in a terminal, or add --yes.",
                     name, shell_quote(name)),
         {{"file", name}, {"widens", described(*keys)}}},
        common);
  }
  if (!yes && !confirmed()) return print_text("It isn't trusted.\n") ? 0 : internal_exit_code();
  if (const auto done = trust(file, *content); !done) return refuse(done.error(), common);
  return answer(
      {{"file", name}, {"sha256", sha256_hex(*content)}, {"state", "trusted"}, {"widens", described(*keys)}},
      "It is trusted until its content changes; proctor trust --revoke takes that back.\n", common);
}

}  // namespace

CLI::App* add_trust(CLI::App& app, TrustOptions& options) {
  CLI::App* command =
      app.add_subcommand("trust", "Let a project's proctor.toml widen what your own configuration allows");
  command
      ->add_option("target", options.target,
                   "A project or its proctor.toml; the current directory if not given")
      ->type_name("DIR|FILE");
  CLI::Option* list_option = command->add_flag("--list", options.list, "Show what is trusted");
  CLI::Option* revoke_option = command->add_flag("--revoke", options.revoke, "Trust it no more");
  revoke_option->excludes(list_option);
  command->add_flag("-y,--yes", options.yes, "Trust it without being asked")
      ->excludes(list_option)
      ->excludes(revoke_option);
  return command;
}

int run_trust(const TrustOptions& options, const CommonOptions& common) {
  if (options.list && !options.target.empty())
    return refuse({ErrorCode::invalid_request, "--list takes no directory or file", {}}, common);
  if (options.list) return list(common);
  const fs::path file = target_of(options);
  if (supervised()) return refuse(denied_inside_a_run(), common);
  return options.revoke ? revoke(file, common) : trust_file(file, options.yes, common);
}

}  // namespace proctor::cli
