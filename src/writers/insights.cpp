#include "writers/insights.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace proctor::writers {
namespace {

double mean(const std::vector<double>& values) {
  if (values.empty()) return 0;
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

// The smallest value that 95 of 100 don't exceed.
double p95(std::vector<double> values) {
  if (values.empty()) return 0;
  std::ranges::sort(values);
  const auto rank = static_cast<std::size_t>(std::ceil(0.95 * static_cast<double>(values.size())));
  return values[rank - 1];
}

}  // namespace

Insights insights_of(const std::vector<history::KeptRun>& runs,
                     const std::vector<history::TestHistory>& tests) {
  Insights all{.runs = runs.size()};
  std::vector<double> times;
  for (const history::KeptRun& run : runs) {
    all.passed += run.verdict() == Verdict::pass ? 1 : 0;
    times.push_back(static_cast<double>(run.wall));
  }
  all.mean_ms = mean(times);
  all.p95_ms = p95(times);
  for (const history::TestHistory& test : tests) {
    Insights::Test one{.name = test.name};
    times.clear();
    for (const history::TestResult& result : test.results) {
      if (result.status == Status::skip) continue;
      ++one.runs;
      one.failed += history::is_bad(result.status) ? 1 : 0;
      one.flaky += result.flaky ? 1 : 0;
      times.push_back(result.duration_ms);
    }
    if (one.runs == 0) continue;
    one.mean_ms = mean(times);
    one.p95_ms = p95(times);
    all.tests.push_back(std::move(one));
  }
  return all;
}

}  // namespace proctor::writers
