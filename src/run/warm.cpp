#include "run/warm.hpp"

#include <fmt/format.h>

#include "base/environment.hpp"
#include "base/files.hpp"
#include "base/remove_tree.hpp"
#include "base/text.hpp"
#include "framework/folder.hpp"
#include "framework/placeholders.hpp"
#include "framework/prepared.hpp"
#include "supervise/program.hpp"
#include "workspace/private_directory.hpp"

namespace proctor {
namespace fs = std::filesystem;
namespace {

using framework::Definition;

constexpr std::chrono::minutes kWarmLimit{60};
constexpr std::chrono::seconds kQuestionLimit{30};

supervise::Outcome run(const Machine& machine, const Definition& definition, const framework::Places& places,
                       const std::vector<std::string>& words, std::chrono::milliseconds limit,
                       const supervise::OutputSink& sink) {
  supervise::Limits limits;
  limits.wall = limit;
  supervise::Setting setting;
  setting.sink = sink;
  return machine.supervisor.run(
      {framework::fill(words, places), framework::command_environment(own_environment(), definition, places),
       places.root},
      limits, machine.stop, setting);
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

Result<bool> warm(const Definition& definition, const Machine& machine, const supervise::OutputSink& sink) {
  if (definition.warm.empty()) return false;
  auto folder = framework::FolderOnDisk::of(definition);
  if (!folder) return tl::unexpected(folder.error());
  auto work = PrivateDirectory::make();
  if (!work) return tl::unexpected(work.error());
  const fs::path directory = framework::prepared_root(machine.config) / definition.name;
  if (!remove_tree(directory))
    return fail(ErrorCode::internal_error, directory.string() + " can't be removed");
  std::error_code error;
  fs::create_directories(directory, error);
  if (error) return fail(ErrorCode::invalid_request, system_message(directory.string(), error.value()));
  const framework::Places places{.root = work->path(),
                                 .folder = folder->path(),
                                 .private_ = work->path(),
                                 .prepared = fs::canonical(directory)};
  const supervise::Outcome outcome = run(machine, definition, places, definition.warm, kWarmLimit, sink);
  if (!succeeded(outcome)) {
    remove_tree(directory);
    std::string message =
        fmt::format("{} can't be prepared: {}", definition.title, outcome.termination.evidence);
    if (!sink) message += fmt::format("\n{}", for_terminal(trim(outcome.err.text())));
    return fail(ErrorCode::command_failed, std::move(message));
  }
  // Last: what was broken off isn't taken for prepared.
  if (auto marked = write_file(directory / framework::kPreparedMark, "prepared\n", 0644); !marked)
    return tl::unexpected(marked.error());
  fs::permissions(
      directory,
      fs::perms::group_read | fs::perms::group_exec | fs::perms::others_read | fs::perms::others_exec,
      fs::perm_options::add, error);
  return true;
}

Usable examine(const Definition& definition, const Machine& machine) {
  Usable found;
  found.prepared = !framework::prepared_directory(machine.config, definition.name).empty();
  const auto environment = own_environment();
  if (!supervise::find_program(definition.tool, environment, "/")) {
    found.missing = fmt::format("{} isn't there: {}", definition.tool, definition.tool_hint);
    return found;
  }
  auto folder = framework::FolderOnDisk::of(definition);
  auto work = PrivateDirectory::make();
  if (!folder || !work) {
    found.missing = (folder ? work.error() : folder.error()).message;
    return found;
  }
  const framework::Places places{.root = work->path(),
                                 .folder = folder->path(),
                                 .private_ = work->path(),
                                 .prepared = framework::prepared_directory(machine.config, definition.name)};
  std::vector<std::string> ask{definition.tool};
  ask.insert(ask.end(), definition.tool_version.begin(), definition.tool_version.end());
  const supervise::Outcome version = run(machine, definition, places, ask, kQuestionLimit, {});
  if (!succeeded(version)) {
    found.missing = fmt::format("{} doesn't work ({}): {}", definition.tool, version.termination.evidence,
                                definition.tool_hint);
    return found;
  }
  found.version = first_line(version);
  for (const auto& need : definition.needs) {
    const supervise::Outcome outcome = run(machine, definition, places, need, kQuestionLimit, {});
    if (succeeded(outcome)) continue;
    const std::string said = first_line(outcome);
    found.missing = (said.empty() ? shell_join(need) + " fails" : said) + ": " + definition.tool_hint;
    return found;
  }
  found.usable = true;
  return found;
}

}  // namespace proctor
