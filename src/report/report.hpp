// What a run leads to: the words of an answer, as plain values.
//
// A reader (format/) fills suites and cases, supervise/ says how the run ended, and judge() (judge.hpp)
// brings both together into the one verdict. This folder knows nothing of processes, files or any test
// framework.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"

namespace proctor {

/// How the command ended, seen from outside. Exactly one; the first cause wins and its consequences (the
/// signal that was sent because time was up, say) never overwrite it.
struct Termination {
  enum class Kind {
    exited,
    signalled,
    timed_out,
    stalled,
    cancelled,
    out_of_memory,
    output_limit,
    cpu_limit,
    process_limit,
    disk_limit,
    not_started
  };

  Kind kind = Kind::not_started;
  int code = 0;            ///< exit code when exited, signal number when signalled, otherwise 0
  std::string evidence{};  ///< what the kernel or the clock showed; the reason when not_started

  // What the evidence says in words, for those who go by it.
  bool silent = false;      ///< stalled: for want of output, not because one step took too long
  bool busy = false;        ///< timed_out or stalled: it was computing
  bool no_sandbox = false;  ///< not_started: for want of a sandbox, not of the command
  bool no_means = false;    ///< not_started: for want of descriptors, processes or memory of our own
  bool no_workdir = false;  ///< not_started: the working directory can't be entered

  bool operator==(const Termination&) const = default;
};

/// "exited", "timed_out", …: the word that stands in answers.
const char* word(Termination::Kind kind);

/// What the whole tree of processes used.
struct Usage {
  std::chrono::milliseconds wall{};
  std::chrono::milliseconds user_cpu{};
  std::chrono::milliseconds system_cpu{};
  std::optional<std::uint64_t> peak_memory_bytes{};
  std::optional<std::uint64_t> peak_processes{};  ///< threads count, as they do for the limit
  std::optional<std::uint64_t> bytes_written{};   ///< pages of files on a disk made dirty (docs/limits.md)
};

/// What holds the code under test. In the order of strictness.
enum class IsolationLevel {
  none,     ///< nothing but the time limit and the end of what it leaves behind
  process,  ///< kill scope, limits, clean environment
  sandbox   ///< and nothing of the machine but the workspace, its own /tmp and what is read-only; no network
};
const char* word(IsolationLevel level);

/// A limit that held during a run, and who sees to it.
struct EnforcedLimit {
  std::string name;         ///< as the key below [limits]: "memory", "pids", …
  std::string limit;        ///< as a person reads it: "512 MiB"
  std::string enforced_by;  ///< "cgroup v1 memory", "rlimit", "a watch over the tree", …
};

/// What held the code of one run.
struct Isolation {
  IsolationLevel level = IsolationLevel::process;
  bool host_network = true;  ///< false: a loopback of its own and nothing else
  std::string kill_scope{};  ///< how everything that the run started is found and ended
  std::vector<EnforcedLimit> limits{};
};

/// One process in the picture that is taken of a run which hangs.
struct HungProcess {
  int pid = 0;
  int parent = 0;
  std::string command;
  std::string state;      ///< "sleeping", "running", "stopped", …
  std::string waits_for;  ///< the kernel function and system call; empty if it runs or that can't be seen
  std::chrono::milliseconds cpu{};
  long threads = 1;
  std::vector<std::string> pipes{};  ///< the open ones: "1 -> pipe:[4711]"
};

/// What the processes of a run did when it was to be stopped, taken before anything was.
struct HangReport {
  std::vector<HungProcess> processes{};
  std::size_t others = 0;  ///< that were there, too, and weren't looked at
  std::string stacks{};    ///< what runtimes told of their threads; empty if none could
};

/// A process that outlived the command and had to be killed.
struct LeftBehind {
  int pid = 0;
  std::string command;
};

enum class Status { pass, fail, error, skip };
const char* word(Status status);

enum class Verdict { pass, fail, error };
const char* word(Verdict verdict);

struct Location {
  std::string file;
  std::optional<int> line{};
};

struct Case {
  std::string name;
  Status status = Status::error;
  std::optional<std::string> reason{};
  std::optional<std::uint64_t> gas{};
  std::optional<std::string> duration{};  ///< as the framework wrote it
  std::optional<double> duration_ms{};
  std::optional<std::string> kind{};  ///< unit, fuzz, invariant, table, …
  std::optional<std::uint64_t> runs{};
  std::optional<Location> location{};
  std::optional<std::string> counterexample{};  ///< readable: arguments, or one call a line
  std::vector<std::string> logs{};
  std::size_t order = 0;  ///< as the how-manieth it came, where that is known
  std::string id{};       ///< the framework's own name for it; empty: not known
  std::string shown{};  ///< what it's to be called, if the framework says it; empty: that is made from the id
  std::string test{};   ///< id of the test in the source that this is a result of, if it isn't its own
  std::string output{};  ///< what was printed during it, where that is known
  std::optional<int> task{};
  bool unfinished = false;   ///< it was under way when its run came to a bad end
  bool is_new = false;       ///< it failed, and didn't in the last complete run (SinceLast)
  bool known_flaky = false;  ///< earlier runs of one and the same source tree had different results of it
  std::size_t attempts = 1;  ///< so often it was run: a test that fails may be tried again
  bool flaky = false;        ///< it failed, and passed at another try; `reason` is that of the first failure
};

struct Suite {
  std::string file;
  std::string name;
  std::optional<double> duration_ms{};
  std::vector<Case> cases{};
  std::vector<std::string> warnings{};
};

struct Counts {
  std::size_t passed = 0;
  std::size_t failed = 0;
  std::size_t skipped = 0;
  std::size_t errors = 0;

