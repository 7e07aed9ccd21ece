#include "source/shapes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "base/files.hpp"

namespace proctor::source {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr const char* kText = R"(/* one */
int x, y, z; static int w;
void g(/* none */ int a, int b) { f(); f(z); return; f(/* first */ x); f(y, x); f(); f(f(y)); for (x = 0; x < 1; ++x) {} }
int a(void) { TEST_IGNORE(); return 1; } // two
#define LATER TEST_IGNORE()
int b(void) { if (a()) { a(); /* three */ } return 2; }
int broken( { a(); }
)";

/// Each match as its settings and its captures' roles and texts.
std::vector<std::string> described(const std::vector<Match>& matches, std::string_view text = kText) {
  std::vector<std::string> lines;
  for (const Match& match : matches) {
    std::string line = match.settings->with + "|";
    for (const Capture& capture : match.captures)
      line += std::to_string(static_cast<int>(capture.role)) + ":" +
              std::to_string(ts_node_start_byte(capture.node)) + std::string(text_of(capture.node, text)) +
              ";";
    lines.push_back(line);
  }
  return lines;
}

std::optional<Shapes> shapes_of(const std::vector<Pattern>& patterns, std::string_view grammar = "c") {
  std::vector<const Pattern*> pointers;
  for (const Pattern& pattern : patterns) pointers.push_back(&pattern);
  return Shapes::of(*find_grammar(grammar), pointers);
}

class AsAQuery : public testing::TestWithParam<const char*> {};

TEST_P(AsAQuery, FindsTheSame) {
  const Grammar& grammar = *find_grammar("c");
  const auto patterns = split_patterns(grammar, GetParam());
  const auto shapes = shapes_of(patterns);
  ASSERT_TRUE(shapes);
  const auto query = Query::compile(grammar, GetParam());
  ASSERT_TRUE(query) << query.error().message;
  const Tree tree = parse(grammar, kText);
  bool complete = false;
  const auto wanted = described(query->run(*tree, kText, complete));
  ASSERT_TRUE(complete);
  EXPECT_FALSE(wanted.empty());
  EXPECT_EQ(described(shapes->run(*tree, kText, complete)), wanted);
  EXPECT_TRUE(complete);
}

INSTANTIATE_TEST_SUITE_P(
    Shapes, AsAQuery,
    testing::Values(
        R"((comment) @skip)", R"(((comment) @hide @skip))", R"((translation_unit) @perhaps)",
        R"(((comment) @skip (#match? @skip "t")) ((comment) @hide (#not-match? @hide "two")))",
        R"(((expression_statement) @skip @hide (#match? @skip "^TEST_IGNORE") (#set! with "{}")))",
        R"scm(((preproc_arg) @skip (#eq? @skip "TEST_IGNORE()")))scm",
        R"(((identifier) @_a @skip (#any-of? @_a "a" "b") (#eq? @_a @skip)))",
        R"((if_statement) @perhaps (compound_statement) @skip (comment) @hide)",
        R"(((comment) @hide) (number_literal) @skip)", R"((comment) @test)",
        R"((function_definition declarator: (function_declarator declarator: (identifier) @test.name)
             body: (compound_statement) @test.body) @test)",
        R"((parameter_list . (parameter_declaration) @run))", R"((argument_list . (call_expression) @run))",
        R"((call_expression function: (identifier) @_f arguments: (argument_list . (identifier) @run)
             (#eq? @_f "f")))",
        R"(((expression_statement) @skip . (comment) @hide))",
        R"(((expression_statement) . (expression_statement) . (return_statement) @hide))",
        R"((declaration type: (primitive_type) @_t declarator: (identifier) @run) @test)",
        R"((declaration declarator: (identifier) @run declarator: (identifier) @hide))",
        R"((for_statement initializer: (assignment_expression left: (identifier) @run)) @perhaps)"));

