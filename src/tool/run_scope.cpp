#include "tool/run_scope.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/files.hpp"

namespace proctor::tool {

RunScope::RunScope(const Call& call, PrivateDirectory directory, LogNote note)
    : call_(call),
      directory_(std::move(directory)),
      note_(std::move(note)),
      log_(new_log(call.config)),
      warnings_(call.turn.warnings) {}

Result<std::unique_ptr<RunScope>> RunScope::enter(const Call& call, const std::string& command,
                                                  const std::filesystem::path& workdir) {
  remove_stale_private_directories();
  auto directory = PrivateDirectory::make();
  if (!directory) return tl::unexpected(directory.error());
  std::unique_ptr<RunScope> scope(
      new RunScope(call, std::move(*directory), {call.shown(command), call.shown(workdir.string()), ""}));
  if (auto made = make_private_dirs(scope->temporary()); !made) return tl::unexpected(made.error());
  scope->running_.emplace(scope->log_, scope->note_);
  auto begun = call.journal.begin({.run = scope->log_.id,
                                   .tool = call.tool.name,
                                   .door = call.caller.door,
                                   .command = scope->note_.command,
                                   .workdir = scope->note_.workdir,
                                   .tag = scope->tag(),
                                   .directory = scope->directory()});
  // A failure to record never fails a run. Of the log it's the same reason.
  if (!begun) {
    scope->warnings_.push_back(
        fmt::format("The call can't be written down, so {}nobody would clean up after a crash: {}",
                    scope->log_.obstacle.empty() ? "" : "its log isn't kept, and ", begun.error().message));
  } else if (!scope->log_.obstacle.empty()) {
    scope->warnings_.push_back("The log isn't kept: " + scope->log_.obstacle);
  }
  scope->run_.emplace(call.running, scope->log_.id, call.caller.stop);
  call.tell(Started{scope->log_.id, scope->note_.command, scope->note_.workdir, scope->late_.get_token()});
  return scope;
}

std::vector<std::string> RunScope::environment() const {
  std::vector<std::string> variables = call_.environment.variables;
  // A Python that hangs then tells where, when it is asked (supervise/runtime_stacks.hpp).
  const auto sets_handler = [](const std::string& entry) { return entry.starts_with("PYTHONFAULTHANDLER="); };
  if (std::none_of(variables.begin(), variables.end(), sets_handler))
    variables.emplace_back("PYTHONFAULTHANDLER=1");
  if (call_.config.tools.environment.set.contains("TMPDIR")) return variables;
  std::erase_if(variables, [](const std::string& entry) { return entry.starts_with("TMPDIR="); });
  variables.push_back("TMPDIR=" + temporary().string());
  return variables;
}

RunScope::~RunScope() {
  if (!run_) return;  // it never began
  directory_.reset();
  call_.journal.end(log_.id, result_);
  note_.result = result_;
  running_->end(note_);
}

}  // namespace proctor::tool