  std::size_t total() const { return passed + failed + skipped + errors; }
  Counts& operator+=(const Counts& other);
  bool operator==(const Counts& other) const = default;
};
Counts count(const Suite& suite);
Counts count(const std::vector<Suite>& suites);

/// The tests that failed at first and passed at another try.
std::size_t count_flaky(const std::vector<Suite>& suites);

/// Runs of one request, one after the other, as one answer.
struct Repeat {
  /// A test that didn't pass in each of them.
  struct Test {
    std::string file;
    std::string suite;
    std::string name;
    std::size_t failed = 0;  ///< in so many runs; an error counts, too
    std::size_t ran = 0;     ///< it has a result in so many
  };
  std::size_t asked = 0;
  std::size_t passed = 0;
  std::size_t failed = 0;
  std::size_t errors = 0;  ///< runs that came to no proper end
  std::vector<Test> tests{};

  std::size_t ran() const { return passed + failed + errors; }
};

/// A test that is known to exist and has no result.
struct NotRun {
  std::string file;
  std::string suite;
  std::string name;  ///< empty: the whole suite, its tests aren't known
  std::string cause;
  bool on_purpose = false;  ///< skipped by its author: doesn't count against a pass
  std::string shown{};      ///< as Case::shown
};

/// What a compiler says of a place in a source file.
struct Diagnostic {
  std::string severity;  ///< error, warning, info
  std::string file;
  std::optional<int> line{};
  std::optional<int> column{};
  std::string code;
  std::string message;
  std::string text{};  ///< the compiler's own words, with the source line
  std::optional<HangReport> hang{};
};

struct GasFunction {
  std::string name;
  std::uint64_t calls = 0, min = 0, mean = 0, median = 0, max = 0;
};
struct GasContract {
  std::string contract;
  std::uint64_t deployment_gas = 0, deployment_size = 0;
  std::vector<GasFunction> functions{};
};

struct CoverageCount {
  std::uint64_t hit = 0, found = 0;
};
struct CoverageFile {
  std::string file;
  CoverageCount lines{}, statements{}, branches{}, functions{};
};

/// Of all files together.
CoverageFile total(const std::vector<CoverageFile>& files);
/// The share that was reached in percent, with one digit behind the point. Nothing but everything is 100.
double percent(const CoverageCount& counted);

/// A part of the run's time.
struct Phase {
  std::string name;
  std::chrono::milliseconds duration{};
};

struct RunInfo {
  std::string id;
  std::string command;  ///< as a shell would take it
  std::string workdir;
  Usage usage{};
  std::string log{};  ///< path of the whole output; empty if none was kept
  std::vector<LeftBehind> left_behind{};
  std::optional<Isolation> isolation{};  ///< nothing: not known (a report recorded elsewhere)
  std::vector<Phase> phases{};
};

struct FrameworkInfo {
  std::string name;
  std::string version;
  std::string evm_version{};  ///< forge only
  std::string fuzz_seed{};    ///< forge only
};

/// A test by its names in a report.
struct TestName {
  std::string file;
  std::string suite;
  std::string name;

