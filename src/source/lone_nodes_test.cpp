#include "source/lone_nodes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace proctor::source {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr const char* kText = R"(/* one */
int a(void) { TEST_IGNORE(); return 1; } // two
#define LATER TEST_IGNORE()
int b(void) { if (a()) { a(); /* three */ } return 2; }
int broken( { a(); }
)";

/// Each match as its settings and its captures' roles and texts.
std::vector<std::string> described(const std::vector<Match>& matches) {
  std::vector<std::string> lines;
  for (const Match& match : matches) {
    std::string line = match.settings->with + "|";
    for (const Capture& capture : match.captures)
      line += std::to_string(static_cast<int>(capture.role)) + ":" +
              std::string(text_of(capture.node, kText)) + ";";
    lines.push_back(line);
  }
  return lines;
}

std::optional<LoneNodes> nodes_of(const std::vector<Pattern>& patterns) {
  std::vector<const Pattern*> pointers;
  for (const Pattern& pattern : patterns) pointers.push_back(&pattern);
  return LoneNodes::of(*find_grammar("c"), pointers);
}

class AsAQuery : public testing::TestWithParam<const char*> {};

TEST_P(AsAQuery, FindsTheSame) {
  const Grammar& grammar = *find_grammar("c");
  const auto patterns = split_patterns(grammar, GetParam());
  const auto nodes = nodes_of(patterns);
  ASSERT_TRUE(nodes);
  const auto query = Query::compile(grammar, GetParam());
  ASSERT_TRUE(query) << query.error().message;
  const Tree tree = parse(grammar, kText);
  bool complete = false;
  const auto wanted = described(query->run(*tree, kText, complete));
  ASSERT_TRUE(complete);
  EXPECT_FALSE(wanted.empty());
  EXPECT_EQ(described(nodes->run(*tree, kText, complete)), wanted);
  EXPECT_TRUE(complete);
}

INSTANTIATE_TEST_SUITE_P(
    LoneNodes, AsAQuery,
    testing::Values(
        R"((comment) @skip)", R"(((comment) @hide @skip))", R"((translation_unit) @perhaps)",
        R"(((comment) @skip (#match? @skip "t")) ((comment) @hide (#not-match? @hide "two")))",
        R"(((expression_statement) @skip @hide (#match? @skip "^TEST_IGNORE") (#set! with "{}")))",
        R"scm(((preproc_arg) @skip (#eq? @skip "TEST_IGNORE()")))scm",
        R"(((identifier) @_a @skip (#any-of? @_a "a" "b") (#eq? @_a @skip)))",
        R"((if_statement) @perhaps (compound_statement) @skip (comment) @hide)",
        R"(((comment) @hide) (number_literal) @skip)"));

TEST(LoneNodes, WhatIsAboutMoreIsLeftToTheQuery) {
  const Grammar& grammar = *find_grammar("c");
  for (const char* query :
       {R"((if_statement (compound_statement) @skip))", R"(((comment) @skip . (comment)))",
        R"([(comment) (identifier)] @skip)", R"((_) @skip)", R"((expression) @skip)", R"((ERROR) @skip)",
        R"("return" @skip)", R"((if_statement !alternative) @skip)", R"((if_statement condition: (_)) @skip)",
        R"(((comment)* @skip))", R"(((comment)+ @skip))", R"((comment) @test)", R"((comment) @nonsense)",
        R"(((comment) @skip (#eq? @_other "x")))", R"scm(((comment) @skip (#match? @skip "(")))scm",
        R"(((comment) @skip (#unheard-of? @skip)))", R"((((comment) @skip)))"})
    EXPECT_FALSE(nodes_of(split_patterns(grammar, query))) << query;
}

TEST(LoneNodes, HaveWhatTheirPatternsSay) {
  const auto patterns =
      split_patterns(*find_grammar("c"), R"(((comment) @skip @_x (#eq? @_x "a") (#set! with "b")))");
  ASSERT_EQ(patterns.size(), 1U);
  ASSERT_TRUE(patterns[0].lone);
  EXPECT_EQ(patterns[0].lone->type, "comment");
  EXPECT_THAT(patterns[0].lone->captures, ElementsAre("skip", "_x"));
  ASSERT_EQ(patterns[0].lone->statements.size(), 2U);
  EXPECT_EQ(patterns[0].lone->statements[0].name, "eq?");
  EXPECT_TRUE(patterns[0].lone->statements[0].words[0].is_capture);
  EXPECT_EQ(patterns[0].lone->statements[0].words[0].capture, 1U);
  EXPECT_EQ(patterns[0].lone->statements[1].words[1].text, "b");
}

TEST(LoneNodes, OfNoneNothingIsFound) {
  const auto nodes = nodes_of({});
  ASSERT_TRUE(nodes);
  const Tree tree = parse(*find_grammar("c"), kText);
  bool complete = false;
  EXPECT_THAT(nodes->run(*tree, kText, complete), IsEmpty());
  EXPECT_TRUE(complete);
}

}  // namespace
}  // namespace proctor::source
