// Table tests, with Go's.
#include "source/tables.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace proctor::source {
namespace {

using testing::ElementsAre;
using testing::Field;
using testing::IsEmpty;
using testing::SizeIs;

constexpr std::string_view kGo = R"scm(
(function_declaration name: (identifier) @test.name body: (block) @test.body) @test
([(short_var_declaration
     left: (expression_list (identifier) @table.name)
     right: (expression_list (composite_literal
       type: (slice_type element: (_) @table.type)
       body: (literal_value (literal_element (literal_value (keyed_element
         (literal_element (identifier) @table.row.key)
         (literal_element [(interpreted_string_literal) (raw_string_literal)] @table.row.name))) @table.row)))))
  (var_declaration (var_spec name: (identifier) @table.name
     value: (expression_list (composite_literal
       type: (slice_type element: (_) @table.type)
       body: (literal_value (literal_element (literal_value (keyed_element
         (literal_element (identifier) @table.row.key)
         (literal_element [(interpreted_string_literal) (raw_string_literal)] @table.row.name))) @table.row))))))
 ] @table)
((for_statement (range_clause left: (expression_list (_) (identifier) @loop.variable)
                              right: (identifier) @loop.table)
   body: (block (expression_statement (call_expression arguments: (argument_list
     (selector_expression field: (field_identifier) @loop.key) (func_literal body: (block) @loop.body)))))) @loop)
((expression_statement (call_expression function: (selector_expression field: (field_identifier) @_f))) @hide
  (#eq? @_f "Parallel"))
)scm";

Found find_go(std::string_view text, std::span<const Table> tables = {}) {
  const auto finder = TestFinder::make({"go", std::string(kGo), CodeStyle::table, "/", {}});
  const auto found = finder->find(text, tables);
  EXPECT_TRUE(found) << found.error().message;
  return found ? *found : Found();
}

constexpr std::string_view kLoop = R"go(
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if tt.want != f(tt.in) {
				t.Fatal(tt)
			}
		})
	}
}
)go";

