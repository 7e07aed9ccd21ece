#include "base/signal_name.hpp"

#include <gtest/gtest.h>
#include <signal.h>

namespace proctor {
namespace {

TEST(SignalName, IsTheUsualOneOrTheNumber) {
  EXPECT_EQ(signal_name(SIGSEGV), "SIGSEGV");
  EXPECT_EQ(signal_name(SIGTERM), "SIGTERM");
  EXPECT_EQ(signal_name(34), "signal 34");
  EXPECT_EQ(signal_name(0), "signal 0");
}

}  // namespace
}  // namespace proctor
