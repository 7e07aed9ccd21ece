#include "history/index.hpp"

#include <algorithm>

namespace proctor::history {
namespace {

// Version 1 had no `flaky`.
constexpr std::int64_t kIndexVersion = 2;

constexpr const char* kSchema = R"(
DROP TABLE IF EXISTS runs; DROP TABLE IF EXISTS tests; DROP TABLE IF EXISTS cases;
CREATE TABLE runs(run INTEGER PRIMARY KEY, id TEXT UNIQUE NOT NULL, tail TEXT NOT NULL, began INTEGER NOT NULL,
  project TEXT NOT NULL, series TEXT NOT NULL, complete INTEGER NOT NULL, digest TEXT NOT NULL,
  file TEXT NOT NULL, bytes INTEGER NOT NULL, about TEXT NOT NULL);
CREATE INDEX runs_by_time ON runs(began);
CREATE INDEX runs_by_tail ON runs(tail);
CREATE INDEX runs_by_project ON runs(project, began);
CREATE INDEX runs_by_series ON runs(project, series, complete, began);
CREATE INDEX runs_by_tree ON runs(project, digest) WHERE digest <> '';
CREATE TABLE tests(test INTEGER PRIMARY KEY, project TEXT NOT NULL, name TEXT NOT NULL,
  failing_run TEXT NOT NULL DEFAULT '', failing_began INTEGER NOT NULL DEFAULT 0,
  flaky INTEGER NOT NULL DEFAULT 0, UNIQUE(project, name));
CREATE TABLE cases(run INTEGER NOT NULL, test INTEGER NOT NULL, status INTEGER NOT NULL, duration_ms REAL NOT NULL,
  PRIMARY KEY(run, test)) WITHOUT ROWID;
)";

// As one text: a name has no such character.
constexpr char kBetween = '\x1f';

std::string joined_name(const TestName& test) {
  return test.file + kBetween + test.suite + kBetween + test.name;
}

TestName split_name(const std::string& text) {
  const std::size_t first = text.find(kBetween);
  const std::size_t second = first == std::string::npos ? first : text.find(kBetween, first + 1);
  if (second == std::string::npos) return {"", "", text};
  return {text.substr(0, first), text.substr(first + 1, second - first - 1), text.substr(second + 1)};
}

int badness(Status status) {
  switch (status) {
    case Status::error:
      return 3;
    case Status::fail:
      return 2;
    case Status::pass:
      return 1;
    case Status::skip:
      return 0;
  }
  return 3;
}

unsigned bit_of(Status status) {
  if (is_bad(status)) return kFailed;
  return status == Status::pass ? kPassed : 0;
}

}  // namespace

bool is_bad(Status status) {
  return status == Status::fail || status == Status::error;
}

Results results_of(const Report& report) {
  Results results;
  for (const Suite& suite : report.suites) {
    for (const Case& test : suite.cases) {
      const TestResult result{test.status, test.duration_ms.value_or(0)};
      const auto [known, fresh] = results.try_emplace({suite.file, suite.name, test.name}, result);
      if (!fresh && badness(result.status) > badness(known->second.status)) known->second = result;
    }
  }
  return results;
}

Index::Index(const std::filesystem::path& file) : database_(file) {
  // A kill loses nothing then, and a machine that loses its power at most the last runs, of which there are
  // records.
  database_.run("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 250;");
}

Index::State Index::state() {
  Statement version(database_, "PRAGMA user_version");
  const std::int64_t found = version.next() ? version.number(0) : 0;
  if (found > kIndexVersion) return State::newer;
  return found == kIndexVersion ? State::ready : State::to_be_made;
}

void Index::make_tables() {
  Transaction all(database_);
  database_.run(kSchema);
  all.commit();
}

void Index::made() {
  database_.run("PRAGMA user_version = " + std::to_string(kIndexVersion));
}

bool Index::has(const std::string& id) {
  return Statement(database_, "SELECT 1 FROM runs WHERE id = ?").with(id).next();
}

