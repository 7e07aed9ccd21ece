// A state directory of its own for each test of the history, and runs to keep in it.
#pragma once

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "base/files.hpp"
#include "base/paths.hpp"
#include "history/history.hpp"

namespace proctor::history {

/// Tests of test/a.py with these results.
inline Answer answer_of(const std::vector<std::pair<std::string, Status>>& tests) {
  Answer answer;
  Report& report = answer.report.emplace();
  Suite& suite = report.suites.emplace_back();
  suite.file = "test/a.py";
  bool failed = false;
  for (const auto& [name, status] : tests) {
    Case& test = suite.cases.emplace_back();
    test.name = name;
    test.status = status;
    test.duration_ms = 1.5;
    failed = failed || status == Status::fail || status == Status::error;
  }
  report.verdict = failed ? Verdict::fail : Verdict::pass;
  report.framework.name = "pytest";
  if (failed) answer.error = Error{ErrorCode::test_assertion_failed, "Some failed."};
  return answer;
}

/// The id of the n-th run, which began n minutes after the first.
inline std::string id_of_run(int number) {
  return fmt::format("20260131-{:02}{:02}00-{:08x}", number / 60 % 24, number % 60,
                     0x10000000U + static_cast<unsigned>(number) * 0x1001U);
}

inline KeptRun run_of(int number, const Answer& answer, const std::string& digest = {}) {
  KeptRun run;
  run.id = id_of_run(number);
  run.began = 4'000'000'000'000 + number * 60'000LL;  // far from any bound of age
  run.project = "/project";
  run.series = "test pytest";
  run.command = "test";
  run.door = "test";
  run.all = true;
  run.result = answer.error ? std::string(info(answer.error->code).name) : "ok";
  run.complete = run.verdict() != Verdict::error;
  run.digest_before = run.digest_after = digest;
  run.counts = count(answer.report.value().suites);
  return run;
}

class HistoryTest : public testing::Test {
 protected:
  HistoryTest() {
    std::string name = "/tmp/proctor-history-XXXXXX";
    dir_ = mkdtemp(name.data());
    setenv("XDG_STATE_HOME", (dir_ / "state").c_str(), 1);
    setenv("TMPDIR", dir_.c_str(), 1);
  }
  ~HistoryTest() override {
    unsetenv("XDG_STATE_HOME");
    unsetenv("TMPDIR");
    remove_tree(dir_);
  }

  static History open() {
    auto opened = History::open(Config::History());
    if (!opened) throw std::runtime_error(opened.error().message);
    return *std::move(opened);
  }
  std::filesystem::path runs_dir() const { return dir_ / "state/proctor/runs"; }

  /// Keeps a run, after it was compared with those before it.
  static Report keep(int number, Answer answer, const std::string& digest = {}, bool complete = true) {
    History history = open();
    KeptRun run = run_of(number, answer, digest);
    run.complete = run.complete && complete;
    EXPECT_TRUE(history.compare(run, *answer.report));
    EXPECT_TRUE(history.keep(run, answer));
    return *answer.report;
  }

  static std::vector<std::string> kept_ids() {
    std::vector<std::string> ids;
    const std::vector<KeptRun> runs = open().runs("", 100'000).value();
    for (const KeptRun& run : runs) ids.push_back(run.id);
    return ids;
  }

  std::filesystem::path dir_;
};

}  // namespace proctor::history
