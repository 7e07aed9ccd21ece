#include "tool/running_calls.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <optional>
#include <thread>
#include <vector>

namespace proctor::tool {
namespace {

using std::chrono::milliseconds;

TEST(RunningCalls, ABoundedNumberRunsAtOnce) {
  RunningCalls calls;
  std::atomic<int> inside = 0;
  std::atomic<int> most = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 12; ++i) {
    threads.emplace_back([&] {
      const auto place = calls.enter(3, {}, {});
      ASSERT_TRUE(place);
      const int now = ++inside;
      int known = most;
      while (now > known && !most.compare_exchange_weak(known, now)) {
      }
      std::this_thread::sleep_for(milliseconds(5));
      --inside;
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_LE(most, 3);
}

TEST(RunningCalls, WhoeverWaitsIsToldHowManyAreAheadAndComesInTurn) {
  RunningCalls calls;
  std::optional<RunningCalls::Place> first(calls.enter(1, {}, {}));
  std::vector<std::size_t> told_second, told_third;
  std::atomic<int> waiting = 0;
  std::vector<int> order;
  std::thread second([&] {
    const auto place = calls.enter(1, {}, [&](std::size_t ahead) {
      told_second.push_back(ahead);
      ++waiting;
    });
    order.push_back(2);
  });
  while (waiting < 1) std::this_thread::yield();
  std::thread third([&] {
    const auto place = calls.enter(1, {}, [&](std::size_t ahead) {
      told_third.push_back(ahead);
      ++waiting;
    });
    order.push_back(3);
  });
  while (waiting < 2) std::this_thread::yield();
  first.reset();
  second.join();
  third.join();
  EXPECT_THAT(order, testing::ElementsAre(2, 3));
  EXPECT_THAT(told_second, testing::ElementsAre(1));
  EXPECT_EQ(told_third.front(), 2U);
}

TEST(RunningCalls, WhoeverIsCancelledWhileWaitingGetsNoPlaceAndHoldsUpNobody) {
  RunningCalls calls;
  std::optional<RunningCalls::Place> first(calls.enter(1, {}, {}));
  std::stop_source stop;
  std::atomic<int> waiting = 0;
  std::thread second([&] {
    const auto place = calls.enter(1, stop.get_token(), [&](std::size_t) { ++waiting; });
    EXPECT_FALSE(place);
  });
  while (waiting < 1) std::this_thread::yield();
  std::thread third([&] { EXPECT_TRUE(calls.enter(1, {}, [&](std::size_t) { ++waiting; })); });
  while (waiting < 2) std::this_thread::yield();
  stop.request_stop();
  second.join();
  first.reset();
  third.join();
}

TEST(RunningCalls, ARunStopsByItsIdOrWithItsCaller) {
  RunningCalls calls;
  std::stop_source caller;
  const RunningCalls::Run one(calls, "one", caller.get_token());
  {
    const RunningCalls::Run two(calls, "two", caller.get_token());
    EXPECT_FALSE(calls.cancel("three"));
    EXPECT_EQ(calls.ids(), (std::vector<std::string>{"one", "two"}));
    EXPECT_TRUE(calls.cancel("two"));
    EXPECT_TRUE(two.token().stop_requested());
    EXPECT_FALSE(one.token().stop_requested());
  }
  EXPECT_FALSE(calls.cancel("two"));  // it has ended
  caller.request_stop();
  EXPECT_TRUE(one.token().stop_requested());
}

}  // namespace
}  // namespace proctor::tool
