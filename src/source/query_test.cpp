// What a query may say, and how it is told that it is wrong.
#include "source/query.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "source/tests.hpp"

namespace proctor::source {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string error_of(std::string query) {
  const auto found = find_tests({"python", std::move(query), CodeStyle::body, "::", {}}, "def a(): pass\n");
  return found ? "no error" : found.error().message;
}

/// The functions that a condition lets through.
std::vector<std::string> names(const std::string& condition, std::string_view text) {
  const std::string query =
      "((function_definition name: (identifier) @test.name body: (block (_) @_first)) @test " + condition +
      ")";
  const auto found = find_tests({"python", query, CodeStyle::body, "::", {}}, text);
  EXPECT_TRUE(found) << found.error().message;
  std::vector<std::string> result;
  if (found)
    for (const FoundTest& test : found->tests) result.push_back(test.name);
  return result;
}

constexpr std::string_view kThree = "def one(): one\ndef two(): x\ndef three(): x\n";

TEST(Query, ConditionsOnTexts) {
  EXPECT_THAT(names("(#eq? @test.name \"two\")", kThree), ElementsAre("two"));
  EXPECT_THAT(names("(#not-eq? @test.name \"two\")", kThree), ElementsAre("one", "three"));
  EXPECT_THAT(names("(#match? @test.name \"^t\")", kThree), ElementsAre("two", "three"));
  EXPECT_THAT(names("(#match? @test.name \"o\")", kThree), ElementsAre("one", "two"));
  EXPECT_THAT(names("(#not-match? @test.name \"e$\")", kThree), ElementsAre("two"));
  EXPECT_THAT(names("(#any-of? @test.name \"one\" \"three\")", kThree), ElementsAre("one", "three"));
  EXPECT_THAT(names("(#not-any-of? @test.name \"one\" \"three\")", kThree), ElementsAre("two"));
}

TEST(Query, TwoCapturesAreCompared) {
  EXPECT_THAT(names("(#eq? @test.name @_first)", kThree), ElementsAre("one"));
  EXPECT_THAT(names("(#not-eq? @test.name @_first)", kThree), ElementsAre("two", "three"));
}

TEST(Query, AllConditionsMustHold) {
  EXPECT_THAT(names("(#match? @test.name \"^t\") (#match? @test.name \"e$\")", kThree), ElementsAre("three"));
}

TEST(Query, ConditionsAreAboutWholeTextsNotTheirBeginnings) {
  EXPECT_THAT(names("(#eq? @test.name \"tw\")", kThree), IsEmpty());
}

TEST(Query, ErrorsNameLineAndColumn) {
  EXPECT_THAT(error_of("(module) @_x\n  (functon_definition) @test"), HasSubstr("line 2, column 4"));
  EXPECT_THAT(error_of("(functon_definition) @test"), HasSubstr("no such node"));
  EXPECT_THAT(error_of("(function_definition nam: (identifier)) @test"), HasSubstr("no such field"));
  EXPECT_THAT(error_of("(function_definition"), HasSubstr("syntax error"));
  EXPECT_THAT(error_of("(function_definition (integer)) @test"), HasSubstr("this shape"));
}

TEST(Query, WhatMeansNothingIsAnError) {
  EXPECT_THAT(error_of("\n(module) @tests"),
              HasSubstr("line 2, column 10 of the query: @tests means nothing"));
  EXPECT_THAT(error_of("((module) @_x (#equal? @_x \"y\"))"), HasSubstr("#equal? isn't known"));
  EXPECT_THAT(error_of("((module) @_x (#set! color \"y\"))"), HasSubstr("color isn't known"));
  EXPECT_THAT(error_of("((module) @_x (#match? @_x \"(\"))"), HasSubstr("'(' is no regular expression"));
  EXPECT_THAT(error_of("((module) @_x (#set! task \"[0-9]+\"))"), HasSubstr("one group"));
  EXPECT_THAT(error_of("(identifier) @test.name"), HasSubstr("a pattern with @test.name needs a @test"));
  EXPECT_THAT(error_of(std::string("(module)\0@_x", 12)), HasSubstr("NUL"));
}

TEST(Query, AnEmptyOneFindsNothing) {
  EXPECT_EQ(error_of("; nothing\n"), "no error");
}

}  // namespace
}  // namespace proctor::source
