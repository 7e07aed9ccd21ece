#include "report/hang.hpp"

#include <gtest/gtest.h>

namespace proctor {
namespace {

using std::chrono::milliseconds;

TEST(HangDiagnostic, SaysWhoWasAliveAndWhatForWithParentsLast) {
  HangReport report;
  report.processes = {{1, 0, "/bin/sh -c test", "sleeping", "do_wait (wait4)", milliseconds(0), 1, {}},
                      {2, 1, "sleep 1000", "sleeping", "hrtimer_nanosleep", milliseconds(4), 1, {}},
                      {3, 1, "burn", "running", "", milliseconds(1234), 2, {}}};
  report.stacks = "main\n";
  const Diagnostic diagnostic = hang_diagnostic(report);
  EXPECT_EQ(diagnostic.severity, "info");
  EXPECT_EQ(diagnostic.code, "hang");
  EXPECT_EQ(
      diagnostic.message,
      "Still alive when it was stopped: sleep 1000 (pid 2, waits in hrtimer_nanosleep, 0.00 s of CPU), burn "
      "(pid 3, running, 1.23 s of CPU), /bin/sh -c test (pid 1, waits in do_wait (wait4), 0.00 s of CPU).");
  ASSERT_TRUE(diagnostic.hang);
  EXPECT_EQ(diagnostic.hang->stacks, "main\n");
  EXPECT_EQ(diagnostic.hang->processes.size(), 3U);
}

TEST(HangDiagnostic, TheProjectsOwnFramesComeFirst) {
  HangReport report;
  report.stacks =
      "Fatal Python error: Aborted\n\n  File \"/usr/lib/threading.py\", line 9 in wait\n"
      "  File \"/p/test_a.py\", line 4 in wait_for_server\n";
  EXPECT_EQ(hang_diagnostic(report, "/p").hang->stacks,
            "In the project's code:\n  File \"/p/test_a.py\", line 4 in wait_for_server\n\n\n"
            "  File \"/usr/lib/threading.py\", line 9 in wait\n"
            "  File \"/p/test_a.py\", line 4 in wait_for_server\n");
  report.stacks = "m.waitForever(...)\n\t/p/a_test.go:3\nruntime.gopark()\n\t/usr/lib/go/proc.go:9\n";
  EXPECT_TRUE(hang_diagnostic(report, "/p")
                  .hang->stacks.starts_with(
                      "In the project's code:\n  m.waitForever(...)\n  \t/p/a_test.go:3\n\nm.waitForever"));
  EXPECT_EQ(hang_diagnostic(report, "/elsewhere").hang->stacks, report.stacks);
}

TEST(HangDiagnostic, StaysShortWhateverItIsAbout) {
  HangReport report;
  for (int pid = 1; pid <= 50; ++pid)
    report.processes.push_back({pid, 0, std::string(256, 'x'), "running", "", {}, 1, {}});
  const std::string message = hang_diagnostic(report).message;
  EXPECT_LT(message.size(), 500U);
  EXPECT_TRUE(message.ends_with(", and 47 more.")) << message;
  report.others = 331;
  EXPECT_TRUE(hang_diagnostic(report).message.ends_with(", and at least 378 more."));
  EXPECT_EQ(hang_diagnostic({}).message, "Still alive when it was stopped: nobody that could be looked at.");
}

}  // namespace
}  // namespace proctor
