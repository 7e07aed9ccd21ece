#include "supervise/writers.hpp"

#include <gtest/gtest.h>

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
      told = all_have_one_thread(child);
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
  EXPECT_TRUE(all_have_one_thread(1 << 30));
}

}  // namespace
}  // namespace proctor::supervise
