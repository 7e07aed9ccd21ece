// Answers that the tests of the writers share.
#pragma once

#include <string>

#include "report/report.hpp"
#include "writers/writer.hpp"

namespace proctor::writers {

inline Case a_case(std::string name, Status status, std::optional<std::string> reason = {}) {
  Case test{.name = std::move(name), .status = status, .reason = std::move(reason)};
  test.duration_ms = 12.5;
  return test;
}

/// Every kind of result. It fails.
inline Answer all_kinds() {
  Report report;
  report.verdict = Verdict::fail;
  report.framework = {.name = "pytest", .version = "7.2.1"};
  report.run.id = "20260131-235959-0a1b2c3d";
  report.run.workdir = "/home/me/shop/api";
  Suite stock{.file = "test/test_stock.py", .name = "Stock"};
  stock.cases.push_back(a_case("test_empty", Status::pass));
  Case failed = a_case("test_full # {", Status::fail, "assert 3 == 4\n\n  where 3 = size()");
  failed.location = Location{"test/test_stock.py", 17};
  failed.output = "looking\n";
  failed.attempts = 3;
  failed.is_new = true;
  stock.cases.push_back(failed);
  Case flaky = a_case("test_sometimes", Status::pass, "it was late");
  flaky.attempts = 2;
  flaky.flaky = true;
  stock.cases.push_back(flaky);
  Suite other{.file = "test/test_other.py", .name = {}};
  other.cases.push_back(a_case("test_skipped", Status::skip, "not today"));
  other.cases.push_back(a_case("test_error", Status::error, "no database"));
  report.suites = {stock, other};
  report.shard = Shard{3, 10};
  return {.report = report, .error = Error{ErrorCode::test_assertion_failed, "2 of 5 tests failed."}};
}

inline Answer passed() {
  Report report;
  report.verdict = Verdict::pass;
  report.suites = {{.file = "a.py", .name = "A", .cases = {a_case("test_a", Status::pass)}}};
  return {.report = report};
}

/// All tests that were told of passed, and then the time was up.
inline Answer timed_out() {
  Answer answer = passed();
  answer.report.value().verdict = Verdict::error;
  answer.report.value().not_run = {
      {.file = "a.py", .suite = "A", .name = "test_b", .cause = "the time was up"}};
  answer.error = Error{ErrorCode::test_timeout, "The tests weren't done after 300 s."};
  return answer;
}

inline Written written(const Answer& answer) {
  return {.answer = answer,
          .name = "shop",
          .began = 1'800'000'000'000,
          .ended = 1'800'000'012'345,
          .exit_code = answer.ok() ? 0 : 1,
          .version = "0.1.0"};
}

inline const Format& format_named(std::string_view name) {
  return *parse_report_option(name)->format;
}

}  // namespace proctor::writers
