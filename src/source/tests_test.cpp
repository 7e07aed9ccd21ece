// What is found in a file, by the kinds of queries that frameworks have.
#include "source/tests.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "source/tests_testing.hpp"

namespace proctor::source {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr std::string_view kPython = R"scm(
((function_definition name: (identifier) @test.name body: (block) @test.body) @test
  (#match? @test.name "^test_"))
(class_definition name: (identifier) @group.name) @group
((decorated_definition (decorator (call function: (_) @_mark) @task)
   definition: (function_definition name: (identifier) @test.name) @test)
  (#eq? @_mark "pytest.mark.task"))
)scm";

constexpr std::string_view kPythonSkips = R"scm(
((decorator [(attribute) (call)] @_marker) @skip (#match? @_marker "^(unittest|pytest\\.mark)\\.skip"))
)scm";

Rules python() {
  return {"python", std::string(kPython), CodeStyle::body, "::", {}, {}, std::string(kPythonSkips)};
}

std::vector<std::string> ids_of(const Found& found) {
  std::vector<std::string> result;
  for (const FoundTest& test : found.tests) result.push_back(test.id);
  return result;
}

std::string code_of(const Found& found, std::string_view id) {
  const auto test = std::ranges::find(found.tests, id, &FoundTest::id);
  return test == found.tests.end() ? "no test " + std::string(id) : test->code;
}

constexpr std::string_view kPythonFile = R"py(import unittest

class LasagnaTest(unittest.TestCase):
    @pytest.mark.task(taskno=2)
    @unittest.skip("later")
    def test_oven(self):  # about ovens
        # The first line.
        """Ovens."""

        self.assertEqual(
            oven(),
            40,
        )  # the end
        # really
    # of the class

    def test_short(self): pass

    def helper(self):
        pass


async def test_alone():
    expected = """
left
"""
    assert x == expected
)py";

TEST(Tests, IdsAreTheNamesOfGroupsAndTestJoined) {
  const Found found = find(python(), kPythonFile);
  EXPECT_THAT(ids_of(found), ElementsAre("LasagnaTest::test_oven", "LasagnaTest::test_short", "test_alone"));
  EXPECT_THAT(found.tests[0].groups, ElementsAre("LasagnaTest"));
  EXPECT_EQ(found.tests[0].name, "test_oven");
  EXPECT_TRUE(found.tests[0].literal);
  EXPECT_EQ(found.tests[0].first_line, 6);
  EXPECT_EQ(found.tests[0].last_line, 14);
  EXPECT_EQ(found.tests[0].group_number, 1U);
  EXPECT_EQ(found.tests[2].group_number, 0U);
  EXPECT_FALSE(found.broken);
}

TEST(Tests, ABodyIsItsLinesWithoutTheCommonIndentation) {
  const Found found = find(python(), kPythonFile);
  EXPECT_EQ(code_of(found, "LasagnaTest::test_oven"),
            "# The first line.\n\"\"\"Ovens.\"\"\"\n\nself.assertEqual(\n    oven(),\n    40,\n)  # the "
            "end\n# really");
  EXPECT_EQ(code_of(found, "LasagnaTest::test_short"), "pass");
}

TEST(Tests, LinesThatBeginInsideAStringDontCountForTheIndentation) {
  EXPECT_EQ(code_of(find(python(), kPythonFile), "test_alone"),
            "expected = \"\"\"\nleft\n\"\"\"\nassert x == expected");
}

TEST(Tests, ABlankLineInsideAStringKeepsItsBlanks) {
  const Found found =
      find(python(), "def test_a():\n    x = \"\"\"\n _ \n   \n     \n\"\"\"\n    assert x\n");
  EXPECT_EQ(code_of(found, "test_a"), "x = \"\"\"\n _ \n   \n \n\"\"\"\nassert x");
}

TEST(Tests, CommentsDontCountForTheIndentationWhereThereAreStatements) {
  const Found found = find(python(),
                           "class A:\n    def test_a(self):\n        one()\n# left\n            # right\n"
                           "        two()\n");
  EXPECT_EQ(code_of(found, "A::test_a"), "one()\n# left\n    # right\ntwo()");
}

TEST(Tests, ATaskIsOneNumber) {
  const Found found = find(python(), kPythonFile);
  EXPECT_EQ(found.tests[0].task, 2);
  EXPECT_EQ(found.tests[1].task, std::nullopt);

  const Found two = find(python(), "@pytest.mark.task(1)\n@pytest.mark.task(2)\ndef test_a(): pass\n");
  ASSERT_THAT(two.tests, SizeIs(1));
  EXPECT_EQ(two.tests[0].task, std::nullopt);
}

TEST(Tests, ATaskOfAGroupIsThatOfItsTestsThatHaveNone) {
  Rules rules = python();
  rules.query += R"scm(
    ((class_definition body: (block . (expression_statement (assignment left: (identifier) @_name) @task))) @group
      (#eq? @_name "task")))scm";
  const Found found = find(rules,
                           "class A:\n    task = 7\n    def test_a(self): pass\n"
                           "    @pytest.mark.task(3)\n    def test_b(self): pass\n");
  ASSERT_THAT(found.tests, SizeIs(2));
  EXPECT_EQ(found.tests[0].task, 7);
  EXPECT_EQ(found.tests[1].task, 3);
}

TEST(Tests, ATaskWhosePatternNamesNoTestIsThatOfTheTestAroundIt) {
  Rules rules = python();
  rules.query += R"scm(((comment) @task (#match? @task "task: [0-9]+") (#set! task "task: ([0-9]+)")))scm";
  const Found found = find(rules, "# task: 1\ndef test_a():\n    a()\n    # 2 of task: 4\n    b()\n");
  ASSERT_THAT(found.tests, SizeIs(1));
  EXPECT_EQ(found.tests[0].task, 4);
}

TEST(Tests, AnEditTakesASkipMarkerAwayAndKeepsTheLines) {
  constexpr std::string_view kText = "@unittest.skip(\n    'x'\n)\ndef test_a():\n    pass\n";
  EXPECT_EQ(edited(python(), kText), "\n\n\ndef test_a():\n    pass\n");
}

TEST(Tests, WhatHasNoSkipMarkersIsNotEditedNorIsTheOtherQueryNeeded) {
  Rules rules = python();
  rules.query += "(module) @nonsense";
  EXPECT_EQ(edited(rules, "def test_a():\n    pass\n"), "def test_a():\n    pass\n");
  EXPECT_EQ(edited(rules, "@unittest.skip\ndef test_a():\n    pass\n"), "\ndef test_a():\n    pass\n");
}

TEST(Tests, WhatSkipsATestOfATextThatCannotBeReadIsNotKnown) {
  Rules rules{.grammar = "python", .query = {}, .separator = "::"};
  const std::string large(std::size_t{1} << 20U, '#');
  EXPECT_THAT(TestFinder::make(rules).value().edits(large + "\n").value(), IsEmpty());
  rules.skips = R"scm(((decorator) @skip (#match? @skip "^@skip")))scm";
  const auto finder = TestFinder::make(rules).value();
  EXPECT_THAT(finder.edits("@skip\ndef test_a(): pass\n").value(), SizeIs(1));
  const auto edits = finder.edits(large + "\n");
  ASSERT_FALSE(edits);
  EXPECT_EQ(edits.error().code, ErrorCode::test_config_invalid);
}

TEST(Tests, WhatSkipsIsAskedForInItsOwnFile) {
  Rules rules = python();
  rules.query += "(decorator) @skip";
  const auto checked = TestFinder::make(rules).value().check();
  ASSERT_FALSE(checked);
  EXPECT_THAT(checked.error().message, HasSubstr("skips.scm"));
}

TEST(Tests, WhatASkipMarkerIsReplacedByIsShown) {
  Rules rules = python();
  rules.skips += R"scm(
    ((expression_statement (call function: (_) @_call)) @skip (#eq? @_call "self.skipTest") (#set! with "pass")))scm";
  constexpr std::string_view kText = "def test_a(self):\n    self.skipTest('x')\n";
  EXPECT_EQ(edited(rules, kText), "def test_a(self):\n    pass\n");
  EXPECT_EQ(code_of(find(rules, kText), "test_a"), "pass");
}

TEST(Tests, WhatTheCompilerMayLeaveOutIsKnownOfTheTestsInIt) {
  constexpr std::string_view kQuery = R"scm(
((expression_statement (call_expression function: (identifier) @_macro
   arguments: (argument_list . (string_literal) @test.name))) @test . (compound_statement) @test.body
  (#eq? @_macro "TEST_CASE"))
((preproc_ifdef name: (identifier) @_flag) @perhaps (#not-eq? @_flag "ALL"))
(preproc_else) @perhaps
)scm";
  const Found found =
      find({"cpp", std::string(kQuery), CodeStyle::block, "::", {}},
           "TEST_CASE(\"a\") {\n}\n"
           "#ifdef ALL\nTEST_CASE(\"b\") {\n}\n#else\nTEST_CASE(\"c\") {\n}\n#endif\n"
           "#ifdef SLOW\n#ifdef ALL\nTEST_CASE(\"d\") {\n}\n#endif\nTEST_CASE(\"e\") {\n}\n#endif\n"
           "TEST_CASE(\"f\") {\n}\n");
  std::vector<std::string> perhaps;
  for (const FoundTest& test : found.tests)
    if (!test.literal) perhaps.push_back(test.id);
  EXPECT_THAT(ids_of(found), ElementsAre("a", "b", "c", "d", "e", "f"));
  EXPECT_THAT(perhaps, ElementsAre("c", "d", "e"));
}

TEST(Tests, WhatTheSourceStartsByNameIsKnown) {
  constexpr std::string_view kQuery = R"scm(
(function_definition declarator: (function_declarator declarator: (identifier) @test.name)
   body: (compound_statement) @test.body) @test
((call_expression function: (identifier) @_run arguments: (argument_list . (identifier) @run))
  (#eq? @_run "RUN_TEST"))
[(preproc_if) (preproc_ifdef)] @perhaps
)scm";
  const Found found = find({"c", std::string(kQuery), CodeStyle::body, "::", {}},
                           "void a(void) {}\nvoid b(void) {}\nvoid c(void) {}\nvoid d(void) {}\n"
                           "void e(void) {}\n#ifdef X\nvoid f(void) {}\n#endif\n"
                           "int main(void) {\n  RUN_TEST(a);\n  /* RUN_TEST(b); */\n  // RUN_TEST(c);\n"
                           "#if 0\n  RUN_TEST(d);\n#endif\n  if (x()) RUN_TEST(e);\n  RUN_TEST(f);\n}\n");
  std::vector<std::string> started;
  for (const FoundTest& test : found.tests)
    if (test.started) started.push_back(test.id);
  EXPECT_THAT(started, ElementsAre("a", "e"));
}

TEST(Tests, WindowsLineEndsAreGoneFromTheCode) {
  const Found found = find(python(), "def test_a():\r\n    a()\r\n\r\n    b()\r\n");
  EXPECT_EQ(code_of(found, "test_a"), "a()\n\nb()");
}

TEST(Tests, TabsCountAsTheyStand) {
  const Found found = find(python(), "def test_a():\n\tif x:\n\t\ta()\n\tb()\n");
  EXPECT_EQ(code_of(found, "test_a"), "if x:\n\ta()\nb()");
}

TEST(Tests, OnlyARunTellsWhetherATestInABranchIsThere) {
  Rules rules = python();
  rules.query += "[(if_statement) (for_statement)] @perhaps\n";
  const Found found = find(rules,
                           "def test_a(): pass\n"
                           "if x:\n    def test_b(): pass\n    for y in z:\n        def test_c(): pass\n"
                           "    def test_d(): pass\n"
                           "def test_e():\n    if x: pass\n"
                           "class C:\n    def test_f(): pass\n");
  EXPECT_THAT(ids_of(found), ElementsAre("test_a", "test_b", "test_c", "test_d", "test_e", "C::test_f"));
  std::vector<bool> known;
  for (const FoundTest& test : found.tests) known.push_back(test.literal);
  EXPECT_THAT(known, ElementsAre(true, false, false, false, true, true));
}

TEST(Tests, OneFinderReadsManyFiles) {
  const auto finder = TestFinder::make(python());
  ASSERT_TRUE(finder);
  EXPECT_THAT(ids_of(*finder->find("def test_a(): pass\n")), ElementsAre("test_a"));
  EXPECT_THAT(ids_of(*finder->find("def test_b(): pass\n")), ElementsAre("test_b"));
}

TEST(Tests, ASyntaxErrorLeavesTheOtherTests) {
  const Found found =
      find(python(), "def test_a():\n    pass\n\ndef test_b(:\n    )\n\ndef test_c():\n    pass\n");
  EXPECT_TRUE(found.broken);
  EXPECT_THAT(ids_of(found), testing::Contains("test_a"));
}

TEST(Tests, AnUnknownGrammarIsAnErrorThatNamesThoseThereAre) {
  const auto finder = TestFinder::make({"cobol", "", CodeStyle::body, "::", {}});
  ASSERT_FALSE(finder);
  EXPECT_THAT(finder.error().message, HasSubstr("'cobol'"));
  EXPECT_THAT(finder.error().message, HasSubstr("bash, c, cpp, go, java, javascript, php, python"));
}

}  // namespace
}  // namespace proctor::source
