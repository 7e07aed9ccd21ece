#include "exercism/translate.hpp"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <memory>
#include <optional>
#include <set>

#include "base/text.hpp"
#include "framework/declared_results.hpp"

namespace proctor::exercism {
namespace {

constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);

std::string with_short_paths(std::string text, const Submission& submission) {
  replace_all(text, submission.root.string(), "<solution-dir>");
  replace_all(text, submission.place.string(), "<build-dir>");
  return text;
}

// Patterns and what stands for them, made ready once: that takes longer than many replacements.
class Replacements {
 public:
  explicit Replacements(const std::vector<std::pair<std::string, std::string>>& rules) {
    for (const auto& [pattern, replacement] : rules)
      rules_.emplace_back(std::make_unique<re2::RE2>(pattern, re2::RE2::Quiet), replacement);
  }

  bool empty() const { return rules_.empty(); }

  std::string in(std::string text) const {
    for (const auto& [pattern, replacement] : rules_) re2::RE2::GlobalReplace(&text, *pattern, replacement);
    return text;
  }

 private:
  std::vector<std::pair<std::unique_ptr<re2::RE2>, std::string>> rules_;
};

// A row's name as frameworks write it: "_" for white space.
std::string plain_row(std::string_view name) {
  std::string plain;
  for (const char c : name) {
    const bool space = c == ' ' || c == '\t' || c == '\n';
    if (!space)
      plain += c;
    else if (plain.empty() || plain.back() != '_')
      plain += '_';
  }
  return plain;
}

// Which row a result is of: that of its name, and of several with one name ("a", "a#01", "a#02") the n-th.
std::size_t row_of(const std::vector<source::Row>& rows, std::string_view result) {
  std::string wanted = plain_row(result);
  const auto nth = [&](std::size_t n) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (plain_row(rows[i].name) == wanted && n-- == 0) return i;
    }
    return kNowhere;
  };
  const std::size_t exact = wanted.empty() ? kNowhere : nth(0);
  const std::size_t mark = wanted.rfind('#');
  if (exact != kNowhere || mark == std::string::npos) return exact;
  std::size_t number = 0;
  const char* const end = wanted.data() + wanted.size();
  const auto read = std::from_chars(wanted.data() + mark + 1, end, number);
  if (read.ec != std::errc() || read.ptr != end) return kNowhere;
  wanted.resize(mark);
  return nth(number);
}

class Translator {
 public:
  Translator(const Answer& answer, const Submission& submission)
      : answer_(answer),
        submission_(submission),
        names_(submission.definition.exercise.names),
        collapsing_(submission.definition.exercise.collapse),
        shown_(submission.definition.exercise.shown) {
    for (std::size_t i = 0; i < submission.tests.size(); ++i) {
      const ListedTest& test = submission.tests[i];
      by_id_[std::pair(test.file, test.found.id)].push_back(i);
      by_id_[std::pair(std::string(), test.found.id)].push_back(i);
    }
  }

  Results results() {
    Results results;
    results.version = submission_.definition.exercise.version;
    if (answer_.report) {
      std::vector<std::pair<const Suite*, const Case*>> cases;
      for (const Suite& suite : answer_.report->suites) {
        for (const Case& test : suite.cases) cases.emplace_back(&suite, &test);
      }
      std::stable_sort(cases.begin(), cases.end(),
                       [](const auto& a, const auto& b) { return a.second->order < b.second->order; });
      for (const auto& [suite, test] : cases) add(*suite, *test);
      add_not_run();
    }
    std::stable_sort(entries_.begin(), entries_.end(),
                     [](const Entry& a, const Entry& b) { return a.place < b.place; });
    const bool any_ran =
        std::any_of(entries_.begin(), entries_.end(), [](const Entry& one) { return one.ran; });
    if (!any_ran) {
      results.message = top_message();
      return results;
    }
    if (only_crashed()) {
      results.message = entries_[0].result.name + ": " + entries_[0].result.message;
      return results;
    }
    set_tasks();
    for (Entry& entry : entries_) results.tests.push_back(std::move(entry.result));
    const bool all_passed = std::all_of(results.tests.begin(), results.tests.end(),
                                        [](const TestResult& one) { return one.status == Status::pass; });
    if (all_passed && !answer_.ok()) {
      // Every test looks well and the run doesn't. What doesn't agree isn't a pass.
      results.tests.back().status = Status::error;
      results.tests.back().message = shown(answer_.error->message);
      collapse(results.tests.back().message);
    }
    results.status = all_passed && answer_.ok() ? Verdict::pass : Verdict::fail;
    if (results.version == 1 && results.status == Verdict::fail) results.message = summary(results);
    return results;
  }

 private:
  struct Entry {
    std::array<std::size_t, 3> place{};  // of the test in the source, of its row, then of arrival
    std::size_t listed = kNowhere;
    bool ran = false;
    bool unfinished = false;
    TestResult result{};
  };

