#include "exercism/show.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.hpp"

namespace proctor::exercism {
namespace {
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kHostile =
    "<script>alert(1)</script>\"'&</pre></details>\x1b[2J\x1b]0;title\x07\xe2\x80\xae\x9b\xff";

std::string shown(const Results& results, std::size_t width = 80) {
  output::Page page({.width = width});
  write_results(page, results);
  return page.take();
}

Results three_tests() {
  Results results;
  results.status = Verdict::fail;
  results.tests = {{"first", Status::pass, "", "code 1", "printed 1", 2},
                   {"second", Status::fail, "message 2", "code 2", "printed 2", 1},
                   {"third", Status::error, "message 3", "", "", {}}};
  return results;
}

TEST(Show, AFailureHasItsCodeItsResultAndWhatWasPrinted) {
  const std::string text = shown(three_tests());
  EXPECT_THAT(text,
              HasSubstr("  FAIL   second\n    Test Code:\n      code 2\n    Test Result:\n      message 2\n"
                        "    Your Output:\n      printed 2\n"));
  EXPECT_THAT(text, HasSubstr("  ERROR  third\n    Test Result:\n      message 3\n"));
  EXPECT_THAT(text, HasSubstr("  PASS   first\n    Test Code:\n      code 1\n"));
  EXPECT_THAT(text, EndsWith("\nFAIL  1 of 3 tests passed\n"));
}

TEST(Show, TasksComeInTheirOrderAndTestsWithoutOneLast) {
  const auto tests = three_tests();
  const auto groups = group_by_task(tests);
  ASSERT_EQ(groups.size(), 3U);
  EXPECT_EQ(groups[0].task, 1);
  EXPECT_EQ(groups[1].task, 2);
  EXPECT_EQ(groups[1].passed(), 1U);
  EXPECT_FALSE(groups[2].task);
  EXPECT_THAT(shown(three_tests()), HasSubstr("Task 2  1 of 1 passed"));
}

TEST(Show, WithoutTasksThereAreNoGroups) {
  Results results = three_tests();
  for (TestResult& test : results.tests) test.task_id = 0;
  EXPECT_EQ(group_by_task(results).size(), 1U);
  EXPECT_THAT(shown(results), Not(HasSubstr("Task")));
  EXPECT_THAT(shown(results), Not(HasSubstr("Other tests")));
}

TEST(Show, AnErrorIsItsMessage) {
  Results results;
  results.message = "leap.py: no";
  EXPECT_THAT(shown(results),
              HasSubstr("We received the following error when we ran your code:\n    leap.py: no\n"));
  EXPECT_THAT(shown(results), EndsWith("\nERROR  The tests couldn't be run\n"));
}

TEST(Show, WhatIsSaidOfTheTestsIsNoFailure) {
  Results results = three_tests();
  results.message = "Only 3 of 5 tests have room here.";
  EXPECT_THAT(shown(results), HasSubstr("  About these results:\n    Only 3 of 5"));
  EXPECT_THAT(results_page(results), HasSubstr("<h2>About these results:</h2>"));
  results.tests.clear();
  EXPECT_THAT(shown(results), HasSubstr("  What failed:\n    Only 3 of 5"));
}

TEST(Show, TestsThatAllPassDontMakeAPassOfAFailure) {
  Results results = three_tests();
  results.tests.resize(1);
  EXPECT_EQ(headline(results), "1 of 1 test passed");
  results.status = Verdict::pass;
  EXPECT_EQ(headline(results), "1 test passed");
}

TEST(Show, HostileTextsAreHarmlessOnATerminalAndCantLookLikeTheVerdict) {
  Results results = three_tests();
  results.message = std::string(kHostile) + "\nPASS  All 3 tests passed";
  for (TestResult& test : results.tests) {
    test.name = std::string(kHostile) + "\nPASS  All 3 tests passed";
    test.test_code = test.message = test.output = test.name;
  }
  for (const std::size_t width : {0U, 1U, 30U, 80U}) {
    const std::string text = shown(results, width);
    EXPECT_EQ(for_terminal(text), text);
    EXPECT_THAT(text, Not(HasSubstr("\nPASS")));
  }
}

TEST(Show, ThePageEscapesAllAndLoadsNothing) {
  Results results = three_tests();
  results.message = kHostile;
  for (TestResult& test : results.tests) test.name = test.test_code = test.message = test.output = kHostile;
  const std::string page = results_page(results);
  EXPECT_EQ(for_terminal(page), page);
  EXPECT_THAT(page, Not(HasSubstr("<script")));
  EXPECT_THAT(page, HasSubstr("&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;&lt;/pre&gt;"));
  EXPECT_THAT(page, HasSubstr("default-src 'none'"));
  for (const char* loads : {"src=", "href=", "url(", "@import", "http://", "https://"})
    EXPECT_THAT(page, Not(HasSubstr(loads))) << loads;
}

TEST(Show, ThePageHasWhatDoesntPassOpen) {
  const std::string page = results_page(three_tests());
  EXPECT_THAT(page, HasSubstr("<details class=\"pass\">"));
  EXPECT_THAT(page, HasSubstr("<details class=\"fail\" open>"));
  EXPECT_THAT(page, HasSubstr("<details class=\"error\" open>"));
  EXPECT_THAT(page, HasSubstr("<h3>Test Result:</h3>\n<pre class=\"result\">\nmessage 2</pre>"));
  EXPECT_THAT(page, HasSubstr("<h2>Task 1 <span>0 of 1 passed</span></h2>"));
}

}  // namespace
}  // namespace proctor::exercism
