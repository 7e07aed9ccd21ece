#include "supervise/isolation/view_steps.hpp"

#include <gmock/gmock.h>

namespace proctor::supervise {
namespace {

using ::testing::ElementsAre;

TEST(ViewSteps, StandInTheOrderAsTheFirstProcessReadsThem) {
  ViewSteps steps;
  steps.add(INIT_SYSTEM, "/usr");
  steps.add(INIT_LINK, "/bin", "usr/bin");
  EXPECT_EQ(steps.count(), 2U);
  EXPECT_EQ(steps.text(), std::string("s/usr\0l/bin\0usr/bin\0", 20));
}

TEST(ViewSteps, KnowWhatTheyNeedOfTheMachine) {
  ViewSteps steps;
  steps.add(INIT_SYSTEM, "/usr");
  steps.add(INIT_COPY, "/etc/localtime", "/run/zone/info");
  steps.add(INIT_FILE, "/made/passwd", "root");
  steps.add(INIT_LINK, "/link", "/elsewhere");
  steps.add(INIT_MEMORY, "/memory", "size=1");
  steps.add(INIT_PRIVATE, "/memory/home");
  steps.add(INIT_DEVICES, "/dev");
  steps.add(INIT_PROC, "/proc");
  steps.add(INIT_WRITABLE, "/home/me/project");
  steps.add(INIT_READABLE, "/home/me/tools");
  EXPECT_THAT(steps.tops(), ElementsAre("/dev", "/home", "/proc", "/run", "/usr"));
}

TEST(ViewSteps, SayWhatFailed) {
  ViewSteps steps;
  steps.add(INIT_WRITABLE, "/work");
  steps.add(INIT_PROC, "/proc");
  steps.add(INIT_MEMORY, "/tmp", "size=1");
  steps.add(INIT_COPY, "/etc/hosts", "/etc/hosts");
  EXPECT_EQ(steps.failure(1), "Can't bind /work");
  EXPECT_EQ(steps.failure(2), "Can't mount proc on /proc");  // as bubblewrap says it
  EXPECT_EQ(steps.failure(3), "Can't mount tmpfs on /tmp");
  EXPECT_EQ(steps.failure(4), "Can't make /etc/hosts");
  EXPECT_EQ(steps.failure(5), "Can't make the view");
}

}  // namespace
}  // namespace proctor::supervise
