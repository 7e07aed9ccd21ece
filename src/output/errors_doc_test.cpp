#include "output/errors_doc.hpp"

#include <gmock/gmock.h>

#include "base/error.hpp"
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

}  // namespace
}  // namespace proctor::output
