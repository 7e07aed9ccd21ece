// Markdown for a comment on a pull request, and for the step summary of GitHub Actions. Whatever a test is
// called or has printed stands in code, where nothing is markup, no link and no mention of anybody.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "output/envelope.hpp"
#include "output/page.hpp"
#include "writers/entries.hpp"
#include "writers/writer.hpp"

namespace proctor::writers {
namespace {

constexpr std::size_t kLargestComment = 60'000;  // GitHub takes 65,536 characters
constexpr std::size_t kLongestMessage = 4'000;
constexpr std::size_t kLongestName = 300;
constexpr std::size_t kRoomForTheEnd = 400;

std::size_t longest_run(std::string_view text, char of) {
  std::size_t longest = 0;
  std::size_t run = 0;
  for (const char c : text) {
    run = c == of ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return longest;
}

std::string in_code(const std::string& words) {
  const std::string name = first_line(words, kLongestName);
  const std::string ticks(longest_run(name, '`') + 1, '`');
  const bool touching = name.starts_with('`') || name.ends_with('`');
  return touching ? fmt::format("{0} {1} {0}", ticks, name) : ticks + name + ticks;
}

std::string fenced(const std::string& text) {
  const std::string fence(std::max<std::size_t>(longest_run(text, '`') + 1, 3), '`');
  return fmt::format("{0}text\n{1}{2}{0}\n", fence, text, text.ends_with('\n') ? "" : "\n");
}

std::string headline(const Written& written) {
  const auto why = output::why_no_pass(written.answer);
  const auto& report = written.answer.report;
  const Counts counts = report ? count(report->suites) : Counts{};
  const std::string name = written.name.empty() ? "" : ": " + in_code(clean_name(written.name));
  if (!why) return fmt::format("### ✅ {} passed{}\n\n", output::plural(counts.passed, "test"), name);
  const std::size_t bad = counts.failed + counts.errors;
  if (report && report->verdict == Verdict::fail && bad > 0)
    return fmt::format("### ❌ {} of {} failed{}\n\n", bad, output::plural(counts.total(), "test"), name);
  return fmt::format("### ❌ {}{}\n\n", info(why->code).name, name);
}

std::string table(const Written& written, const Report& report) {
  const Counts counts = count(report.suites);
  std::size_t not_run = 0;
  for (const NotRun& test : report.not_run) not_run += test.on_purpose ? 0 : 1;
  return fmt::format(
      "| Passed | Failed | Errors | Skipped | Not run | Flaky | Time |\n"
      "| --: | --: | --: | --: | --: | --: | --: |\n"
      "| {} | {} | {} | {} | {} | {} | {} |\n\n",
      counts.passed, counts.failed, counts.errors, counts.skipped, not_run, count_flaky(report.suites),
      format_duration(std::chrono::milliseconds(std::max<std::int64_t>(written.ended - written.began, 0))));
}

// The line of a summary is HTML, in which nothing is Markdown.
std::string code_element(const std::string& words) {
  std::string name = first_line(words, kLongestName);
  replace_all(name, "&", "&amp;");
  replace_all(name, "<", "&lt;");
  replace_all(name, ">", "&gt;");
  return "<code>" + name + "</code>";
}

std::string failure(const Group& group, const Entry& entry) {
  std::string about;
  const Location place = place_of(group, entry);
  if (place.line) about += ", " + code_element(fmt::format("{}:{}", place.file, *place.line));
  if (entry.test != nullptr && entry.test->is_new) about += ", new";
  if (const std::size_t tries = failed_tries(entry); tries > 0) about += fmt::format(", {} tries", tries + 1);
  std::string text =
      fmt::format("<details><summary>{} in {}{}</summary>\n\n{}", code_element(entry.name),
                  code_element(group.title()), about, fenced(shortened(entry.message, kLongestMessage)));
  if (!entry.output.empty()) text += "\nOutput:\n\n" + fenced(shortened(entry.output, kLongestMessage));
  return text + "\n</details>\n\n";
}

// Appends as many pieces as there is room for, and says how many more there are.
void put_some(std::string& text, const std::string& title, const std::vector<std::string>& pieces,
              std::size_t most, std::string_view noun) {
  if (pieces.empty()) return;
  text += title;
  std::size_t shown = 0;
  for (const std::string& piece : pieces) {
    if (text.size() + piece.size() > most) break;
    text += piece;
    ++shown;
  }
  if (shown < pieces.size()) text += fmt::format("\n{}\n", output::more(pieces.size() - shown, noun));
  text += '\n';
}

}  // namespace

std::string markdown(const Written& written, std::size_t most_bytes) {
  const std::size_t most = most_bytes > 4 * kRoomForTheEnd ? most_bytes - 4 * kRoomForTheEnd : 0;
  std::string text = headline(written);
  const auto& report = written.answer.report;
  if (report) text += table(written, *report);
  std::vector<std::string> troubles;
  std::vector<std::string> failures;
  std::vector<std::string> flaky;
  std::vector<std::string> not_run;
  const std::vector<Group> groups = groups_of(written.answer);
  for (const Group& group : groups) {
    for (const Entry& entry : group.entries) {
      const std::string item = fmt::format("- {} in {}\n", in_code(entry.name), in_code(group.title()));
      if (!entry.code.empty())
        troubles.push_back(
            fmt::format("**{}**\n\n{}\n", entry.code, fenced(shortened(entry.message, kLongestMessage))));
      else if (entry.bad())
        failures.push_back(failure(group, entry));
      else if (failed_tries(entry) > 0)
        flaky.push_back(item);
      else if (entry.not_run)
        not_run.push_back(item);
    }
  }
  put_some(text, "", troubles, most, "error");
  put_some(text, "", failures, most, "failure");
  put_some(text, "Passed only at another try:\n\n", flaky, most, "test");
  put_some(text, "Did not run:\n\n", not_run, most, "test");
  if (report && !report->rerun.empty() && report->rerun.size() < kRoomForTheEnd)
    text += "What failed, once more: " + in_code(clean_name(report->rerun)) + "\n";
  return text;
}

std::string write_markdown(const Written& written) {
  return markdown(written, kLargestComment);
}

}  // namespace proctor::writers
