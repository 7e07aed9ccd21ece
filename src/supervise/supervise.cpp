#include "supervise/supervise.hpp"

#include <signal.h>
#include <sys/prctl.h>

#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <utility>

#include "supervise/one_run.hpp"

namespace proctor::supervise {
namespace {

// Inside of another supervisor, tags are chained, so that it knows our processes too should we die.
std::string outer_tag() {
  const char* tag = std::getenv("PROCTOR_RUN");
  const std::string value = tag != nullptr ? tag : "";
  return value.size() <= 256 ? value : std::string();
}

// Shorter if a stop is asked for.
void wait_a_moment(std::chrono::milliseconds time, const std::stop_token& stop) {
  std::mutex mutex;
  std::unique_lock lock(mutex);
  std::condition_variable_any().wait_for(lock, stop, time, [] { return false; });
}

// Nothing has run, for want of something that may be there again in a moment.
bool is_worth_another_try(const Outcome& outcome) {
  return outcome.termination.kind == Termination::Kind::not_started && outcome.termination.no_means;
}

Outcome without_sandbox(const SandboxObstacle& obstacle) {
  Refusal refusal = refusal_for(obstacle);
  Outcome outcome;
  outcome.isolation.level = IsolationLevel::sandbox;
  outcome.termination = {.kind = Termination::Kind::not_started,
                         .evidence = std::move(refusal.reason),
                         .no_sandbox = true,
                         .no_means = refusal.may_pass};
  return outcome;
}

}  // namespace

struct Supervisor::State {
  Common common;
  std::string scope_of_sweep() const;

  int tries = 1;
  int was_subreaper = 0;
  bool is_subreaper = false;

  std::mutex sandbox_mutex{};
  /// Whether a sandbox can be had, once that is known. It never changes: what was held by a sandbox at first
  /// is held by one to the end.
  bool sandbox_settled = false;
  std::optional<SandboxObstacle> lasting_obstacle{};

  std::optional<SandboxObstacle> make_box_parts();
  std::optional<SandboxObstacle> settle(std::optional<SandboxObstacle> found);
  Outcome run_once(const Command& command, const Limits& limits, const std::stop_token& stop,
                   const RunOptions& options);
};

// When a sandbox is wanted for the first time, and again should that fail.
std::optional<SandboxObstacle> Supervisor::State::make_box_parts() {
  const std::scoped_lock lock(sandbox_mutex);
  if (common.box_parts) return std::nullopt;
  auto parts = BoxParts::make();
  if (!parts) return std::move(parts.error());
  common.box_parts = std::move(*parts);
  return std::nullopt;
}

// Several may find out at a time; the first answer holds for all.
std::optional<SandboxObstacle> Supervisor::State::settle(std::optional<SandboxObstacle> found) {
  const std::scoped_lock lock(sandbox_mutex);
  if (!sandbox_settled && found && !found->lasts()) return found;
  if (!std::exchange(sandbox_settled, true)) lasting_obstacle = std::move(found);
  return lasting_obstacle;
}

Outcome Supervisor::State::run_once(const Command& command, const Limits& limits, const std::stop_token& stop,
                                    const RunOptions& options) {
  if (options.isolation == IsolationLevel::sandbox) {
    if (const auto obstacle = make_box_parts()) return without_sandbox(*obstacle);
  }
  return OneRun(common, command, limits, options).go(stop);
}

std::string Supervisor::State::scope_of_sweep() const {
  if (!process_table_is_ours()) return "process groups only: /proc doesn't show this PID namespace";
  if (!is_subreaper) return "process tree only: this process can't be a reaper of orphans";
  return "subreaper sweep only: " +
         (common.cgroups.usable() ? std::string("the run isn't in a cgroup") : common.cgroups.description());
}

Supervisor::Supervisor(const SupervisorOptions& options)
    : state_(new State{Common{.cgroups = options.use_cgroup ? CgroupPlaces() : CgroupPlaces("switched off"),
                              .outer_tag = outer_tag()},
                       options.tries}) {
  prctl(PR_GET_CHILD_SUBREAPER, &state_->was_subreaper);
  state_->is_subreaper = prctl(PR_SET_CHILD_SUBREAPER, 1) == 0;
  state_->common.kill_scope = state_->scope_of_sweep();
  if (!options.private_directories.empty())
    state_->common.guardian.enter({.private_directories = options.private_directories});
  // Who was started with SIGCHLD ignored never learns an exit code.
  struct sigaction action {};
  if (sigaction(SIGCHLD, nullptr, &action) == 0 && action.sa_handler == SIG_IGN) signal(SIGCHLD, SIG_DFL);
}

Supervisor::~Supervisor() {
  if (state_->is_subreaper && state_->was_subreaper == 0) prctl(PR_SET_CHILD_SUBREAPER, 0);
}

Outcome Supervisor::run(const Command& command, const Limits& limits, const std::stop_token& stop,
                        const RunOptions& options) {
  std::chrono::milliseconds pause{25};
  for (int tries = 1;; ++tries) {
    Outcome outcome = state_->run_once(command, limits, stop, options);
    if (!is_worth_another_try(outcome) || tries >= state_->tries) return outcome;
    wait_a_moment(pause, stop);
    pause *= 2;
  }
}

std::optional<SandboxObstacle> Supervisor::sandbox_obstacle(const std::stop_token& stop) {
  {
    const std::scoped_lock lock(state_->sandbox_mutex);
    if (state_->sandbox_settled) return state_->lasting_obstacle;
  }
  const Command command{.argv = {"true"}, .environment = {"PATH=/usr/bin:/bin"}, .workdir = "/"};
  const Limits limits{.wall = std::chrono::seconds(15), .grace = std::chrono::milliseconds(200)};
  const RunOptions options{.isolation = IsolationLevel::sandbox};
  return state_->settle(obstacle_behind(run(command, limits, stop, options).termination));
}

std::string Supervisor::kill_scope() const {
  const Common& common = state_->common;
  const std::string scope = common.cgroups.usable() ? common.cgroups.description() : common.kill_scope;
  const std::string obstacle = common.guardian.obstacle();
  return obstacle.empty() ? scope : scope + "; nobody ends the runs should proctor be killed: " + obstacle;
}

}  // namespace proctor::supervise
