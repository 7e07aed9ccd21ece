#include "tool/step_queue.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <future>
#include <stdexcept>
#include <vector>

namespace proctor::tool {
namespace {

TEST(StepQueue, TellsAllStepsInOrderBeforeItIsFinished) {
  std::vector<std::string> told;
  StepQueue queue([&](const Step& step) { told.push_back(step.text); }, [] {});
  std::vector<std::string> pushed;
  for (int i = 0; i < 500; ++i) {
    pushed.push_back(std::to_string(i));
    queue.push(pushed.back());
  }
  queue.finish();
  EXPECT_EQ(told, pushed);
}

TEST(StepQueue, WhoPushesNeverWaitsForWhoListensAndTheLatestStepIsKept) {
  std::promise<void> go_on;
  auto gone_on = go_on.get_future().share();
  std::vector<std::string> told;
  StepQueue queue(
      [&](const Step& step) {
        gone_on.wait();
        told.push_back(step.text);
      },
      [] {});
  for (std::size_t i = 0; i < 2 * StepQueue::kMost; ++i) queue.push(std::to_string(i));
  go_on.set_value();
  queue.finish();
  EXPECT_LE(told.size(), StepQueue::kMost + 1);
  EXPECT_EQ(told.back(), std::to_string(2 * StepQueue::kMost - 1));
}

TEST(StepQueue, AListenerWhoHoldsUpTheEndIsToldToComeBack) {
  std::promise<void> late;
  auto is_late = late.get_future().share();
  StepQueue queue([&](const Step&) { is_late.wait(); }, [&] { late.set_value(); });
  queue.push("x");
  queue.finish();  // would wait for ever
  EXPECT_EQ(is_late.wait_for(std::chrono::seconds(0)), std::future_status::ready);
}

TEST(StepQueue, WhatTheListenerThrowsIsThrownAtTheEnd) {
  StepQueue queue([](const Step&) { throw std::runtime_error("broken"); }, [] {});
  queue.push("x");
  queue.push("y");
  EXPECT_THROW(queue.finish(), std::runtime_error);
}

}  // namespace
}  // namespace proctor::tool
