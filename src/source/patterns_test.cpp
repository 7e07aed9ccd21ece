#include "source/patterns.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "source/tests.hpp"

namespace proctor::source {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;
using testing::UnorderedElementsAre;

std::vector<Pattern> split(std::string_view query) {
  return split_patterns(*find_grammar("python"), query);
}

TEST(Patterns, EachKnowsItsPlaceAndItsNodes) {
  constexpr std::string_view kQuery = "; a comment (\n(module) @_m\n(call function: (identifier)) @_c";
  const auto patterns = split(kQuery);
  ASSERT_THAT(patterns, SizeIs(2));
  EXPECT_EQ(kQuery.substr(patterns[0].begin, patterns[0].end - patterns[0].begin), "(module) @_m\n");
  EXPECT_THAT(patterns[1].nodes, UnorderedElementsAre("call", "identifier"));
}

TEST(Patterns, WhatMayBeLeftOutIsNotNeeded) {
  EXPECT_THAT(split("(call (string)? (integer)* @_i (float)+)")[0].nodes,
              UnorderedElementsAre("call", "float"));
  EXPECT_THAT(split("[(call (string)) (call (integer))]")[0].nodes, UnorderedElementsAre("call"));
  EXPECT_THAT(split("(_ (ERROR) !name . \"def\")")[0].nodes, IsEmpty());
}

TEST(Patterns, ASupertypeIsNoNodeOfATree) {
  EXPECT_THAT(split("(expression_statement (expression))")[0].nodes,
              UnorderedElementsAre("expression_statement"));
}

TEST(Patterns, TheTextsOfConditionsAreNeeded) {
  EXPECT_THAT(split("((identifier) @_a (#eq? @_a \"skip\"))")[0].texts, ElementsAre(ElementsAre("skip")));
  EXPECT_THAT(split("(call [(identifier) @_a (attribute (_) @_a)] (#any-of? @_a \"x\" \"y\\n\"))")[0].texts,
              ElementsAre(ElementsAre("x", "y\n")));
}

TEST(Patterns, TheTextThatARegularExpressionBeginsWithIsNeeded) {
  const auto needed = [](const std::string& expression) {
    return split("((identifier) @_a (#match? @_a \"" + expression + "\"))")[0].texts;
  };
  EXPECT_THAT(needed("^TEST_IGNORE(_MESSAGE|_x)?$"), ElementsAre(ElementsAre("TEST_IGNORE")));
  EXPECT_THAT(needed("^skips?"), ElementsAre(ElementsAre("skip")));
  EXPECT_THAT(needed("^skip{0,2}"), ElementsAre(ElementsAre("ski")));
  EXPECT_THAT(needed("^skip\u00e9*"), ElementsAre(ElementsAre("skip")));
  EXPECT_THAT(needed("^skip\\\\|"), ElementsAre(ElementsAre("skip")));
  EXPECT_THAT(needed("skip.*x"), ElementsAre(ElementsAre("skip")));
  for (const char* expression :
       {"^(skip)", "skip|omit", "^a?", "^skip|^omit", "(?i)^skip", "^skip(x)|y", "^[s]kip"})
    EXPECT_THAT(needed(expression), IsEmpty()) << expression;
}

TEST(Patterns, ConditionsOnWhatMayBeMissingNeedNothing) {
  EXPECT_THAT(split("(call (identifier)? @_a (#eq? @_a \"x\"))")[0].texts, IsEmpty());
  EXPECT_THAT(split("(call [(identifier) @_a (string)] (#eq? @_a \"x\"))")[0].texts, IsEmpty());
  EXPECT_THAT(split("((identifier) @_a (#not-eq? @_a \"x\"))")[0].texts, IsEmpty());
  EXPECT_THAT(split("((call (_) @_a (_) @_b) (#eq? @_a @_b))")[0].texts, IsEmpty());
}

TEST(Patterns, WhatIsNotUnderstoodMayAlwaysMatch) {
  for (const std::string_view query :
       {"(call", "(call))", "((a) (#eq? @_a \"x)", "(MISSING identifier) @_x", "%"}) {
    const auto patterns = split(query);
    ASSERT_THAT(patterns, SizeIs(1)) << query;
    EXPECT_TRUE(may_match(patterns[0], {}) && may_be_in(patterns[0], "")) << query;
  }
}

TEST(Patterns, AFindersFilesMayNeedDifferentOnes) {
  const auto finder = TestFinder::make({"python",
                                        "(function_definition name: (identifier) @test.name) @test\n"
                                        "((class_definition name: (identifier) @group.name) @group"
                                        " (#any-of? @group.name \"A\" \"B\"))",
                                        CodeStyle::body,
                                        "::",
                                        {}});
  ASSERT_TRUE(finder);
  EXPECT_EQ(finder->find("def a(): pass\n")->tests.at(0).id, "a");
  EXPECT_EQ(finder->find("class B:\n  def a(): pass\n")->tests.at(0).id, "B::a");
  EXPECT_EQ(finder->find("class C:\n  def a(): pass\n")->tests.at(0).id, "a");
  EXPECT_THAT(finder->find("x = 1\n")->tests, IsEmpty());
}

// (A capture inside of the wrong node would be right, too, but libtree-sitter 0.20 doesn't free it.)
TEST(Patterns, AnErrorIsToldWhenItsPatternIsNeededOrAllIsChecked) {
  const auto finder = TestFinder::make(
      {"python", "(module) @_m\n(class_definition nam: (identifier)) @group", CodeStyle::body, "::", {}});
  ASSERT_TRUE(finder);
  EXPECT_TRUE(finder->find("x = 1\n"));
  const auto found = finder->find("class A: pass\n");
  ASSERT_FALSE(found);
  EXPECT_THAT(found.error().message, testing::HasSubstr("line 2, column 19"));
  EXPECT_FALSE(finder->check());
}

}  // namespace
}  // namespace proctor::source
