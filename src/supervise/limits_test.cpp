// Each limit with a real program that passes it, held by cgroups and, as where there are none, by the watch.
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "supervise/limits_testing.hpp"

namespace proctor::supervise {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

class Limited : public LimitedRun {};
INSTANTIATE_TEST_SUITE_P(, Limited, ::testing::Values(true, false), limited_by);

class LimitedByCgroup : public LimitedRun {};
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
  // On a slow machine it takes seconds to see them all, as each of them gets as much of the processors.
  const Outcome outcome =
      run(command({victim("fork_bomb"), folder_.path() / "pids", "setsid", "40"}), {.processes = 60});
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

TEST_P(Limited, WithoutIsolationOnlyTimeAndOutputAreLimited) {
  const Limits limits{.memory_bytes = kMiB, .processes = 1, .open_files = 4, .output_bytes = 100};
  const Outcome outcome = run(shell("(seq 1 1000 | tail -1)"), limits, {.isolation = IsolationLevel::none});
  EXPECT_EQ(outcome.out.text(), "1000\n") << told(outcome);
  EXPECT_EQ(outcome.isolation.limits.size(), 2U);
  EXPECT_THAT(outcome.isolation.kill_scope, StartsWith("subreaper sweep only"));
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
