#include "output/errors_doc.hpp"

#include <gmock/gmock.h>

#include <cstdlib>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/text.hpp"

namespace proctor::output {
namespace {

TEST(ErrorsMarkdown, BeginsWithTheHeadingOfATable) {
  EXPECT_THAT(errors_markdown(),
              testing::StartsWith("| Code | Retry | Exit code | Meaning |\n| --- | --- | --- | --- |\n"));
}

TEST(ErrorsMarkdown, HasOneRowForEachCode) {
  EXPECT_EQ(split_lines(errors_markdown()).size(), error_table().size() + 2);
}

TEST(ErrorsMarkdown, SaysWhetherToRetryAndWithWhichCodeTheProgramExits) {
  EXPECT_THAT(errors_markdown(), testing::HasSubstr("| `TEST_TIMEOUT` | yes | 4 | "));
  EXPECT_THAT(errors_markdown(), testing::HasSubstr("| `INVALID_REQUEST` | no | 2 | "));
}

// The documents hold the table between marks. With PROCTOR_UPDATE_DOCS=1 this test writes it there.
void expect_table_in(const std::string& name) {
  const std::filesystem::path file = std::filesystem::path(PROCTOR_SOURCE_DIR) / name;
  const std::string text = read_file(file).value_or("");
  const std::string begin = "<!-- errors: begin -->\n";
  const std::size_t from = text.find(begin);
  const std::size_t to = text.find("<!-- errors: end -->");
  ASSERT_TRUE(from != std::string::npos && to != std::string::npos) << name << " lacks the marks";
  const std::string wanted = text.substr(0, from + begin.size()) + errors_markdown() + text.substr(to);
  if (std::getenv("PROCTOR_UPDATE_DOCS")) {
    ASSERT_TRUE(write_file(file, wanted, 0644));
  }
  EXPECT_EQ(read_file(file).value_or(""), wanted)
      << name << " is out of date: PROCTOR_UPDATE_DOCS=1 output_test --gtest_filter='ErrorsDoc*'";
}

TEST(ErrorsDoc, TheDocumentsHaveTheTableAsItIs) {
  expect_table_in("docs/errors.md");
  expect_table_in("README.md");
}

}  // namespace
}  // namespace proctor::output
