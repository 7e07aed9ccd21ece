#include "format/coverage.hpp"

#include <gtest/gtest.h>

#include "base/files.hpp"
#include "base/paths.hpp"

namespace proctor::format {
namespace {

TEST(Lcov, CountsAreReadFileByFile) {
  const auto files = read_lcov(
      "TN:\nSF:src/"
      "B.sol\nDA:2,256\nDA:3,0\nFN:2,B.f\nFNDA:256,B.f\nFNF:1\nFNH:1\nBRDA:2,0,0,-\nBRDA:2,0,1,4\nLF:2\nLH:"
      "1\nBRF:2\nBRH:1\n"
      "end_of_record\nTN:\nSF:src/A.sol\nDA:1,0,abc\nDA:2,7\nFNDA:0,f\nend_of_record\nLF:99\n");
  ASSERT_EQ(files.size(), 2U);
  EXPECT_EQ(files[0].file, "src/A.sol");
  EXPECT_EQ(files[0].lines.hit, 1U);  // counted, as there is no LF
  EXPECT_EQ(files[0].lines.found, 2U);
  EXPECT_EQ(files[0].functions.found, 1U);
  EXPECT_EQ(files[0].functions.hit, 0U);
  EXPECT_EQ(files[1].lines.found, 2U);
  EXPECT_EQ(files[1].branches.hit, 1U);
  EXPECT_EQ(files[1].branches.found, 2U);
}

TEST(Lcov, GarbageIsPassedOver) {
  EXPECT_TRUE(read_lcov("").empty());
  EXPECT_TRUE(read_lcov("DA:1,1\nLF:3\n\xff\n").empty());
  const auto files = read_lcov("SF:a\nLF:x\nDA:\nDA:1\nBRDA:\nFNDA:99999999999999999999,f\n");
  ASSERT_EQ(files.size(), 1U);
  EXPECT_EQ(files[0].lines.found, 0U);
}

TEST(GoCoverage, ABlockIsHitWhereAnyProgramHitItAndFilesAreNamedAsTheyLie) {
  std::string name = (temporary_dir() / "proctor-cover-XXXXXX").string();
  const std::filesystem::path root = mkdtemp(name.data());
  std::filesystem::create_directories(root / "pkg");
  ASSERT_TRUE(write_file(root / "pkg/a.go", ""));
  const auto files = read_go_coverage(
      "mode: set\nex.org/m/pkg/a.go:3.20,5.2 2 0\nex.org/m/pkg/a.go:7.1,8.2 3 0\n"
      "ex.org/m/pkg/a.go:3.20,5.2 2 4\nex.org/other/b.go:1.1,2.2 1 1\nno block\nx.go:1.1,2.2 y 1\n",
      root);
  remove_tree(root);
  ASSERT_EQ(files.size(), 2U);
  EXPECT_EQ(files[0].file, "pkg/a.go");
  EXPECT_EQ(files[0].statements.hit, 2U);
  EXPECT_EQ(files[0].statements.found, 5U);
  EXPECT_EQ(files[1].file, "ex.org/other/b.go") << "of another module";
}

TEST(ForgeSummary, StatementsComeFromTheTable) {
  std::vector<CoverageFile> files{{.file = "src/A.sol"}, {.file = "src/B.sol"}};
  add_statements(
      "╭------+-----╮\n| File      | % Lines       | % Statements | % Branches   | % Funcs       |\n"
      "| src/A.sol | 100.00% (3/3) | 80.00% (4/5) | 0.00% (0/1) | 100.00% (2/2) |\n| Total | 1% (1/2) | 1% "
      "(1/2) | x | y |\n",
      files);
  EXPECT_EQ(files[0].statements.hit, 4U);
  EXPECT_EQ(files[0].statements.found, 5U);
  EXPECT_EQ(files[1].statements.found, 0U);
}

}  // namespace
}  // namespace proctor::format
