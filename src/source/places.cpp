#include "source/places.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <charconv>
#include <map>

namespace proctor::source {
namespace {

// Task numbers with more digits are none.
constexpr std::size_t kDigits = 9;
// How many tasks may stand outside of the pattern of their test: each is compared with all tests.
constexpr std::size_t kLoose = 5'000;

void add_number(std::string_view digits, std::set<int>& numbers) {
  int number = 0;
  if (!digits.empty() && digits.size() <= kDigits &&
      std::from_chars(digits.data(), digits.data() + digits.size(), number).ec == std::errc())
    numbers.insert(number);
}

/// The numbers in a @task: those that the pattern finds, or all.
void add_tasks(std::string_view text, const re2::RE2* pattern, std::set<int>& numbers) {
  if (pattern != nullptr) {
    re2::StringPiece rest(text.data(), text.size()), digits;
    while (RE2::FindAndConsume(&rest, *pattern, &digits)) {
      add_number({digits.data(), digits.size()}, numbers);
      if (rest.empty()) break;
    }
    return;
  }
  constexpr std::string_view kAll = "0123456789";
  for (std::size_t at = 0; (at = text.find_first_of(kAll, at)) != std::string_view::npos;) {
    const std::size_t end = std::min(text.find_first_not_of(kAll, at), text.size());
    add_number(text.substr(at, end - at), numbers);
    at = end;
  }
}

Range joined(Range a, Range b) {
  return a.empty() ? b : Range{std::min(a.begin, b.begin), std::max(a.end, b.end)};
}

/// A node's identity. Two nodes of one place may differ: a block and its only statement.
using Key = std::pair<std::size_t, const void*>;
Key key_of(TSNode node) {
  return {ts_node_start_byte(node), node.id};
}

class Collector {
 public:
  explicit Collector(std::string_view text) : text_(text) {}

  void add(const Match& match) {
    std::set<int> tasks;
    std::vector<TSNode> tasks_at;
    TestPlace* test = nullptr;
    GroupPlace* group = nullptr;
    for (const Capture& capture : match.captures) {
      if (capture.role == Role::test) test = &test_of(capture.node, test);
      if (capture.role == Role::group && group == nullptr) group = &group_of(capture.node);
    }
    for (const auto& [role, node] : match.captures) {
      switch (role) {
        case Role::test_name:
          if (test != nullptr && !test->name) test->name = node;
          break;
        case Role::test_body:
          if (test != nullptr) add_body(*test, node);
          break;
        case Role::group_name:
          if (group != nullptr && !group->name) group->name = node;
          break;
        case Role::task:
          add_tasks(text_of(node, text_), match.settings->task.get(), tasks);
          tasks_at.push_back(node);
          break;
        case Role::skip:
          skips_.push_back({ts_node_start_byte(node), ts_node_end_byte(node), match.settings->with});
          break;
        case Role::hide:
          hidden_.push_back({ts_node_start_byte(node), ts_node_end_byte(node), ""});
          break;
        case Role::perhaps:
          perhaps_.push_back(range_of(node));
          break;
        case Role::run:
          runs_.push_back(range_of(node));
          break;
        default:
          break;
      }
    }
    if (test != nullptr) {
      test->tasks.merge(tasks);
    } else if (group != nullptr) {
      group->tasks.merge(tasks);
    } else if (!tasks.empty() && loose_.size() < kLoose) {
      loose_.emplace_back(range_of(tasks_at.front()), std::move(tasks));
    }
    add_table(match);
    add_loop(match);
  }

  Places finish() {
    Places places;
    for (auto& [at, test] : tests_)
      if (test.name) places.tests.push_back(std::move(test));
    merge_same_names(places.tests);
    for (auto& [at, group] : groups_) places.groups.push_back(std::move(group));
    place_loose_tasks(places);
    for (auto& [at, table] : tables_) places.tables.push_back(std::move(table));
    for (const auto& [at, loop] : loops_) places.loops.push_back(loop);
    places.perhaps = std::move(perhaps_);
    std::ranges::sort(places.perhaps, {}, &Range::begin);
    places.runs = std::move(runs_);
    std::ranges::sort(places.runs, {}, &Range::begin);

    // What is hidden stays hidden, whatever is put in its place.
    places.cuts = std::move(hidden_);
    places.cuts.insert(places.cuts.end(), skips_.begin(), skips_.end());
    tidy(places.cuts);
    places.edits = std::move(skips_);
    tidy(places.edits);
    for (Edit& edit : places.edits) keep_lines(edit);
    return places;
  }

