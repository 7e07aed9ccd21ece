#include "run/warm.hpp"

#include <fmt/format.h>

#include <chrono>

#include "base/environment.hpp"
#include "base/files.hpp"
#include "base/remove_tree.hpp"
#include "base/text.hpp"
#include "framework/folder.hpp"
#include "framework/forge_tools.hpp"
#include "framework/placeholders.hpp"
#include "framework/prepared.hpp"
#include "run/containment.hpp"
#include "supervise/program.hpp"
#include "workspace/private_directory.hpp"

namespace proctor {
namespace fs = std::filesystem;
namespace {

using framework::Definition;

constexpr std::chrono::minutes kWarmLimit{60};
constexpr std::chrono::seconds kQuestionLimit{30};

supervise::Command command(const Definition& definition, const framework::Places& places,
                           const std::vector<std::string>& words) {
  return {framework::fill(words, places),
          framework::command_environment(own_environment(), definition, places), places.root};
}

supervise::Outcome ask(const Machine& machine, const Definition& definition, const framework::Places& places,
                       const std::vector<std::string>& words) {
  supervise::Limits limits;
  limits.wall = kQuestionLimit;
  return machine.supervisor.run(command(definition, places, words), limits, machine.stop, {});
}

// In a sandbox it sees the framework's folder and what `toolchain` names, and writes what it prepares.
supervise::Outcome prepare(const Machine& machine, const Definition& definition,
                           const framework::Places& places, const Containment& containment,
                           const supervise::OutputSink& sink) {
  supervise::Command warm = command(definition, places, definition.warm);
  warm.toolchain = {places.folder};
  warm.toolchain.insert(warm.toolchain.end(), definition.toolchain.begin(), definition.toolchain.end());
  std::erase_if(warm.toolchain, [](const fs::path& path) {
    std::error_code error;
    return !fs::exists(path, error);
  });
  warm.results = {places.root};
  supervise::Limits limits = limits_from(machine.config, containment.level);
  limits.wall = kWarmLimit;
  limits.stall.reset();  // a compiler may be silent for minutes
  supervise::RunOptions options;
  containment.apply(options, warm);
  options.sink = sink;
  return machine.supervisor.run(warm, limits, machine.stop, options);
}

bool succeeded(const supervise::Outcome& outcome) {
  return outcome.termination.kind == Termination::Kind::exited && outcome.termination.code == 0;
}

std::string first_line(const supervise::Outcome& outcome) {
  std::string text = outcome.out.text();
  if (trim(text).empty()) text = outcome.err.text();
  const std::string_view line = trim(text);
  return for_terminal(line.substr(0, line.find('\n')));
}

}  // namespace

Result<Warmed> warm(const Definition& definition, const Machine& machine, const supervise::OutputSink& sink) {
  if (definition.warm.empty()) return Warmed{};
  auto folder = framework::FolderOnDisk::of(definition);
  if (!folder) return tl::unexpected(folder.error());
  auto work = PrivateDirectory::make();
  if (!work) return tl::unexpected(work.error());
  // Before anything is made of it: a folder that changes meanwhile prepares for nobody.
  const std::string digest = framework::folder_digest(definition);
  const fs::path directory = framework::prepared_root(machine.config) / definition.name;
  const auto containment = contain(machine.config, Origin::project, directory,
                                   [&machine] { return machine.supervisor.sandbox_obstacle(machine.stop); });
  if (!containment) return tl::unexpected(containment.error());
  // First: that takes seconds, in which a run would count on what is no longer there.
  framework::remove_stamp(directory);
  // Hundreds of packages take longer on a busy machine than the end of a run may wait.
  if (!remove_tree(directory.c_str(), std::chrono::minutes(5)))
    return fail(ErrorCode::internal_error, directory.string() + " can't be removed");
  std::error_code error;
  fs::create_directories(directory, error);
  if (error) return fail_system(directory.string(), error.value(), ErrorCode::invalid_request);
  const framework::Places places{.root = work->path(),
                                 .folder = folder->path(),
                                 .private_ = work->path(),
                                 .prepared = fs::canonical(directory)};
  const supervise::Outcome outcome = prepare(machine, definition, places, *containment, sink);
  if (!succeeded(outcome)) {
    remove_tree(directory);
    std::string message =
        fmt::format("{} can't be prepared: {}", definition.title, outcome.termination.evidence);
    if (!sink) message += fmt::format("\n{}", for_terminal(trim(outcome.err.text())));
    return fail(ErrorCode::command_failed, std::move(message));
  }
  if (auto kept = framework::FolderOnDisk::keep(definition, directory); !kept)
    return tl::unexpected(kept.error());
  // Last: what was broken off isn't taken for prepared.
  if (auto stamped = framework::stamp_prepared(directory, digest); !stamped)
    return tl::unexpected(stamped.error());
  fs::permissions(
      directory,
      fs::perms::group_read | fs::perms::group_exec | fs::perms::others_read | fs::perms::others_exec,
      fs::perm_options::add, error);
  return Warmed{.prepared = true, .level = containment->level, .warnings = containment->warnings};
}

Usable examine(const Definition& definition, const Machine& machine) {
  Usable found;
  const auto [prepared, stale] = framework::find_prepared(machine.config, definition);
  found.prepared = !prepared.empty();
  found.stale = stale;
  const auto environment = own_environment();
  std::string tool = definition.tool;
  if (definition.format == "forge-json") {  // which is looked for in more places
    const framework::ForgeTools tools = framework::find_forge_tools(machine.config);
    tool = tools.forge.string();
    if (tool.empty()) found.missing = framework::forge_not_found(tools, definition).message;
  } else if (!supervise::find_program(tool, environment, "/")) {
    found.missing = fmt::format("{} isn't there: {}", tool, definition.tool_hint);
  }
  if (!found.missing.empty()) return found;
  auto folder = framework::FolderOnDisk::of(definition, prepared);
  auto work = PrivateDirectory::make();
  if (!folder || !work) {
    found.missing = (folder ? work.error() : folder.error()).message;
    return found;
  }
  const framework::Places places{
      .root = work->path(), .folder = folder->path(), .private_ = work->path(), .prepared = prepared};
  std::vector<std::string> words{tool};
  words.insert(words.end(), definition.tool_version.begin(), definition.tool_version.end());
  const supervise::Outcome version = ask(machine, definition, places, words);
  if (!succeeded(version)) {
    const Termination& end = version.termination;
    constexpr int kNotFound = 127;  // of a shell that was to start the tool
    found.missing = end.kind == Termination::Kind::exited && end.code == kNotFound
                        ? fmt::format("{} isn't there: {}", definition.name, definition.tool_hint)
                        : fmt::format("{} doesn't work ({}): {}", tool, end.evidence, definition.tool_hint);
    return found;
  }
  found.version = first_line(version);
  const auto lacks = [&](const std::vector<std::vector<std::string>>& needs) {
    for (const auto& need : needs) {
      const supervise::Outcome outcome = ask(machine, definition, places, need);
      if (succeeded(outcome)) continue;
      const std::string said = first_line(outcome);
      return (said.empty() ? shell_join(need) + " fails" : said) + ": " + definition.tool_hint;
    }
    return std::string();
  };
  found.missing = lacks(definition.needs);
  found.usable = found.missing.empty();
  if (found.usable) found.track_missing = lacks(definition.exercise.needs);
  return found;
}

}  // namespace proctor
