#include "source/marks.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace proctor::source {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

const Marks kMarks{"# (?:begin|case): (\\S+)(?:[ \\t]+task: (\\d+))?", "# (?:end|case): (\\S+)"};

TEST(Marks, TheLinesBetweenThemAreATestsCode) {
  const auto tests = find_marked(kMarks,
                                 "use X;\n"
                                 "is( # begin: a-1 task: 2\n"
                                 "    f(1), # not a mark\n"
                                 "); # end: a-1\n"
                                 "ok f(2); # case: b\n");
  ASSERT_THAT(tests, SizeIs(2));
  EXPECT_EQ(tests[0].id, "a-1");
  EXPECT_EQ(tests[0].code, "is( \n    f(1), # not a mark\n);");
  EXPECT_EQ(tests[0].task, 2);
  EXPECT_EQ(tests[0].first_line, 2);
  EXPECT_EQ(tests[0].last_line, 4);
  EXPECT_EQ(tests[1].id, "b");
  EXPECT_EQ(tests[1].code, "ok f(2);");
  EXPECT_EQ(tests[1].task, std::nullopt);
}

TEST(Marks, ATestWithoutAnEndIsNone) {
  EXPECT_THAT(find_marked(kMarks, "is( # begin: a\n); # end: b\n"), IsEmpty());
  EXPECT_THAT(find_marked(kMarks, "# end: a\n# begin: a"), IsEmpty());
}

TEST(Marks, OneInAnotherBelongsToIt) {
  const auto tests = find_marked(kMarks, "# begin: a\n# begin: b\nx # end: b\n# end: a\n");
  ASSERT_THAT(tests, SizeIs(1));
  EXPECT_EQ(tests[0].id, "a");
}

TEST(Marks, OfNoPatternsNothingIsFound) {
  EXPECT_THAT(find_marked({}, "# begin: a # end: a"), IsEmpty());
}

}  // namespace
}  // namespace proctor::source
