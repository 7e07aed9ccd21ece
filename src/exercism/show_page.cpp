// The page of `proctor show --html`. Everything that isn't written here is escaped.
#include <fmt/format.h>

#include <string>
#include <string_view>

#include "exercism/show.hpp"
#include "output/columns.hpp"
#include "output/html.hpp"

namespace proctor::exercism {
namespace {

constexpr std::string_view kStyle = R"(main { max-width: 56rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
.exercise { margin: 0 0 .2rem; font-weight: 600; color: var(--soft); overflow-wrap: anywhere; }
h1 { margin: 0; font-size: 1.4rem; line-height: 1.3; color: var(--mark); }
h2 { margin: 2rem 0 .75rem; font-size: 1.1rem; display: flex; flex-wrap: wrap; gap: .25rem .75rem; align-items: baseline; }
h2 span { font-size: .9rem; font-weight: normal; color: var(--soft); }
h3 { margin: 1rem 0 .35rem; font-size: .85rem; color: var(--soft); }
.tests { margin-top: 1.25rem; }
pre.result { border-left: .25rem solid var(--mark); }
@media (max-width: 30rem) { main { padding: .75rem .5rem 2rem; } }
)";

void add_text(std::string& page, std::string_view title, std::string_view kind, const std::string& text) {
  if (output::lines_of(text).empty()) return;
  // The line feed behind <pre> isn't shown; one of the text's own would be lost instead.
  page += fmt::format("<h3>{}</h3>\n<pre class=\"{}\">\n{}</pre>\n", title, kind, output::html_escaped(text));
}

void add_test(std::string& page, const TestResult& test) {
  const bool passed = test.status == Status::pass;
  const char* label = passed ? "Passed" : test.status == Status::fail ? "Failed" : "Error";
  page += fmt::format(
      "<details class=\"{}\"{}>\n<summary><span class=\"badge\">{}</span><span "
      "class=\"name\">{}</span></summary>\n<div class=\"about\">\n",
      word(test.status), passed ? "" : " open", label, output::html_escaped(output::one_line(test.name)));
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
  const std::string title = output::one_line(exercise);
  const std::string name = output::html_escaped(title);
  std::string page = output::html_head((title.empty() ? "" : title + ": ") + headline(results), kStyle);
  page += fmt::format("<body>\n<main>\n<header class=\"{}\">\n", word(results.status));
  if (!name.empty()) page += fmt::format("<p class=\"exercise\">{}</p>\n", name);
  page += fmt::format("<h1>{}</h1>\n", headline(results));
  add_bar(page, results);
  page += "</header>\n";
  if (!results.message.empty()) {
    page += fmt::format("<section class=\"{}\">\n<h2>{}</h2>\n<pre class=\"result\">\n{}</pre>\n</section>\n",
                        word(results.status), message_title(results), output::html_escaped(results.message));
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
