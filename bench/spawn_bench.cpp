// What supervision costs: Supervisor::run of /bin/true against a bare posix_spawn and waitpid of the same,
// taken in turns in one process so that both meet the same machine. Prints one line of JSON with the medians
// in microseconds and their ratio.
//
//   spawn_bench [rounds] [MiB resident in the parent] ["sweep" for no cgroup]
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
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

void bare_spawn() {
  char program[] = "/bin/true";
  char* arguments[] = {program, nullptr};
  char* environment[] = {nullptr};
  pid_t pid = 0;
  int status = 0;
  if (posix_spawn(&pid, program, nullptr, nullptr, arguments, environment) != 0) std::abort();
  if (waitpid(pid, &status, 0) != pid || status != 0) std::abort();
}

double percentile(std::vector<double> values, double part) {
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(part * static_cast<double>(values.size() - 1))];
}

}  // namespace

int main(int argc, char** argv) {
  using proctor::Termination;
  namespace supervise = proctor::supervise;

  const int rounds = argc > 1 ? std::max(1, std::atoi(argv[1])) : 500;
  const std::size_t resident_mib = argc > 2 ? static_cast<std::size_t>(std::atoi(argv[2])) : 0;
  const bool use_cgroup = argc <= 3 || std::strcmp(argv[3], "sweep") != 0;
  const std::vector<char> resident(resident_mib << 20U, 'x');

  supervise::Supervisor supervisor(supervise::SupervisorOptions{.use_cgroup = use_cgroup});
  const supervise::Command command{.argv = {"/bin/true"}, .environment = {}, .workdir = "/"};
  const supervise::Limits limits{.wall = std::chrono::seconds(10)};
  const auto supervised_run = [&] {
    const auto outcome = supervisor.run(command, limits, {});
    if (outcome.termination.kind != Termination::Kind::exited || outcome.termination.code != 0) std::abort();
  };

  std::vector<double> bare, supervised;
  for (int round = -10; round < rounds; ++round) {  // the first ten warm up
    const double one = microseconds(bare_spawn);
    const double other = microseconds(supervised_run);
    if (round < 0) continue;
    bare.push_back(one);
    supervised.push_back(other);
  }
  fmt::print(
      "{{\"rounds\":{},\"resident_mib\":{},\"kill_scope\":\"{}\",\"bare_p50_us\":{:.1f},\"supervised_p50_"
      "us\":{:.1f},"
      "\"bare_p95_us\":{:.1f},\"supervised_p95_us\":{:.1f},\"ratio_p50\":{:.3f}}}\n",
      rounds, resident.size() >> 20U, supervisor.kill_scope(), percentile(bare, 0.5),
      percentile(supervised, 0.5), percentile(bare, 0.95), percentile(supervised, 0.95),
      percentile(supervised, 0.5) / percentile(bare, 0.5));
  return 0;
}
