#include "cli/signals.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <csignal>

namespace proctor::cli {
namespace {

// In a child: the mask of signals is the process's for good.
template <typename Body>
void in_a_child(Body body) {
  EXPECT_EXIT(
      {
        body();
        _exit(0);
      },
      testing::ExitedWithCode(0), "");
}

bool stops_within_a_second(const std::stop_token& token) {
  for (int i = 0; i < 100 && !token.stop_requested(); ++i) usleep(10'000);
  return token.stop_requested();
}

TEST(StopOnSignalsDeathTest, EachOfThemAsksForAStopAndNoneEndsTheProcess) {
  for (const int number : {SIGINT, SIGQUIT, SIGTERM, SIGHUP}) {
    in_a_child([number] {
      const StopOnSignals signals;
      if (signals.token().stop_requested()) _exit(1);
      kill(getpid(), number);
      if (!stops_within_a_second(signals.token())) _exit(2);
      kill(getpid(), number);  // again, as the impatient do
      usleep(50'000);
    });
  }
}

TEST(StopOnSignalsDeathTest, WhomThisProcessHasStartedCantAskForAStop) {
  in_a_child([] {
    const StopOnSignals signals;
    const pid_t self = getpid();
    const pid_t child = fork();
    if (child == 0) {
      const pid_t grandchild = fork();
      kill(self, SIGTERM);
      if (grandchild == 0) _exit(0);
      usleep(300'000);  // it's still there when it's looked for
      _exit(0);
    }
    usleep(200'000);
    if (signals.token().stop_requested()) _exit(1);
    kill(self, SIGTERM);
    if (!stops_within_a_second(signals.token())) _exit(2);
  });
}

TEST(StopOnSignalsDeathTest, AWatchdogThatWasThereBeforeCan) {
  in_a_child([] {
    const pid_t self = getpid();
    if (fork() == 0) {
      usleep(200'000);
      kill(self, SIGTERM);
      usleep(300'000);
      _exit(0);
    }
    const StopOnSignals signals;
    if (!stops_within_a_second(signals.token())) _exit(1);
  });
}

TEST(StopOnSignalsDeathTest, WithoutASignalItEndsAtOnceAndWithoutAStop) {
  in_a_child([] {
    std::stop_token token;
    {
      const StopOnSignals signals;
      token = signals.token();
    }
    if (token.stop_requested()) _exit(1);
  });
}

}  // namespace
}  // namespace proctor::cli