TEST(Shapes, WhatIsMoreIsLeftToTheQuery) {
  const Grammar& grammar = *find_grammar("c");
  for (const char* query : {R"((if_statement (compound_statement) @skip))",
                            R"(((comment) @skip (comment)))",
                            R"([(comment) (identifier)] @skip)",
                            R"((_) @skip)",
                            R"((expression) @skip)",
                            R"((ERROR) @skip)",
                            R"("return" @skip)",
                            R"((if_statement !alternative) @skip)",
                            R"((if_statement condition: (_)) @skip)",
                            R"(((comment)* @skip))",
                            R"(((comment)+ @skip))",
                            R"((comment) @test.name)",
                            R"((comment) @nonsense)",
                            R"(((comment) @skip (#eq? @_other "x")))",
                            R"scm(((comment) @skip (#match? @skip "(")))scm",
                            R"(((comment) @skip (#unheard-of? @skip)))",
                            R"((((comment) @skip)))",
                            R"(((comment) .) @skip)",
                            R"(((comment) @skip .))",
                            R"((. (comment) @skip))",
                            R"((argument_list (identifier) @run .))",
                            R"((argument_list . (identifier) . (identifier) @run))",
                            R"((argument_list . (identifier) (identifier) @run))",
                            R"((call_expression . function: (identifier) @run))",
                            R"((call_expression nothing: (identifier) @run))",
                            R"((call_expression function: [(identifier) (call_expression)] @run))",
                            R"((call_expression function: ((identifier) @run)))",
                            R"((call_expression function: (identifier)? @run))",
                            R"(((comment) . ((comment) @skip)))",
                            R"(((comment) . (comment)) @skip)",
                            R"(type: (identifier) @run)"})
    EXPECT_FALSE(shapes_of(split_patterns(grammar, query))) << query;
}

TEST(Shapes, HaveWhatTheirPatternsSay) {
  const auto patterns = split_patterns(
      *find_grammar("c"),
      R"(((if_statement condition: (identifier) @_x) @skip . (comment) (#eq? @_x "a") (#set! with "b")))");
  ASSERT_EQ(patterns.size(), 1U);
  ASSERT_TRUE(patterns[0].shape);
  const Shape& shape = *patterns[0].shape;
  EXPECT_THAT(shape.captures, ElementsAre("_x", "skip"));
  ASSERT_EQ(shape.row.size(), 2U);
  EXPECT_EQ(shape.row[0].type, "if_statement");
  EXPECT_THAT(shape.row[0].captures, ElementsAre(1U));
  ASSERT_EQ(shape.row[0].children.size(), 1U);
  EXPECT_EQ(shape.row[0].children[0].type, "identifier");
  EXPECT_EQ(shape.row[0].children[0].field, "condition");
  EXPECT_EQ(shape.row[1].type, "comment");
  ASSERT_EQ(shape.statements.size(), 2U);
  EXPECT_EQ(shape.statements[0].name, "eq?");
  EXPECT_TRUE(shape.statements[0].words[0].is_capture);
  EXPECT_EQ(shape.statements[0].words[0].capture, 0U);
  EXPECT_EQ(shape.statements[1].words[1].text, "b");
}

// Found by shapes_fuzz: the query finds no siblings there, but single nodes.
TEST(Shapes, InWhatCannotBeParsedNothingStandsRightBehindAnother) {
  const Grammar& grammar = *find_grammar("c");
  constexpr std::string_view kBroken =
      "#incn(void)\n{\n  f(\"x>\n\ni(int b)\n{\n g(4, h(7));\n// }\n\nvoid tes}\n";
  const auto patterns = split_patterns(
      grammar, "((expression_statement) @skip . (comment) @hide) (expression_statement) @perhaps");
  const Tree tree = parse(grammar, kBroken);
  bool complete = false;
  const auto found = described(shapes_of(patterns)->run(*tree, kBroken, complete), kBroken);
  EXPECT_EQ(found.size(), 1U);
  const auto query = Query::compile(
      grammar, "((expression_statement) @skip . (comment) @hide) (expression_statement) @perhaps");
  EXPECT_EQ(found, described(query->run(*tree, kBroken, complete), kBroken));
}

// A pattern that fits one node in hundreds of ways, of which the query drops some silently.
TEST(Shapes, WhatFitsInTooManyWaysIsIncomplete) {
  std::string text = "int a";
  for (int i = 0; i < 200; ++i) text += ", a" + std::to_string(i);
  text += ";";
  const auto shapes = shapes_of(split_patterns(
      *find_grammar("c"), R"((declaration declarator: (identifier) @run declarator: (identifier)))"));
  ASSERT_TRUE(shapes);
  bool complete = true;
  (void)shapes->run(*parse(*find_grammar("c"), text), text, complete);
  EXPECT_FALSE(complete);
}

struct Language {
  const char* framework;
  const char* grammar;
  const char* track;
  const char* end;  // of the names of its files
};

// (Catch2's has none.)
class EveryFramework : public testing::TestWithParam<Language> {};

// All that frameworks ask for in such a shape, of all exercises that are here.
TEST_P(EveryFramework, ItsShapesFindWhatItsQueryFinds) {
  namespace fs = std::filesystem;
  const fs::path root(PROCTOR_SOURCE_DIR);
  const Grammar& grammar = *find_grammar(GetParam().grammar);
  const auto query = read_file(root / "frameworks" / GetParam().framework / "tests.scm");
  ASSERT_TRUE(query);
  std::size_t found = 0;
  for (const Pattern& pattern : split_patterns(grammar, *query)) {
    if (!pattern.shape) continue;
    const auto shapes = shapes_of({pattern}, GetParam().grammar);
    const auto asked = Query::compile(grammar, query->substr(pattern.begin, pattern.end - pattern.begin));
    ASSERT_TRUE(asked) << asked.error().message;
    ASSERT_TRUE(shapes) << query->substr(pattern.begin, pattern.end - pattern.begin);
    for (const auto& file : fs::recursive_directory_iterator(root / "tests/exercism" / GetParam().track)) {
      if (!file.is_regular_file() || !file.path().filename().string().ends_with(GetParam().end)) continue;
      const std::string text = read_file(file.path()).value_or("");
      const Tree tree = parse(grammar, text);
      bool complete = false;
      auto wanted = described(asked->run(*tree, text, complete), text);
      auto got = described(shapes->run(*tree, text, complete), text);
      std::ranges::sort(wanted);
      std::ranges::sort(got);
      EXPECT_EQ(got, wanted) << file.path();
      found += got.size();
    }
  }
  EXPECT_GT(found, 0U);
}

INSTANTIATE_TEST_SUITE_P(Shapes, EveryFramework,
                         testing::Values(Language{"unity", "c", "c", ".c"},
                                         Language{"pytest", "python", "python", "_test.py"},
                                         Language{"go", "go", "go", "_test.go"},
                                         Language{"jest", "javascript", "javascript", ".spec.js"},
                                         Language{"bats", "bash", "bash", ".bats"}),
                         [](const auto& language) { return std::string(language.param.framework); });

TEST(Shapes, OfNoneNothingIsFound) {
  const auto shapes = shapes_of({});
  ASSERT_TRUE(shapes);
  const Tree tree = parse(*find_grammar("c"), kText);
  bool complete = false;
  EXPECT_THAT(shapes->run(*tree, kText, complete), IsEmpty());
  EXPECT_TRUE(complete);
}

}  // namespace
}  // namespace proctor::source
