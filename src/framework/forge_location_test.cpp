#include "framework/forge_location.hpp"

#include <gtest/gtest.h>

#include "base/files.hpp"
#include "base/paths.hpp"

namespace proctor::framework {
namespace {
namespace fs = std::filesystem;

TEST(FunctionLine, IsFoundInItsOwnContractAlone) {
  constexpr std::string_view kSource =
      "pragma solidity ^0.8.0;\n"
      "contract Other { function test_x() public {} }\n"
      "abstract contract ATest is Other, Base(1) {\n"
      "  struct S { uint a; }\n"
      "  function helper() public { if (true) { while (false) {} } }\n"
      "  function\n"
      "    test_x(uint256 a) public {}\n"
      "}\n";
  EXPECT_EQ(solidity_function_line(kSource, "ATest", "test_x"), 7);
  EXPECT_EQ(solidity_function_line(kSource, "Other", "test_x"), 2);
  EXPECT_EQ(solidity_function_line(kSource, "ATest", "test_y"), std::nullopt);
  EXPECT_EQ(solidity_function_line(kSource, "Base", "test_x"), std::nullopt);
  EXPECT_EQ(solidity_function_line(kSource, "ATest", "test_"), std::nullopt);
}

TEST(FunctionLine, CommentsAndStringsAreNoCode) {
  EXPECT_EQ(solidity_function_line("// contract A { function t() {} }\n"
                                   "/* contract A {\n function t() {} } */\n"
                                   "contract A {\n"
                                   "  string s = \"} function t() { \\\" \";\n"
                                   "  string q = '} function t() {';\n"
                                   "  // it's } here\n"
                                   "  function t() public {}\n"
                                   "}",
                                   "A", "t"),
            8);
}

TEST(FunctionLine, WindowsLineEndsCountOnce) {
  EXPECT_EQ(solidity_function_line("contract A {\r\n\r\nfunction t() {} }", "A", "t"), 3);
}

TEST(FunctionLine, BrokenSourcesGiveNothingAndEnd) {
  for (const char* source :
       {"", "}", "contract", "contract A", "contract A {", "contract A { function", "/*", "\"", "'\\",
        "contract A } {", "} contract A { function t() {} }", "//", "\xFF\xFE{{{{"}) {
    EXPECT_EQ(solidity_function_line(source, "A", "t"), std::nullopt) << source;
  }
  EXPECT_EQ(solidity_function_line(std::string(100'000, '{'), "A", "t"), std::nullopt);
}

class LocateTests : public testing::Test {
 protected:
  LocateTests() {
    std::string name = (temporary_dir() / "proctor-location-XXXXXX").string();
    root_ = mkdtemp(name.data());
    fs::create_directories(root_ / "test");
  }
  ~LocateTests() override { remove_tree(root_); }
  fs::path root_;
};

TEST_F(LocateTests, EachCaseGetsTheFileOfItsSuiteAndItsLineWhereThereIsOne) {
  ASSERT_TRUE(write_file(root_ / "test/A.t.sol", "contract A {\n function test_x(uint256) public {}\n}"));
  std::vector<Suite> suites{{"test/A.t.sol", "A"}, {"test/Gone.t.sol", "B"}, {"", "C"}};
  suites[0].cases = {{"test_x(uint256)"}, {"test_inherited()"}};
  suites[1].cases = {{"test_y()"}};
  suites[2].cases = {{"test_z()"}};
  locate_tests(root_, suites);
  EXPECT_EQ(suites[0].cases[0].location->file, "test/A.t.sol");
  EXPECT_EQ(suites[0].cases[0].location->line, 2);
  EXPECT_EQ(suites[0].cases[1].location->line, std::nullopt);
  EXPECT_EQ(suites[1].cases[0].location->file, "test/Gone.t.sol");
  EXPECT_EQ(suites[1].cases[0].location->line, std::nullopt);
  EXPECT_FALSE(suites[2].cases[0].location);
}

}  // namespace
}  // namespace proctor::framework
