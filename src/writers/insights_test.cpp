#include "writers/insights.hpp"

#include <gtest/gtest.h>

namespace proctor::writers {
namespace {

TEST(Insights, CountRunsAndTheResultsOfEachTest) {
  history::KeptRun good;
  good.result = "ok";
  good.wall = 100;
  history::KeptRun bad = good;
  bad.result = "TEST_ASSERTION_FAILED";
  bad.wall = 300;
  history::TestHistory sometimes{.name = {"a.py", "A", "test_sometimes"}};
  for (int i = 1; i <= 20; ++i) sometimes.results.push_back({Status::pass, i * 1.0});
  sometimes.results[3].status = Status::fail;
  sometimes.results[4].flaky = true;
  sometimes.results.push_back({Status::skip, 1'000});
  const history::TestHistory never{.name = {"a.py", "A", "test_never"}, .results = {{Status::skip, 1}}};

  const Insights all = insights_of({good, bad}, {sometimes, never});
  EXPECT_EQ(all.runs, 2U);
  EXPECT_EQ(all.passed, 1U);
  EXPECT_EQ(all.mean_ms, 200);
  EXPECT_EQ(all.p95_ms, 300);
  ASSERT_EQ(all.tests.size(), 1U);
  EXPECT_EQ(all.tests[0].runs, 20U);
  EXPECT_EQ(all.tests[0].failed, 1U);
  EXPECT_EQ(all.tests[0].flaky, 1U);
  EXPECT_EQ(all.tests[0].mean_ms, 10.5);
  EXPECT_EQ(all.tests[0].p95_ms, 19);
}

}  // namespace
}  // namespace proctor::writers
