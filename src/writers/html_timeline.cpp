// When tests ran and which took the longest.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "output/html.hpp"
#include "output/page.hpp"
#include "writers/html.hpp"

namespace proctor::writers {
namespace {

constexpr std::size_t kMostBars = 1'000;
constexpr std::size_t kMostLanes = 16;
constexpr std::size_t kMostSlowest = 10;
constexpr std::size_t kLongestBarName = 200;

struct TimedTest {
  const Entry* entry;
  Span span{};
  double duration_ms = 0;
};

std::string_view class_of(const Entry& entry) {
  return entry.bad() ? word(entry.status) : entry.test->flaky ? "flaky" : word(entry.status);
}

// The longest of those that were seen, each in the first lane that is free.
std::string lanes_of(const Written& written, const std::vector<const Entry*>& tests) {
  std::vector<TimedTest> timed;
  for (const Entry* entry : tests) {
    const auto found = written.spans.find(entry->test->id);
    if (found != written.spans.end()) timed.push_back({entry, found->second});
  }
  if (timed.empty()) return {};
  const std::size_t all = timed.size();
  std::ranges::stable_sort(timed, [](const TimedTest& a, const TimedTest& b) {
    return a.span.end - a.span.begin > b.span.end - b.span.begin;
  });
  if (timed.size() > kMostBars) timed.resize(kMostBars);
  std::ranges::stable_sort(
      timed, [](const TimedTest& a, const TimedTest& b) { return a.span.begin < b.span.begin; });
  const double whole = static_cast<double>(std::max<std::int64_t>(written.ended - written.began, 1));
  std::vector<std::int64_t> free_from;
  std::string bars;
  for (const TimedTest& test : timed) {
    const auto free =
        std::ranges::find_if(free_from, [&](std::int64_t from) { return from <= test.span.begin; });
    std::size_t lane = static_cast<std::size_t>(free - free_from.begin());
    if (free == free_from.end() && free_from.size() < kMostLanes)
      free_from.push_back(0);
    else if (free == free_from.end())
      lane = kMostLanes - 1;
    free_from[lane] = std::max(free_from[lane], test.span.end);
    const auto percent = [whole](std::int64_t ms) {
      return std::clamp(100.0 * static_cast<double>(ms) / whole, 0.0, 100.0);
    };
    bars +=
        fmt::format("<i class=\"{}\" style=\"left:{:.2f}%;width:{:.2f}%;top:{}px\" title=\"{}: {}\"></i>\n",
                    class_of(*test.entry), percent(test.span.begin), percent(test.span.end - test.span.begin),
                    lane * 14, output::html_escaped(first_line(test.entry->name, kLongestBarName)),
                    html_duration(static_cast<double>(test.span.end - test.span.begin)));
  }
  std::string out = fmt::format(
      "<div class=\"lanes\" style=\"height:{}px\" role=\"img\" aria-label=\"When each test ran\">\n{}</div>\n"
      "<p class=\"axis\"><span>0</span><span>{}</span><span>{}</span></p>\n",
      free_from.size() * 14, bars, html_duration(whole / 2), html_duration(whole));
  if (all > timed.size())
    out += fmt::format("<p class=\"soft\">The {} longest of {} tests.</p>\n", timed.size(), all);
  return out;
}

std::string slowest_of(const std::vector<const Entry*>& tests) {
  std::vector<TimedTest> timed;
  for (const Entry* entry : tests) {
    if (entry->test->duration_ms && *entry->test->duration_ms > 0)
      timed.push_back({entry, {}, *entry->test->duration_ms});
  }
  if (timed.size() < 2) return {};
  std::ranges::stable_sort(
      timed, [](const TimedTest& a, const TimedTest& b) { return a.duration_ms > b.duration_ms; });
  if (timed.size() > kMostSlowest) timed.resize(kMostSlowest);
  std::string out = "<h3>Slowest</h3>\n<ol class=\"slowest\">\n";
  for (const TimedTest& test : timed) {
    out += fmt::format(
        "<li><span class=\"name\">{}</span><span class=\"time\">{}</span>"
        "<i class=\"{}\" style=\"width:{:.1f}%\"></i></li>\n",
        output::html_escaped(first_line(test.entry->name, kLongestBarName)), html_duration(test.duration_ms),
        class_of(*test.entry), 100 * test.duration_ms / timed.front().duration_ms);
  }
  return out + "</ol>\n";
}

}  // namespace

std::string html_duration(double milliseconds) {
  return output::html_escaped(output::short_duration(milliseconds));
}

std::string html_times(const Written& written, const std::vector<Group>& groups) {
  std::vector<const Entry*> tests;
  for (const Group& group : groups) {
    for (const Entry& entry : group.entries) {
      if (entry.test != nullptr) tests.push_back(&entry);
    }
  }
  std::string phases;
  if (written.answer.report) {
    for (const Phase& phase : written.answer.report->run.phases) {
      if (phase.name.empty()) continue;
      phases += fmt::format("{}{} {}", phases.empty() ? "" : " · ", output::html_escaped(phase.name),
                            format_duration(phase.duration));
    }
  }
  const std::string lanes = lanes_of(written, tests);
  const std::string slowest = slowest_of(tests);
  if (lanes.empty() && slowest.empty()) return {};
  return fmt::format("<section id=\"times\">\n<h2>Time <span>{}</span></h2>\n{}{}</section>\n", phases, lanes,
                     slowest);
}

}  // namespace proctor::writers
