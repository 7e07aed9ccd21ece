#include "format/forge_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "base/text.hpp"
#include "format/forge_text_case.hpp"
#include "format/forge_text_line.hpp"
#include "format/solc_text.hpp"

namespace proctor::format {
namespace {

// They bound what a line that began something can make us keep and look at.
constexpr std::size_t kCaseLines = 1200;  // a sequence of calls may be long
constexpr std::size_t kCaseBytes = 64U << 10U;
constexpr std::size_t kTableLines = 400;
constexpr std::size_t kLogLines = 100;
constexpr std::size_t kCompilerBytes = 128U << 10U;
constexpr std::size_t kCompilerLines = 4000;
constexpr std::size_t kReasonBytes = 1024;
constexpr std::size_t kReasonLines = 10;
constexpr std::size_t kOrphans = 10'000;

void take_larger(Counts& to, const Counts& other) {
  to.passed = std::max(to.passed, other.passed);
  to.failed = std::max(to.failed, other.failed);
  to.skipped = std::max(to.skipped, other.skipped);
}

bool same(const Counts& a, const Counts& b) {
  return a.passed == b.passed && a.failed == b.failed && a.skipped == b.skipped;
}

bool above(const Counts& a, const Counts& b) {
  return a.passed > b.passed || a.failed > b.failed || a.skipped > b.skipped;
}

// forge counts what it calls a success as one, whatever we think of it.
void count_as_forge(Counts& counts, const Case& test) {
  ++(test.status == Status::fail   ? counts.failed
     : test.status == Status::skip ? counts.skipped
                                   : counts.passed);
}

bool is_table(std::string_view text) {
  return text.empty() || text.starts_with('|') || text.starts_with('+') || text.starts_with("╭") ||
         text.starts_with("╰");
}

}  // namespace

bool ForgeTextReader::begins_line(std::string_view text) {
  return read_forge_line(text).kind != ForgeLine::Kind::other || begins_forge_case(text);
}

void ForgeTextReader::feed(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::size_t newline = bytes.find('\n');
    partial_.append(bytes.substr(0, newline));
    has_partial_ = true;
    if (newline == std::string_view::npos) return;
    bytes.remove_prefix(newline + 1);
    has_partial_ = false;
    line(partial_.take());
  }
}

void ForgeTextReader::line(std::string_view text) {
  if (structure(text)) return;
  if (mode_ != Mode::between && patience_-- == 0) {
    if (mode_ == Mode::in_case) abandon_case();
    mode_ = Mode::between;
  }
  other_line(text);
}

// A line that means something only behind others.
void ForgeTextReader::other_line(std::string_view text) {
  switch (mode_) {
    case Mode::between:
      return;
    case Mode::in_case:
      case_line(text);
      return;
    case Mode::behind_case:
      if (text == "Logs:") {
        mode_ = Mode::in_logs;
        patience_ = kLogLines;
      } else if (!is_table(text)) {
        mode_ = Mode::between;
      }
      return;
    case Mode::in_logs:
      log(text);
      return;
    case Mode::in_compiler:
      compiler_line(text);
      return;
    case Mode::in_reason:
      reason_line(text);
      return;
  }
}

// Takes the lines that stand by themselves, whatever is open.
bool ForgeTextReader::structure(std::string_view text) {
  using Kind = ForgeLine::Kind;
  const ForgeLine read = read_forge_line(text);
  const bool begins_case = begins_forge_case(text);
  if (read.kind == Kind::other && !begins_case) return false;
  const bool compiler = read.kind == Kind::compiler || read.kind == Kind::compile_error;
  // A compiler says many such lines.
  if (mode_ == Mode::in_compiler && compiler) return false;
  if (mode_ == Mode::in_case) abandon_case();
  keep_case();
  mode_ = Mode::between;
  if (begins_case) {
    case_line(text);
  } else if (compiler) {
    mode_ = Mode::in_compiler;
    patience_ = kCompilerLines;
    compiler_line(text);
  } else if (read.kind == Kind::none) {
    none_reason_.clear();
    mode_ = Mode::in_reason;
    patience_ = kReasonLines;
    reason_line(text);
  } else {
    run_line(read);
  }
  return true;
}

