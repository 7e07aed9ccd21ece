#include "supervise/free_processor.hpp"

#include <gtest/gtest.h>

namespace proctor::supervise {
namespace {

TEST(FreeProcessor, RunningTasksStandBehindTheAverages) {
  EXPECT_EQ(running_tasks("0.92 2.68 3.74 2/344 16385\n"), 2U);
  EXPECT_EQ(running_tasks("0.00 0.00 0.00 17/1 1"), 17U);
}

TEST(FreeProcessor, OfAnotherTextNothingIsKnown) {
  for (const char* text :
       {"", " ", "1", "1 2", "1 2 3", "1 2 3 ", "1 2 3 4", "1 2 3 x/4", "1 2 3 /4", "1 2 3 -1/4"})
    EXPECT_EQ(running_tasks(text), std::nullopt) << text;
}

}  // namespace
}  // namespace proctor::supervise
