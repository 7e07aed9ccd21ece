// What remembering costs: of a run with 1,000 tests before its answer and after it, and of a list of 10,000
// runs.
//
//   history_bench [RUNS]     in a state directory of its own below TMPDIR; docs/performance.md has the
//   figures
#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>

#include "history/history.hpp"
#include "history/run_id.hpp"

using namespace proctor;
using history::History;
using history::KeptRun;

namespace {

Answer run_with(std::size_t tests) {
  Answer answer;
  Report& report = answer.report.emplace();
  Suite& suite = report.suites.emplace_back();
  suite.file = "tests/test_everything.py";
  for (std::size_t i = 0; i < tests; ++i) {
    Case& test = suite.cases.emplace_back();
    test.name = fmt::format("test_of_something_that_has_a_name_{}", i);
    test.status = i % 100 == 0 ? Status::fail : Status::pass;
    if (test.status == Status::fail) test.reason = "assert 1 == 2\n" + std::string(2'000, 'x');
    test.duration_ms = static_cast<double>(i % 7);
    test.location = Location{suite.file, static_cast<int>(i)};
    test.id = fmt::format("{}::{}", suite.file, test.name);
  }
  answer.error = Error{ErrorCode::test_assertion_failed, "Some tests failed."};
  report.verdict = Verdict::fail;
  return answer;
}

KeptRun kept(std::size_t number) {
  KeptRun run;
  run.id = fmt::format("20260101-{:06}-{:08x}", number, number * 2'654'435'761U & 0xffffffffU);
  run.began = 4'000'000'000'000 + static_cast<std::int64_t>(number) * 1'000;
  run.project = "/home/somebody/project";
  run.series = "test pytest";
  run.command = "test";
  run.all = run.complete = true;
  run.result = "TEST_ASSERTION_FAILED";
  run.digest_before = run.digest_after = fmt::format("{:064x}", number / 3);
  return run;
}

template <typename Work>
double milliseconds(Work work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace

int main(int argc, char** argv) {
  const std::size_t runs = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 10'000;
  std::string name = (std::filesystem::temp_directory_path() / "history-bench-XXXXXX").string();
  const std::filesystem::path place = mkdtemp(name.data());
  setenv("XDG_STATE_HOME", place.c_str(), 1);
  const Config::History bounds{.max_runs = 1'000'000};
  const auto open = [&] { return History::open(bounds).value(); };

  const Answer large = run_with(1'000);
  for (std::size_t number = 0; number < 5; ++number) {
    std::optional<History> history(open());
    Answer answer = large;
    const double before = milliseconds([&] {
      (void)history->compare(kept(number), *answer.report);
      (void)history->keep(kept(number), answer);
      history.reset();
    });
    const double after = milliseconds([&] { open(); });
    fmt::print("1,000 tests: {:.1f} ms before the answer, {:.1f} ms after it\n", before, after);
  }
  const Answer small = run_with(3);
  const double made = milliseconds([&] {
    for (std::size_t number = 5; number < runs;) {
      const History history = open();
      for (std::size_t i = 0; i < 1'000 && number < runs; ++i, ++number)
        (void)history.keep(kept(number), small);
    }
    open();
  });
  fmt::print("{} runs made in {:.0f} ms\n", runs, made);
  for (int i = 0; i < 3; ++i) {
    const double listed = milliseconds([&] {
      History history = open();
      const auto newest = history.runs("", 31);
      const history::ShortIds ids(history.ids().value());
      for (const KeptRun& run : *newest) (void)ids.of(run.id);
    });
    fmt::print("the newest 30 of {} runs: {:.1f} ms\n", runs, listed);
  }
  std::filesystem::remove_all(place);
}
