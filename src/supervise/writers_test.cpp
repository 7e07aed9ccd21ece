#include "supervise/writers.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <string>
#include <string_view>
#include <thread>

#include "supervise/process_table.hpp"
#include "supervise/test_support.hpp"

namespace proctor::supervise {
namespace {

// What is told of the command while it runs, once it has printed.
bool told_of(const std::string& script) {
  Supervisor supervisor;
  bool told = false;
  bool asked = false;
  Setting setting;
  setting.sink = [&](Stream, std::string_view) {
    if (asked) return;
    asked = true;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));  // a shell may be about to start a program
    const auto children = own_children();
    ASSERT_TRUE(children);
    for (const pid_t child : *children) {
      if (environment_value(child, "PROCTOR_RUN").empty()) continue;  // the guardian
      told = all_have_one_thread(child, nullptr);
    }
  };
  supervisor.run(shell(script), {.wall = std::chrono::seconds(30)}, {}, setting);
  EXPECT_TRUE(asked);
  return told;
}

TEST(Writers, OfShellsHaveOneThreadEach) {
  EXPECT_TRUE(told_of("echo started; sleep 1"));
  EXPECT_TRUE(told_of("sh -c 'echo started; sleep 1; true'; true"));
}

TEST(Writers, WithThreadsAreSeenWhereverTheyAre) {
  const std::string threads =
      "python3 -c 'import threading, time\n"
      "threading.Thread(target=time.sleep, args=(1,)).start()\n"
      "print(\"started\", flush=True)'";
  EXPECT_FALSE(told_of(threads));
  EXPECT_FALSE(told_of("sh -c \"$(cat <<'END'\n" + threads + "\ntrue\nEND\n)\"; true"));
}

TEST(Writers, AreNotLookedAtOneByOneIfTheyAreMany) {
  EXPECT_FALSE(told_of("for i in $(seq 1 20); do sleep 1 & done; echo started; wait"));
}

TEST(Writers, ThatAreNotThereDontMatter) {
  EXPECT_TRUE(all_have_one_thread(1 << 30, nullptr));
}

TEST(Writers, OfACgroupAreCountedByIt) {
  const CgroupPlace place;
  if (!place.usable()) GTEST_SKIP() << place.description();
  const auto cgroup = place.make(new_cgroup_name());
  ASSERT_TRUE(cgroup);
  EXPECT_FALSE(all_have_one_thread(1 << 30, &*cgroup));  // nobody is there yet
  std::array<int, 2> go{};
  ASSERT_EQ(pipe(go.data()), 0);
  const pid_t child = fork();
  if (child == 0) {
    char byte = 0;
    if (read(go[0], &byte, 1) != 1) _exit(1);
    std::thread([] { pause(); }).join();
  }
  ASSERT_TRUE(write_file_in(cgroup->fd(), "cgroup.procs", std::to_string(child)));
  EXPECT_TRUE(all_have_one_thread(1 << 30, &*cgroup));
  EXPECT_EQ(write(go[1], "x", 1), 1);
  while (thread_count(child) < 2) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  EXPECT_FALSE(all_have_one_thread(1 << 30, &*cgroup));
  EXPECT_EQ(cgroup->count(Cgroup::Of::processes, 1), 1U);
  EXPECT_EQ(cgroup->count(Cgroup::Of::threads, 2), 2U);
  EXPECT_EQ(cgroup->count(Cgroup::Of::threads, 1), std::nullopt);
  kill(child, SIGKILL);
  EXPECT_EQ(waitpid(child, nullptr, 0), child);
  for (const int end : go) close(end);
}

}  // namespace
}  // namespace proctor::supervise
