// Each limit with a real program that passes it, held by cgroups and, as where there are none, by the watch.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <linux/magic.h>
#include <sched.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>

#include "supervise/cgroup_v1.hpp"
#include "supervise/test_support.hpp"

namespace proctor::supervise {
namespace {

using namespace std::chrono_literals;
using ::testing::AnyOf;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

constexpr std::uint64_t kMiB = 1U << 20U;

bool in_memory(const std::filesystem::path& directory) {
  struct statfs status {};
  return statfs(directory.c_str(), &status) == 0 && status.f_type == TMPFS_MAGIC;
}

class Limited : public ::testing::TestWithParam<bool> {
 protected:
  Outcome run(const Command& command, Limits limits, const Setting& setting = {}) {
    if (!limits.wall) limits.wall = 60s;
    Outcome outcome = supervisor_.run(command, limits, {}, setting);
    EXPECT_THAT(own_cgroups(), IsEmpty());
    EXPECT_THAT(processes_with(folder_.path().string()), IsEmpty());
    return outcome;
  }
  Outcome run_script(const std::string& script, const Limits& limits, bool writable = false) {
    Setting setting;
    if (writable) setting.writable = {folder_.path()};
    // The folder's name marks every shell of the run.
    return run(shell(": " + folder_.path().string() + "\n" + script, folder_.path()), limits, setting);
  }
  static std::string told(const Outcome& outcome) {
    return fmt::format("{}: {} (out {}) (err {})", word(outcome.termination.kind),
                       outcome.termination.evidence, outcome.out.text(), outcome.err.text());
  }

