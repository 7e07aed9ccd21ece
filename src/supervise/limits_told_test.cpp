// What is said of limits: who sees to each, by whose limit something struck, what was used.
#include <sched.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>

#include "supervise/cgroup_v1.hpp"
#include "supervise/limits_testing.hpp"

namespace proctor::supervise {
namespace {

using namespace std::chrono_literals;
using ::testing::AnyOf;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class LimitsTold : public LimitedRun {};
INSTANTIATE_TEST_SUITE_P(, LimitsTold, ::testing::Values(true, false), limited_by);

class LimitsToldByCgroup : public LimitedRun {};
INSTANTIATE_TEST_SUITE_P(, LimitsToldByCgroup, ::testing::Values(true));

TEST_P(LimitsTold, PeaksAreKnownWithoutALimit) {
  const Outcome outcome = run_script("for i in 1 2 3 4; do sleep 0.6 & done; wait", {});
  EXPECT_GE(outcome.usage.peak_processes.value_or(0), 5U) << told(outcome);
  EXPECT_LE(outcome.usage.peak_processes.value_or(0), 8U);
  EXPECT_GE(outcome.usage.peak_memory_bytes.value_or(0), 1U << 20U);
}

// The evidence of a run in a process of our own that is in a cgroup of version 1, as proctor is in many a
// container; "" if there is none.
template <typename SetLimit>
std::string evidence_within(const char* controller, const SetLimit& set_limit, const Command& command,
                            const Limits& limits) {
  const auto own = own_cgroup(controller);
  if (!own || geteuid() != 0) return {};
  auto around = CgroupDirectory::make_in(own->directory);
  if (!around || !set_limit(around->fd())) return {};
  const TestFolder folder;
  const pid_t pid = fork();
  if (pid == 0) {
    if (!write_file_in(around->fd(), "cgroup.procs", "0")) _exit(9);
    Outcome outcome;
    {
      // Its guardian would become a child of the tests' process if it outlived this one.
      Supervisor supervisor(SupervisorOptions{});
      outcome = supervisor.run(command, limits, {}, {});
    }
    folder.file("evidence",
                fmt::format("{}: {}", word(outcome.termination.kind), outcome.termination.evidence));
    _exit(0);
  }
  int status = 0;
  EXPECT_EQ(waitpid(pid, &status, 0), pid);
  EXPECT_EQ(status, 0);
  return read_all(folder.path() / "evidence");
}

TEST_P(LimitsToldByCgroup, MemoryThatALimitAroundItDeniesIsNotSaidToBeItsOwnLimit) {
  const std::string told = evidence_within(
      "memory", [](int cgroup) { return limit_memory_v1(cgroup, 256 * kMiB); },
      shell("python3 -c 'x = bytearray(400 << 20)'; exit 0"), {.wall = 60s, .memory_bytes = 1024 * kMiB});
  if (told.empty()) GTEST_SKIP() << "no cgroup v1 for memory of our own";
  EXPECT_THAT(told, StartsWith("out_of_memory: "));
  EXPECT_THAT(told, HasSubstr("not at its own limit of 1.0 GiB, but"));
}

TEST_P(LimitsToldByCgroup, ProcessesThatALimitAroundItDeniesAreNotSaidToBeItsOwnLimit) {
  const std::string told = evidence_within(
      "pids", [](int cgroup) { return limit_processes_v1(cgroup, 20) && read_number(cgroup, "pids.peak"); },
      shell("for i in $(seq 30); do sleep 3 & done; wait"), {.wall = 60s, .processes = 500});
  if (told.empty()) GTEST_SKIP() << "no cgroup v1 for processes of our own, or one that keeps no peak";
  EXPECT_THAT(told, StartsWith("process_limit: "));
  EXPECT_THAT(told, HasSubstr("not at its own limit of 500, but"));
}

TEST_P(LimitsTold, TimeUpTellsWhoWaitsFromWhoBurns) {
  EXPECT_THAT(run_script("exec sleep 50", {.wall = 1500ms}).termination.evidence,
              EndsWith("of CPU: it waits"));
  const Outcome burns = run_script("while :; do :; done", {.wall = 1200ms, .asked_wall = 2000ms});
  EXPECT_THAT(burns.termination.evidence, EndsWith("of CPU: it is busy"));
  EXPECT_THAT(burns.termination.evidence, StartsWith("no end within 2.0 s; it used "));
}

TEST_P(LimitsTold, WhoGetsNoProcessorIsNotSaidToWait) {
  const pid_t other = fork();
  if (other == 0) {
    cpu_set_t first;
    CPU_ZERO(&first);
    CPU_SET(0, &first);
    sched_setaffinity(0, sizeof first, &first);
    alarm(20);
    for (;;) {
    }
  }
  const Outcome outcome =
      run_script("exec taskset -c 0 chrt -i 0 sh -c 'while :; do :; done'", {.wall = 1500ms, .grace = 100ms});
  kill(other, SIGKILL);
  waitpid(other, nullptr, 0);
  EXPECT_THAT(outcome.termination.evidence, Not(HasSubstr("waits"))) << told(outcome);
}

TEST_P(LimitsTold, TheFirstCauseWins) {
  const Outcome outcome =
      run_script("trap 'python3 -c \"x = bytearray(500 << 20)\"' TERM; while :; do sleep 0.05; done",
                 {.wall = 300ms, .grace = 5s, .memory_bytes = 64 * kMiB});
  EXPECT_EQ(outcome.termination.kind, Kind::timed_out) << told(outcome);
}

TEST_P(LimitsTold, SaysWhoSeesToEachLimit) {
  const Outcome outcome = run_script("true",
                                     {.wall = 50s,
                                      .stall = 10s,
                                      .cpu = 20s,
                                      .memory_bytes = 64 * kMiB,
                                      .processes = 50,
                                      .open_files = 100,
                                      .disk_bytes = kMiB,
                                      .output_bytes = 1024},
                                     true);
  std::vector<std::string> names, by;
  for (const EnforcedLimit& limit : outcome.isolation.limits) {
    names.push_back(limit.name);
    by.push_back(limit.enforced_by);
    EXPECT_NE(limit.limit, "");
  }
  EXPECT_THAT(names, ElementsAre("timeout", "cpu_time", "memory", "pids", "open_files", "disk",
                                 "output_limit", "stall"));
  if (GetParam() && geteuid() == 0) {
    EXPECT_THAT(by.at(2), AnyOf("cgroup v1 memory", "cgroup v2 memory"));
    EXPECT_THAT(by.at(3), AnyOf("cgroup v1 pids", "cgroup v2 pids"));
  } else if (!GetParam()) {
    EXPECT_EQ(by.at(2), "a watch over the tree");
    EXPECT_EQ(outcome.isolation.kill_scope, "subreaper sweep only: switched off");
  }
}

TEST_P(LimitsTold, SaysHowManyOpenFilesThereMayReallyBe) {
  rlimit own{};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &own), 0);
  if (own.rlim_max == RLIM_INFINITY) GTEST_SKIP() << "there is no limit";
  const Outcome outcome = run_script("ulimit -n", {.open_files = own.rlim_max + 1});
  const auto open_files = std::find_if(outcome.isolation.limits.begin(), outcome.isolation.limits.end(),
                                       [](const EnforcedLimit& limit) { return limit.name == "open_files"; });
  ASSERT_NE(open_files, outcome.isolation.limits.end());
  EXPECT_EQ(open_files->limit + "\n", outcome.out.text());
  EXPECT_THAT(open_files->enforced_by, HasSubstr("may have no more"));
}

TEST_P(LimitsTold, TheTimeBeginsWithTheCommandHoweverMuchThereIsToMeasure) {
  for (int i = 0; i < 8'000; ++i) folder_.file(std::to_string(i), "");
  const auto before = std::chrono::steady_clock::now();
  const Outcome outcome = run_script("true", {.disk_bytes = kMiB}, true);
  const auto all = std::chrono::steady_clock::now() - before;
  EXPECT_EQ(outcome.termination.kind, Kind::exited) << told(outcome);
  EXPECT_LT(outcome.usage.wall, all / 2);
}

TEST_P(LimitsTold, CountsTheBytesThatTheWholeTreeWroteToFiles) {
  if (in_memory(folder_.path())) GTEST_SKIP() << "there is no disk behind it";
  const Outcome outcome = run_script("(head -c 3M /dev/zero > a); head -c 2M /dev/zero > b", {});
  ASSERT_TRUE(outcome.usage.bytes_written.has_value());
  EXPECT_GE(*outcome.usage.bytes_written, 5 * kMiB);
  EXPECT_LT(*outcome.usage.bytes_written, 6 * kMiB);
}

}  // namespace
}  // namespace proctor::supervise