 private:
  TestPlace& test_of(TSNode node, TestPlace* same) {
    TestPlace& test = same != nullptr ? *same : tests_[key_of(node)];
    if (test.range.empty()) test.node = node;
    test.range = joined(test.range, range_of(node));
    return test;
  }

  static void add_body(TestPlace& test, TSNode node) {
    // Nodes of a match come in their order; what was there before came with another match.
    if (!test.body.empty() && ts_node_start_byte(node) < ts_node_end_byte(test.body.back())) return;
    test.body.push_back(node);
    test.range = joined(test.range, range_of(node));
  }

  GroupPlace& group_of(TSNode node) {
    GroupPlace& group = groups_[key_of(node)];
    group.node = node;
    group.range = range_of(node);
    return group;
  }

  /// What follows a replacement must keep its line: messages name it.
  void keep_lines(Edit& edit) const {
    const auto feeds = std::ranges::count(text_.substr(edit.begin, edit.end - edit.begin), '\n');
    const auto kept = std::ranges::count(edit.with, '\n');
    if (feeds > kept) edit.with.append(static_cast<std::size_t>(feeds - kept), '\n');
  }

  void add_table(const Match& match) {
    const TSNode node = match.first(Role::table);
    if (ts_node_is_null(node)) return;
    TablePlace& table = tables_[key_of(node)];
    table.node = node;
    table.name = match.first(Role::table_name);
    table.type = match.first(Role::table_type);
    const TSNode row = match.first(Role::table_row), key = match.first(Role::table_row_key),
                 name = match.first(Role::table_row_name);
    if (ts_node_is_null(row)) return;
    // The rows come in their order, the strings of one after the other.
    if (table.rows.empty() || !ts_node_eq(table.rows.back().node, row)) table.rows.push_back({row, {}});
    if (!ts_node_is_null(name)) table.rows.back().names.emplace_back(key, name);
  }

  void add_loop(const Match& match) {
    const TSNode node = match.first(Role::loop);
    if (ts_node_is_null(node)) return;
    loops_[key_of(node)] = {node, match.first(Role::loop_table), match.first(Role::loop_variable),
                            match.first(Role::loop_key), match.first(Role::loop_body)};
  }

  /// One test may be found by several patterns, with its decorators and without.
  static void merge_same_names(std::vector<TestPlace>& tests) {
    std::map<Key, std::size_t> seen;
    std::vector<TestPlace> merged;
    for (TestPlace& test : tests) {
      const auto [at, is_new] = seen.try_emplace(key_of(*test.name), merged.size());
      if (is_new) {
        merged.push_back(std::move(test));
        continue;
      }
      TestPlace& known = merged[at->second];
      for (const TSNode node : test.body) add_body(known, node);
      known.tasks.merge(test.tasks);
      if (!known.range.contains(test.range)) known.node = test.node;
      known.range = joined(known.range, test.range);
    }
    tests = std::move(merged);
    std::ranges::stable_sort(tests, {}, [](const TestPlace& test) { return test.range.begin; });
  }

  /// A task whose pattern names neither a test nor a group belongs to the innermost test around it.
  void place_loose_tasks(Places& places) {
    for (auto& [at, tasks] : loose_) {
      TestPlace* owner = nullptr;
      for (TestPlace& test : places.tests) {
        if (test.range.begin > at.begin) break;
        if (test.range.contains(at)) owner = &test;
      }
      if (owner != nullptr) owner->tasks.insert(tasks.begin(), tasks.end());
    }
  }

  std::string_view text_;
  std::map<Key, TestPlace> tests_;
  std::map<Key, GroupPlace> groups_;
  std::map<Key, TablePlace> tables_;
  std::map<Key, LoopPlace> loops_;
  std::vector<std::pair<Range, std::set<int>>> loose_;
  std::vector<Edit> skips_, hidden_;
  std::vector<Range> perhaps_, runs_;
};

}  // namespace

Places collect(const std::vector<Match>& matches, std::string_view text) {
  Collector collector(text);
  for (const Match& match : matches) collector.add(match);
  return collector.finish();
}

}  // namespace proctor::source
