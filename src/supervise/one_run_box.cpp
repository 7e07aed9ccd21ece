// What is different in the course of a run when the command is in a sandbox: the root is bubblewrap then, and
// what becomes of the command is told by the first process inside.
#include <fmt/format.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "supervise/isolation/box.hpp"
#include "supervise/one_run.hpp"
#include "supervise/program.hpp"
#include "supervise/resource_limits.hpp"

namespace proctor::supervise {

bool OneRun::start_in_box() {
  std::vector<std::string> environment;
  for (const std::string& entry : command_.environment) {
    if (!entry.starts_with("PROCTOR_RUN=")) environment.push_back(entry);
  }
  auto box = Box::prepare(*common_.box_parts, command_, options_, environment, "PROCTOR_RUN=" + live_.tag);
  if (!box) return refuse(std::move(box.error()));
  box_ = std::move(*box);
  make_cgroups(cgroups_, common_.cgroups, options_.isolation, limits_);
  // They are meant for the command, not for those that hold it.
  for (const ResourceLimit& limit : watch_.resources()) {
    if (limit.resource != RLIMIT_CORE) box_->limit(limit.resource, limit.value);
  }
  for (const ResourceLimit& limit : sandbox_limits()) box_->limit(limit.resource, limit.value);
  // A cgroup counts them; the watch over the tree sees only what processes have attached.
  if (limits_.memory_bytes && !cgroups_.memory()) box_->limit_ipc_memory(*limits_.memory_bytes);

  SpawnRequest request;
  const auto refuse_start = [this](const SpawnFailure& failure) {
    const std::string said = explain(failure, common_.box_parts->bubblewrap, "/");
    return refuse(refusal_for(obstacle_of(said, failure.error)));
  };
  if (const int error = box_->fill(request, pump_->out_writer(), pump_->err_writer()))
    return refuse_start({SpawnFailure::Step::descriptors, error});
  const auto failure = launch(request);
  box_->close_child_ends();
  return !failure || refuse_start(*failure);
}

void OneRun::look_at_box() {
  box_->read_status();
  // Looked for while its parent lives: later its name alone could tell it from what the command left behind.
  if (box_->ready() && !first_) first_ = Box::first_process(root_);
  if (const auto bytes = box_->ipc_memory(); bytes && !std::exchange(ipc_memory_struck_, true)) {
    struck(
        {Termination::Kind::out_of_memory,
         fmt::format(
             "{} in System V shared memory, semaphores and messages (SHM_INFO, SEM_INFO and MSG_INFO in the "
             "sandbox); {} are allowed",
             format_size(*bytes), format_size(limits_.memory_bytes.value_or(0))),
         true});
  }
  const auto status = box_->ended();
  if (!status || ended_) return;
  drain();  // everything that the command printed is in the pipes by now
  look_at_output_limit();
  command_has_ended();
  if (decided_ || refuse_for_box()) return;
  if (WIFEXITED(*status)) {
    decide(CLD_EXITED, WEXITSTATUS(*status));
  } else {
    decide(WCOREDUMP(*status) ? CLD_DUMPED : CLD_KILLED, WTERMSIG(*status));
  }
}

// Whether it was the sandbox, and not the command, that failed.
bool OneRun::refuse_for_box() {
  auto refusal = box_->failure();
  if (!refusal) return false;
  decided_ = true;
  refuse(std::move(*refusal));
  return true;
}

// A signal to bubblewrap would end everybody at once. The first process in the sandbox passes it on to the
// command's process group.
void OneRun::ask_box_to_end() {
  if (!box_->ready() || !first_) {
    kill_at_ = Clock::now();  // nothing of the command runs yet
    return;
  }
  std::uint64_t earliest = 0;
  for (const Process& process : all_processes()) {
    const bool leads = process.parent == first_->pid && process.group == process.pid;
    if (!leads || (group_ != 0 && process.start >= earliest)) continue;
    group_ = process.pid;
    earliest = process.start;
  }
  signal_process(*first_, SIGTERM);
}

bool OneRun::is_machinery(const Process& process) const {
  return process.pid == root_ || (first_ && process.pid == first_->pid && process.start == first_->start);
}

}  // namespace proctor::supervise
