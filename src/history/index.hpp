// The index: what the history is asked, as tables of SQLite. It holds nothing that the records don't, but for
// what is added up over runs that aren't kept any more, and can be made anew from them at any time.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "history/kept_run.hpp"
#include "history/record_file.hpp"
#include "history/sqlite.hpp"

namespace proctor::history {

/// The result of a test in a run. Of several with one name the worst counts.
struct TestResult {
  Status status = Status::pass;
  double duration_ms = 0;
};
using Results = std::map<TestName, TestResult>;

/// Of a report.
Results results_of(const Report& report);

bool is_bad(Status status);

/// What is known of a test beyond its single results.
struct TestState {
  std::string failing_run;         ///< in which it began to fail; empty: it doesn't
  std::int64_t failing_began = 0;  ///< when that run began
  bool flaky = false;              ///< different results for one tree
};

class Index {
 public:
  /// Opens or makes the file. Throws DatabaseError, as all of these do.
  explicit Index(const std::filesystem::path& file);

  enum class State { ready, to_be_made, newer };
  /// `to_be_made`: it has no tables yet, or those of an older version. `newer`: to be left as it is.
  State state();
  /// Makes empty tables. The state stays `to_be_made` until made() says that all records are added.
  void make_tables();
  void made();

  bool has(const std::string& id);
  /// Nothing happens if it is there already.
  void add(const Record& record, const std::filesystem::path& file, std::uint64_t bytes);
  void remove(const std::string& id);

  /// Results of a run.
  Results results(const std::string& id);
  /// What is known of those tests of a project that fail or are flaky.
  std::map<TestName, TestState> states(const std::string& project);
  /// The tests that passed, and those that failed, in runs of this tree.
  std::map<TestName, unsigned> seen_with(const std::string& project, const std::string& digest);

  Database& database() { return database_; }

 private:
  Database database_;
};

/// Bits of seen_with().
inline constexpr unsigned kPassed = 1;
inline constexpr unsigned kFailed = 2;

}  // namespace proctor::history
