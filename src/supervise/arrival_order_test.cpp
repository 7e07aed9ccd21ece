// The order between the two streams, as the sink hears it.
#include "supervise/arrival_order.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <pthread.h>
#include <unistd.h>

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <thread>

#include "supervise/test_support.hpp"

namespace proctor::supervise {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::string repeated(int times, const std::function<std::string(int)>& part) {
  std::string text;
  for (int i = 1; i <= times; ++i) text += part(i);
  return text;
}

std::string heard(Supervisor& supervisor, const std::string& script) {
  std::string both;
  Setting setting;
  setting.sink = [&both](Stream, std::string_view bytes) { both += bytes; };
  const Outcome outcome = supervisor.run(shell(script), {.wall = std::chrono::seconds(60)}, {}, setting);
  EXPECT_STREQ(word(outcome.termination.kind), "exited") << outcome.termination.evidence;
  return both;
}

std::string heard(const std::string& script) {
  Supervisor supervisor;
  return heard(supervisor, script);
}

// Who is held up between a write and its announcement may come out of order: seldom, and not three times.
testing::AssertionResult comes_as(const std::string& script, const std::string& expected) {
  std::string text;
  for (int i = 0; i < 3 && text != expected; ++i) text = heard(script);
  if (text == expected) return testing::AssertionSuccess();
  return testing::AssertionFailure() << text;
}

TEST(OrderOfStreams, IsThatOfTheWrites) {
  EXPECT_TRUE(comes_as("for i in $(seq 1 100); do echo out $i; echo err $i >&2; done",
                       repeated(100, [](int i) { return fmt::format("out {0}\nerr {0}\n", i); })));
  EXPECT_TRUE(comes_as("for i in $(seq 1 30); do echo a; echo b; echo c $i >&2; echo d; done",
                       repeated(30, [](int i) { return fmt::format("a\nb\nc {}\nd\n", i); })));
}

TEST(OrderOfStreams, IsKeptWithLongLines) {
  EXPECT_TRUE(
      comes_as("python3 -c 'import os\n"
               "for i in range(3):\n"
               "  os.write(1, b\"a\" * 7999 + b\"\\n\")\n"
               "  os.write(2, b\"err\\n\")'",
               repeated(3, [](int) { return std::string(7999, 'a') + "\nerr\n"; })));
}

TEST(OrderOfStreams, IsThatOfLinesWhereStreamsAreOpenedAnew) {
  EXPECT_TRUE(comes_as("for i in $(seq 1 40); do echo out $i > /dev/stdout; echo err $i > /dev/stderr; done",
                       repeated(40, [](int i) { return fmt::format("out {0}\nerr {0}\n", i); })));
}

int right_of_20(const std::string& script, const std::string& expected) {
  int right = 0;
  for (int i = 0; i < 20; ++i) right += heard(script) == expected ? 1 : 0;
  return right;
}

TEST(OrderOfStreams, IsKeptInFrontOfALineThatIsNotFinished) {
  EXPECT_GE(right_of_20("echo a; echo b >&2; printf c", "a\nb\nc"), 18);
  EXPECT_GE(right_of_20("echo a; echo b >&2; printf c; sleep 0.05", "a\nb\nc"), 18);
}

// The end of a stream is no write: then there would be one for each line.
TEST(OrderOfStreams, IsThatOfWritesOfSeveralLinesUpToTheEnd) {
  EXPECT_GE(right_of_20("printf 'a\\nb\\n'; echo err >&2; echo c", "a\nb\nerr\nc\n"), 16);
  EXPECT_GE(right_of_20("printf '1\\n2\\n' >&2; echo x; printf '3\\n4\\n' >&2", "1\n2\nx\n3\n4\n"), 16);
}

// How long each write is is told by the pipe.
TEST(OrderOfStreams, IsThatOfWritesOfAnyNumberOfLines) {
  EXPECT_GE(right_of_20("echo a; echo err >&2; printf 'b\\nc\\n'", "a\nerr\nb\nc\n"), 18);
  EXPECT_GE(right_of_20("echo a >&2; printf '1\\n2\\n3\\n'; printf 'b\\nc\\n' >&2; echo 4; echo d >&2",
                        "a\n1\n2\n3\nb\nc\n4\nd\n"),
            18);
  EXPECT_TRUE(
      comes_as("python3 -c 'import sys\n"
               "for i in range(1, 31):\n"
               "  print(\"out\\nx\" if i % 3 else \"out\", i, flush=True)\n"
               "  print(\"err\" if i % 2 else \"err\\ny\", i, file=sys.stderr)'",
               repeated(30, [](int i) {
                 return fmt::format("{0} {2}\n{1} {2}\n", i % 3 != 0 ? "out\nx" : "out",
                                    i % 2 != 0 ? "err" : "err\ny", i);
               })));
}

TEST(OrderOfStreams, IsKeptWhereAWriteFillsAPage) {
  EXPECT_TRUE(comes_as(
      "python3 -c 'import os\n"
      "for i in range(3):\n"
      "  os.write(1, b\"a\" * 7999 + b\"\\n\")\n"
      "  os.write(2, b\"err\\n\")\n"
      "  os.write(1, b\"b\" * 4095 + b\"\\n\")\n"
      "  os.write(2, b\"err\\n\")'",
      repeated(3,
               [](int) { return std::string(7999, 'a') + "\nerr\n" + std::string(4095, 'b') + "\nerr\n"; })));
}

// As node does: several threads, and no wait for room.
const char* const kDoesNotWait =
    "python3 -c 'import os, threading, time\n"
    "threading.Thread(target=time.sleep, args=(5,), daemon=True).start()\n"
    "time.sleep(0.1)\n"
    "os.set_blocking(1, False)\n";

// Who doesn't wait for room must find as much of it as in any pipe.
TEST(OrderOfStreams, ManyShortWritesFindRoom) {
  const std::string text =
      heard(std::string(kDoesNotWait) + "for i in range(3000): os.write(1, b\"line\\n\")\nos._exit(0)'");
  EXPECT_EQ(text.size(), 15'000U);
}

TEST(OrderOfStreams, WhoDoesNotWaitAndEndsRightAfterLosesNothing) {
  const std::string text = heard(std::string(kDoesNotWait) +
                                 "os.write(1, b\"line\\n\")\n"
                                 "time.sleep(0.3)\n"
                                 "os.write(1, b\"x\" * 3000000)\nos._exit(0)'");
  EXPECT_EQ(text.size(), 3'000'005U);
}

TEST(OrderOfStreams, LosesNothingInAFloodOfBoth) {
  std::array<std::uint64_t, 2> bytes{};
  Setting setting;
  setting.sink = [&bytes](Stream stream, std::string_view text) {
    bytes.at(stream == Stream::out ? 0 : 1) += text.size();
  };
  Supervisor supervisor;
  supervisor.run(shell("yes out | head -n 2000000 & yes err | head -n 1500000 >&2; wait"),
                 {.wall = std::chrono::seconds(60)}, {}, setting);
  EXPECT_EQ(bytes[0], 8'000'000U);
  EXPECT_EQ(bytes[1], 6'000'000U);
}

TEST(OrderOfStreams, LeavesTheThreadAsItWas) {
  sigset_t before, after, pending;
  pthread_sigmask(SIG_SETMASK, nullptr, &before);
  heard("echo out; echo err >&2");
  pthread_sigmask(SIG_SETMASK, nullptr, &after);
  sigpending(&pending);
  for (int signal = 1; signal <= SIGRTMAX; ++signal) {
    EXPECT_EQ(sigismember(&before, signal), sigismember(&after, signal)) << signal;
    EXPECT_NE(sigismember(&pending, signal), 1) << signal;
  }
}

class ArrivalOrderTest : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(pipe2(out_.data(), O_CLOEXEC | O_NONBLOCK), 0);
    ASSERT_EQ(pipe2(err_.data(), O_CLOEXEC | O_NONBLOCK), 0);
    order_.emplace(out_[0], err_[0]);
    ASSERT_TRUE(order_->works());
  }

