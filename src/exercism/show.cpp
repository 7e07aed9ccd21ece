#include "exercism/show.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>

#include "base/text.hpp"
#include "output/columns.hpp"

namespace proctor::exercism {
namespace {

using output::Color;
using output::Page;

constexpr std::size_t kMostShownLines = 2'000;

std::size_t count_passed(const std::vector<const TestResult*>& tests) {
  return static_cast<std::size_t>(std::count_if(
      tests.begin(), tests.end(), [](const TestResult* test) { return test->status == Status::pass; }));
}

void write_text(Page& page, std::string_view title, const std::string& text) {
  const auto lines = output::lines_of(text);
  if (lines.empty()) return;
  page.wrapped(4, title, Color::dim);
  page.block(6, lines, kMostShownLines);
}

void write_test(Page& page, const TestResult& test) {
  page.gap();
  const bool passed = test.status == Status::pass;
  const char* label = passed ? "PASS" : test.status == Status::fail ? "FAIL" : "ERROR";
  page.wrapped(0, fmt::format("  {:<5}  {}", label, output::one_line(test.name)),
               passed ? Color::green : Color::red, 7);
  write_text(page, "Test Code:", test.test_code);
  if (!passed) write_text(page, "Test Result:", test.message);
  write_text(page, "Your Output:", test.output);
}

}  // namespace

std::size_t TaskGroup::passed() const {
  return count_passed(tests);
}

std::vector<TaskGroup> group_by_task(const Results& results) {
  std::map<int, TaskGroup> by_task;
  TaskGroup others;
  for (const TestResult& test : results.tests) {
    const int task = test.task_id.value_or(0);
    TaskGroup& group = task > 0 ? by_task[task] : others;
    if (task > 0) group.task = task;
    group.tests.push_back(&test);
  }
  std::vector<TaskGroup> groups;
  groups.reserve(by_task.size() + 1);
  for (auto& [task, group] : by_task) groups.push_back(std::move(group));
  if (!others.tests.empty()) groups.push_back(std::move(others));
  return groups;
}

std::string headline(const Results& results) {
  if (results.status == Verdict::error) return "The tests couldn't be run";
  const auto all = results.tests.size();
  const auto passed = static_cast<std::size_t>(
      std::count_if(results.tests.begin(), results.tests.end(),
                    [](const TestResult& test) { return test.status == Status::pass; }));
  if (all == 0) return results.status == Verdict::pass ? "All tests passed" : "Some tests failed";
  // The verdict is the file's own: tests that all pass don't make a pass of it.
  if (results.status == Verdict::pass && passed == all)
    return fmt::format("{}{} passed", all == 1 ? "" : "All ", output::plural(all, "test"));
  return fmt::format("{} of {} passed", passed, output::plural(all, "test"));
}

std::string_view message_title(const Results& results) {
  if (results.status == Verdict::error) return "We received the following error when we ran your code:";
  // With the tests beside it, it's about them: that not all have room, say.
  return results.tests.empty() && results.status == Verdict::fail ? "What failed:" : "About these results:";
}

void write_results(Page& page, const Results& results) {
  if (!results.message.empty()) {
    page.wrapped(0, fmt::format("  {}", message_title(results)), Color::bold);
    page.block(4, output::lines_of(results.message), kMostShownLines);
  }
  const auto groups = group_by_task(results);
  const bool titled = groups.size() > 1 || (!groups.empty() && groups.front().task);
  for (const TaskGroup& group : groups) {
    if (titled) {
      page.gap();
      const std::string title = group.task ? fmt::format("Task {}", *group.task) : std::string("Other tests");
      page.line("  " + page.paint(Color::bold, title) +
                page.paint(Color::dim, fmt::format("  {} of {} passed", group.passed(), group.tests.size())));
    }
    for (const TestResult* test : group.tests) write_test(page, *test);
  }
  page.gap();
  const bool passed = results.status == Verdict::pass;
  const char* label = passed ? "PASS" : results.status == Verdict::fail ? "FAIL" : "ERROR";
  page.line(page.paint(passed ? Color::green : Color::red, label) + "  " + headline(results));
}

}  // namespace proctor::exercism