// How a suite or a run went. What can't come behind the end of a run begins another one.
void ForgeTextReader::run_line(const ForgeLine& read) {
  using Kind = ForgeLine::Kind;
  switch (read.kind) {
    case Kind::suite:
    case Kind::old_suite:
      begin_suite(read);
      return;
    case Kind::suite_result:
      end_suite(read.counts);
      return;
    case Kind::sum:
      if (run_.ended) end_run();
      run_.any = run_.ended = true;
      run_.sum = read.counts;
      break;
    case Kind::summary_table:
      run_.ended = run_.ended || run_.any;
      break;
    case Kind::failures:
      run_.in_failures = run_.any;
      break;
    case Kind::failures_of:
      if (run_.closed || (run_.sum && run_.sum->failed == 0)) end_run();
      run_.any = run_.in_failures = true;
      suite_ = results_.suite(to_valid_utf8(read.key));
      return;
    case Kind::failures_sum:
      if (run_.closed || contradicts_sum(read.counts)) end_run();
      run_.any = run_.ended = run_.closed = true;
      run_.failures = read.counts;
      break;
    case Kind::failures_hint:
      if (run_.sum && run_.sum->failed != read.counts.failed) end_run();
      run_.any = run_.ended = run_.closed = true;
      if (!run_.failures) run_.failures.emplace();
      take_larger(*run_.failures, read.counts);
      break;
    case Kind::seed:
      run_.any = true;
      break;
    default:
      return;
  }
  suite_ = ForgeResults::kNoSuite;
}

// Then it belongs to another run, whose beginning wasn't seen.
bool ForgeTextReader::contradicts_sum(const Counts& counts) const {
  return run_.sum && (run_.sum->failed != counts.failed || run_.sum->passed != counts.passed);
}

void ForgeTextReader::begin_suite(const ForgeLine& read) {
  if (run_.ended || run_.in_failures) end_run();
  run_.any = true;
  run_.old_form = run_.old_form || read.kind == ForgeLine::Kind::old_suite;
  ++run_.headings;
  suite_ = results_.suite(to_valid_utf8(read.key));
  suite_seen_ = {};
}

void ForgeTextReader::end_suite(const Counts& said) {
  if (run_.ended || run_.in_failures) end_run();
  run_.any = true;
  ++run_.endings;
  run_.said += said;
  if (suite_ == ForgeResults::kNoSuite) {
    if (!run_.orphans.empty()) run_.orphans.back().of_suite = true;
  } else if (above(suite_seen_, said)) {
    results_.complain("a suite has more results than forge counts");
  }
  suite_ = ForgeResults::kNoSuite;
  suite_seen_ = {};
}

void ForgeTextReader::case_line(std::string_view text) {
  if (mode_ != Mode::in_case) {
    case_text_.clear();
    mode_ = Mode::in_case;
    patience_ = kCaseLines;
  } else {
    case_text_ += '\n';
  }
  case_text_ += text;
  if (auto test = read_forge_text_case(case_text_)) {
    case_text_.clear();
    mode_ = Mode::behind_case;
    patience_ = kTableLines;
    take_case(*std::move(test));
  } else if (case_text_.size() > kCaseBytes) {
    abandon_case();
    mode_ = Mode::between;
  }
}

// A failure is one even if its name is missing. Only where forge was seen already: the mark alone is little.
void ForgeTextReader::abandon_case() {
  if (run_.any && !run_.in_failures && case_text_.starts_with("[FAIL")) ++run_.unnamed;
  case_text_.clear();
}

void ForgeTextReader::take_case(Case test) {
  if (run_.closed || (run_.ended && !run_.in_failures)) end_run();
  run_.any = true;
  if (!run_.in_failures) {
    count_as_forge(run_.seen, test);
    count_as_forge(suite_seen_, test);
  } else if (suite_ != ForgeResults::kNoSuite && run_.listed.size() < kOrphans) {
    run_.listed.push_back({suite_, test.name});
  }
  case_ = std::move(test);
}

// The case with all that belongs to it.
void ForgeTextReader::keep_case() {
  if (!case_) return;
  if (suite_ != ForgeResults::kNoSuite) {
    results_.add_case(suite_, *std::move(case_));
  } else {
    if (run_.orphan_cases++ < kOrphans) {
      if (run_.orphans.empty() || run_.orphans.back().of_suite) run_.orphans.emplace_back();
      run_.orphans.back().cases.push_back(*std::move(case_));
    }
  }
  case_.reset();
}

