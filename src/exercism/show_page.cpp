// The page of `proctor show --html`. Everything that isn't written here is escaped.
#include <fmt/format.h>

#include <string>
#include <string_view>

#include "base/text.hpp"
#include "exercism/show.hpp"
#include "output/columns.hpp"

namespace proctor::exercism {
namespace {

// No script can run, nothing can be loaded and no form sent, should a text ever get out of its element.
constexpr std::string_view kHead = R"(<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
)";

constexpr std::string_view kStyle = R"(<style>
:root {
  color-scheme: light dark;
  --page: #f4f5f8; --card: #fff; --code: #f7f8fb; --line: #dfe2ea; --text: #1d2030; --soft: #5a6072;
  --pass: #177245; --pass-back: #e2f4ea; --fail: #b3261e; --fail-back: #fdeaea; --error: #8a5200; --error-back: #fcefd9;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #14161d; --card: #1c1f29; --code: #14171f; --line: #323746; --text: #e6e8f0; --soft: #a0a7ba;
    --pass: #6fd39d; --pass-back: #17352a; --fail: #ff9a92; --fail-back: #411f22; --error: #f3bd6d; --error-back: #3d2d14;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 16px/1.5 system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; }
main { max-width: 56rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
header { border-left: .35rem solid var(--mark); background: var(--card); border-radius: .5rem; padding: 1rem 1.25rem; box-shadow: 0 1px 2px #0001; }
.exercise { margin: 0 0 .2rem; font-weight: 600; color: var(--soft); overflow-wrap: anywhere; }
h1 { margin: 0; font-size: 1.4rem; line-height: 1.3; color: var(--mark); }
h2 { margin: 2rem 0 .75rem; font-size: 1.1rem; display: flex; flex-wrap: wrap; gap: .25rem .75rem; align-items: baseline; }
h2 span { font-size: .9rem; font-weight: normal; color: var(--soft); }
h3 { margin: 1rem 0 .35rem; font-size: .85rem; color: var(--soft); }
.pass { --mark: var(--pass); --back: var(--pass-back); }
.fail { --mark: var(--fail); --back: var(--fail-back); }
.error { --mark: var(--error); --back: var(--error-back); }
.bar { display: flex; gap: 2px; height: .5rem; margin-top: .75rem; border-radius: .25rem; overflow: hidden; background: var(--line); }
.bar i { display: block; min-width: 0; background: var(--mark); }
.tests { margin-top: 1.25rem; }
details { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; margin: .6rem 0; }
summary { cursor: pointer; display: flex; gap: .75rem; align-items: flex-start; padding: .7rem 1rem; border-radius: .5rem; list-style: none; }
summary::-webkit-details-marker { display: none; }
summary::after { content: "▸"; margin-left: auto; color: var(--soft); transition: transform .1s; }
details[open] > summary::after { transform: rotate(90deg); }
summary:hover { background: var(--code); }
summary:focus-visible { outline: 2px solid var(--mark); outline-offset: 2px; }
.badge { flex: none; min-width: 4.2rem; text-align: center; font-size: .75rem; font-weight: 600; line-height: 1.6rem; border-radius: 1rem; padding: 0 .6rem; color: var(--mark); background: var(--back); }
.name { min-width: 0; overflow-wrap: anywhere; font-weight: 500; }
.about { padding: 0 1rem 1rem; }
.about h3:first-child { margin-top: 0; }
pre { margin: 0; padding: .75rem .9rem; background: var(--code); border: 1px solid var(--line); border-radius: .4rem; overflow-x: auto; font: .85rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 4; }
pre.code { white-space: pre; overflow-wrap: normal; }
pre.result { border-left: .25rem solid var(--mark); }
@media (max-width: 30rem) {
  main { padding: .75rem .5rem 2rem; }
  header { padding: .8rem 1rem; }
  summary { padding: .6rem .7rem; gap: .5rem; }
  .badge { min-width: 0; }
  .about { padding: 0 .7rem .7rem; }
}
@media print { details { break-inside: avoid; } }
</style>
)";

std::string escaped(std::string_view text) {
  std::string safe;
  for (const char c : for_terminal(text)) {
    switch (c) {
      case '&':
        safe += "&amp;";
        break;
      case '<':
        safe += "&lt;";
        break;
      case '>':
        safe += "&gt;";
        break;
      case '"':
        safe += "&quot;";
        break;
      case '\'':
        safe += "&#39;";
        break;
      default:
        safe += c;
    }
  }
  return safe;
}

void add_text(std::string& page, std::string_view title, std::string_view kind, const std::string& text) {
  if (output::lines_of(text).empty()) return;
  // The line feed behind <pre> isn't shown; one of the text's own would be lost instead.
  page += fmt::format("<h3>{}</h3>\n<pre class=\"{}\">\n{}</pre>\n", title, kind, escaped(text));
}

void add_test(std::string& page, const TestResult& test) {
  const bool passed = test.status == Status::pass;
  const char* label = passed ? "Passed" : test.status == Status::fail ? "Failed" : "Error";
  page += fmt::format(
      "<details class=\"{}\"{}>\n<summary><span class=\"badge\">{}</span><span "
      "class=\"name\">{}</span></summary>\n<div class=\"about\">\n",
      word(test.status), passed ? "" : " open", label, escaped(output::one_line(test.name)));
  add_text(page, "Test Code:", "code", test.test_code);
  if (!passed) add_text(page, "Test Result:", "result", test.message);
  add_text(page, "Your Output:", "output", test.output);
  page += "</div>\n</details>\n";
}

void add_bar(std::string& page, const Results& results) {
  if (results.tests.empty()) return;
  page += "<div class=\"bar\" aria-hidden=\"true\">";
  for (const Status status : {Status::pass, Status::fail, Status::error}) {
    std::size_t count = 0;
    for (const TestResult& test : results.tests) count += test.status == status ? 1U : 0U;
    if (count > 0) page += fmt::format("<i class=\"{}\" style=\"flex:{}\"></i>", word(status), count);
  }
  page += "</div>\n";
}

}  // namespace

std::string results_page(const Results& results, std::string_view exercise) {
  std::string page(kHead);
  const std::string name = escaped(output::one_line(exercise));
  page += fmt::format("<title>{}{}</title>\n", name.empty() ? "" : name + ": ", headline(results));
  page += kStyle;
  page += fmt::format("</head>\n<body>\n<main>\n<header class=\"{}\">\n", word(results.status));
  if (!name.empty()) page += fmt::format("<p class=\"exercise\">{}</p>\n", name);
  page += fmt::format("<h1>{}</h1>\n", headline(results));
  add_bar(page, results);
  page += "</header>\n";
  if (!results.message.empty()) {
    page += fmt::format("<section class=\"{}\">\n<h2>{}</h2>\n<pre class=\"result\">\n{}</pre>\n</section>\n",
                        word(results.status), message_title(results), escaped(results.message));
  }
  const auto groups = group_by_task(results);
  const bool titled = groups.size() > 1 || (!groups.empty() && groups.front().task);
  for (const TaskGroup& group : groups) {
    page += "<section class=\"tests\">\n";
    if (titled) {
      page += fmt::format("<h2>{} <span>{} of {} passed</span></h2>\n",
                          group.task ? fmt::format("Task {}", *group.task) : "Other tests", group.passed(),
                          group.tests.size());
    }
    for (const TestResult* test : group.tests) add_test(page, *test);
    page += "</section>\n";
  }
  page += "</main>\n</body>\n</html>\n";
  return page;
}

}  // namespace proctor::exercism
