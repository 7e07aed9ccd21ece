#include "supervise/precedence.hpp"

#include <gmock/gmock.h>
#include <linux/capability.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <string>
#include <thread>

#include "supervise/isolation/sandbox_testing.hpp"

namespace proctor::supervise {
namespace {

using std::chrono::milliseconds;

int policy() {
  return sched_getscheduler(0) & ~SCHED_RESET_ON_FORK;
}

TEST(Precedence, IsForTheThreadAloneUntilItIsGivenUp) {
  const int before = sched_getscheduler(0);
  {
    Precedence precedence;
    precedence.take();
    if (geteuid() == 0 && policy() != SCHED_RR) GTEST_SKIP() << "not even root may have it here";
    EXPECT_EQ(policy(), geteuid() == 0 ? SCHED_RR : before);
    const pid_t child = fork();
    if (child == 0) _exit(sched_getscheduler(0));
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_EQ(WEXITSTATUS(status), SCHED_OTHER);
    precedence.give_up();
    EXPECT_EQ(sched_getscheduler(0), before);
    precedence.take();
  }
  EXPECT_EQ(sched_getscheduler(0), before);
}

// As who has it by RLIMIT_RTPRIO alone.
TEST(Precedence, IsGivenUpWithoutTheRightToHaveIt) {
  if (geteuid() != 0) GTEST_SKIP() << "only root has it";
  const std::string told = in_child([]() -> std::string {
    Precedence precedence;
    precedence.take();
    if (policy() != SCHED_RR) return "can't be taken";
    __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
    std::array<__user_cap_data_struct, 2> none{};
    if (syscall(SYS_capset, &header, none.data()) != 0) return "capabilities can't be given up";
    precedence.give_up();
    return policy() == SCHED_OTHER ? "fine" : "can't be given up";
  });
  EXPECT_THAT(told, ::testing::AnyOf("fine", "can't be taken"));
}

// On a busy machine who has slept may wait for a processor for a while, but not each time.
TEST(Precedence, IsntTakenByWhoSleeps) {
  bool taken = true;
  for (int i = 0; i < 20 && taken; ++i) {
    Precedence precedence;
    precedence.take_if_starved(Precedence::Clock::now());
    std::this_thread::sleep_for(milliseconds(60));
    precedence.take_if_starved(Precedence::Clock::now());
    taken = policy() != SCHED_OTHER;
  }
  EXPECT_FALSE(taken);
}

}  // namespace
}  // namespace proctor::supervise
