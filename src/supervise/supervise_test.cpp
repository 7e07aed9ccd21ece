// How a run ends and what is kept of what it printed. Who survives it: survivors_test.cpp.
#include "supervise/supervise.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <thread>

#include "supervise/test_support.hpp"

namespace proctor::supervise {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Clock = std::chrono::steady_clock;

class Run : public ::testing::Test {
 protected:
  Outcome run(const Command& command, const Limits& limits = {}, const RunOptions& options = {}) {
    return supervisor_.run(command, limits, {}, options);
  }

  Supervisor supervisor_{};
  TestFolder folder_{};
  std::stop_source source_{};
};

TEST_F(Run, EndsWithTheExitCode) {
  for (const int code : {0, 1, 3, 127, 255}) {
    const Outcome outcome = run(shell(fmt::format("exit {}", code)));
    EXPECT_EQ(outcome.termination,
              (Termination{Kind::exited, code, fmt::format("exit code {} (waitid)", code)}));
    EXPECT_TRUE(outcome.left_behind.empty());
  }
}

TEST_F(Run, EndsWithTheSignalThatKilledIt) {
  EXPECT_EQ(run(shell("kill -KILL $$")).termination, (Termination{Kind::signalled, SIGKILL, "SIGKILL"}));
  EXPECT_EQ(run(shell("kill -TERM $$")).termination, (Termination{Kind::signalled, SIGTERM, "SIGTERM"}));
  const Outcome outcome = run(command({victim("crash"), std::to_string(SIGFPE)}));
  EXPECT_EQ(outcome.termination.code, SIGFPE);
  EXPECT_EQ(outcome.out.text(), "about to crash\n");
}

TEST_F(Run, SaysIfACoreWasDumped) {
  const Outcome outcome = run(shell("ulimit -c unlimited && exec " + victim("crash"), folder_.path()));
  EXPECT_EQ(outcome.termination.kind, Kind::signalled);
  EXPECT_THAT(outcome.termination.evidence, ::testing::StartsWith("SIGSEGV"));
  bool core_found = false;  // where this machine puts them elsewhere, there is nothing to compare
  for (const auto& entry : std::filesystem::directory_iterator(folder_.path())) {
    core_found = core_found || entry.path().filename().string().starts_with("core");
  }
  if (core_found) {
    EXPECT_EQ(outcome.termination.evidence, "SIGSEGV (core dumped)");
  }
}

TEST_F(Run, WithoutLeftoversIsAnsweredAtOnce) {
  const auto begin = Clock::now();
  for (int i = 0; i < 20; ++i) run(command({"/bin/true"}), {.grace = 60s});
  EXPECT_LT(Clock::now() - begin, 10s);
}

TEST_F(Run, KeepsTheStreamsApart) {
  const Outcome outcome = run(shell("echo one; echo two >&2"));
  EXPECT_EQ(outcome.out.text(), "one\n");
  EXPECT_EQ(outcome.err.text(), "two\n");
  EXPECT_FALSE(outcome.log_written);
}

TEST_F(Run, TellsTheOutputInTheOrderOfItsArrival) {
  std::string told;
  RunOptions options{.log = folder_.path() / "log"};
  options.sink = [&](Stream stream, std::string_view bytes) {
    told += stream == Stream::out ? "O:" : "E:";
    told += bytes;
  };
  const Outcome outcome = run(command({victim("print_both"), "3"}), {}, options);
  // On a machine so busy that the reader sleeps over a pause, two pieces may be told together.
  if (told == "O:out 0\nE:err 0\nO:out 1\nE:err 1\nO:out 2\nE:err 2\n") {
    EXPECT_EQ(read_all(options.log), "out 0\nerr 0\nout 1\nerr 1\nout 2\nerr 2\n");
  }
  EXPECT_EQ(outcome.out.text(), "out 0\nout 1\nout 2\n");
  EXPECT_EQ(outcome.err.text(), "err 0\nerr 1\nerr 2\n");
}

TEST_F(Run, MarksWhatWasCutOutOfEitherStream) {
  const Outcome outcome = run(shell("seq 1 2000; seq 1 1000 >&2"), {.head_bytes = 4, .tail_bytes = 5});
  EXPECT_EQ(outcome.out.text(), "1\n2\n[… 8884 bytes left out …]\n2000\n");
  EXPECT_EQ(outcome.err.text(), "1\n2\n[… 3884 bytes left out …]\n1000\n");
}

TEST_F(Run, FloodPassesInFlatMemory) {
#if defined(PROCTOR_SANITIZE)
  constexpr long kMostKib = (256 + 16) * 1024L;  // it keeps what was freed, so much at most
#else
  constexpr long kMostKib = 16 * 1024L;
#endif
  const auto peak_kib = [] {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
  };
  run(shell("head -c 4M /dev/zero; head -c 4M /dev/zero >&2"));
  const long before = peak_kib();
  const Outcome outcome = run(shell("yes | head -c 512M"), {.wall = 120s});
  EXPECT_EQ(outcome.termination.kind, Kind::exited) << outcome.termination.evidence;
  EXPECT_EQ(outcome.out.total_bytes(), 512ULL << 20U);
  EXPECT_LT(peak_kib() - before, kMostKib);
}

TEST_F(Run, FloodOnBothStreamsIsReadWhole) {
  const Outcome outcome =
      run(shell("head -c 50M /dev/zero & head -c 50M /dev/zero >&2; wait"), {.wall = 60s});
  EXPECT_EQ(outcome.termination.kind, Kind::exited);
  EXPECT_EQ(outcome.out.total_bytes(), 50U << 20U);
  EXPECT_EQ(outcome.err.total_bytes(), 50U << 20U);
}

TEST_F(Run, EndsAtTheOutputLimitAndTellsNothingAboveIt) {
  std::size_t told = 0;
  RunOptions options{.sink = [&](Stream, std::string_view bytes) { told += bytes.size(); }};
  const Limits limits{.wall = 60s, .grace = 200ms, .output_bytes = 100'000};
  const Outcome outcome = run(shell("yes"), limits, options);
  EXPECT_EQ(outcome.termination, (Termination{Kind::output_limit, 0, "more output than 97.7 KiB"}));
  EXPECT_EQ(outcome.out.total_bytes(), 100'000U);
  EXPECT_EQ(told, 100'000U);
}

TEST_F(Run, OutputLimitHoldsEvenIfTheCommandEndsAtOnce) {
  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(run(shell("printf 12345"), {.output_bytes = 4}).termination.kind, Kind::output_limit);
    EXPECT_EQ(run(shell("printf 12345"), {.output_bytes = 5}).termination.kind, Kind::exited);
  }
}

TEST_F(Run, LogIsCreatedWithTheFirstByteAndForItsOwnerOnly) {
  const RunOptions options{.log = folder_.path() / "log"};
  EXPECT_FALSE(run(command({"/bin/true"}), {}, options).log_written);
  EXPECT_FALSE(std::filesystem::exists(options.log));
  EXPECT_TRUE(run(shell("echo hello"), {}, options).log_written);
  EXPECT_EQ(read_all(options.log), "hello\n");
  struct stat status {};
  ASSERT_EQ(stat(options.log.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0600U);
}

TEST_F(Run, LogIsCappedAndSaysSo) {
  const RunOptions options{.log = folder_.path() / "log"};
  run(shell("seq 1 1000"), {.log_bytes = 10}, options);
  EXPECT_EQ(read_all(options.log), "1\n2\n3\n4\n[… 3883 bytes left out: the log is limited to 10 B …]\n0\n");
  run(shell("echo abc"), {.log_bytes = 0}, options);
  EXPECT_EQ(read_all(options.log), "[… 4 bytes left out: the log is limited to 0 B …]\n");
}

TEST_F(Run, FailureToLogNeverFailsTheRun) {
  for (const char* log : {"/nowhere/log", "/", "/dev/full"}) {
    const Outcome outcome = run(shell("echo hello"), {}, {.log = log});
    EXPECT_EQ(outcome.termination.kind, Kind::exited);
    EXPECT_EQ(outcome.out.text(), "hello\n");
    EXPECT_FALSE(outcome.log_written);
  }
}

TEST_F(Run, TimeIsUp) {
  const auto begin = Clock::now();
  const Outcome outcome = run(shell("echo before; exec sleep 100"), {.wall = 200ms, .grace = 5s});
  EXPECT_EQ(outcome.termination.kind, Kind::timed_out);
  EXPECT_THAT(outcome.termination.evidence, HasSubstr("no end within 200 ms"));
  EXPECT_EQ(outcome.out.text(), "before\n");
  EXPECT_GE(outcome.usage.wall, 200ms);
  EXPECT_LT(Clock::now() - begin, 4s) << "who ends on SIGTERM doesn't use up the grace";
  EXPECT_TRUE(outcome.left_behind.empty());
}

TEST_F(Run, StoppedProcessIsEndedToo) {
  const auto begin = Clock::now();
  const Outcome outcome = run(shell("kill -STOP $$"), {.wall = 200ms, .grace = 10s});
  EXPECT_EQ(outcome.termination.kind, Kind::timed_out);
  EXPECT_LT(Clock::now() - begin, 8s);
}

TEST_F(Run, WhatIsSaidOnTheWayOutIsKept) {
  const Outcome outcome =
      run(shell("trap 'echo bye; exit 0' TERM; echo hi; while :; do sleep 0.01; done"), {.wall = 300ms});
  EXPECT_EQ(outcome.termination.kind, Kind::timed_out) << "the cause isn't overwritten by the exit code";
  EXPECT_EQ(outcome.out.text(), "hi\nbye\n");
}

TEST_F(Run, IsCancelledFromAnotherThread) {
  std::jthread other([&] {
    std::this_thread::sleep_for(200ms);
    source_.request_stop();
  });
  const auto begin = Clock::now();
  const Outcome outcome = supervisor_.run(shell("exec sleep 100"), {}, source_.get_token());
  EXPECT_EQ(outcome.termination, (Termination{Kind::cancelled, 0, "stop requested"}));
  EXPECT_LT(Clock::now() - begin, 10s);
}

TEST_F(Run, StopBeforeTheStartStartsNothing) {
  source_.request_stop();
  const Outcome outcome = supervisor_.run(shell("touch started", folder_.path()), {}, source_.get_token());
  EXPECT_EQ(outcome.termination.kind, Kind::cancelled);
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "started"));
}

TEST_F(Run, StopWhileTheDiskIsMeasuredStartsNothing) {
  RunOptions everything;  // to be measured, nothing is written
  everything.writable = {"/"};
  std::jthread other([&] {
    std::this_thread::sleep_for(10ms);
    source_.request_stop();
  });
  const auto begin = Clock::now();
  const Outcome outcome =
      supervisor_.run(shell("touch started", folder_.path()), {.disk_bytes = std::uint64_t{1} << 40U},
                      source_.get_token(), everything);
  EXPECT_EQ(outcome.termination, (Termination{Kind::cancelled, 0, "stop requested before the start"}));
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "started"));
  EXPECT_LT(Clock::now() - begin, 1s);
}

