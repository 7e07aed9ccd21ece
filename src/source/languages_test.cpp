// The six languages, with queries of the kind that their frameworks have.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "source/tests_testing.hpp"

namespace proctor::source {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

const FoundTest& named(const Found& found, std::string_view id) {
  static const FoundTest none;
  const auto test = std::ranges::find(found.tests, id, &FoundTest::id);
  EXPECT_NE(test, found.tests.end()) << id;
  return test == found.tests.end() ? none : *test;
}

constexpr std::string_view kJavaScript = R"scm(
((call_expression function: (identifier) @_call
   arguments: (arguments . (_) @test.name . (arrow_function body: (_) @test.body))) @test
  (#any-of? @_call "test" "it" "xtest"))
((call_expression function: (identifier) @_call
   arguments: (arguments . (_) @group.name . (arrow_function))) @group
  (#any-of? @_call "describe"))
)scm";

constexpr std::string_view kJavaScriptSkips = R"scm(
((call_expression function: (identifier) @skip) (#eq? @skip "xtest") (#set! with "test"))
)scm";

constexpr std::string_view kJavaScriptFile = R"js(
test('before all', () => {});
describe('twoFer()', () => {
  const title = 'x';
  test('it\'s \u{1F600} \ud83d\ude00', () => {
    // A comment.
    const a = 1; const b = 2;

    expect(
      a,
    ).toBe(b); // after it
    f() // implied
    // the end
  });
  xtest('expression', () => expect(1).toBe(1));
  describe("inner", () => {
    it(`of ${title}`, () => { g(); });
    it(title, () => { h(); });
  });
});
describe('second', () => { test('last', () => {}); });
)js";

Rules javascript() {
  return {"javascript", std::string(kJavaScript),     CodeStyle::statements, " > ", {},
          {},           std::string(kJavaScriptSkips)};
}

TEST(JavaScript, NamesAreJoinedAndEscapesDecoded) {
  const Found found = find(javascript(), kJavaScriptFile);
  ASSERT_THAT(found.tests, SizeIs(6));
  EXPECT_EQ(found.tests[1].id, "twoFer() > it's \U0001F600 \U0001F600");
  EXPECT_EQ(found.tests[1].groups, std::vector<std::string>{"twoFer()"});
  EXPECT_TRUE(found.tests[1].literal);
}

TEST(JavaScript, HalfASurrogatePairIsWhatTheReporterMakesOfIt) {
  const Found found = find(javascript(), R"js(test('odd \ud83d, \ude00', () => { f(); });)js");
  ASSERT_THAT(found.tests, SizeIs(1));
  EXPECT_EQ(found.tests[0].id, "odd \uFFFD, \uFFFD");
}

TEST(JavaScript, StatementsKeepTheIndentationOfTheirOtherLines) {
  const Found found = find(javascript(), kJavaScriptFile);
  EXPECT_EQ(found.tests[1].code, "const a = 1;\nconst b = 2;\nexpect(\n      a,\n    ).toBe(b);\nf()");
  EXPECT_EQ(named(found, "twoFer() > expression").code, "expect(1).toBe(1)");
  EXPECT_EQ(named(found, "before all").code, "");
}

TEST(JavaScript, AComputedNameIsNotLiteral) {
  const Found found = find(javascript(), kJavaScriptFile);
  EXPECT_FALSE(found.tests[3].literal);
  EXPECT_EQ(found.tests[3].name, "`of ${title}`");
  EXPECT_FALSE(found.tests[4].literal);
  EXPECT_EQ(found.tests[4].name, "title");
}

TEST(JavaScript, OutermostGroupsAreCounted) {
  const Found found = find(javascript(), kJavaScriptFile);
  std::vector<std::size_t> numbers;
  for (const FoundTest& test : found.tests) numbers.push_back(test.group_number);
  EXPECT_THAT(numbers, ElementsAre(0, 1, 1, 1, 1, 2));
}

TEST(JavaScript, ASkippedTestIsRenamed) {
  EXPECT_EQ(edited(javascript(), "xtest('a', () => {});\ntest('b', () => {});\n"),
            "test('a', () => {});\ntest('b', () => {});\n");
}

constexpr std::string_view kCpp = R"scm(
((expression_statement (call_expression function: (identifier) @_macro
   arguments: (argument_list . [(string_literal) (raw_string_literal) (concatenated_string)] @test.name))) @test
  . (compound_statement) @test.body
  (#eq? @_macro "TEST_CASE"))
((expression_statement (call_expression function: (identifier) @_macro
   arguments: (argument_list (_) @test.name (string_literal) @task))) @test
  (#set! task "\\[task_([0-9]+)\\]") (#eq? @_macro "TEST_CASE"))
)scm";

constexpr std::string_view kCppFile = R"text(#include "leap.h"

TEST_CASE("divisible \"by\" 4", "[utf8][task_12]") {
    // Why?
    REQUIRE(leap(2016));
}

#if defined(EXERCISM_RUN_ALL_TESTS)
namespace more {
    TEST_CASE(R"(raw \n)") {
        REQUIRE(leap(1));

        REQUIRE(leap(2));
    }
}
TEST_CASE("two" " parts", "[task_1][task_2]") { REQUIRE(1); }
#endif
)text";

TEST(Cpp, AMacroAndItsBlockAreATest) {
  const Found found = find({"cpp", std::string(kCpp), CodeStyle::block, "::", {}}, kCppFile);
  ASSERT_THAT(found.tests, SizeIs(3));
  EXPECT_EQ(found.tests[0].name, "divisible \"by\" 4");
  EXPECT_EQ(found.tests[0].code, "{\n    // Why?\n    REQUIRE(leap(2016));\n}");
  EXPECT_EQ(found.tests[0].first_line, 3);
  EXPECT_EQ(found.tests[0].last_line, 6);
  EXPECT_EQ(found.tests[1].name, "raw \\n");
  EXPECT_EQ(found.tests[1].code, "{\n    REQUIRE(leap(1));\n\n    REQUIRE(leap(2));\n}");
  EXPECT_EQ(found.tests[2].name, "two parts");
}

TEST(Cpp, ATaskIsFoundAmongOtherNumbers) {
  const Found found = find({"cpp", std::string(kCpp), CodeStyle::block, "::", {}}, kCppFile);
  ASSERT_THAT(found.tests, SizeIs(3));
  EXPECT_EQ(found.tests[0].task, 12);
  EXPECT_EQ(found.tests[1].task, std::nullopt);
  EXPECT_EQ(found.tests[2].task, std::nullopt) << "two tasks are none";
}

constexpr std::string_view kC = R"scm(
((function_definition declarator: (function_declarator declarator: (identifier) @test.name)
   body: (compound_statement) @test.body) @test (#match? @test.name "^test_"))
((expression_statement (call_expression function: (identifier) @_call)) . (comment) @hide
  (#match? @_call "^TEST_IGNORE"))
)scm";

constexpr const char* kCSkips = R"scm(
((expression_statement (call_expression function: (identifier) @_call)) @skip (#match? @_call "^TEST_IGNORE"))
)scm";

TEST(C, AnIgnoredTestIsRunAndItsMarkerIsNotShown) {
  constexpr std::string_view kText =
      "static void test_add(void)\n{\n   TEST_IGNORE();   // delete this line\n   int a = 1;\n\n   "
      "CHECK(a);\n}\n";
  const Rules rules = {"c", std::string(kC), CodeStyle::body, "::", {}, {}, kCSkips};
  const Found found = find(rules, kText);
  ASSERT_THAT(found.tests, SizeIs(1));
  EXPECT_EQ(found.tests[0].name, "test_add");
  EXPECT_EQ(found.tests[0].code, "int a = 1;\n\nCHECK(a);");
  EXPECT_EQ(edited(rules, kText),
            "static void test_add(void)\n{\n      // delete this line\n   int a = 1;\n\n   CHECK(a);\n}\n");
}

TEST(C, ABodyOnOneLine) {
  const Found found = find({"c", std::string(kC), CodeStyle::body, "::", {}}, "void test_a(void) { a(); }\n");
  ASSERT_THAT(found.tests, SizeIs(1));
  EXPECT_EQ(found.tests[0].code, "a();");
}

TEST(C, ABodyOnOneLineBeginsBehindTheMarker) {
  const Found found = find({"c", std::string(kC), CodeStyle::body, "::", {}, {}, kCSkips},
                           "void test_a(void) { TEST_IGNORE(); a(); b(); }\n");
  ASSERT_THAT(found.tests, SizeIs(1));
  EXPECT_EQ(found.tests[0].code, "a(); b();");
}

constexpr std::string_view kBash = R"scm(
((command name: (command_name (word) @_word) . argument: (_) @test.name) . (compound_statement) @test @test.body
  (#eq? @_word "@test"))
((list) @hide (#match? @hide "BATS_RUN_SKIPPED.*skip"))
((comment) @hide (#match? @hide "BATS_RUN_SKIPPED.*skip"))
)scm";

Rules bash() {
  return {"bash",
          std::string(kBash),
          CodeStyle::body,
          "::",
          {{R"((?m)^([ \t]*@test[ \t].*[^ \t][ \t]*)[ \t]\{)", R"(\1;{)"}}};
}

TEST(Bash, WhatAFrameworkAddsToTheLanguageIsReplacedForTheParser) {
  const Found found = find(bash(), R"sh(load bats-extra
@test "say \"one\" {" {
  #[[ $BATS_RUN_SKIPPED == "true" ]] || skip

  run bash x.sh <<END
heredoc }
END
  if true; then
    x
  fi
}

@test 'two' {
  [[ $BATS_RUN_SKIPPED == "true" ]] || skip
  assert_output "}"
}
@test "of $x" { true; }
)sh");
  ASSERT_THAT(found.tests, SizeIs(3));
  EXPECT_EQ(found.tests[0].id, "say \"one\" {");
  EXPECT_EQ(found.tests[0].code, "run bash x.sh <<END\nheredoc }\nEND\nif true; then\n  x\nfi");
  EXPECT_EQ(found.tests[1].id, "two");
  EXPECT_EQ(found.tests[1].code, "assert_output \"}\"");
  EXPECT_FALSE(found.tests[2].literal);
  EXPECT_EQ(found.tests[2].code, "true;");
}

TEST(Bash, WhatCantBeReadInOneTestLeavesTheOthersAlone) {
  constexpr std::string_view kText = R"sh(load bats-extra
@test "one" {
  [[ $BATS_RUN_SKIPPED == "true" ]] || skip
  run bash x.sh
}

@test "two" {
  [[ $output = *"a b"* ]]
}

 @test "three" {
  run bash y.sh
}
helper() { # @test
  true
}
)sh";
  Rules rules = bash();
  Found found = find(rules, kText);
  EXPECT_TRUE(found.broken) << "the grammar has learnt it";
  rules.section = R"((?m)^[ \t]*@test[ \t])";
  found = find(rules, kText);
  EXPECT_TRUE(found.broken);
  ASSERT_GE(found.tests.size(), 2);
  EXPECT_EQ(found.tests.front().id, "one");
  EXPECT_EQ(found.tests.front().code, "run bash x.sh");
  EXPECT_EQ(found.tests.front().first_line, 2);
  EXPECT_EQ(found.tests.back().id, "three");
  EXPECT_EQ(found.tests.back().code, "run bash y.sh");
  EXPECT_EQ(found.tests.back().first_line, 11);

  rules.section = "(";
  EXPECT_FALSE(TestFinder::make(rules));
}

TEST(Bash, WhatSkipsInSectionsThatThereIsNoTimeForIsNotKnown) {
  Rules rules{.grammar = "bash", .query = {}, .separator = "::"};
  rules.skips = R"scm(((command name: (command_name (word) @_name)) @skip (#eq? @_name "skip")))scm";
  rules.section = "(?m)^@test";
  std::string text = "if then (\n";
  while (text.size() < 1'000'000) text += "@test\n";
  text += "@test \"last\" {\n  skip\n}\n";
  // How far it comes depends on the machine.
  const auto edits = TestFinder::make(rules).value().edits(text);
  if (edits) {
    EXPECT_THAT(*edits, SizeIs(1));
  } else {
    EXPECT_EQ(edits.error().code, ErrorCode::test_config_invalid);
  }
}

TEST(Bash, AReplacementOfAnotherLengthIsNotMade) {
  Rules rules = bash();
  rules.parse = {{"@test", "test"}, {"x", "y"}};
  EXPECT_THAT(find(rules, "@test \"x\" {\n  true\n}\n").tests, IsEmpty());
}

TEST(Bash, AReplacementThatCantBeMadeIsAnError) {
  Rules rules = bash();
  rules.parse = {{"(", ""}};
  EXPECT_FALSE(TestFinder::make(rules));
  rules.parse = {{"x", "\\1"}};
  EXPECT_FALSE(TestFinder::make(rules));
}

}  // namespace
}  // namespace proctor::source