  // clang-tidy 14 takes the 0 of a defaulted <=> for a null pointer.
  auto operator<=>(const TestName&) const = default;  // NOLINT(modernize-use-nullptr)
};

/// What is different from the last complete run of the same tests.
struct SinceLast {
  struct StillFailing {
    TestName test;
    std::string run;         ///< in which it began to fail
    std::int64_t began = 0;  ///< of that run
  };
  std::string run;         ///< the id of that last run
  std::string short_run;   ///< as short as it may be written
  std::int64_t began = 0;  ///< milliseconds since 1970
  std::int64_t age = 0;    ///< milliseconds from then to this run's beginning
  std::vector<TestName> new_failures{};
  std::vector<TestName> fixed{};
  std::vector<StillFailing> still_failing{};
  std::vector<TestName> gone{};   ///< were there, and aren't; only if this run is complete, too
  std::vector<TestName> flaky{};  ///< of all these, those with different results for one source tree
  std::size_t tests_before = 0;
  std::size_t tests_now = 0;
};

/// "5 min", "3 h", "12 d".
std::string describe_age(std::chrono::milliseconds age);

/// Which part of the tests a run had, where several runs share them (`--shard 3/10`).
struct Shard {
  std::size_t index = 0;        ///< from 1
  std::size_t count = 0;        ///< so many there are
  std::size_t tests = 0;        ///< that fell into this one
  std::size_t tests_total = 0;  ///< that were shared out
  std::string by{};             ///< "time", "count" or "file"; "files": files were shared, their tests unseen
  /// A fingerprint of who has which test. Shards of different ones may leave tests out; empty: not known.
  std::string partition{};
};

/// One of a project's parts (framework/parts.hpp), where a run has several.
struct PartResult {
  std::string project;  ///< its directory, relative to the root; "." for the root
  std::string framework;
  std::string version{};
  Verdict verdict = Verdict::error;
  Counts counts{};
  std::string code{};     ///< of its error; empty: it passed
  std::string message{};  ///< of its error
  std::chrono::milliseconds duration{};
};

/// The answer to one Request before it is put in words.
struct Report {
  std::vector<Suite> suites{};
  std::vector<NotRun> not_run{};
  std::vector<Diagnostic> diagnostics{};
  std::vector<std::string> warnings{};
  std::vector<GasContract> gas_report{};
  std::vector<CoverageFile> coverage{};
  std::optional<Termination> termination{};  ///< nothing: not known (a report recorded elsewhere)
  Verdict verdict = Verdict::error;
  FrameworkInfo framework{};
  /// Which kind of report its results were read from: "junit-xml", "proctor-events", …; of several, with
  /// commas between them. Empty: they were read from none.
  std::string source{};
  RunInfo run{};
  std::string rerun{};  ///< the command line that runs only what failed; empty if nothing did
  std::optional<SinceLast> since_last{};  ///< nothing: no complete run before this one is remembered
  std::optional<Repeat> repeat{};   ///< of several runs; `suites` then holds each test's first bad result
  std::string partial{};            ///< why this run left tests out by itself; empty if it didn't
  bool cut_off = false;             ///< it left out tests that can't all be named; a warning says so
  std::vector<PartResult> parts{};  ///< in the order in which they ran; empty: the project is one
  std::optional<Shard> shard{};     ///< nothing: the tests weren't shared
};

/// What goes back to whoever asked: a report, an error, or both (an error with partial results).
struct Answer {
  std::optional<Report> report{};
  std::optional<Error> error{};

  bool ok() const { return report.has_value() && !error.has_value(); }
};

/// Suites by file and name, cases by name: the same order in every answer.
void sort(std::vector<Suite>& suites);

}  // namespace proctor
