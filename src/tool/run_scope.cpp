#include "tool/run_scope.hpp"

#include <utility>

#include "base/files.hpp"

namespace proctor::tool {

RunScope::RunScope(const Call& call, RunningCalls::Place place, PrivateDirectory directory, LogNote note)
    : call_(call),
      place_(std::move(place)),
      directory_(std::move(directory)),
      note_(std::move(note)),
      log_(new_log(call.config)) {}

Result<std::unique_ptr<RunScope>> RunScope::enter(const Call& call, const std::string& command,
                                                  const std::filesystem::path& workdir) {
  auto place = call.running.enter(call.config.tools.max_parallel, call.caller.stop,
                                  [&call](std::size_t ahead) { call.tell(Waiting{ahead}); });
  if (!place)
    return fail(ErrorCode::test_cancelled, "The call was cancelled before its turn: nothing was run.");
  remove_stale_private_directories();
  auto directory = PrivateDirectory::make();
  if (!directory) return tl::unexpected(directory.error());
  std::unique_ptr<RunScope> scope(new RunScope(call, std::move(place), std::move(*directory),
                                               {call.shown(command), call.shown(workdir.string()), ""}));
  if (auto made = make_private_dirs(scope->temporary()); !made)
    return fail(ErrorCode::internal_error, made.error().message);
  auto begun = call.journal.begin({.run = scope->log_.id,
                                   .tool = call.tool.name,
                                   .door = call.caller.door,
                                   .command = scope->note_.command,
                                   .workdir = scope->note_.workdir,
                                   .mark = scope->mark(),
                                   .directory = scope->directory_.path()});
  if (!begun) {
    return fail(ErrorCode::internal_error,
                "Nothing was run, because it can't be written down first: " + begun.error().message);
  }
  scope->noted_ = true;
  scope->run_.emplace(call.running, scope->log_.id, call.caller.stop);
  call.tell(Started{scope->log_.id, scope->note_.command, scope->note_.workdir, scope->late_.get_token()});
  return scope;
}

RunScope::~RunScope() {
  if (!noted_) return;
  call_.journal.end(log_.id, result_);
  note_.result = result_;
  note(log_, note_);
}

}  // namespace proctor::tool
