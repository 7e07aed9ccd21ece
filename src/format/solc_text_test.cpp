#include "format/solc_text.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "base/files.hpp"

namespace proctor::format {
namespace {

std::string recorded_errors(const std::string& name) {
  const auto text = read_file(std::filesystem::path(PROCTOR_SOURCE_DIR) / "tests/data/forge-outputs" / name);
  EXPECT_TRUE(text.has_value()) << name;
  return text.value_or("");
}

TEST(SolcText, AnErrorWithItsCodeAndPlace) {
  const auto found = read_solc_text(recorded_errors("compile_error.stderr"));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].severity, "error");
  EXPECT_EQ(found[0].code, "7576");
  EXPECT_EQ(found[0].message, "Undeclared identifier.");
  EXPECT_EQ(found[0].file, "test/Bad.t.sol");
  EXPECT_EQ(found[0].line, 4);
  EXPECT_EQ(found[0].column, 83);
  EXPECT_TRUE(found[0].text.starts_with("Error (7576): Undeclared identifier.\n --> test/Bad.t.sol:4:83:\n"));
  EXPECT_TRUE(found[0].text.ends_with("^^^^^^^^^^^"));
}

TEST(SolcText, WarningsAmongOtherText) {
  const auto found = read_solc_text(recorded_errors("coverage_fail.stdout"));
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].severity, "warning");
  EXPECT_EQ(found[0].code, "2018");
  EXPECT_EQ(found[1].line, 26);
  EXPECT_TRUE(found[1].text.ends_with("^")) << found[1].text;
}

TEST(SolcText, ForgesHeadingAndSolcsOwnAreOneError) {
  const auto found = read_solc_text(recorded_errors("import_escape.stderr"));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].code, "6275");
  EXPECT_EQ(found[0].message, "Source \"etc/passwd\" not found: File not found: etc/passwd");
  EXPECT_EQ(found[0].file, "test/Counter.t.sol");
  EXPECT_EQ(found[0].line, 3);
}

TEST(SolcText, SolcsOwnFormWithoutACode) {
  const auto found = read_solc_text(
      "ParserError: Expected ';' but got '}'\n --> src/A.sol:7:1:\n  |\n7 | }\n  | ^\n\n"
      "DeclarationError: Identifier not found.\n --> a:b c.sol:12:5:\n");
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].message, "Expected ';' but got '}'");
  EXPECT_EQ(found[0].severity, "error");
  EXPECT_EQ(found[0].code, "");
  EXPECT_EQ(found[0].line, 7);
  EXPECT_EQ(found[1].file, "a:b c.sol");
  EXPECT_EQ(found[1].line, 12);
  EXPECT_EQ(found[1].column, 5);
}

TEST(SolcText, AMessageOfSeveralLines) {
  const auto found = read_solc_text(
      "Error: failed to resolve file: \"/p/lib/x.sol\": No such file; check configured remappings\n"
      "\twith\n\t/p/test/A.t.sol\n\nsomething else\n");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].message,
            "failed to resolve file: \"/p/lib/x.sol\": No such file; check configured remappings\n"
            "\twith\n\t/p/test/A.t.sol");
  EXPECT_EQ(found[0].line, std::nullopt);
}

TEST(SolcText, TheFirstPlaceCounts) {
  const auto found = read_solc_text(
      "Error (9574): Type mismatch.\r\n --> src/A.sol:1:2:\r\n  |\r\n\r\nNote: see here\r\n --> "
      "src/B.sol:3:4:\r\n");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].file, "src/A.sol");
  EXPECT_EQ(found[0].line, 1);
}

TEST(SolcText, HeadersAndProseAreNoDiagnostics) {
  EXPECT_TRUE(read_solc_text("Error: Compilation failed\n").empty());
  EXPECT_TRUE(read_solc_text("Error: Compiler run failed:\nCompiler run failed:\n").empty());
  EXPECT_TRUE(
      read_solc_text("Compiler run successful with warnings:\n[FAIL: Error: x] test()\nErrors: 5\n").empty());
  EXPECT_TRUE(read_solc_text("error: invalid value 'marsh' for '--evm-version'\n").empty());
  EXPECT_TRUE(read_solc_text("").empty());
}

TEST(SolcText, OddPlacesAndBytesDoNotHurt) {
  const auto found = read_solc_text(
      "Error (1): \xFF\xFE\n --> \nWarning: x\n --> :99999999999999999999:\nInfo: y\n --> f:0:0\n");
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0].message, "\xEF\xBF\xBD\xEF\xBF\xBD");
  EXPECT_EQ(found[1].line, std::nullopt);
  EXPECT_EQ(found[2].severity, "info");
}

}  // namespace
}  // namespace proctor::format