  void TearDown() override {
    for (const int end : {out_[0], out_[1], err_[0], err_[1]}) close(end);
    order_.reset();
  }

  void write_to(const std::array<int, 2>& pipe) { ASSERT_EQ(write(pipe[1], "x", 1), 1); }

  std::array<int, 2> out_{};
  std::array<int, 2> err_{};
  std::optional<ArrivalOrder> order_{};
};

TEST_F(ArrivalOrderTest, TellsTheWritesInTheirOrder) {
  for (const auto* pipe : {&err_, &out_, &out_, &err_}) write_to(*pipe);
  order_->collect();
  EXPECT_THAT(order_->writes(), ElementsAre(Stream::err, Stream::out, Stream::out, Stream::err));
  EXPECT_EQ(order_->count(Stream::out), 2U);
  order_->clear();
  order_->collect();
  EXPECT_THAT(order_->writes(), IsEmpty());
  EXPECT_EQ(order_->count(Stream::out), 0U);
}

TEST_F(ArrivalOrderTest, WhatWasExpectedIsNoNews) {
  order_->expect(Stream::err, 1);
  for (const auto* pipe : {&err_, &out_, &err_}) write_to(*pipe);
  order_->collect();
  EXPECT_THAT(order_->writes(), ElementsAre(Stream::out, Stream::err));
  order_->clear();
  order_->keep(Stream::out, 2);
  EXPECT_EQ(order_->count(Stream::out), 2U);
}

TEST_F(ArrivalOrderTest, GivesUpWhereSomebodyKnocksWithoutEnd) {
  for (int i = 0; i < 100'000; ++i) static_cast<void>(write(out_[1], "x", 1));  // full after a while
  for (int i = 0; i < 3 && order_->works(); ++i) order_->collect();
  EXPECT_FALSE(order_->works());
  write_to(err_);
  order_->collect();
  EXPECT_THAT(order_->writes(), IsEmpty());
}

// Another thread's runs have announcements of their own.
TEST(ArrivalOrder, IsOfItsThread) {
  Supervisor supervisor;
  std::array<std::string, 2> both;
  const auto one = [&](std::size_t at) {
    both.at(at) = heard(supervisor, "for i in $(seq 1 50); do echo out; echo err >&2; done");
  };
  std::thread first(one, 0), second(one, 1);
  first.join();
  second.join();
  const std::string expected = repeated(50, [](int) { return "out\nerr\n"; });
  EXPECT_EQ(both[0], expected);
  EXPECT_EQ(both[1], expected);
}

}  // namespace
}  // namespace proctor::supervise
