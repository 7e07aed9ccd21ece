// A reader of a report that a tool wrote itself: bytes in, tests out.
//
// All readers fill the same model (test_events.hpp). What contradicts in a report (it is cut off, a test has
// two results, the plan wasn't kept, …) is a problem: it keeps the report from being a pass, and what was
// there stays. Readers are push parsers; those of documents collect them first, up to a limit.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "format/test_events.hpp"
#include "report/judge.hpp"

namespace proctor::format {

class ReportReader {
 public:
  explicit ReportReader(TestEvents::Listener listener = {}) : events_(std::move(listener)) {}
  virtual ~ReportReader() = default;
  ReportReader(ReportReader&&) = default;
  ReportReader& operator=(ReportReader&&) = default;

  /// The next piece, of any size. Never fails: what can't be understood becomes a problem.
  virtual void feed(std::string_view bytes) = 0;
  /// The report is over. To be called once, before problems are asked for.
  void finish();
  /// What the tool printed when it was asked which tests there are. To be called before feed().
  virtual void feed_plan(std::string_view /*text*/) {}
  /// What the tool printed on standard error, where its report was on standard output: why sources weren't
  /// built may stand there. To be called before finish().
  virtual void feed_stderr(std::string_view /*text*/) {}

  const TestEvents& events() const { return events_; }
  /// What contradicts: each a sentence without its full stop, bounded in number and length.
  const std::vector<std::string>& problems() const { return problems_; }
  /// Something of this format came.
  bool found() const { return found_; }

 protected:
  virtual void end() {}
  void problem(std::string text);
  /// Something that is no test has failed, or was skipped, as a whole. It is told once: null if it was
  /// before.
  TestEvent* whole(const std::string& suite, const std::string& name, Status status,
                   std::string_view message);
  /// A test that has no result before it: it begins and ends.
  void result(TestEvent& test, Status status);

  TestEvents events_;
  bool found_ = false;

 private:
  std::vector<std::string> problems_{};
};

/// How much of what one test printed, and of its message, a reader keeps.
inline constexpr std::size_t kMostTextOfATest = 64U << 10U;
/// Begins the message of a test that told no end (TestEvent::cut).
inline constexpr std::string_view kNoResult = "The test began and has no result.\n";
/// The longest line of a report in lines.
inline constexpr std::size_t kLongestReportLine = 8U << 20U;

/// The formats of make_reader(), by name.
const std::vector<std::string_view>& reader_formats();

struct ReaderOptions {
  TestEvents::Listener listener{};
  /// go-test-json: a test with sub-tests that fails by none of its own is a group. Go itself counts it.
  bool groups = false;
  /// bats: a directory with what its tests printed (bats_stream.hpp); empty: there is none.
  std::filesystem::path beside{};
  /// go-test-json: a test's message is all that `go test -v` writes of it, as learning sites show it.
  bool verbose = false;
  /// tap, go-test-json: only some tests were asked for. A file or package without any of them is nothing to
  /// be told of.
  bool some = false;
};
/// Null for a name that isn't known.
std::unique_ptr<ReportReader> make_reader(std::string_view format, ReaderOptions options = {});

/// What several reports come to together. A planned test of one of them may have its result in another.
struct ReadReports {
  std::vector<Suite> suites{};  ///< in the order of the reports
  std::vector<NotRun> not_run{};
  std::vector<Diagnostic> diagnostics{};
  std::vector<std::string> warnings{};
  ReportState state{};
};
struct LabelledReader {
  std::string label{};  ///< of several reports, what each is called; empty: it is the only one
  std::unique_ptr<ReportReader> reader{};
};
ReadReports report_of(const std::vector<LabelledReader>& readers);

/// The format of a report that begins like this (64 KiB are enough), "forge-json" included; empty: not known.
std::string_view detect_format(std::string_view begin);

}  // namespace proctor::format