  Supervisor supervisor_{Options{.use_cgroup = GetParam()}};
  TestFolder folder_{};
};

INSTANTIATE_TEST_SUITE_P(, Limited, ::testing::Values(true, false),
                         [](const auto& p) { return p.param ? "ByCgroup" : "ByWatch"; });

class LimitedByCgroup : public Limited {};
INSTANTIATE_TEST_SUITE_P(, LimitedByCgroup, ::testing::Values(true));

TEST_P(Limited, MemoryOfOneProcess) {
  const Outcome outcome = run_script("python3 -c 'x = []\nwhile True: x.append(bytearray(1 << 20))'",
                                     {.memory_bytes = 64 * kMiB});
  EXPECT_EQ(outcome.termination.kind, Kind::out_of_memory) << told(outcome);
  EXPECT_THAT(outcome.termination.evidence, HasSubstr("64.0 MiB are allowed"));
  EXPECT_GE(outcome.usage.peak_memory_bytes.value_or(0), 60 * kMiB);
}

TEST_P(Limited, MemoryOfManySmallProcessesCountsTogether) {
  const Outcome outcome = run_script(
      "for i in 1 2 3 4 5 6 7 8; do python3 -c 'import time; x = bytearray(30 << 20); time.sleep(50)' & "
      "done; "
      "wait",
      {.memory_bytes = 100 * kMiB});
  EXPECT_EQ(outcome.termination.kind, Kind::out_of_memory) << told(outcome);
}

TEST_P(Limited, MemoryOfFilesWithoutANameCountsTogetherWithTheRest) {
  const Outcome outcome = run_script(R"(python3 -c '
import os, time
f = os.memfd_create("x")
for i in range(70): os.write(f, bytes(1 << 20))
x = bytearray(70 << 20)
time.sleep(20)')",
                                     {.memory_bytes = 100 * kMiB});
  EXPECT_EQ(outcome.termination.kind, Kind::out_of_memory) << told(outcome);
}

TEST_P(Limited, MemoryOfAFileWithoutANameThatIsMappedCountsOnce) {
  const Outcome outcome = run_script(R"(python3 -c '
import mmap, os, time
f = os.memfd_create("x")
os.truncate(f, 60 << 20)
m = mmap.mmap(f, 60 << 20)
for i in range(0, 60 << 20, 4096): m[i] = 1
time.sleep(0.5)')",
                                     {.memory_bytes = 100 * kMiB});
  EXPECT_EQ(outcome.termination.kind, Kind::exited) << told(outcome);
}

TEST_P(Limited, MemoryThatIsSharedCountsOnce) {
  const Outcome outcome = run_script(R"(python3 -c '
import os, time
x = bytearray(40 << 20)
for i in range(6):
    if os.fork() == 0:
        time.sleep(1)
        os._exit(0)
for i in range(6): os.wait()
')",
                                     {.memory_bytes = 120 * kMiB});
  EXPECT_EQ(outcome.termination.kind, Kind::exited) << told(outcome);
}

TEST_P(Limited, MemoryOfAFileThatIsOnlyReadIsNoLimitsMatter) {
  if (in_memory(folder_.path())) GTEST_SKIP() << "what is read of a hole there is kept";
  const Outcome outcome = run_script(R"(truncate -s 300M hole; python3 -c '
import mmap, time
f = open("hole", "rb")
m = mmap.mmap(f.fileno(), 0, prot=mmap.PROT_READ)
s = sum(m[i] for i in range(0, len(m), 4096))
time.sleep(0.3)
')",
                                     {.memory_bytes = 120 * kMiB});
  EXPECT_EQ(outcome.termination.kind, Kind::exited) << told(outcome);
}

TEST_P(Limited, MemoryIsToldEvenIfTheShellSwallowsTheDeathOfItsChild) {
  const Outcome outcome =
      run_script("python3 -c 'x = bytearray(400 << 20); import time; time.sleep(1)'; exit 0",
                 {.memory_bytes = 64 * kMiB});
  EXPECT_EQ(outcome.termination.kind, Kind::out_of_memory) << told(outcome);
}

TEST_P(Limited, WhoStaysBelowTheLimitsEndsByItself) {
  const Outcome outcome = run_script("x=$(seq 1 100000); echo ok > file; sleep 0.3; exit 3",
                                     {.stall = 30s,
                                      .cpu = 20s,
                                      .memory_bytes = 200 * kMiB,
                                      .processes = 50,
                                      .open_files = 100,
                                      .disk_bytes = kMiB,
                                      .output_bytes = 1000},
                                     true);
  EXPECT_EQ(outcome.termination.kind, Kind::exited) << told(outcome);
  EXPECT_EQ(outcome.termination.code, 3);
}

TEST_P(Limited, ProcessesOfAForkBombWhoseFirstProcessEndsAtOnce) {
  // One with an end of its own: where only a watch sees to it, a mistake here would take the machine.
  const Outcome outcome = run_script(victim("fork_bomb") + " pids & exit 0", {.processes = 40});
  EXPECT_EQ(outcome.termination.kind, Kind::process_limit) << told(outcome);
  EXPECT_THAT(outcome.termination.evidence, HasSubstr("40 "));
  EXPECT_THAT(survivors(recorded(folder_.path() / "pids")), IsEmpty());
}

TEST_P(Limited, ProcessesOfAForkBombThatIgnoresSigterm) {
  const Outcome outcome =
      run(command({victim("fork_bomb"), folder_.path() / "pids", "setsid"}), {.processes = 60});
  EXPECT_EQ(outcome.termination.kind, Kind::process_limit) << told(outcome);
  EXPECT_THAT(survivors(recorded(folder_.path() / "pids")), IsEmpty());
}

TEST_P(Limited, ThreadsCountAsProcesses) {
  const Outcome outcome = run_script(R"(python3 -c '
import threading, time
try:
    for i in range(200): threading.Thread(target=time.sleep, args=(50,), daemon=True).start()
except RuntimeError: pass
time.sleep(50)')",
                                     {.processes = 50});
  EXPECT_EQ(outcome.termination.kind, Kind::process_limit) << told(outcome);
  EXPECT_GE(outcome.usage.peak_processes.value_or(0), 50U);
}

TEST_P(Limited, PeaksAreKnownWithoutALimit) {
  const Outcome outcome = run_script("for i in 1 2 3 4; do sleep 0.6 & done; wait", {});
  EXPECT_GE(outcome.usage.peak_processes.value_or(0), 5U) << told(outcome);
  EXPECT_LE(outcome.usage.peak_processes.value_or(0), 8U);
  EXPECT_GE(outcome.usage.peak_memory_bytes.value_or(0), 1U << 20U);
}

// A process of our own in a cgroup of version 1 that may take 64 MiB, as proctor is in many a container.
TEST_P(LimitedByCgroup, MemoryThatALimitAroundItDeniesIsNotSaidToBeItsOwnLimit) {
  const auto own = own_cgroup("memory");
  if (!own || geteuid() != 0) GTEST_SKIP() << "no cgroup v1 for memory of our own";
  auto around = CgroupDirectory::make(own->directory / new_cgroup_name());
  ASSERT_TRUE(around);
  ASSERT_TRUE(limit_memory_v1(around->fd(), 64 * kMiB));
  const pid_t pid = fork();
  if (pid == 0) {
    if (!write_file_in(around->fd(), "cgroup.procs", "0")) _exit(9);
    Outcome outcome;
    {
      // Its guardian would become a child of the tests' process if it outlived this one.
      Supervisor supervisor(Options{});
      outcome = supervisor.run(shell("python3 -c 'x = bytearray(120 << 20)'; exit 0"),
                               {.wall = 60s, .memory_bytes = 1024 * kMiB}, {}, {});
    }
    if (outcome.termination.kind != Kind::out_of_memory) _exit(1);
    _exit(outcome.termination.evidence.find("not at its own limit of 1.0 GiB, but") == std::string::npos ? 2
                                                                                                         : 0);
  }
  int status = 0;
  ASSERT_EQ(waitpid(pid, &status, 0), pid);
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

// A watch sees only what is there.
TEST_P(LimitedByCgroup, RefusedProcessIsToldEvenIfTheCommandEndsWell) {
  const Outcome outcome = run_script(R"(python3 -c '
import os
try:
    while True:
        if os.fork() == 0:
            import time
            time.sleep(50)
except OSError: os._exit(0)')",
                                     {.processes = 20});
  EXPECT_EQ(outcome.termination.kind, Kind::process_limit) << told(outcome);
}

TEST_P(Limited, CpuTimeOfTheWholeTree) {
  const Outcome outcome =
      run_script("for i in 1 2 3; do while :; do :; done & done; wait", {.grace = 100ms, .cpu = 600ms});
  EXPECT_EQ(outcome.termination.kind, Kind::cpu_limit) << told(outcome);
  EXPECT_THAT(outcome.termination.evidence, HasSubstr("600 ms are allowed"));
  // More than any of the three had alone; the kernel takes its time to add it up.
  EXPECT_GE((outcome.usage.user_cpu + outcome.usage.system_cpu).count(), 300);
  EXPECT_LT((outcome.usage.user_cpu + outcome.usage.system_cpu).count(), 5000);
}

TEST_P(Limited, CpuTimeOfChildrenThatEndedCountsToo) {
  const Outcome outcome = run_script("while :; do (i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done); done",
                                     {.grace = 100ms, .cpu = 700ms});
  EXPECT_EQ(outcome.termination.kind, Kind::cpu_limit) << told(outcome);
}

TEST_P(Limited, OpenFilesAreRefusedToTheProcess) {
  const Outcome outcome = run_script(R"(python3 -c '
f = []
try:
    while True: f.append(open("/dev/null"))
except OSError as e: print(e.errno, len(f) < 40)')",
                                     {.open_files = 40});
  EXPECT_EQ(outcome.termination.kind, Kind::exited);
  EXPECT_EQ(outcome.out.text(), "24 True\n");  // EMFILE
}

TEST_P(Limited, DiskByOneFileEndsTheCommandWithSigxfsz) {
  const Outcome outcome = run_script("exec dd if=/dev/zero of=big bs=64k", {.disk_bytes = 4 * kMiB}, true);
  EXPECT_EQ(outcome.termination.kind, Kind::disk_limit) << told(outcome);
  EXPECT_THAT(outcome.termination.evidence, StartsWith("at least 4.0 MiB more on the disk"));
}

TEST_P(Limited, SigxfszWithoutSuchAFileIsASignalAndNoLimit) {
  for (const char* script : {"kill -XFSZ $$", "ulimit -f 1; exec dd if=/dev/zero of=small bs=64k"}) {
    const Outcome outcome = run_script(script, {.disk_bytes = 4 * kMiB}, true);
    EXPECT_EQ(outcome.termination.kind, Kind::signalled) << told(outcome);
    EXPECT_EQ(outcome.termination.code, SIGXFSZ);
    EXPECT_THAT(outcome.termination.evidence, StartsWith("SIGXFSZ"));
  }
}

TEST_P(Limited, DiskByOneFileOfAChildWhoseErrorIsSwallowed) {
  const Outcome outcome = run_script("dd if=/dev/zero of=big bs=64k; exit 0", {.disk_bytes = 4 * kMiB}, true);
  EXPECT_EQ(outcome.termination.kind, Kind::disk_limit) << told(outcome);
}

TEST_P(Limited, DiskByManyFiles) {
  const Outcome outcome = run_script("i=0; while :; do head -c 300000 /dev/zero > f$i; i=$((i+1)); done",
                                     {.disk_bytes = 8 * kMiB}, true);
  EXPECT_EQ(outcome.termination.kind, Kind::disk_limit) << told(outcome);
}

// As another user than root nobody can look into it.
TEST_P(Limited, DiskByManyFilesInADirectoryThatIsClosedBeforeTheyGrow) {
  const Outcome outcome = run_script(R"(python3 -c '
import os
os.mkdir("closed")
files = [open(f"closed/{i}", "wb") for i in range(20)]
os.chmod("closed", 0)
for f in files: os.posix_fallocate(f.fileno(), 0, 6 << 20)')",
                                     {.disk_bytes = 8 * kMiB}, true);
  std::filesystem::permissions(folder_.path() / "closed", std::filesystem::perms::owner_all);
  EXPECT_EQ(outcome.termination.kind, Kind::disk_limit) << told(outcome);
}

TEST_P(Limited, DiskByManyEmptyFilesInADeepTree) {
  const Outcome outcome = run_script(R"(python3 -c '
import os
while True:
    os.mkdir("d" * 200)
    os.chdir("d" * 200)
    open("f", "w").close()')",
                                     {.disk_bytes = 8 * kMiB}, true);
  EXPECT_EQ(outcome.termination.kind, Kind::disk_limit) << told(outcome);
}

TEST_P(Limited, DiskByAFileWithoutAName) {
  const Outcome outcome = run_script(R"(python3 -c '
import os
files = []
while True:
    f = open("gone", "wb", buffering=0)
    os.unlink("gone")
    f.write(bytes(3 << 20))
    files.append(f)
    if len(files) > 500: import time; time.sleep(60)')",
                                     {.disk_bytes = 8 * kMiB}, true);
  EXPECT_EQ(outcome.termination.kind, Kind::disk_limit) << told(outcome);
  EXPECT_THAT(outcome.termination.evidence, HasSubstr("without a name"));
}

TEST_P(Limited, DiskThatWasTakenBeforeDoesNotCount) {
  folder_.file("old", std::string(6 * kMiB, 'x'));
  const Outcome outcome = run_script("head -c 1M /dev/zero > new", {.disk_bytes = 8 * kMiB}, true);
  EXPECT_EQ(outcome.termination.kind, Kind::exited) << told(outcome);
  EXPECT_EQ(run_script("cp old other; cp new newer; cp new newest", {.disk_bytes = 7 * kMiB}, true)
                .termination.kind,
            Kind::disk_limit);
}

TEST_P(Limited, NothingPrintedForTooLongIsStalled) {
  const Outcome outcome = run_script("echo a; sleep 0.2; echo b; exec sleep 50", {.stall = 600ms});
  EXPECT_EQ(outcome.termination.kind, Kind::stalled) << told(outcome);
  EXPECT_THAT(outcome.termination.evidence, StartsWith("no output for 600 ms; it used 0."));
  EXPECT_EQ(outcome.out.text(), "a\nb\n");
}

TEST_P(Limited, WhoPrintsNowAndThenIsNotStalled) {
  const Outcome outcome = run_script("for i in 1 2 3 4 5; do echo; sleep 0.1; done", {.stall = 20s});
  EXPECT_EQ(outcome.termination.kind, Kind::exited) << told(outcome);
}

TEST_P(Limited, TimeUpTellsWhoWaitsFromWhoBurns) {
  EXPECT_THAT(run_script("exec sleep 50", {.wall = 1500ms}).termination.evidence,
              EndsWith("of CPU: it waits"));
  const Outcome burns = run_script("while :; do :; done", {.wall = 1200ms, .asked_wall = 2000ms});
  EXPECT_THAT(burns.termination.evidence, EndsWith("of CPU: it is busy"));
  EXPECT_THAT(burns.termination.evidence, StartsWith("no end within 2.0 s; it used "));
}

TEST_P(Limited, OrphansThatEndAtOnceDoNotUseUpTheProcesses) {
  const Outcome outcome = run_script(R"(python3 -c '
import os
for i in range(1500):
    pid = os.fork()
    if pid == 0:
        os.fork()
        os._exit(0)
    os.waitpid(pid, 0)')",
                                     {.processes = 200});
  EXPECT_EQ(outcome.termination.kind, Kind::exited) << told(outcome);
  EXPECT_EQ(outcome.termination.code, 0) << told(outcome);
}

TEST_P(Limited, OneProcessIsALimitToo) {
  const Outcome outcome = run_script("/bin/sleep 1 & /bin/sleep 1 & wait", {.processes = 1});
  EXPECT_EQ(outcome.termination.kind, Kind::process_limit) << told(outcome);
}

TEST_P(Limited, WhoGetsNoProcessorIsNotSaidToWait) {
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

TEST_P(Limited, TheFirstCauseWins) {
  const Outcome outcome =
      run_script("trap 'python3 -c \"x = bytearray(500 << 20)\"' TERM; while :; do sleep 0.05; done",
                 {.wall = 300ms, .grace = 5s, .memory_bytes = 64 * kMiB});
  EXPECT_EQ(outcome.termination.kind, Kind::timed_out) << told(outcome);
}

TEST_P(Limited, WithoutIsolationOnlyTimeAndOutputAreLimited) {
  const Limits limits{.memory_bytes = kMiB, .processes = 1, .open_files = 4, .output_bytes = 100};
  const Outcome outcome = run(shell("(seq 1 1000 | tail -1)"), limits, {.isolation = IsolationLevel::none});
  EXPECT_EQ(outcome.out.text(), "1000\n") << told(outcome);
  EXPECT_EQ(outcome.isolation.limits.size(), 2U);
  EXPECT_THAT(outcome.isolation.kill_scope, StartsWith("subreaper sweep only"));
}

TEST_P(Limited, SaysWhoSeesToEachLimit) {
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

TEST_P(Limited, SaysHowManyOpenFilesThereMayReallyBe) {
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

TEST_P(Limited, TheTimeBeginsWithTheCommandHoweverMuchThereIsToMeasure) {
  for (int i = 0; i < 8'000; ++i) folder_.file(std::to_string(i), "");
  const auto before = std::chrono::steady_clock::now();
  const Outcome outcome = run_script("true", {.disk_bytes = kMiB}, true);
  const auto all = std::chrono::steady_clock::now() - before;
  EXPECT_EQ(outcome.termination.kind, Kind::exited) << told(outcome);
  EXPECT_LT(outcome.usage.wall, all / 2);
}

TEST_P(Limited, CountsTheBytesThatTheWholeTreeWroteToFiles) {
  if (in_memory(folder_.path())) GTEST_SKIP() << "there is no disk behind it";
  const Outcome outcome = run_script("(head -c 3M /dev/zero > a); head -c 2M /dev/zero > b", {});
  ASSERT_TRUE(outcome.usage.bytes_written.has_value());
  EXPECT_GE(*outcome.usage.bytes_written, 5 * kMiB);
  EXPECT_LT(*outcome.usage.bytes_written, 6 * kMiB);
}

// The same as an ordinary user, who may have no cgroup and binds to RLIMIT_NPROC: a part of the tests above,
// in a process of that user.
TEST(LimitedAsOrdinaryUser, LimitsHoldToo) {
  if (geteuid() != 0) GTEST_SKIP() << "the tests run as an ordinary user already";
  const pid_t pid = fork();
  if (pid == 0) {
    if (setgid(65534) != 0 || setuid(65534) != 0) _exit(99);
    if (access(victim("fork_bomb").c_str(), X_OK) != 0) _exit(77);
    execl("/proc/self/exe", "supervise_test",
          "--gtest_filter=Limited.MemoryOfMany*/ByCgroup:Limited.ProcessesOf*/ByCgroup:Limited.Thread*/"
          "ByCgroup:"
          "Limited.CpuTimeOfTheWhole*/ByCgroup:Limited.DiskByMany*/ByCgroup",
          nullptr);
    _exit(98);
  }
  int status = 0;
  ASSERT_EQ(waitpid(pid, &status, 0), pid);
  if (WEXITSTATUS(status) == 77) GTEST_SKIP() << "another user can't reach the programs";
  EXPECT_EQ(status, 0);
}

}  // namespace
}  // namespace proctor::supervise