  // Of several tests with one id, the n-th is that of the n-th result.
  std::size_t find(const std::string& file, std::string_view id) const {
    const std::string local(local_id(id, file, submission_.definition.source.separator));
    auto found = by_id_.find({file, local});
    if (found == by_id_.end()) found = by_id_.find({std::string(), local});
    if (found == by_id_.end()) return kNowhere;
    for (const std::size_t listed : found->second) {
      if (!seen(listed)) return listed;
    }
    return found->second.back();
  }

  bool seen(std::size_t listed) const { return seen_.contains(listed); }

  const TestMetadata* metadata(const std::string& id, const std::string& name) const {
    for (const std::string& key : {id, name}) {
      const auto found = submission_.settings.metadata.find(key);
      if (found != submission_.settings.metadata.end()) return &found->second;
    }
    return nullptr;
  }

  // Code, task and place from the source; and what the metadata say, which is stronger.
  void describe(Entry& entry, const std::string& id, std::string_view row) {
    if (entry.listed != kNowhere) {
      const source::FoundTest& found = submission_.tests[entry.listed].found;
      entry.result.test_code = found.code;
      const std::size_t at = row.empty() ? kNowhere : row_of(found.rows, row);
      if (at != kNowhere) {
        // Rows may come in any order (those of a map do); what isn't one stays behind the row before it.
        last_row_[entry.listed] = at + 1;
        if (!found.rows[at].code.empty()) entry.result.test_code = found.rows[at].code;
      }
      entry.place[1] = last_row_[entry.listed];
      if (!entry.result.task_id) entry.result.task_id = found.task;
    }
    if (const TestMetadata* data = metadata(id, entry.result.name)) {
      if (data->name) entry.result.name = *data->name;
      if (data->code) entry.result.test_code = *data->code;
      if (data->task) entry.result.task_id = data->task;
    }
  }

  void add(const Suite& suite, const Case& test) {
    const bool skipped = test.status == Status::skip;
    if (skipped && !submission_.definition.exercise.skipped_pass) {
      const std::size_t listed = find(suite.file, test.test.empty() ? test.id : test.test);
      if (listed != kNowhere) seen_.insert(listed);
      return;
    }
    Entry entry;
    entry.ran = !skipped;
    entry.unfinished = test.unfinished;
    entry.listed = find(suite.file, test.test.empty() ? test.id : test.test);
    if (entry.listed != kNowhere) {
      last_place_ = entry.listed;
      seen_.insert(entry.listed);
    }
    // What the source doesn't show stands where it came.
    entry.place = {last_place_, 0, entries_.size()};
    entry.result.name = test.shown.empty() ? names_.in(test.id) : test.shown;
    entry.result.status = skipped ? Status::pass : test.status;
    if (!skipped) {
      entry.result.message = shown(test.reason.value_or(""));
      collapse_end(entry.result.message, test.unfinished);
    }
    if (entry.result.message.empty() && entry.result.status != Status::pass)
      entry.result.message = "The test failed without a message.";
    entry.result.output = shown(test.output);
    if (submission_.definition.exercise.trim_output) entry.result.output = trim(entry.result.output);
    entry.result.task_id = test.task;
    const std::string_view id = test.id;
    std::string_view row;
    if (!test.test.empty() && id.starts_with(test.test) && id.size() > test.test.size())
      row = id.substr(std::min(id.size(), test.test.size() + submission_.definition.source.separator.size()));
    describe(entry, std::string(local_id(test.id, suite.file, submission_.definition.source.separator)), row);
    entries_.push_back(std::move(entry));
  }

  // With the paths of files as the student knows them.
  std::string shown(std::string text) const {
    text = with_short_paths(std::move(text), submission_);
    return text.empty() || shown_.empty() ? text : shown_.in(std::move(text));
  }

  // Takes the frames of stacks away that aren't the student's.
  void collapse(std::string& message) const {
    if (!collapsing_.empty()) message = std::string(trim(collapsing_.in(std::move(message))));
  }

  // Of a test that had ended before, only what is said of the end of the program behind it is a crash's.
  void collapse_end(std::string& message, bool unfinished) const {
    const std::size_t at = unfinished ? 0 : message.rfind(framework::kAfterTest);
    if (at == std::string::npos) return;
    std::string end = message.substr(at);
    collapse(end);
    message.replace(at, std::string::npos, end);
  }

  // Tests that are known, from their framework or from the source, and have no result.
  void add_not_run() {
    const std::string why = not_run_reason();
    for (const NotRun& test : answer_.report->not_run) {
      if (test.on_purpose) continue;
      const std::string& separator = submission_.definition.source.separator;
      std::string id = test.suite;
      if (!id.empty()) id += separator;
      id += test.name;
      std::size_t listed = find(test.file, id);
      if (listed == kNowhere) {
        // The second of two equal names has an id of its own and is shown under its name.
        listed = find(test.file, test.shown);
        if (listed != kNowhere && seen(listed)) listed = kNowhere;
      }
      if (listed != kNowhere && seen(listed)) continue;
      if (!test.file.empty()) id.insert(0, separator).insert(0, test.file);
      add_missing(listed, id, test.shown, why);
    }
    const bool planned_only = submission_.definition.source.planned_only;
    for (std::size_t i = 0; i < submission_.tests.size(); ++i) {
      if (seen(i)) continue;
      const ListedTest& test = submission_.tests[i];
      if (!test.found.literal) continue;  // what it's called at run time isn't known
      if (planned_only && !test.found.started) continue;
      add_missing(i, test.file + submission_.definition.source.separator + test.found.id, "", why);
    }
  }

