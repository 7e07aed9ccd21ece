// A page for people, in one file: what failed first, with why and what was printed, then everything else. It
// is whole without its script, and of a size that a browser opens at once.
#include "writers/html.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "output/envelope.hpp"
#include "output/html.hpp"
#include "output/page.hpp"

namespace proctor::writers {
namespace {

using output::html_escaped;

constexpr std::size_t kLongestHtmlName = 300;
constexpr std::size_t kLongestWhy = 16U << 10U;
constexpr std::size_t kLongestPrinted = 16U << 10U;
constexpr std::size_t kLongestRowWhy = 200;
constexpr std::size_t kMostOpen = 20;  // of a thousand failures nobody reads more at once
constexpr std::size_t kLargestDetails = 3U << 20U;
constexpr std::size_t kLargestPage = 6U << 20U;

std::string html_name(const std::string& name) {
  return html_escaped(first_line(name, kLongestHtmlName));
}

struct HtmlKind {
  std::string_view css;
  std::string_view label;
};
constexpr std::array kKinds{HtmlKind{"fail", "Failed"},  HtmlKind{"error", "Error"},
                            HtmlKind{"flaky", "Flaky"},  HtmlKind{"not_run", "Not run"},
                            HtmlKind{"skip", "Skipped"}, HtmlKind{"pass", "Passed"}};

const HtmlKind& kind_of(const Entry& entry) {
  if (entry.status == Status::fail) return kKinds[0];
  if (entry.status == Status::error) return kKinds[1];
  if (entry.test != nullptr && entry.test->flaky) return kKinds[2];
  if (entry.not_run) return kKinds[3];
  return entry.status == Status::skip ? kKinds[4] : kKinds[5];
}

struct Placed {
  const Group* group;
  const Entry* entry;
};

// Where it stands and what is known of it beside its result.
std::string about_of(const Placed& placed) {
  const auto& [group, entry] = placed;
  std::string about = entry->code.empty() ? group->title() : "";
  const Location place = place_of(*group, *entry);
  if (!place.file.empty() && (place.line || place.file != about)) {
    if (!about.empty()) about += " · ";
    about += place.file;
    if (place.line) about += fmt::format(":{}", *place.line);
  }
  if (entry->test != nullptr && entry->test->is_new) about += " · new";
  if (entry->test != nullptr && entry->test->known_flaky) about += " · flaky in earlier runs";
  if (const std::size_t tries = failed_tries(*entry); tries > 0)
    about += fmt::format(" · {} tries", tries + 1);
  return html_name(about);
}

std::string time_of(const Entry& entry) {
  if (entry.test == nullptr || !entry.test->duration_ms) return {};
  return fmt::format("<span class=\"time\">{}</span>", html_duration(*entry.test->duration_ms));
}

// A test with all that is known of it.
std::string details_of(const Placed& placed, bool open) {
  const Entry& entry = *placed.entry;
  const HtmlKind& kind = kind_of(entry);
  std::string out = fmt::format(
      "<details class=\"test {}\"{}>\n<summary><span class=\"badge\">{}</span><span class=\"name\">{} "
      "<span class=\"where\">{}</span></span>{}</summary>\n<div class=\"about\">\n",
      kind.css, open ? " open" : "", kind.label, html_name(entry.code.empty() ? entry.name : entry.code),
      about_of(placed), time_of(entry));
  out += html_block("why", entry.message, kLongestWhy);
  if (const std::string printed = html_block("output", entry.output, kLongestPrinted); !printed.empty())
    out += "<h3>Output</h3>\n" + printed;
  return out + "</div>\n</details>\n";
}

std::string row_of(const Entry& entry) {
  const HtmlKind& kind = kind_of(entry);
  std::string why;
  if (!entry.message.empty() && entry.status == Status::skip)
    why =
        fmt::format("<span class=\"why\">{}</span>", html_escaped(first_line(entry.message, kLongestRowWhy)));
  return fmt::format(
      "<li class=\"test {}\"><span class=\"badge\">{}</span><span class=\"name\">{}{}</span>{}</li>\n",
      kind.css, kind.label, html_name(entry.name), why, time_of(entry));
}

// As many as there is room for, and how many more there are.
void add_section(std::string& page, std::string_view id, std::string_view title,
                 const std::vector<Placed>& tests, bool open) {
  if (tests.empty()) return;
  page += fmt::format("<section class=\"list\" id=\"{}\">\n<h2>{} <span>{}</span></h2>\n", id, title,
                      tests.size());
  std::size_t shown = 0;
  for (const Placed& placed : tests) {
    if (page.size() > kLargestDetails) break;
    page += details_of(placed, open && shown < kMostOpen);
    ++shown;
  }
  if (shown < tests.size())
    page += fmt::format("<p class=\"soft\">{}, in the list below.</p>\n",
                        output::more(tests.size() - shown, "test"));
  page += "</section>\n";
}

void add_groups(std::string& page, const std::vector<Group>& groups) {
  page += "<section class=\"list\" id=\"all\">\n<h2>All tests</h2>\n";
  std::size_t left_out = 0;
  for (const Group& group : groups) {
    if (!group.entries.empty() && !group.entries.front().code.empty()) continue;  // the run itself
    if (page.size() > kLargestPage) {
      left_out += group.entries.size();
      continue;
    }
    const auto bad = std::ranges::count_if(group.entries, &Entry::bad);
    const std::string time =
        group.duration_ms && *group.duration_ms > 0 ? " · " + html_duration(*group.duration_ms) : "";
    page += fmt::format(
        "<details class=\"group {}\" data-group=\"{} {}\" open>\n<summary><span class=\"name\">{} "
        "<span class=\"where\">{}</span></span><span class=\"where\">{}{}</span></summary>\n<ul "
        "class=\"tests\">\n",
        bad > 0 ? "fail" : "pass", html_name(group.title()), html_name(group.file), html_name(group.title()),
        group.file == group.title() ? "" : html_name(group.file),
        bad > 0 ? fmt::format("{} of {} failed", bad, group.entries.size())
                : output::plural(group.entries.size(), "test"),
        time);
    for (const Entry& entry : group.entries) {
      if (page.size() > kLargestPage)
        ++left_out;
      else
        page += row_of(entry);
    }
    page += "</ul>\n</details>\n";
  }
  if (left_out > 0)
    page += fmt::format("<p class=\"soft\">{}: there is no room for them here.</p>\n",
                        output::more(left_out, "test"));
  page += "</section>\n";
}

std::string headline_of(const Written& written) {
  const auto why = output::why_no_pass(written.answer);
  const auto& report = written.answer.report;
  const Counts counts = report ? count(report->suites) : Counts{};
  if (!why) return output::plural(counts.passed, "test") + " passed";
  const std::size_t bad = counts.failed + counts.errors;
  if (verdict_of(written.answer) == Verdict::fail && bad > 0)
    return fmt::format("{} of {} failed", bad, output::plural(counts.total(), "test"));
  return std::string(info(why->code).name);
}

std::string facts_of(const Written& written) {
  std::vector<std::string> facts;
  facts.push_back(utc_seconds(written.began) + "Z");
  facts.push_back(
      format_duration(std::chrono::milliseconds(std::max<std::int64_t>(written.ended - written.began, 0))));
  std::string commands;
  if (const auto& report = written.answer.report) {
    facts.push_back(html_name(report->framework.name + " " + report->framework.version));
    if (report->shard)
      facts.push_back(fmt::format("shard {} of {}", report->shard->index, report->shard->count));
    facts.push_back(html_name(report->run.id));
    const auto add = [&commands](std::string_view label, const std::string& command) {
      if (!command.empty())
        commands +=
            fmt::format("<br>{} <code>{}</code>", label, html_escaped(shortened(clean_name(command), 1000)));
    };
    add("Command:", report->run.command);
    add("What failed, once more:", report->rerun);
    if (!report->partial.empty())
      commands += "<br>" + html_escaped(shortened(clean_name(report->partial), 1000));
  }
  for (const std::string* about : {&written.around.branch, &written.around.commit})
    facts.push_back(html_name(clean(*about)));
  std::string line;
  for (const std::string& fact : facts) {
    if (!trim(fact).empty()) line += (line.empty() ? "" : " · ") + fact;
  }
  return fmt::format("<p class=\"facts\">{}{}</p>\n", line, commands);
}

}  // namespace

std::string write_html(const Written& written) {
  const std::vector<Group> groups = groups_of(written.answer);
  std::array<std::size_t, kKinds.size()> counts{};
  std::vector<Placed> troubles;
  std::vector<Placed> failures;
  std::vector<Placed> flaky;
  for (const Group& group : groups) {
    for (const Entry& entry : group.entries) {
      if (!entry.code.empty()) {
        troubles.push_back({&group, &entry});
        continue;
      }
      ++counts.at(static_cast<std::size_t>(&kind_of(entry) - kKinds.data()));
      if (entry.bad())
        failures.push_back({&group, &entry});
      else if (entry.test != nullptr && entry.test->flaky)
        flaky.push_back({&group, &entry});
    }
  }
  const std::string name = first_line(clean_name(written.name), kLongestHtmlName);
  const std::string headline = headline_of(written);
  std::string page =
      output::html_head((written.name.empty() ? "" : name + ": ") + headline, kReportStyle, kReportScript);
  page += fmt::format("<body>\n<main>\n<header class=\"{}\">\n", word(verdict_of(written.answer)));
  if (!written.name.empty()) page += fmt::format("<p class=\"project\">{}</p>\n", html_escaped(name));
  page += fmt::format("<h1>{}</h1>\n<div class=\"bar\" aria-hidden=\"true\">", headline);
  std::string buttons;
  for (std::size_t i = 0; i < kKinds.size(); ++i) {
    if (counts.at(i) == 0) continue;
    page += fmt::format("<i class=\"{}\" style=\"flex:{}\"></i>", kKinds.at(i).css, counts.at(i));
    buttons += fmt::format(
        "<button type=\"button\" class=\"{0}\" data-status=\"{0}\" aria-pressed=\"false\">{1} {2}</button>\n",
        kKinds.at(i).css, kKinds.at(i).label, counts.at(i));
  }
  page += "</div>\n" + facts_of(written) + "</header>\n";
  page += fmt::format(
      "<div id=\"tools\" hidden>\n<input type=\"search\" id=\"search\" placeholder=\"Search (/)\" "
      "aria-label=\"Search\" autocomplete=\"off\">\n{}<button type=\"button\" id=\"help\" "
      "aria-label=\"Keys\">?</button>\n<span id=\"shown\" class=\"soft\" role=\"status\"></span>\n</div>\n"
      "<p id=\"keys\" hidden><kbd>j</kbd> <kbd>k</kbd> next and previous test · <kbd>Enter</kbd> open and "
      "close "
      "· <kbd>/</kbd> search · <kbd>Esc</kbd> leave the search · <kbd>?</kbd> these keys</p>\n",
      buttons);
  add_section(page, "run", "The run", troubles, true);
  add_section(page, "failures", "Failures", failures, true);
  add_section(page, "flaky", "Passed only at another try", flaky, false);
  page += html_times(written, groups);
  add_groups(page, groups);
  page += fmt::format("<p class=\"soft\">proctor {}</p>\n</main>\n{}</body>\n</html>\n",
                      html_escaped(written.version), output::html_script(kReportScript));
  return page;
}

}  // namespace proctor::writers
