#include "exercism/golden_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/json.hpp"
#include "base/text.hpp"
#include "output/columns.hpp"

namespace proctor::exercism {
namespace {

using output::Color;
using output::Page;

constexpr std::size_t kMostDifferences = 20;
constexpr std::size_t kMostLines = 24;
constexpr std::size_t kLongestLine = 400;

// Blanks at the ends of lines and control characters are lost in what is shown.
bool looks_the_same(const std::string& a, const std::string& b) {
  return output::lines_of(a) == output::lines_of(b);
}

std::vector<std::string> shown_lines(const std::string& text, bool as_json) {
  if (text.empty()) return {"(none)"};
  if (as_json) return {output::one_line(to_json_line(json::value(text)))};
  return output::lines_of(text);
}

// Of long lines the difference is to be seen.
void skip_common_beginning(std::string& a, std::string& b) {
  constexpr std::size_t kLong = 120;
  constexpr std::size_t kKept = 40;
  const auto common =
      static_cast<std::size_t>(std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin());
  if (common < kLong) return;
  const std::size_t left_out = utf8_prefix(a, common - kKept);
  for (std::string* text : {&a, &b}) text->replace(0, left_out, "…");
}

void write_difference(Page& page, const Difference& difference, Color color) {
  std::string title = difference.field;
  if (!difference.test.empty())
    title = fmt::format("{}: {}", output::cut(output::one_line(difference.test), 120), difference.field);
  page.wrapped(2, title, color, 2);
  const auto lines = difference_lines(difference.expected, difference.got);
  const std::size_t shown = std::min(lines.size(), kMostLines);
  for (std::size_t i = 0; i < shown; ++i) {
    const auto& [sign, text] = lines[i];
    const Color kind = sign == '-' ? Color::red : sign == '+' ? Color::green : Color::dim;
    page.wrapped(4, fmt::format("{} {}", sign, output::cut(text, kLongestLine)), kind, 2);
  }
  if (shown < lines.size()) page.wrapped(4, output::more(lines.size() - shown, "line"), Color::dim);
}

void write_list(Page& page, const std::vector<Difference>& list, Color color) {
  const std::size_t shown = page.verbose() ? list.size() : std::min(list.size(), kMostDifferences);
  for (std::size_t i = 0; i < shown; ++i) write_difference(page, list[i], color);
  if (shown < list.size()) page.wrapped(2, output::more(list.size() - shown, "difference"), Color::dim);
}

}  // namespace

std::vector<DifferenceLine> difference_lines(const std::string& expected, const std::string& got) {
  const bool as_json = !expected.empty() && !got.empty() && looks_the_same(expected, got);
  auto wanted = shown_lines(expected, as_json);
  auto ours = shown_lines(got, as_json);
  const std::size_t shorter = std::min(wanted.size(), ours.size());
  std::size_t before = 0;
  while (before < shorter && wanted[before] == ours[before]) ++before;
  std::size_t behind = 0;
  while (behind < shorter - before && wanted[wanted.size() - 1 - behind] == ours[ours.size() - 1 - behind])
    ++behind;
  std::vector<DifferenceLine> lines;
  for (std::size_t i = before; i < shorter - behind; ++i) skip_common_beginning(wanted[i], ours[i]);
  if (before > 1) lines.push_back({' ', "…"});
  if (before > 0) lines.push_back({' ', wanted[before - 1]});
  for (std::size_t i = before; i < wanted.size() - behind; ++i) lines.push_back({'-', wanted[i]});
  for (std::size_t i = before; i < ours.size() - behind; ++i) lines.push_back({'+', ours[i]});
  if (behind > 0) lines.push_back({' ', wanted[wanted.size() - behind]});
  if (behind > 1) lines.push_back({' ', "…"});
  return lines;
}

void write_golden(Page& page, const GoldenResult& result) {
  const bool notes = page.verbose() && !result.comparison.noted.empty();
  if (result.passed() && !notes) return;
  page.gap();
  const std::string name = output::one_line(result.what.directory.string());
  page.line(page.paint(result.passed() ? Color::green : Color::red, result.passed() ? "PASS" : "FAIL") +
            "  " + page.paint(Color::bold, name));
  if (!result.problem.empty()) page.block(2, output::lines_of(result.problem), kMostLines, Color::red);
  write_list(page, result.comparison.failing, Color::plain);
  if (!notes) return;
  page.wrapped(2, "These don't count:", Color::dim);
  write_list(page, result.comparison.noted, Color::dim);
}

std::string golden_summary(const std::vector<GoldenResult>& results, std::size_t cases) {
  const auto number = [&](auto which) {
    return static_cast<std::size_t>(std::count_if(results.begin(), results.end(), which));
  };
  const std::size_t passed = number([](const GoldenResult& one) { return one.passed(); });
  const std::size_t blessed = number([](const GoldenResult& one) { return one.blessed; });
  const std::size_t exact = number([](const GoldenResult& one) { return one.exact; });
  const std::size_t noted = number([](const GoldenResult& one) { return !one.comparison.noted.empty(); });
  std::string text =
      fmt::format("{}: {} {}", output::plural(cases, "case"), passed, passed == 1 ? "passes" : "pass");
  const std::size_t failed = results.size() - passed;
  if (failed > 0) text += fmt::format(", {} {}", failed, failed == 1 ? "fails" : "fail");
  if (results.size() < cases) text += fmt::format(", {} not run", cases - results.size());
  if (blessed > 0) text += fmt::format("; {} written", blessed);
  text += fmt::format("; {} equal byte for byte", exact);
  if (noted > 0) text += fmt::format("; differences that don't count in {}", noted);
  return text;
}

}  // namespace proctor::exercism
