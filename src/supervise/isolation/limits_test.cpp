// Limits inside of a sandbox: held by cgroups as root, and by the watch as an ordinary user.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "supervise/isolation/sandbox_testing.hpp"

namespace proctor::supervise {
namespace {

using namespace std::chrono_literals;
using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr std::uint64_t kMiB = 1U << 20U;

class LimitsInside : public SandboxTestAsBoth {
 protected:
  // "word: evidence", what was printed, and whether it's known how much was written.
  std::string told(const std::string& script, Limits limits) {
    limits.wall = 60s;
    const auto tell = [&](Supervisor& supervisor) {
      const Outcome outcome = supervisor.run(shell(script, folder_.path()), limits, {}, options_);
      return fmt::format("{}: {}\n{}{}{}{}", word(outcome.termination.kind), outcome.termination.evidence,
                         outcome.out.text(), outcome.err.text(),
                         outcome.left_behind.empty() ? "" : "somebody is left\n",
                         outcome.usage.bytes_written.value_or(0) > 0 ? "wrote\n"
                         : outcome.usage.bytes_written               ? "wrote nothing\n"
                                                                     : "may have written\n");
    };
    if (!as_user()) return tell(supervisor_);
    return as_nobody([&] {
      Supervisor supervisor;
      return tell(supervisor);
    });
  }
};

INSTANTIATE_TEST_SUITE_P(, LimitsInside, ::testing::Bool(), name_of_both);

TEST_P(LimitsInside, ForkBombIsHeldAtTheLimitAndEnded) {
  EXPECT_THAT(told("b() { b | b & }; b 2> /dev/null; sleep 50", {.processes = 40}),
              StartsWith("process_limit: "));
}

TEST_P(LimitsInside, ForkBombInSessionsOfItsOwnIsEnded) {
  EXPECT_THAT(told("python3 -c '\n"
                   "import os, time\n"
                   "end = time.time() + 45\n"
                   "while time.time() < end:\n"
                   "    try:\n"
                   "        if os.fork() == 0: os.setsid()\n"
                   "    except OSError: pass'",
                   {.processes = 40}),
              StartsWith("process_limit: "));
}

TEST_P(LimitsInside, ThoseWhoHoldTheSandboxDoNotCount) {
  // The shell and seven more.
  const std::string script = "for i in 1 2 3 4 5 6 7; do sleep 0.3 & done; wait; echo ok";
  EXPECT_THAT(told(script, {.processes = 8}), HasSubstr("exited: exit code 0 (waitid)\nok\n"));
}

TEST_P(LimitsInside, MemoryIsLimited) {
  EXPECT_THAT(
      told("python3 -c 'x = []\nwhile True: x.append(bytearray(1 << 20))'", {.memory_bytes = 64 * kMiB}),
      StartsWith("out_of_memory: "));
}

// One segment for each size, filled and let go of.
std::string segments(const std::string& mebibytes) {
  return "python3 -c '\n"
         "import ctypes\n"
         "c = ctypes.CDLL(None)\n"
         "c.shmat.restype = ctypes.c_void_p\n"
         "for n in (" +
         mebibytes +
         "):\n"
         "    segment = c.shmget(0, n << 20, 0o1600)\n"
         "    at = c.shmat(segment, None, 0)\n"
         "    ctypes.memset(at, 1, n << 20)\n"
         "    c.shmdt(ctypes.c_void_p(at))'";
}

TEST_P(LimitsInside, SegmentsThatNobodyHasAttachedAreMemory) {
  EXPECT_THAT(told(segments("40, 40, 40") + "; sleep 50", {.memory_bytes = 64 * kMiB}),
              StartsWith("out_of_memory: "));
  EXPECT_THAT(told(segments("100,"), {.memory_bytes = 64 * kMiB}), StartsWith("out_of_memory: "))
      << "who ends at once has taken them all the same";
  EXPECT_THAT(told(segments("10, 10") + "; sleep 0.2; echo ok", {.memory_bytes = 64 * kMiB}),
              StartsWith("exited: exit code 0 (waitid)\nok\n"));
}

TEST_P(LimitsInside, SemaphoresOfWhoHasEndedAreMemory) {
  const auto sets = [](int count) {
    return fmt::format(
        "python3 -c '\nimport ctypes\nfor i in range({}): ctypes.CDLL(None).semget(0, 32000, 0o600)'", count);
  };
  EXPECT_THAT(told(sets(50), {.memory_bytes = 64 * kMiB}), StartsWith("out_of_memory: "));
  EXPECT_THAT(told(sets(5), {.memory_bytes = 64 * kMiB}), StartsWith("exited: exit code 0 (waitid)\n"));
}

TEST_P(LimitsInside, DiskIsLimited) {
  EXPECT_THAT(
      told("i=0; while :; do head -c 300000 /dev/zero > f$i; i=$((i+1)); done", {.disk_bytes = 8 * kMiB}),
      StartsWith("disk_limit: "));
}

TEST_P(LimitsInside, WhatWasWrittenIsLeftOpenIfItDiedWithTheSandbox) {
  EXPECT_THAT(told("head -c 2M /dev/zero > file", {}),
              AnyOf(EndsWith("wrote\n"), EndsWith("wrote nothing\n")));
  EXPECT_THAT(
      told("for i in 1 2 3 4; do head -c 4M /dev/zero > f$i; done; sleep 50", {.disk_bytes = 8 * kMiB}),
      AllOf(StartsWith("disk_limit: "), EndsWith("may have written\n")));
}

TEST_P(LimitsInside, CpuTimeIsLimited) {
  EXPECT_THAT(told("while :; do :; done & while :; do :; done", {.grace = 100ms, .cpu = 500ms}),
              StartsWith("cpu_limit: "));
}

TEST_P(LimitsInside, OpenFilesAreLimited) {
  EXPECT_THAT(told("ulimit -n", {.open_files = 33}), HasSubstr("\n33\n"));
}

}  // namespace
}  // namespace proctor::supervise