TEST_F(Run, ExitedBeforeTheDeadlineStaysExited) {
  const Outcome outcome =
      run(command({victim("hold_pipe"), folder_.path() / "pids"}), {.wall = 250ms, .grace = 800ms});
  EXPECT_EQ(outcome.termination.kind, Kind::exited) << word(outcome.termination.kind);
}

TEST_F(Run, LogThroughAProcessSubstitutionIsFlushed) {
  const Outcome outcome = run(shell("exec > >(sleep 0.05; cat); echo through the pipe"), {.grace = 10s});
  EXPECT_EQ(outcome.termination.kind, Kind::exited);
  EXPECT_EQ(outcome.out.text(), "through the pipe\n");
  EXPECT_TRUE(outcome.left_behind.empty());
}

TEST_F(Run, CountsTheTimeOfTheWholeTree) {
  const Outcome outcome = run(shell("(i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done)"));
  EXPECT_GT((outcome.usage.user_cpu + outcome.usage.system_cpu).count(), 20);
  EXPECT_GT(outcome.usage.wall.count(), 20);
}

TEST_F(Run, KnowsThePeakMemoryThatIsAboveItsOwn) {
  rusage own{};
  getrusage(RUSAGE_SELF, &own);
  const auto size_mib = static_cast<std::uint64_t>(own.ru_maxrss) / 1024 * 5 / 4 + 100;
  const Outcome outcome = run(command({victim("allocate"), std::to_string(size_mib)}));
  ASSERT_TRUE(outcome.usage.peak_memory_bytes.has_value());
  EXPECT_GE(*outcome.usage.peak_memory_bytes, size_mib << 20U);
  EXPECT_LT(*outcome.usage.peak_memory_bytes, (size_mib + 50) << 20U);
}

TEST_F(Run, DoesNotMistakeItsOwnMemoryForThatOfTheChild) {
  const std::vector<char> resident(200U << 20U, 'x');
  const Outcome outcome = run(command({"/bin/true"}));
  EXPECT_LT(outcome.usage.peak_memory_bytes.value_or(0), resident.size());
}

TEST_F(Run, ExceptionOfTheSinkPassesAndLeavesNobody) {
  const auto file = folder_.path() / "pids";
  const RunOptions options{.sink = [](Stream, std::string_view) { throw std::runtime_error("full"); }};
  EXPECT_THROW(run(command({victim("ignore_term"), file}), {}, options), std::runtime_error);
  EXPECT_EQ(recorded(file).size(), 1U);
  EXPECT_THAT(survivors(recorded(file)), ElementsAre());
}

}  // namespace
}  // namespace proctor::supervise
