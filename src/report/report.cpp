#include "report/report.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace proctor {

const char* word(Termination::Kind kind) {
  switch (kind) {
    case Termination::Kind::exited:
      return "exited";
    case Termination::Kind::signalled:
      return "signalled";
    case Termination::Kind::timed_out:
      return "timed_out";
    case Termination::Kind::stalled:
      return "stalled";
    case Termination::Kind::cancelled:
      return "cancelled";
    case Termination::Kind::out_of_memory:
      return "out_of_memory";
    case Termination::Kind::output_limit:
      return "output_limit";
    case Termination::Kind::cpu_limit:
      return "cpu_limit";
    case Termination::Kind::process_limit:
      return "process_limit";
    case Termination::Kind::disk_limit:
      return "disk_limit";
    case Termination::Kind::not_started:
      return "not_started";
  }
  return "not_started";
}

const char* word(IsolationLevel level) {
  switch (level) {
    case IsolationLevel::none:
      return "none";
    case IsolationLevel::process:
      return "process";
    case IsolationLevel::sandbox:
      return "sandbox";
  }
  return "none";
}

const char* word(Status status) {
  switch (status) {
    case Status::pass:
      return "pass";
    case Status::fail:
      return "fail";
    case Status::error:
      return "error";
    case Status::skip:
      return "skip";
  }
  return "error";
}

const char* word(Verdict verdict) {
  switch (verdict) {
    case Verdict::pass:
      return "pass";
    case Verdict::fail:
      return "fail";
    case Verdict::error:
      return "error";
  }
  return "error";
}

Counts& Counts::operator+=(const Counts& other) {
  passed += other.passed;
  failed += other.failed;
  skipped += other.skipped;
  errors += other.errors;
  return *this;
}

Counts count(const Suite& suite) {
  Counts counts;
  for (const Case& test : suite.cases) {
    switch (test.status) {
      case Status::pass:
        ++counts.passed;
        break;
      case Status::fail:
        ++counts.failed;
        break;
      case Status::error:
        ++counts.errors;
        break;
      case Status::skip:
        ++counts.skipped;
        break;
    }
  }
  return counts;
}

Counts count(const std::vector<Suite>& suites) {
  Counts counts;
  for (const Suite& suite : suites) counts += count(suite);
  return counts;
}

std::size_t count_flaky(const std::vector<Suite>& suites) {
  std::size_t number = 0;
  for (const Suite& suite : suites) {
    for (const Case& test : suite.cases) number += test.flaky ? 1 : 0;
  }
  return number;
}

CoverageFile total(const std::vector<CoverageFile>& files) {
  CoverageFile sum;
  for (const CoverageFile& file : files) {
    for (const auto part : {&CoverageFile::lines, &CoverageFile::statements, &CoverageFile::branches,
                            &CoverageFile::functions}) {
      (sum.*part).hit += (file.*part).hit;
      (sum.*part).found += (file.*part).found;
    }
  }
  return sum;
}

double percent(const CoverageCount& counted) {
  if (counted.found == 0) return 0;
  const double share =
      std::round(1000.0 * static_cast<double>(counted.hit) / static_cast<double>(counted.found)) / 10;
  return counted.hit < counted.found ? std::min(share, 99.9) : share;
}

std::string describe_age(std::chrono::milliseconds age) {
  const std::int64_t seconds = std::max<std::int64_t>(0, age.count() / 1'000);
  if (seconds < 60) return std::to_string(seconds) + " s";
  if (seconds < 3'600) return std::to_string(seconds / 60) + " min";
  if (seconds < std::int64_t{48} * 3'600) return std::to_string(seconds / 3'600) + " h";
  return std::to_string(seconds / (std::int64_t{24} * 3'600)) + " d";
}

void sort(std::vector<Suite>& suites) {
  std::stable_sort(suites.begin(), suites.end(), [](const Suite& a, const Suite& b) {
    return std::tie(a.file, a.name) < std::tie(b.file, b.name);
  });
  for (Suite& suite : suites) {
    std::stable_sort(suite.cases.begin(), suite.cases.end(),
                     [](const Case& a, const Case& b) { return a.name < b.name; });
  }
}

}  // namespace proctor