  void add_missing(std::size_t listed, const std::string& id, const std::string& shown,
                   const std::string& why) {
    Entry entry;
    entry.listed = listed;
    if (listed != kNowhere) seen_.insert(listed);
    entry.place = {listed == kNowhere ? submission_.tests.size() : listed, 0, entries_.size()};
    entry.result.name = shown.empty() ? names_.in(id) : shown;
    entry.result.status = Status::error;
    entry.result.message = why;
    describe(entry, listed == kNowhere ? id : submission_.tests[listed].found.id, {});
    entries_.push_back(std::move(entry));
  }

  // Then no test ran properly, as if the program had crashed before the first one.
  bool only_crashed() const {
    const auto& end = answer_.report->termination;
    return entries_.size() == 1 && entries_[0].unfinished && end && end->kind == Termination::Kind::signalled;
  }

  std::string not_run_reason() const {
    const bool timeout = answer_.error && answer_.error->code == ErrorCode::test_timeout;
    // Other test files were loaded and ran.
    if (answer_.error && answer_.error->code == ErrorCode::test_compile_failed)
      return "This test wasn't run:\n\n" + shown(answer_.error->message);
    return timeout ? "This test wasn't run: the time was used up by other tests, or by a slow machine."
                   : "This test wasn't run.";
  }

  // Why nothing was tested; never empty.
  std::string top_message() const {
    std::string message = answer_.error ? answer_.error->message : "No test was run.";
    message = std::string(trim(shown(std::move(message))));
    collapse(message);
    return message.empty() ? "No test was run, and nothing says why." : message;
  }

  void set_tasks() {
    const auto& rules = submission_.definition.exercise;
    const bool by_group = submission_.settings.is_true(rules.task_per_group);
    const bool none = !rules.tasks_when.empty() && !submission_.settings.is_true(rules.tasks_when);
    for (Entry& entry : entries_) {
      if (by_group && entry.listed != kNowhere) {
        const std::size_t number = submission_.tests[entry.listed].found.group_number;
        entry.result.task_id = static_cast<int>(number);
      } else if (none || (!rules.task_per_group.empty() && !by_group)) {
        entry.result.task_id.reset();
      }
    }
    if (rules.tasks_numbered && !none) number_tasks();
  }

  // All tests say their task, or none does; then they are numbered in their order. Where it's known which
  // files the exercise's tests stand in, what a student adds has no task, and takes none from the others.
  void number_tasks() {
    const re2::RE2 may_have(submission_.definition.exercise.tasks_in, re2::RE2::Quiet);
    const TestList& tests = submission_.tests;
    const bool some_named =
        std::any_of(tests.begin(), tests.end(), [&](const auto& test) { return is_named(test); });
    const auto is_exercises = [&](const ListedTest& test) { return !some_named || is_named(test); };
    std::vector<int> numbers;  // by test; 0: it has none
    int count = 0, with = 0;
    for (const ListedTest& test : tests) {
      const bool counts = re2::RE2::PartialMatch(test.found.id, may_have) && is_exercises(test);
      if (counts && test.found.task) ++with;
      numbers.push_back(counts ? ++count : 0);
    }
    for (Entry& entry : entries_) {
      if (with == count && (entry.listed == kNowhere || is_exercises(tests[entry.listed]))) continue;
      entry.result.task_id.reset();
      if (with == 0 && entry.listed != kNowhere && numbers[entry.listed] > 0)
        entry.result.task_id = numbers[entry.listed];
    }
  }

  bool is_named(const ListedTest& test) const {
    const std::vector<std::string>& files = submission_.settings.tests;
    return std::find(files.begin(), files.end(), test.file) != files.end();
  }

  static std::string summary(const Results& results) {
    std::string text;
    for (const TestResult& test : results.tests) {
      if (test.status == Status::pass) continue;
      text += (text.empty() ? "" : "\n\n") + test.name + ": " + test.message;
    }
    return text;
  }

  const Answer& answer_;
  const Submission& submission_;
  const Replacements names_, collapsing_, shown_;
  std::map<std::pair<std::string, std::string>, std::vector<std::size_t>> by_id_{};
  std::vector<Entry> entries_{};
  std::set<std::size_t> seen_{};
  std::size_t last_place_ = 0;
  std::map<std::size_t, std::size_t> last_row_{};  // by test
};

}  // namespace

Results translate(const Answer& answer, const Submission& submission) {
  return Translator(answer, submission).results();
}

}  // namespace proctor::exercism
