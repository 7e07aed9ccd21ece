#include "command/output_queue.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>

namespace proctor::command {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;
constexpr auto kNever = steady_clock::time_point::max();

TEST(OutputQueue, HandsOnEveryByteInOrderOfArrival) {
  std::string all;
  OutputQueue queue({.on_bytes =
                         [&](Stream stream, std::string_view bytes) {
                           all += stream == Stream::out ? 'o' : 'e';
                           all += bytes;
                         }},
                    kNever, {});
  queue.push(Stream::out, "1");
  queue.push(Stream::err, "2");
  queue.push(Stream::out, "3");
  queue.finish();
  EXPECT_THAT(all, testing::AnyOf("o1e2o3"));
}

TEST(OutputQueue, KeepsTheMarkInItsPlace) {
  std::string all;
  OutputQueue queue(
      {.on_bytes = [&](Stream, std::string_view bytes) { all += bytes; }, .on_notice = [&] { all += '|'; }},
      kNever, {});
  queue.push(Stream::out, "1");
  queue.push(Stream::out, "2");
  queue.notice();
  queue.push(Stream::out, "3");
  queue.finish();
  EXPECT_EQ(all, "12|3");
}

TEST(OutputQueue, MakesTheReaderWaitAndNeverDrops) {
  std::size_t got = 0;
  std::size_t longest = 0;
  OutputQueue queue({.on_bytes =
                         [&](Stream, std::string_view bytes) {
                           got += bytes.size();
                           longest = std::max(longest, bytes.size());
                           std::this_thread::sleep_for(milliseconds(1));
                         }},
                    kNever, {});
  const std::string piece(64U << 10U, 'x');
  for (int i = 0; i < 1000; ++i) queue.push(Stream::out, piece);
  queue.finish();
  EXPECT_EQ(got, 1000 * piece.size());
  EXPECT_LE(longest, (1U << 20U) + piece.size());
}

TEST(OutputQueue, AfterTheDeadlineOrAStopTheReaderIsHeldForMomentsOnly) {
  std::stop_source stop;
  for (const bool by_stop : {false, true}) {
    std::atomic<bool> let_go = false;
    std::size_t got = 0;
    OutputQueue queue({.on_bytes =
                           [&](Stream, std::string_view bytes) {
                             while (!let_go) std::this_thread::sleep_for(milliseconds(1));
                             got += bytes.size();
                           }},
                      by_stop ? kNever : steady_clock::now() + milliseconds(30), stop.get_token());
    std::thread stopper([&] {
      std::this_thread::sleep_for(milliseconds(30));
      if (by_stop) stop.request_stop();
    });
    const std::string piece(1U << 20U, 'x');
    for (int i = 0; i < 5; ++i) queue.push(Stream::out, piece);  // would wait for ever
    let_go = true;
    queue.finish();
    stopper.join();
    EXPECT_EQ(got, 5 * piece.size());
  }
}

TEST(OutputQueue, AWorkerThatIsHeldUpIsToldToComeBackWhenTheTimeIsOver) {
  std::stop_source stop;
  for (const bool by_stop : {false, true}) {
    std::atomic<bool> late = false;
    OutputQueue queue({.on_bytes =
                           [&](Stream, std::string_view) {
                             while (!late) std::this_thread::sleep_for(milliseconds(1));
                           },
                       .on_late = [&] { late = true; }},
                      by_stop ? kNever : steady_clock::now() + milliseconds(30), stop.get_token());
    queue.push(Stream::out, "x");
    std::thread stopper([&] {
      std::this_thread::sleep_for(milliseconds(30));
      if (by_stop) stop.request_stop();
    });
    queue.finish();  // would wait for ever
    stopper.join();
    EXPECT_TRUE(late);
  }
}

TEST(OutputQueue, TellsOnceThatNothingComes) {
  std::atomic<int> idle = 0;
  OutputQueue queue({.on_bytes = [](Stream, std::string_view) {}, .on_idle = [&] { ++idle; }}, kNever, {});
  queue.push(Stream::out, "x");
  while (idle == 0) std::this_thread::sleep_for(milliseconds(1));
  std::this_thread::sleep_for(milliseconds(600));
  EXPECT_EQ(idle, 1);
  queue.finish();
}

TEST(OutputQueue, AWorkerThatThrowsIsToldAtTheEnd) {
  OutputQueue queue({.on_bytes = [](Stream, std::string_view) { throw std::runtime_error("broken"); }},
                    kNever, {});
  const std::string piece(1U << 20U, 'x');
  for (int i = 0; i < 5; ++i) queue.push(Stream::out, piece);
  EXPECT_THROW(queue.finish(), std::runtime_error);
}

}  // namespace
}  // namespace proctor::command
