// Sandboxes that are made before their commands are known: which runs get them, and that none stays.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <thread>

#include "supervise/isolation/sandbox_testing.hpp"

namespace proctor::supervise {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using ::testing::IsEmpty;
using ::testing::SizeIs;

// bubblewraps of this process, by the value of their PROCTOR_RUN.
std::vector<std::string> bubblewraps() {
  std::vector<std::string> found;
  for (const pid_t child : own_children().value_or(std::vector<pid_t>())) {
    std::string mark = environment_value(child, "PROCTOR_RUN");
    if (!mark.empty()) found.push_back(std::move(mark));
  }
  return found;
}

// One that was started a moment ago has no environment yet.
std::vector<std::string> waiting() {
  std::vector<std::string> found = bubblewraps();
  for (int tries = 0; tries < 100 && found.empty(); ++tries) {
    std::this_thread::sleep_for(milliseconds(20));
    found = bubblewraps();
  }
  return found;
}

class BoxesAheadTest : public SandboxTest {
 protected:
  // The mark of the run that says it.
  std::string says_its_mark(const Limits& limits = {}) {
    const Outcome outcome = run(shell("echo \"$PROCTOR_RUN\"", folder_.path()), limits);
    std::string text = outcome.out.text();
    if (text.ends_with('\n')) text.pop_back();
    return text.empty() ? outcome.termination.evidence : text;
  }
};

TEST_F(BoxesAheadTest, IsTakenByTheRunThatComes) {
  const SandboxesAhead ahead(supervisor_, {}, {});
  const auto before = waiting();
  ASSERT_THAT(before, SizeIs(1));
  EXPECT_EQ(supervisor_.sandbox_obstacle(), std::nullopt);
  EXPECT_EQ(says_its_mark(), before.front());
  EXPECT_THAT(bubblewraps(), IsEmpty());
  EXPECT_NE(says_its_mark(), before.front());  // one of its own
  EXPECT_THAT(own_cgroups(), IsEmpty());
}

TEST_F(BoxesAheadTest, HoldsTheRunAsAnyOther) {
  const SandboxesAhead ahead(supervisor_, {.memory_bytes = 64U << 20U}, {});
  ASSERT_THAT(waiting(), SizeIs(1));
  std::this_thread::sleep_for(milliseconds(300));
  const auto begin = std::chrono::steady_clock::now();
  const Outcome outcome = run(command({"python3", "-c", "x = bytearray(200 << 20)"}, folder_.path()),
                              {.wall = seconds(20), .memory_bytes = 64U << 20U});
  EXPECT_EQ(outcome.termination.kind, Kind::out_of_memory) << outcome.termination.evidence;
  // What it has waited isn't the command's time.
  EXPECT_LE(outcome.usage.wall, std::chrono::steady_clock::now() - begin + milliseconds(1));
}

TEST_F(BoxesAheadTest, ThatNobodyTakesEnds) {
  {
    const SandboxesAhead ahead(supervisor_, {}, {});
    const SandboxesAhead inner(supervisor_, {}, {});
    EXPECT_THAT(waiting(), SizeIs(1));
  }
  EXPECT_THAT(bubblewraps(), IsEmpty());
  EXPECT_THAT(own_cgroups(), IsEmpty());
}

TEST_F(BoxesAheadTest, IsNotForRunsOfAnotherKind) {
  const auto not_taken = [this](const Limits& limits, const Setting& setting) {
    const SandboxesAhead ahead(supervisor_, {.memory_bytes = 64U << 20U}, {});
    const auto before = waiting();
    if (before.size() != 1) return testing::AssertionFailure() << before.size() << " wait";
    setting_ = setting;
    const std::string mark = says_its_mark(limits);
    if (mark == before.front()) return testing::AssertionFailure() << "it was taken";
    return bubblewraps().empty() ? testing::AssertionSuccess() : testing::AssertionFailure() << "it stays";
  };
  const Setting usual = setting_;
  const Limits same{.memory_bytes = 64U << 20U};
  EXPECT_FALSE(not_taken(same, usual));
  EXPECT_TRUE(not_taken({}, usual));
  EXPECT_TRUE(not_taken({.cpu = seconds(9), .memory_bytes = 64U << 20U}, usual));
  EXPECT_TRUE(not_taken({.memory_bytes = 64U << 20U, .processes = 50}, usual));
  Setting other = usual;
  other.mark = "1234abcd";
  EXPECT_TRUE(not_taken(same, other));
  other = usual;
  other.sandbox.temporary_bytes = 1U << 20U;
  EXPECT_TRUE(not_taken(same, other));
  other = usual;
  other.sandbox.host_network = true;
  EXPECT_TRUE(not_taken(same, other));
}

TEST_F(BoxesAheadTest, ThatWasKilledIsReplaced) {
  const SandboxesAhead ahead(supervisor_, {}, {});
  const auto before = waiting();
  ASSERT_THAT(before, SizeIs(1));
  for (const pid_t child : own_children().value_or(std::vector<pid_t>())) {
    if (environment_value(child, "PROCTOR_RUN") == before.front()) kill(child, SIGKILL);
  }
  std::this_thread::sleep_for(milliseconds(100));
  const std::string mark = says_its_mark();
  EXPECT_THAT(mark, SizeIs(32));
  EXPECT_NE(mark, before.front());
}

TEST_F(BoxesAheadTest, IsMadeWhileARunGoesOnThatAnotherFollows) {
  Supervisor supervisor({.wait_for_processor = false});
  std::optional<SandboxesAhead> ahead(std::in_place, supervisor, Limits(), Sandbox());
  const auto first = waiting();
  ASSERT_THAT(first, SizeIs(1));
  const auto run_it = [&] {
    const Outcome outcome =
        supervisor.run(shell("sleep 0.2; echo \"$PROCTOR_RUN\"", folder_.path()), {}, {}, setting_);
    return outcome.out.text();
  };
  setting_.another_follows = true;
  EXPECT_EQ(run_it(), first.front() + '\n');
  const auto next = waiting();
  ASSERT_THAT(next, SizeIs(1));
  setting_.another_follows = false;
  EXPECT_EQ(run_it(), next.front() + '\n');
  EXPECT_THAT(bubblewraps(), IsEmpty());
  ahead.reset();
  setting_.another_follows = true;
  run_it();
  EXPECT_THAT(bubblewraps(), IsEmpty());  // nobody would end it
}

TEST_F(BoxesAheadTest, BelongsToTheThreadThatAskedForIt) {
  const SandboxesAhead ahead(supervisor_, {}, {});
  const auto before = waiting();
  ASSERT_THAT(before, SizeIs(1));
  std::string other;
  std::thread([&] { other = says_its_mark(); }).join();
  EXPECT_THAT(other, SizeIs(32));
  EXPECT_NE(other, before.front());
  EXPECT_EQ(waiting(), before);
  EXPECT_EQ(says_its_mark(), before.front());
}

// What was mounted since isn't in it.
TEST_F(BoxesAheadTest, IsNotUsedWhenTheMountsHaveChanged) {
  const std::string said = in_child([this]() -> std::string {
    if (unshare(CLONE_NEWNS) != 0 || mount("", "/", "", MS_REC | MS_PRIVATE, nullptr) != 0)
      return "can't mount";
    const std::string place = folder_.path() / "place";
    mkdir(place.c_str(), 0755);
    Supervisor supervisor;
    const SandboxesAhead ahead(supervisor, {}, {});
    if (waiting().size() != 1) return "none waits";
    if (mount("tmpfs", place.c_str(), "tmpfs", 0, "") != 0) return "can't mount";
    close(open((place + "/file").c_str(), O_CREAT | O_WRONLY, 0644));
    return supervisor.run(shell("ls", place), {}, {}, setting_).out.text();
  });
  if (said == "can't mount") GTEST_SKIP() << "it takes root";
  EXPECT_EQ(said, "file\n");
}

TEST_F(BoxesAheadTest, GoesWithAProcessThatEndsAtOnce) {
  const std::string mark = in_child([]() -> std::string {
    auto* supervisor = new Supervisor;  // which nobody gets to end
    new SandboxesAhead(*supervisor, {}, {});
    const auto marks = waiting();
    return marks.empty() ? "" : marks.front();
  });
  ASSERT_THAT(mark, SizeIs(32));
  const auto is_there = [&mark] {
    const auto processes = all_processes();
    return std::any_of(processes.begin(), processes.end(), [&mark](const Process& process) {
      return process.alive() && environment_value(process.pid, "PROCTOR_RUN") == mark;
    });
  };
  for (int tries = 0; tries < 100 && is_there(); ++tries) std::this_thread::sleep_for(milliseconds(100));
  EXPECT_FALSE(is_there());
  while (waitpid(-1, nullptr, WNOHANG) > 0) {
    // It was adopted by this process, in which no run is there to reap it.
  }
}

}  // namespace
}  // namespace proctor::supervise
