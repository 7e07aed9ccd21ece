// Where tests stand in a source file, what their code is, which task they belong to, and how to take the
// markers away that skip them: from a syntax tree, as two queries say (docs/adding-a-framework.md).
//
// It knows languages and no frameworks: those are data. The source may be hostile: whatever it is, the answer
// comes within seconds and isn't much larger than the source.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "source/edit.hpp"

namespace proctor::source {

/// How a test's code is shown.
enum class CodeStyle {
  body,        ///< the lines of its body, without braces, common indentation taken off
  statements,  ///< the statements of its body, each from its own beginning; no comments between them
  block,       ///< its body with the braces
  whole,       ///< the test with the comment before it
  table,       ///< as whole; for a row of a table, the table and its loop are replaced by that row
};

/// Their names, in this order: "body", "statements", …
std::vector<std::string> code_styles();

/// The style of a name.
std::optional<CodeStyle> code_style(std::string_view word);

struct Rules {
  std::string grammar;  ///< one of grammars()
  std::string query;    ///< the text of a tests.scm
  CodeStyle code = CodeStyle::body;
  std::string separator;  ///< between the names in an id
  /// Patterns (RE2) and their replacements, made before the text is parsed, for what a framework adds to its
  /// language. Nothing may move: a replacement that isn't as long as what it replaces isn't made.
  std::vector<std::pair<std::string, std::string>> parse{};
  /// A pattern (RE2) that matches where a test begins; empty: it isn't known. What the grammar can't read in
  /// one test then leaves the others as they are.
  std::string section{};
  std::string skips{};  ///< the text of a skips.scm: what marks a test as skipped; empty: nothing does
};

/// A row of a table of cases, as a test by itself.
struct Row {
  std::string name;
  std::string code;  ///< empty: that of the test
};

struct FoundTest {
  std::string id;                   ///< the groups and the name joined by the separator
  std::vector<std::string> groups;  ///< the outermost first
  std::string name;                 ///< escapes decoded
  bool literal = true;              ///< it runs, under this id; false: (a part of) that only a run tells
  bool started = false;             ///< the source names it where tests are started (@run)
  std::string code;
  std::optional<int> task;       ///< only when it is exactly one
  std::size_t group_number = 0;  ///< which outermost group of the file it stands in, from 1; 0: none
  int first_line = 0;            ///< from 1
  int last_line = 0;
  std::size_t begin = 0, end = 0;  ///< in bytes
  std::vector<Row> rows;           ///< of the tables that it loops over
};

/// A table of cases that a test in this file or in another loops over.
struct Table {
  struct Case {
    std::string code;  ///< as it stands in the table
    std::vector<std::pair<std::string, std::string>>
        names;  ///< its strings: key (empty: the row's own in a map) and value
  };
  std::string name;
  std::string type;  ///< of a row
  std::vector<Case> cases;
};

struct Found {
  std::vector<FoundTest> tests;  ///< in the order of the text
  std::vector<Table> tables;     ///< those outside of tests, for the other files of a package
  /// The file has syntax errors, or is too large or too strange to be read (then there are no tests). No
  /// verdict: macros that only look like functions are errors to a grammar.
  bool broken = false;
};

/// A text that may have tests. It is parsed once, when something is asked of it that needs it, and is for one
/// finder. Copies are the same text; they may be used in several threads.
class TestText {
 public:
  explicit TestText(std::string text);
  const std::string& text() const;

 private:
  friend class TestFinder;
  struct Read;
  std::shared_ptr<Read> read_;
};

/// Finds tests. It may be asked about many files and from several threads. Each query is compiled when it is
/// needed first.
class TestFinder {
 public:
  /// Fails for an unknown grammar and for what can't be replaced before parsing.
  static Result<TestFinder> make(Rules rules);

  /// Whether both queries compile; if not, the error names the file, the line and the column.
  Result<void> check() const;

  TestFinder(TestFinder&&) noexcept;
  TestFinder& operator=(TestFinder&&) noexcept;
  ~TestFinder();

  /// What takes the markers away that skip tests; it leaves the number of lines as it is. Fails if skips.scm
  /// doesn't compile, and with TEST_CONFIG_INVALID for a text that is too large or too strange to be read:
  /// nobody knows what wouldn't run.
  Result<std::vector<Edit>> edits(const TestText& text) const;
  Result<std::vector<Edit>> edits(std::string_view text) const { return edits(TestText(std::string(text))); }

  /// `tables` are those that the other files have. Fails only if a query doesn't compile.
  Result<Found> find(const TestText& text, std::span<const Table> tables = {}) const;
  Result<Found> find(std::string_view text, std::span<const Table> tables = {}) const {
    return find(TestText(std::string(text)), tables);
  }

 private:
  struct Parts;
  explicit TestFinder(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

/// For one file: TestFinder's make, check and find.
Result<Found> find_tests(const Rules& rules, std::string_view text);

/// The names of the grammars.
std::vector<std::string> grammars();

}  // namespace proctor::source
