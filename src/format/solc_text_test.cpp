#include "format/solc_text.hpp"

#include <fmt/format.h>
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

// "severity code file:line:column message" of each; 0 for what isn't known.
std::string told_solc(std::string_view text) {
  std::string told;
  for (const Diagnostic& one : read_solc_text(text))
    told += fmt::format("{} {} {}:{}:{} {}\n", one.severity, one.code, one.file, one.line.value_or(0),
                        one.column.value_or(0), one.message);
  return told;
}

TEST(SolcText, ErrorsAndWarningsAsForgePrintsThem) {
  EXPECT_EQ(told_solc(recorded_errors("compile_error.stderr")),
            "error 7576 test/Bad.t.sol:4:83 Undeclared identifier.\n");
  const auto error = read_solc_text(recorded_errors("compile_error.stderr"));
  ASSERT_EQ(error.size(), 1U);
  EXPECT_TRUE(error[0].text.starts_with("Error (7576): Undeclared identifier.\n --> test/Bad.t.sol:4:83:\n"));
  EXPECT_TRUE(error[0].text.ends_with("^^^^^^^^^^^"));
  // Among other text.
  const auto warnings = read_solc_text(recorded_errors("coverage_fail.stdout"));
  ASSERT_EQ(warnings.size(), 2U);
  EXPECT_EQ(warnings[0].severity, "warning");
  EXPECT_EQ(warnings[0].code, "2018");
  EXPECT_EQ(warnings[1].line, 26);
  EXPECT_TRUE(warnings[1].text.ends_with("^")) << warnings[1].text;
  // Forge's heading and solc's own are one error.
  EXPECT_EQ(
      told_solc(recorded_errors("import_escape.stderr")),
      "error 6275 test/Counter.t.sol:3:1 Source \"etc/passwd\" not found: File not found: etc/passwd\n");
}

TEST(SolcText, OtherForms) {
  const std::pair<std::string_view, std::string_view> texts[] = {
      {"ParserError: Expected ';' but got '}'\n --> src/A.sol:7:1:\n  |\n7 | }\n  | ^\n\n"
       "DeclarationError: Identifier not found.\n --> a:b c.sol:12:5:\n",
       "error  src/A.sol:7:1 Expected ';' but got '}'\nerror  a:b c.sol:12:5 Identifier not found.\n"},
      // A message of several lines.
      {"Error: failed to resolve file: \"/p/lib/x.sol\": No such file; check configured remappings\n"
       "\twith\n\t/p/test/A.t.sol\n\nsomething else\n",
       "error  :0:0 failed to resolve file: \"/p/lib/x.sol\": No such file; check configured remappings\n"
       "\twith\n\t/p/test/A.t.sol\n"},
      // The first place counts.
      {"Error (9574): Type mismatch.\r\n --> src/A.sol:1:2:\r\n  |\r\n\r\nNote: see here\r\n --> "
       "src/B.sol:3:4:\r\n",
       "error 9574 src/A.sol:1:2 Type mismatch.\n"},
      {"UnimplementedFeatureError: x\nYulException: y\nIOError: z\n",
       "error  :0:0 x\nerror  :0:0 y\nerror  :0:0 z\n"},
      // Odd places and bytes.
      {"Error (1): \xFF\xFE\n --> \nWarning: x\n --> :99999999999999999999:\nInfo: y\n --> f:0:0\n",
       "error 1 :0:0 \xEF\xBF\xBD\xEF\xBF\xBD\nwarning  :99999999999999999999:0:0 x\ninfo  f:0:0 y\n"},
      // Headers and prose are no diagnostics.
      {"Error: Compilation failed\n", ""},
      {"Error: Compiler run failed:\nCompiler run failed:\n", ""},
      {"Compiler run successful with warnings:\n[FAIL: Error: x] test()\nErrors: 5\nOddError: x\n", ""},
      {"error: invalid value 'marsh' for '--evm-version'\n", ""},
      {"", ""}};
  for (const auto& [text, told] : texts) EXPECT_EQ(told_solc(text), told) << text;
}

}  // namespace
}  // namespace proctor::format