void ForgeTextReader::log(std::string_view text) {
  if (text.empty() || !case_) {
    mode_ = Mode::between;
    return;
  }
  if (text.starts_with("  ")) text.remove_prefix(2);
  case_->logs.push_back(to_valid_utf8(text));
}

void ForgeTextReader::compiler_line(std::string_view text) {
  if (compiler_.size() + text.size() < kCompilerBytes) {
    compiler_.append(text).append("\n");
  } else {
    mode_ = Mode::between;
  }
}

void ForgeTextReader::reason_line(std::string_view text) {
  if (trim(text).empty() || none_reason_.size() + text.size() > kReasonBytes) {
    mode_ = Mode::between;
    return;
  }
  if (!none_reason_.empty()) none_reason_ += '\n';
  none_reason_ += to_valid_utf8(text);
}

// Results without a suite get the one that the list of failures gives them. Those that stand there already
// are not taken twice.
void ForgeTextReader::resolve_orphans() {
  std::unordered_multimap<std::string_view, std::size_t> listed;
  for (const Failure& failure : run_.listed) listed.emplace(failure.name, failure.suite);
  for (Orphans& group : run_.orphans) {
    std::size_t suite = ForgeResults::kNoSuite;
    for (const Case& test : group.cases) {
      if (const auto found = listed.find(test.name); test.status == Status::fail && found != listed.end()) {
        suite = found->second;
      }
    }
    for (Case& test : group.cases) {
      if (group.of_suite && suite != ForgeResults::kNoSuite) {
        results_.add_case(suite, std::move(test));
      } else if (test.status != Status::fail || !listed.contains(test.name)) {
        results_.add_case(results_.suite(""), std::move(test));
      }
    }
  }
}

void ForgeTextReader::end_run() {
  resolve_orphans();
  const Run run = std::exchange(run_, Run());
  suite_ = ForgeResults::kNoSuite;
  suite_seen_ = {};
  if (!run.any) return;
  found_ = true;
  Counts best = run.seen;
  take_larger(best, run.said);
  best.failed = std::max({best.failed, run.seen.failed + run.unnamed, run.listed.size()});
  bool complete = run.unnamed == 0;
  if (run.sum) {
    if (above(run.seen, *run.sum)) results_.complain("there are more results than forge counts");
    complete = complete && same(run.seen, *run.sum);
    take_larger(best, *run.sum);
  } else if (run.failures) {
    complete = complete && run.seen.passed == run.failures->passed && run.seen.failed == run.failures->failed;
  } else {
    complete = complete && run.headings == run.endings && same(run.seen, run.said);
    // Before there were sums, a run ended with its last suite.
    if (!run.ended && !(run.old_form && complete)) truncated_ = true;
    complete = complete && !truncated_;
  }
  if (run.failures) take_larger(best, *run.failures);
  complete = complete && best.failed == run.seen.failed;
  complete_ = complete_ && complete;
  totals_ += best;
}

ForgeTextReader::Result ForgeTextReader::finish() {
  if (has_partial_) line(partial_.take());
  if (mode_ == Mode::in_case) {
    truncated_ = truncated_ || run_.any;
    abandon_case();
  }
  keep_case();
  end_run();
  Result result;
  result.diagnostics = read_solc_text(compiler_);
  std::erase_if(result.diagnostics, [](const Diagnostic& d) { return d.file.empty() && d.code.empty(); });
  if (!compiler_.empty()) {
    const auto is_error = [](const Diagnostic& d) { return d.severity == "error"; };
    const auto first = std::find_if(result.diagnostics.begin(), result.diagnostics.end(), is_error);
    std::string message = "The sources don't compile";
    if (first != result.diagnostics.end()) {
      message += fmt::format(": {}{}{}", first->file, first->line ? fmt::format(":{}: ", *first->line) : " ",
                             first->message);
    }
    result.state.cause = Error{ErrorCode::test_compile_failed, std::move(message)};
  }
  result.suites = std::move(results_.suites);
  std::erase_if(result.suites, [](const Suite& suite) { return suite.cases.empty(); });
  sort(result.suites);
  result.state.found = found_;
  result.state.truncated = truncated_;
  result.state.malformed = fmt::format("{}", fmt::join(results_.complaints, "; "));
  if (!found_) result.state.none_reason = none_reason_;
  result.complete = found_ && complete_;
  result.totals = result.complete ? count(result.suites) : totals_;
  return result;
}

}  // namespace proctor::format
