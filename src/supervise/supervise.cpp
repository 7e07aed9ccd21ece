#include "supervise/supervise.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <mutex>
#include <utility>

#include "base/text.hpp"

#include "supervise/one_run.hpp"

namespace proctor::supervise {
namespace {

// Inside of another supervisor, tags are chained, so that it knows our processes too should we die.
std::string outer_tag() {
  const char* tag = std::getenv("PROCTOR_RUN");
  const std::string value = tag != nullptr ? tag : "";
  return value.size() <= 256 ? value : std::string();
}

UniqueFd open_null() {
  UniqueFd fd(open("/dev/null", O_RDONLY | O_CLOEXEC));
  // Above 2, because the child puts others there; a program may be started with its standard ones closed.
  if (fd && fd.get() <= STDERR_FILENO) fd.reset(fcntl(fd.get(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
  return fd;
}

}  // namespace

struct Supervisor::State {
  Common common;
  std::string scope_of_sweep() const;

  int was_subreaper = 0;
  bool is_subreaper = false;

  // Made when a sandbox is wanted for the first time.
  std::once_flag box_once{};
  std::string box_problem{};
  std::atomic<bool> had_sandbox = false;

  bool has_box_parts();
  Outcome run(const Command& command, const Limits& limits, const std::stop_token& stop,
              const RunOptions& options);
};

bool Supervisor::State::has_box_parts() {
  std::call_once(box_once, [this] {
    auto parts = BoxParts::make();
    if (parts) {
      common.box_parts = std::move(*parts);
    } else {
      box_problem = std::move(parts.error());
    }
  });
  return common.box_parts != nullptr;
}

// A mount that goes while bubblewrap looks at it ends bubblewrap, before anything of the command has run.
Outcome Supervisor::State::run(const Command& command, const Limits& limits, const std::stop_token& stop,
                               const RunOptions& options) {
  constexpr int kMostTries = 5;
  for (int tries = 1;; ++tries) {
    OneRun run(common, command, limits, options);
    Outcome outcome = run.go(stop);
    if (!run.worth_another_try() || tries == kMostTries) return outcome;
  }
}

std::string Supervisor::State::scope_of_sweep() const {
  if (!process_table_is_ours()) return "process groups only: /proc doesn't show this PID namespace";
  if (!is_subreaper) return "process tree only: this process can't be a reaper of orphans";
  return "subreaper sweep only: " +
         (common.cgroups.usable() ? std::string("the run isn't in a cgroup") : common.cgroups.description());
}

Supervisor::Supervisor(const SupervisorOptions& options)
    : state_(new State{Common{.cgroups = options.use_cgroup ? CgroupPlaces() : CgroupPlaces("switched off"),
                              .null = open_null(),
                              .outer_tag = outer_tag()}}) {
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
  if (options.isolation == IsolationLevel::sandbox) {
    if (!state_->has_box_parts()) {
      Outcome outcome;
      outcome.isolation.level = options.isolation;
      outcome.termination = {.kind = Termination::Kind::not_started,
                             .evidence = "the sandbox can't be set up: " + state_->box_problem,
                             .no_sandbox = true};
      return outcome;
    }
  }
  return state_->run(command, limits, stop, options);
}

std::optional<std::string> Supervisor::sandbox_obstacle() const {
  if (state_->had_sandbox) return std::nullopt;
  if (!state_->has_box_parts()) return state_->box_problem;
  const Command command{.argv = {"true"}, .environment = {"PATH=/usr/bin:/bin"}, .workdir = "/"};
  const Limits limits{.wall = std::chrono::seconds(60)};
  const RunOptions options{.isolation = IsolationLevel::sandbox};
  const Termination end = state_->run(command, limits, {}, options).termination;
  if (end.kind != Termination::Kind::exited || end.code != 0) return end.evidence;
  state_->had_sandbox = true;
  return std::nullopt;
}

std::string Supervisor::kill_scope() const {
  const Common& common = state_->common;
  const std::string scope = common.cgroups.usable() ? common.cgroups.description() : common.kill_scope;
  const std::string obstacle = common.guardian.obstacle();
  return obstacle.empty() ? scope : scope + "; nobody ends the runs should proctor be killed: " + obstacle;
}

}  // namespace proctor::supervise
