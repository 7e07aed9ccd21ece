// The order between the two streams, as the sink hears it.
#include "supervise/arrival_order.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <pthread.h>
#include <unistd.h>

#include <array>
#include <functional>
#include <string>
#include <thread>

#include "supervise/test_support.hpp"

namespace proctor::supervise {
namespace {

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

TEST(OrderOfStreams, IsThatOfTheWrites) {
  EXPECT_EQ(heard("for i in $(seq 1 100); do echo out $i; echo err $i >&2; done"),
            repeated(100, [](int i) { return fmt::format("out {0}\nerr {0}\n", i); }));
  EXPECT_EQ(heard("for i in $(seq 1 30); do echo a; echo b; echo c $i >&2; echo d; done"),
            repeated(30, [](int i) { return fmt::format("a\nb\nc {}\nd\n", i); }));
}

TEST(OrderOfStreams, IsThatOfPiecesOfLines) {
  EXPECT_EQ(heard("for i in $(seq 1 60); do printf a; printf b; printf 'c\n' >&2; printf 'd\n'; done"),
            repeated(60, [](int) { return "abc\nd\n"; }));
}

TEST(OrderOfStreams, IsKeptWithWritesOfManyPages) {
  EXPECT_EQ(heard("for i in 1 2 3 4 5; do printf '%9999d\n' $i; echo err >&2; printf '%9999d\n' $i; done"),
            repeated(5, [](int i) { return fmt::format("{0:9999}\nerr\n{0:9999}\n", i); }));
}

// Whose writes aren't packets: they join others that weren't read yet.
TEST(OrderOfStreams, IsThatOfLinesWhereStreamsAreOpenedAnew) {
  EXPECT_EQ(heard("for i in $(seq 1 40); do echo out $i > /dev/stdout; echo err $i > /dev/stderr; done"),
            repeated(40, [](int i) { return fmt::format("out {0}\nerr {0}\n", i); }));
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

TEST(ArrivalOrder, TellsWhatWasAnnouncedOnce) {
  std::array<int, 2> out{}, err{};
  ASSERT_EQ(pipe2(out.data(), O_CLOEXEC | O_DIRECT | O_NONBLOCK), 0);
  ASSERT_EQ(pipe2(err.data(), O_CLOEXEC | O_DIRECT | O_NONBLOCK), 0);
  {
    ArrivalOrder order(out[0], err[0]);
    ASSERT_TRUE(order.works());
    const auto write_to = [](int pipe) { ASSERT_EQ(write(pipe, "x", 1), 1); };
    write_to(err[1]);
    write_to(out[1]);
    write_to(out[1]);
    order.collect();
    EXPECT_EQ(order.unread(Stream::out), 2U);
    EXPECT_EQ(order.unread(Stream::err), 1U);
    EXPECT_EQ(order.next(), Stream::err);
    EXPECT_EQ(order.next(), Stream::out);
    EXPECT_EQ(order.next(), Stream::out);
    EXPECT_EQ(order.next(), std::nullopt);
    for (const Stream stream : {Stream::out, Stream::out, Stream::err}) order.was_read(stream);

    // Read before it's noted: it is told once, and not again.
    write_to(err[1]);
    order.was_read(Stream::err);
    EXPECT_EQ(order.next(), Stream::err);
    order.collect();
    EXPECT_EQ(order.unread(Stream::err), 0U);
    EXPECT_EQ(order.next(), std::nullopt);
    for (const int end : {out[0], out[1], err[0], err[1]}) close(end);
  }
}

TEST(ArrivalOrder, WhoFindsThePipeFullHasWrittenNothing) {
  std::array<int, 2> out{}, err{};
  ASSERT_EQ(pipe2(out.data(), O_CLOEXEC | O_DIRECT | O_NONBLOCK), 0);
  ASSERT_EQ(pipe2(err.data(), O_CLOEXEC | O_DIRECT | O_NONBLOCK), 0);
  {
    ArrivalOrder order(out[0], err[0]);
    std::size_t written = 0;
    while (write(out[1], "x", 1) == 1) ++written;
    order.collect();
    EXPECT_EQ(order.unread(Stream::out), written);
    EXPECT_TRUE(order.full(Stream::out));
    EXPECT_FALSE(order.full(Stream::err));
    EXPECT_TRUE(order.behind());
    for (const int end : {out[0], out[1], err[0], err[1]}) close(end);
  }
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
