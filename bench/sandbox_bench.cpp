// What a sandbox costs: Supervisor::run of `true` at the level `sandbox` against a bare
//
//   bwrap --unshare-all --ro-bind / / true
//
// taken in turns in one process so that both meet the same machine. The bare one has neither a /proc, /dev or
// /tmp of its own, nor a filter, nor somebody who tells how the command ended. Prints one line of JSON with
// the medians and first deciles in microseconds and their ratios.
//
//   sandbox_bench [rounds]
//
// On a machine that is busy with other things the medians say more of the scheduler than of the sandbox:
// where it shares time out by sessions (autogroup), the command's new session has to wait for its turn. `chrt
// -f 1` as root takes that out.
#include <fmt/format.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include "supervise/supervise.hpp"

namespace {

using Clock = std::chrono::steady_clock;

template <typename Action>
double microseconds(const Action& action) {
  const auto begin = Clock::now();
  action();
  return std::chrono::duration<double, std::micro>(Clock::now() - begin).count();
}

void bare_bubblewrap() {
  const char* arguments[] = {"bwrap", "--unshare-all", "--ro-bind", "/", "/", "true", nullptr};
  pid_t pid = 0;
  int status = 0;
  if (posix_spawn(&pid, "/usr/bin/bwrap", nullptr, nullptr, const_cast<char**>(arguments), environ) != 0)
    std::abort();
  if (waitpid(pid, &status, 0) != pid || status != 0) std::abort();
}

// bubblewrap ends before its own first process, which then is our child. Not a part of what is measured.
void reap_the_rest() {
  while (waitpid(-1, nullptr, 0) > 0) {
  }
}

double percentile(std::vector<double> values, double part) {
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(part * static_cast<double>(values.size() - 1))];
}

}  // namespace

int main(int argc, char** argv) {
  using proctor::Termination;
  namespace supervise = proctor::supervise;

  const int rounds = argc > 1 ? std::max(1, std::atoi(argv[1])) : 300;
  char workspace[] = "/tmp/sandbox_bench-XXXXXX";
  if (mkdtemp(workspace) == nullptr) std::abort();

  supervise::Supervisor supervisor;
  if (const auto obstacle = supervisor.sandbox_obstacle()) {
    fmt::print(stderr, "no sandbox here: {}\n", obstacle->reason);
    return 1;
  }
  const supervise::Command command{
      .argv = {"true"}, .environment = {"PATH=/usr/bin:/bin"}, .workdir = workspace};
  const supervise::Limits limits{.wall = std::chrono::seconds(10)};
  const supervise::RunOptions options{.isolation = proctor::IsolationLevel::sandbox, .writable = {workspace}};
  const auto sandboxed_run = [&] {
    const auto outcome = supervisor.run(command, limits, {}, options);
    if (outcome.termination.kind != Termination::Kind::exited || outcome.termination.code != 0) std::abort();
  };

  std::vector<double> bare, sandbox;
  for (int round = -5; round < rounds; ++round) {  // the first ones fill caches
    const double first = microseconds(bare_bubblewrap);
    reap_the_rest();
    const double second = microseconds(sandboxed_run);
    if (round < 0) continue;
    bare.push_back(first);
    sandbox.push_back(second);
  }
  std::filesystem::remove_all(workspace);
  const auto figures = [&](double part) {
    const double a = percentile(bare, part);
    const double b = percentile(sandbox, part);
    return fmt::format(R"({{"bare_us": {:.0f}, "sandbox_us": {:.0f}, "ratio": {:.2f}}})", a, b, b / a);
  };
  fmt::print("{{\"rounds\": {}, \"median\": {}, \"first_decile\": {}}}\n", rounds, figures(0.5),
             figures(0.1));
}