TEST(Tables, ARowIsShownInPlaceOfTheTableAndTheLoop) {
  const Found found = find_go(std::string(R"go(package a

// TestF tests F.
func TestF(t *testing.T) {
	tests := []struct {
		name string
		want int
	}{
		{
			name: "parse \"ace\"",
			want: 11,
		},
		{name: `raw`, want: 2},
		{want: 3},
	}
)go") + std::string(kLoop));
  ASSERT_THAT(found.tests, SizeIs(1));
  ASSERT_THAT(found.tests[0].rows, ElementsAre(Field(&Row::name, "parse \"ace\""), Field(&Row::name, "raw")));
  EXPECT_EQ(found.tests[0].rows[0].code, R"go(// TestF tests F.
func TestF(t *testing.T) {
	tt := struct {
		name string
		want int
	}{
		name: "parse \"ace\"",
		want: 11,
	}

	if tt.want != f(tt.in) {
		t.Fatal(tt)
	}

})go");
  EXPECT_THAT(found.tests[0].code, testing::StartsWith("// TestF tests F.\nfunc TestF"));
  EXPECT_THAT(found.tests[0].code, testing::HasSubstr("range tests"));
  EXPECT_THAT(found.tests[0].code, testing::Not(testing::HasSubstr("Parallel")));
}

TEST(Tables, OfAListOfPointersARowIsAnAddress) {
  const Found found = find_go(std::string(R"go(package a

func TestA(t *testing.T) {
	tests := []*row{
		{name: "one", in: 1},
	}
)go") + std::string(kLoop.substr(1)));
  ASSERT_THAT(found.tests, SizeIs(1));
  ASSERT_THAT(found.tests[0].rows, SizeIs(1));
  EXPECT_THAT(found.tests[0].rows[0].code, testing::HasSubstr("\ttt := &row{name: \"one\", in: 1}\n"));
}

TEST(Tables, LinesWithinARawStringStayAsTheyAre) {
  const Found found = find_go(R"go(package a

// It's `
var outside = []T{
	{
		name: "out", // "`
		in: `
a
	b
			c`,
	},
}

func TestOut(t *testing.T) {
	for _, tt := range outside {
		t.Run(tt.name, func(t *testing.T) {
			if tt.in == `
a
			b` {
				t.Fatal('`', "\"`", `"`, "x")
			}
		})
	}
}

func TestIn(t *testing.T) {
	tests := []T{
		{
			name: "in", /* ` */
			in: `
		a
			b`,
			c: 1,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f(tt)
		})
	}
}
)go");
  ASSERT_THAT(found.tests, SizeIs(2));
  ASSERT_THAT(found.tests[0].rows, SizeIs(1));
  EXPECT_EQ(found.tests[0].rows[0].code, R"go(func TestOut(t *testing.T) {
	tt := T{
		name: "out", // "`
		in: `
a
	b
			c`,
	}

	if tt.in == `
a
			b` {
		t.Fatal('`', "\"`", `"`, "x")
	}

})go");
  ASSERT_THAT(found.tests[1].rows, SizeIs(1));
  EXPECT_EQ(found.tests[1].rows[0].code, R"go(func TestIn(t *testing.T) {
	tt := T{
		name: "in", /* ` */
		in: `
		a
			b`,
		c: 1,
	}

	f(tt)

})go");
}

TEST(Tables, EmptyLinesOfTheLoopStayWhereTheyAre) {
  const Found found = find_go(R"go(package a
func TestF(t *testing.T) {
	tests := []T{

		{name: "one"},
	}

	for _, tt := range tests {

		t.Run(tt.name, func(t *testing.T) {

			got := f(tt)

			check(got)

		})

	}

	done()
}
)go");
  ASSERT_THAT(found.tests.at(0).rows, SizeIs(1));
  EXPECT_EQ(found.tests[0].rows[0].code,
            "func TestF(t *testing.T) {\n\ttt := T{name: \"one\"}\n\n"
            "\tgot := f(tt)\n\n\tcheck(got)\n\n\tdone()\n}");
}

TEST(Tables, ATableMayStandInAnotherFile) {
  const Found other = find_go("package a\n\nvar tests = []myCase{\n\t{name: \"one\", in: 1},\n}\n");
  ASSERT_THAT(other.tables, SizeIs(1));
  EXPECT_THAT(other.tests, IsEmpty());

  const std::string text = "package a\n\nfunc TestF(t *testing.T) {" + std::string(kLoop);
  EXPECT_THAT(find_go(text).tests.at(0).rows, IsEmpty());
  const Found found = find_go(text, other.tables);
  ASSERT_THAT(found.tests.at(0).rows, SizeIs(1));
  EXPECT_EQ(found.tests[0].rows[0].code,
            "func TestF(t *testing.T) {\n\ttt := myCase{name: \"one\", in: 1}\n\n"
            "\tif tt.want != f(tt.in) {\n\t\tt.Fatal(tt)\n\t}\n\n}");
}

TEST(Tables, WhatFollowsTheLoopIsSetOffByOneEmptyLine) {
  const auto shown = [](std::string_view rest) {
    const Found found = find_go(
        "package a\n\nvar tests = []T{{name: \"one\"}}\n\nfunc TestF(t *testing.T) {\n"
        "\tfor _, tt := range tests {\n\t\tt.Run(tt.name, func(t *testing.T) {\n\t\t\tf(tt)\n"
        "\t\t})\n\t}" +
        std::string(rest));
    return found.tests.size() == 1 && found.tests[0].rows.size() == 1 ? found.tests[0].rows[0].code : "none";
  };
  const std::string begin = "func TestF(t *testing.T) {\n\ttt := T{name: \"one\"}\n\n\tf(tt)";
  EXPECT_EQ(shown("\n\tdone()\n}\n"), begin + "\n\n\tdone()\n}");
  EXPECT_EQ(shown(" \r\n\tdone()\n}\n"), begin + "\n\n\tdone()\n}");
  EXPECT_EQ(shown("\n\n\t// And then.\n\tdone()\n}\n"), begin + "\n\n\t// And then.\n\tdone()\n}");
}

TEST(Tables, ALoopWithoutABodyGivesTheRowsOrderAlone) {
  const auto finder = TestFinder::make({"go",
                                        R"scm(
(function_declaration name: (identifier) @test.name body: (block) @test.body) @test
(short_var_declaration left: (expression_list (identifier) @table.name)
  right: (expression_list (composite_literal type: (map_type) body: (literal_value
    (keyed_element . (literal_element (interpreted_string_literal) @table.row.name)) @table.row)))) @table
(for_statement (range_clause right: (identifier) @loop.table)) @loop
)scm",
                                        CodeStyle::table,
                                        "/",
                                        {}});
  ASSERT_TRUE(finder) << finder.error().message;
  const auto found = finder->find(R"go(package a
func TestF(t *testing.T) {
	tests := map[string]T{
		"second \"to\" none": {in: "x"},
		"first":               {in: "y"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) { f(tt) })
	}
}
)go");
  ASSERT_TRUE(found) << found.error().message;
  const auto& rows = found->tests.at(0).rows;
  ASSERT_THAT(rows, ElementsAre(Field(&Row::name, "second \"to\" none"), Field(&Row::name, "first")));
  EXPECT_THAT(rows[0].code, IsEmpty());
}

TEST(Tables, TheLastOneOfTheTestBeforeTheLoopIsMeant) {
  const Found found = find_go(R"go(package a
var tests = []T{{name: "global"}}
func TestF(t *testing.T) {
	tests := []T{{name: "first"}}
	tests := []T{{name: "second"}})go" +
                              std::string(kLoop));
  EXPECT_THAT(found.tests.at(0).rows, ElementsAre(Field(&Row::name, "second")));
}

TEST(Tables, ATableOfAnotherTestIsNotMeant) {
  const Found found = find_go(R"go(package a
func TestE(t *testing.T) {
	tests := []T{{name: "other"}}
}
func TestF(t *testing.T) {)go" +
                              std::string(kLoop));
  ASSERT_THAT(found.tests, SizeIs(2));
  EXPECT_THAT(found.tests[1].rows, IsEmpty());
  EXPECT_THAT(found.tables, IsEmpty());
}

}  // namespace
}  // namespace proctor::source
