#include <gmock/gmock.h>

#include "base/text.hpp"
#include "writers/html.hpp"
#include "writers/writers_testing.hpp"

namespace proctor::writers {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

TEST(HtmlPage, HasFailuresFirstWithWhyAndOutput) {
  const std::string page = write_html(written(all_kinds()));
  EXPECT_THAT(page, AllOf(HasSubstr("<h1>2 of 5 tests failed</h1>"), HasSubstr("where 3 = size()"),
                          HasSubstr("looking"), HasSubstr("test/test_stock.py:17 · new · 3 tries")));
  EXPECT_LT(page.find("id=\"failures\""), page.find("id=\"flaky\""));
  EXPECT_LT(page.find("id=\"flaky\""), page.find("id=\"all\""));
}

TEST(HtmlPage, ShowsWhatWentWrongWithTheRunBeforeAllElse) {
  const std::string page = write_html(written(timed_out()));
  EXPECT_THAT(page, AllOf(HasSubstr("<header class=\"error\">"), HasSubstr("<h1>TEST_TIMEOUT</h1>"),
                          HasSubstr("data-status=\"not_run\""), HasSubstr("weren&#39;t done after 300 s.")));
}

TEST(HtmlPage, MarksInPairsOfLinesWhatIsDifferent) {
  EXPECT_THAT(
      html_block("why", "- Expected  - 1\n+ Received  + 1\n\n- one red apple\n+ one tart apple", 1000),
      AllOf(HasSubstr("<span class=\"good\">- one <mark>red</mark> apple</span>"),
            HasSubstr("<span class=\"bad\">+ one <mark>tart</mark> apple</span>")));
  EXPECT_THAT(html_block("why", "Expected: 12\nActual: 13", 1000),
              AllOf(HasSubstr("<span class=\"good\">Expected: 1<mark>2</mark></span>"),
                    HasSubstr("<span class=\"bad\">Actual: 1<mark>3</mark></span>")));
  EXPECT_THAT(html_block("why", "- a list\n- of things", 1000), Not(HasSubstr("<span")));
  EXPECT_EQ(html_block("why", " \n", 1000), "");
}

TEST(HtmlPage, KeepsWhatTestsAreCalledAndPrintOutOfItsMarkup) {
  const std::string hostile =
      "</pre></script><script>alert(1)</script><!--\" onfocus='x' \xff\x01\xE2\x80\xA8" +
      std::string(1, '\0');
  Answer answer = all_kinds();
  for (Case& test : answer.report.value().suites[0].cases) {
    test.name = hostile;
    test.reason = hostile;
    test.output = hostile;
  }
  answer.report.value().suites[0].name = answer.report.value().suites[0].file = hostile;
  answer.report.value().run.command = hostile;
  const std::string page = write_html(written(answer));
  EXPECT_TRUE(is_valid_utf8(page));
  EXPECT_THAT(page, Not(HasSubstr("<script>alert")));
  EXPECT_THAT(page, Not(HasSubstr("<!--")));
  EXPECT_EQ(page.find("<script>"), page.rfind("<script>"));
}

TEST(HtmlPage, StaysOfASizeThatOpensAtOnce) {
  Answer answer = all_kinds();
  auto& cases = answer.report.value().suites[0].cases;
  for (int i = 0; i < 400; ++i) {
    cases.push_back(a_case("test_" + std::to_string(i), i % 2 == 0 ? Status::fail : Status::pass,
                           std::string(20'000, '<')));
  }
  const std::string page = write_html(written(answer));
  EXPECT_LT(page.size(), 8U << 20U);
  EXPECT_THAT(page, AllOf(HasSubstr("KiB left out"), HasSubstr("more tests, in the list below"),
                          HasSubstr(">test_399<")));
}

TEST(HtmlPage, ShowsWhenTestsRan) {
  const Answer answer = [] {
    Answer all = all_kinds();
    all.report.value().suites[0].cases[0].id = "a";
    all.report.value().suites[0].cases[1].id = "b";
    return all;
  }();
  Written one = written(answer);
  EXPECT_THAT(write_html(one), Not(HasSubstr("class=\"lanes\"")));
  one.spans = {{"a", {0, 6'172}}, {"b", {3'086, 12'345}}};
  EXPECT_THAT(write_html(one), AllOf(HasSubstr("left:0.00%;width:50.00%;top:0px"),
                                     HasSubstr("left:25.00%;width:75.00%;top:14px")));
}

}  // namespace
}  // namespace proctor::writers
