#include "format/tap.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/text.hpp"
#include "format/digits.hpp"

namespace proctor::format {
namespace {

constexpr std::size_t kDeepestTap = 30;
constexpr std::size_t kMostNamed = 1'000;  // of a plan's tests that never came
constexpr std::size_t kLargestPlan = 10'000'000;

bool names_a_test_file(std::string_view path) {
  const std::string_view file = path.substr(path.rfind('/') + 1);
  const std::string_view stem = file.substr(0, file.rfind('.'));
  return stem == "test" || stem.starts_with("test-") || stem.ends_with(".test") || stem.ends_with("-test") ||
         stem.ends_with("_test") || stem.ends_with(".spec");
}

// The line that Perl's Test::More names: "  at t/a.t line 3."
int line_in(std::string_view comment, std::string_view file) {
  const std::string place = fmt::format("at {} line ", file);
  comment = trim(comment);
  return !file.empty() && comment.starts_with(place) ? number_at(comment, place.size()) : 0;
}

}  // namespace

void TapReader::feed(std::string_view bytes) {
  lines_.feed(bytes, [this](std::string_view text) { line(text); });
}

void TapReader::feed_plan(std::string_view text) {
  if (!BatsStream::is_begun_by(text)) return;
  for (const std::string_view one : split_lines(text)) line(one);
}

void TapReader::line(std::string_view text) {
  if (text.ends_with('\r')) text.remove_suffix(1);
  const bool before_all = levels_.empty() || (levels_.size() == 1 && levels_.front().points == 0);
  if (!bats_ && before_all && BatsStream::is_begun_by(text)) {
    bats_.emplace(
        events_, [this](std::string words) { problem(std::move(words)); },
        levels_.empty() ? std::nullopt : levels_.front().plan, beside_);
    levels_.clear();
    found_ = true;
  }
  if (bats_) return bats_->line(text);
  if (std::exchange(half_not_, false)) {
    // As Test::Harness reads it: the two are one line.
    if (text.starts_with("ok")) return line("not " + std::string(text));
    unknown("not");
  }
  if (block(text) || prove_line(text)) return;
  if (text.starts_with("not") && trim(text) == "not") {
    half_not_ = true;
    return;
  }
  const std::size_t indent = std::min(text.find_first_not_of(' '), text.size());
  // A block stands two deeper than its test.
  const std::size_t depth_of_block = indent >= 2 ? (indent - 2) / 4 : 0;
  if (text.substr(indent) == "---" && indent % 4 == 2 && depth_of_block < levels_.size() &&
      levels_[depth_of_block].event != nullptr) {
    while (levels_.size() > depth_of_block + 1) close_level();
    block_ = indent;
    yaml_.clear();
    return;
  }
  const std::size_t depth = indent % 4 == 0 ? indent / 4 : kNone;
  const bool reachable = depth != kNone && depth <= levels_.size() && depth < kDeepestTap;
  if (!reachable || !tap_line(depth, text.substr(indent))) unknown(text);
}

// What prove itself prints around the tests of a file.
bool TapReader::prove_line(std::string_view text) {
  const std::size_t dots = text.find(" ..");
  const std::size_t behind = dots == std::string_view::npos ? dots : text.find_first_not_of('.', dots + 1);
  // "Loading ..." is none of its lines.
  const std::string_view path = dots == std::string_view::npos ? "" : text.substr(0, dots);
  if ((prove_ || levels_.empty()) && path.find_first_of("./") < path.size() && path.find(' ') > path.size()) {
    const std::string file(text.substr(0, dots));
    const std::string_view rest = behind == std::string_view::npos ? "" : trim(text.substr(behind));
    if (rest.empty() || rest.starts_with("skipped:")) {
      begin_document(file);
      prove_ = found_ = true;
      if (rest.empty()) return true;
      levels_.front().plan = 0;
      whole_file("(all tests)", Status::skip, trim(rest.substr(8)));
      return prove_over_ = true;
    }
  }
  if (!prove_) return false;
  const bool complete = levels_.front().plan == levels_.front().points;
  if (text == "ok" && complete) return prove_over_ = true;
  if (text.starts_with("Dubious, test returned ") || text.starts_with("No subtests run")) {
    const std::string why(text);
    if (levels_.front().failed == 0) {
      // The program's own output says why: it can't be compiled, or it died.
      whole_file("(the program)", Status::error, std::exchange(pending_, {}) + why);
      problem(file_ + ": " + why);
    }
    return prove_over_ = true;
  }
  if (text.starts_with("Bailout called.")) problem(std::string(text));
  if (const std::string_view words = trim(text); prove_over_ && words.starts_with("Parse errors: "))
    problem("prove says: " + std::string(words.substr(14)));
  if (text == "Result: FAIL" && failed_ == 0) problem("prove says that tests failed, and none did");
  if (text.starts_with("Result: ") || text.starts_with("Test Summary Report")) prove_over_ = true;
  return prove_over_ || text.starts_with("Failed ") || text.starts_with("All ");
}

bool TapReader::tap_line(std::size_t depth, std::string_view text) {
  if (depth == 0 && text.starts_with("TAP version ")) {
    if (number_at(text, 12) < 13) problem(std::string(text) + ": the first version that may be named is 13");
    if (levels_.empty() || levels_.front().points > 0 || levels_.front().plan) begin_document(file_);
    return found_ = true;
  }
  if (text.starts_with("Bail out!")) {
    found_ = true;
    problem("the run bailed out: " + std::string(trim(text.substr(9))));
    return true;
  }
  if (text.starts_with("pragma ")) {
    while (levels_.size() > depth + 1) close_level();
    if (text.find("+strict") != std::string_view::npos) strict_ = true;
    if (text.find("-strict") != std::string_view::npos) strict_ = false;
    return true;
  }
  if (text == "}" && levels_.size() > depth + 1 && levels_[depth].braces) {
    levels_[depth].braces = false;
    TestEvent* group = levels_[depth].event;
    close_level();
    if (group->status == Status::pass) {
      group->group = true;
      group->status.reset();
    }
    return true;
  }
  if (text.starts_with('#')) {
    if (depth > 0 && depth == levels_.size() && text.starts_with("# Subtest: ")) open_level();
    if (depth >= levels_.size() && depth > 0) return false;
    comment(depth, text);
    return true;
  }
  const bool is_plan =
      text.starts_with("1..") && text.size() > 3 && std::isdigit(static_cast<unsigned char>(text[3]));
  const auto parsed = is_plan ? std::nullopt : parse_tap_point(text);
  if (!is_plan && !parsed) return false;
  found_ = true;
  if (levels_.empty()) begin_document(file_);
  while (levels_.size() <= depth) open_level();
  if (is_plan)
    plan(depth, text.substr(3));
  else
    point(depth, *parsed);
  return true;
}

void TapReader::plan(std::size_t depth, std::string_view text) {
  while (levels_.size() > depth + 1) close_level();
  Level& level = levels_[depth];
  std::size_t digits = 0;
  std::size_t count = 0;
  for (; digits < text.size() && std::isdigit(static_cast<unsigned char>(text[digits])); ++digits)
    count = std::min(kLargestPlan, count * 10 + static_cast<std::size_t>(text[digits] - '0'));
  // node 22, of a file without any of the tests that were asked for; the plan of all comes at the end.
  if (some_ && !prove_ && count == 0 && depth == 0 && text.find('#') == std::string_view::npos) return;
  if (level.plan) problem("there are two plans");
  level.plan = count;
  level.planned_at = level.points;
  own_lines_ = level.points == 0 || depth > 0;  // behind the last test comments are the run's
  // Old ones name the tests that may fail: "1..5 todo 2 3".
  const std::size_t todo = text.find("todo ", digits);
  const std::size_t hash = text.find('#', digits);
  for (std::size_t at = todo; at < std::min(hash, text.size()) && level.todo.size() < kMostNamed;
       at = text.find(' ', at + 1)) {
    if (const int number = number_at(text, at + 1); number > 0)
      level.todo.insert(static_cast<std::size_t>(number));
  }
  if (count == 0 && depth == 0) {
    std::string_view reason = hash == std::string_view::npos ? "" : trim(text.substr(hash + 1));
    const bool word = reason.substr(0, 4) == "SKIP" || reason.substr(0, 4) == "skip";
    if (word) reason = trim(reason.substr(std::min(reason.find(' '), reason.size())));
    if (word || !reason.empty()) whole_file("(all tests)", Status::skip, tap_unescaped(reason));
  }
}

void TapReader::point(std::size_t depth, TapPoint point) {
  const std::size_t children = levels_.size() > depth + 1 ? levels_[depth + 1].points : 0;
  const std::size_t children_failed = levels_.size() > depth + 1 ? levels_[depth + 1].failed : 0;
  Level& level = levels_[depth];
  const bool announced = !level.announced.empty() && level.announced == point.name;
  if (children > 0 || levels_.size() > depth + 1) level.announced = point.name;
  while (levels_.size() > depth + 1) close_level();
  level.announced.clear();
  const std::size_t number = point.number.value_or(level.last + 1);
  level.last = number;
  if (!level.plan) level.highest = std::max(level.highest, number);
  const std::string id = fmt::format("{}{}", level.prefix, number);
  if (point.name.empty()) point.name = fmt::format("test {}", number);

  TestEvent* test = events_.named(id);
  // node numbers the tests of its files twice over.
  for (int round = 2; test != nullptr && announced && test->number != 0 && !test->open(); ++round)
    test = events_.named(fmt::format("{} ({})", id, round));
  if (test == nullptr) return;
  Status status = point.ok ? Status::pass : Status::fail;
  if (level.todo.contains(number)) point.directive = "todo";
  // (node and tap count it apart from those that pass: it may have no code at all.)
  if (point.directive == "todo" && (!point.ok || announced)) status = Status::skip;
  if (point.directive == "skip" && point.ok) status = Status::skip;
  level.failed += status == Status::fail ? 1 : 0;
  failed_ += status == Status::fail ? 1 : 0;
  if (test->number != 0 && !test->open()) {
    problem(fmt::format("test {} ({}) has two results", number, point.name));
    if (status == Status::fail)
      events_.late(*test, fmt::format("Its second result: not ok - {}\n", point.name));
    level.turn_to(test);
    return;
  }
  ++level.points;
  if (test->name.empty()) test->name = point.name;
  if (test->suite.empty()) test->suite = depth == 0 ? file_ : "";
  if (test->file.empty()) test->file = file_;
  test->duration_ms = point.duration_ms;
  test->message = point.directive == "todo" ? trim("TODO " + point.reason) : std::string_view(point.reason);
  events_.append(test->output, std::exchange(pending_, {}), kMostTextOfATest);
  own_lines_ = true;
  if (level.plan && level.points > 1 && level.planned_at > 0 && level.points > level.planned_at)
    problem("the plan stands in the midst of the tests");
  if (number == 0) problem(fmt::format("test 0 ({}): numbers begin at 1", point.name));
  if (level.plan && number > *level.plan)
    problem(fmt::format("test {} ({}) is outside of the plan 1..{}", number, point.name, *level.plan));
  // Its sub-tests say it all, unless it failed and none of them did.
  const bool group =
      children > 0 && (status == Status::pass || (status == Status::fail && children_failed > 0));
  if (test->number == 0) events_.start(*test);
  level.turn_to(test);
  level.told = announced;
  // node: it isn't one of those that were asked for.
  if (point.directive == "skip" && point.reason == "test name does not match pattern") {
    events_.finish(*test, std::nullopt);
    return;
  }
  // node: the file came to its end and none of its tests is told of: process.exit(0), say, or it has none.
  if (announced && children == 0 && status == Status::pass && depth == 0 && is_node_file(point.name)) {
    fail_as_file(*test, "[ended early]");
    test->message = "None of the tests in this file has a result: it ended before they did, or it has none.";
    if (names_a_test_file(point.name) && !some_) {
      status = Status::error;
    } else {
      if (!some_) events_.warning(point.name + " was run as a test file and has no test.");
      events_.finish(*test, std::nullopt);
      return;
    }
  }
  events_.finish(*test, group ? std::nullopt : std::optional(status));
  if (point.opens) {
    level.braces = true;
    level.announced = point.name;
    open_level();
  }
}

void TapReader::comment(std::size_t depth, std::string_view text) {
  if (text.starts_with("# Subtest: ")) {
    if (levels_.empty()) begin_document(file_);
    const std::string name = tap_unescaped(trim(text.substr(11)));
    if (depth < levels_.size()) levels_[depth].announced = name;
    if (!is_node_file(name)) pending_.clear();  // node: why a file can't be loaded stands before it
    return;
  }
  if (levels_.empty()) return;
  const Level& level = levels_.back();
  text.remove_prefix(std::min<std::size_t>(text.starts_with("# ") ? 2 : 1, text.size()));
  // node: what a test has left behind, of which its file fails.
  if (text.starts_with("Error: Test \"") || text.starts_with("Warning: Test \"")) return other(text);
  if (text.starts_with("fail ") && level.points > 0 && number_at(text, 5) > 0 && failed_ == 0)
    problem(fmt::format("it says that {} tests failed, and none did", number_at(text, 5)));
  if (level.event == nullptr || level.told) return other(text);
  if (!own_lines_ && level.points > 0 && level.plan == level.points && depth == 0) return;
  TestEvent& test = *level.event;
  const std::string more = std::string(text) + '\n';
  if (test.status != Status::fail && test.status != Status::error)
    return events_.append(test.output, more, kMostTextOfATest);
  if (const auto place = test.line ? std::nullopt : BatsStream::place_in(text)) {
    test.file = place->file;
    test.line = place->line;
  } else if (const int line = test.line ? 0 : line_in(text, file_); line > 0) {
    test.line = line;
  }
  events_.append(test.message, more, kMostTextOfATest);
}

// Printed by somebody: by the test that goes on, or by the next one that has a result.
void TapReader::other(std::string_view text) {
  if (trim(text).empty()) return;
  if (pending_.size() < kMostTextOfATest) pending_ += std::string(text) + '\n';
}

// A line that is no TAP.
void TapReader::unknown(std::string_view text) {
  if (strict_ && !trim(text).empty())
    problem("by its own `pragma +strict` it may hold nothing but TAP, and a line isn't: " +
            std::string(trim(text).substr(0, 100)));
  other(text);
}

void TapReader::whole_file(const std::string& name, Status status, std::string_view message) {
  if (TestEvent* part = whole(file_, name, status, message)) part->file = file_;
}

void TapReader::begin_document(std::string file) {
  close_document();
  file_ = std::move(file);
  ++documents_;
  prove_over_ = false;
  levels_.push_back({.prefix = documents_ == 1 ? "" : fmt::format("{}:", documents_),
                     .first_event = events_.tests().size()});
}

void TapReader::open_level() {
  if (levels_.empty()) begin_document(file_);
  const Level& around = levels_.back();
  // A sub-test in braces comes behind its own line.
  const std::size_t number = around.last + (around.braces ? 0 : 1);
  std::string prefix = fmt::format("{}{}.", around.prefix, number);
  levels_.push_back({.prefix = std::move(prefix), .first_event = events_.tests().size()});
}

void TapReader::close_level() {
  const Level level = std::move(levels_.back());
  levels_.pop_back();
  std::string name = levels_.back().announced.empty() ? "a sub-test" : levels_.back().announced;
  if (levels_.size() == 1 && !file_.empty()) name = file_ + " > " + name;
  if (level.points > 0 || level.plan || level.holds) {
    levels_.back().holds = true;
    check_plan(level, name);
  }
  for (std::size_t i = level.first_event; i < events_.tests().size(); ++i) {
    TestEvent& test = events_.at(i);
    test.suite = test.suite.empty() ? name : name + " > " + test.suite;
    if (test.file.empty()) test.file = file_;
  }
}

void TapReader::check_plan(const Level& level, const std::string& name) {
  if (!level.plan) return problem(fmt::format("{} has no plan: it is cut off, or ended early", name));
  if (level.highest > *level.plan)
    problem(fmt::format("test {} is outside of the plan 1..{}", level.highest, *level.plan));
  if (level.points == *level.plan) return;
  problem(fmt::format("{} planned {} tests, and {} have a result", name, *level.plan, level.points));
  std::size_t named = 0;
  for (std::size_t number = 1; number <= *level.plan && level.points < *level.plan && named < kMostNamed;
       ++number) {
    if (events_.find(fmt::format("{}{}", level.prefix, number)) != nullptr) continue;
    ++named;
    if (TestEvent* test = events_.named(fmt::format("{}{}", level.prefix, number))) {
      test->name = fmt::format("test {}", number);
      test->suite = test->file = file_;
      test->planned = true;
    }
  }
}

void TapReader::close_document() {
  if (levels_.empty()) return;
  strict_ = false;
  if (block_) {
    finish_block();
    problem("a YAML block has no end");
  }
  while (levels_.size() > 1) close_level();
  const Level level = std::move(levels_.front());
  levels_.clear();
  if (level.points > 0 || level.plan || level.holds || prove_)
    check_plan(level, file_.empty() ? "it" : file_);
}

void TapReader::end() {
  if (const std::string rest = lines_.take_rest(); !rest.empty()) line(rest);
  if (lines_.too_long() > 0) problem("a line is too long to be read");
  if (bats_) bats_->end(errors_);
  close_document();
}

}  // namespace proctor::format