void Index::add(const Record& record, const std::filesystem::path& file, std::uint64_t bytes) {
  const KeptRun& run = record.run;
  if (has(run.id)) return;
  const auto before = seen_with(run.project, run.digest());
  Statement(database_,
            "INSERT INTO runs(id, tail, began, project, series, complete, digest, file, bytes, about) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
      .with(run.id, run.id.substr(run.id.rfind('-') + 1), run.began, run.project, run.series, run.complete,
            run.digest(), file.string(), bytes, to_text(run))
      .finish();
  const std::int64_t row = database_.last_row();
  if (!record.answer.report) return;
  Statement find(database_, "SELECT test, failing_run FROM tests WHERE project = ? AND name = ?");
  Statement make(database_, "INSERT INTO tests(project, name) VALUES (?, ?)");
  Statement began(database_, "UPDATE tests SET failing_run = ?, failing_began = ? WHERE test = ?");
  Statement flaky(database_, "UPDATE tests SET flaky = flaky + 1 WHERE test = ?");
  Statement add(database_, "INSERT INTO cases(run, test, status, duration_ms) VALUES (?, ?, ?, ?)");
  for (const auto& [name, result] : results_of(*record.answer.report)) {
    const std::string text = joined_name(name);
    const bool known = find.with(run.project, text).next();
    std::int64_t test = known ? find.number(0) : 0;
    const bool failed_before = known && !find.text(1).empty();
    if (!known) {
      make.with(run.project, text).finish();
      test = database_.last_row();
    }
    add.with(row, test, static_cast<std::int64_t>(result.status), result.duration_ms).finish();
    if (is_bad(result.status) && !failed_before) began.with(run.id, run.began, test).finish();
    if (result.status == Status::pass && failed_before)
      began.with(std::string(), std::int64_t{0}, test).finish();
    const auto seen = before.find(name);
    const unsigned bit = bit_of(result.status);
    if (bit != 0 && seen != before.end() && (seen->second | bit) == (kPassed | kFailed))
      flaky.with(test).finish();
  }
}

void Index::remove(const std::string& id) {
  Statement(database_, "DELETE FROM cases WHERE run IN (SELECT run FROM runs WHERE id = ?)")
      .with(id)
      .finish();
  Statement(database_, "DELETE FROM runs WHERE id = ?").with(id).finish();
}

Results Index::results(const std::string& id) {
  Results results;
  Statement rows(database_,
                 "SELECT tests.name, cases.status, cases.duration_ms FROM runs JOIN cases USING(run) "
                 "JOIN tests USING(test) WHERE runs.id = ?");
  rows.with(id);
  while (rows.next()) results[split_name(rows.text(0))] = {static_cast<Status>(rows.number(1)), rows.real(2)};
  return results;
}

std::map<TestName, TestState> Index::states(const std::string& project) {
  std::map<TestName, TestState> states;
  Statement rows(database_,
                 "SELECT name, failing_run, failing_began, flaky FROM tests "
                 "WHERE project = ? AND (failing_run <> '' OR flaky > 0)");
  rows.with(project);
  while (rows.next()) states[split_name(rows.text(0))] = {rows.text(1), rows.number(2), rows.number(3) > 0};
  return states;
}

std::map<TestName, unsigned> Index::seen_with(const std::string& project, const std::string& digest) {
  std::map<TestName, unsigned> seen;
  if (digest.empty()) return seen;
  // Of a tree that is run in a loop the newest runs say enough.
  Statement rows(database_,
                 "SELECT tests.name, cases.status FROM "
                 "(SELECT run FROM runs WHERE project = ? AND digest = ? AND digest <> '' "
                 "ORDER BY began DESC LIMIT 50) "
                 "JOIN cases USING(run) JOIN tests USING(test)");
  rows.with(project, digest);
  while (rows.next()) seen[split_name(rows.text(0))] |= bit_of(static_cast<Status>(rows.number(1)));
  return seen;
}

}  // namespace proctor::history
