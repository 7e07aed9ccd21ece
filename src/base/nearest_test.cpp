#include "base/nearest.hpp"

#include <gmock/gmock.h>

namespace proctor {
namespace {
using testing::ElementsAre;
using testing::IsEmpty;

TEST(Nearest, CountsWhatHasToBeChanged) {
  EXPECT_EQ(edit_distance("", "abc"), 3U);
  EXPECT_EQ(edit_distance("abc", "abc"), 0U);
  EXPECT_EQ(edit_distance("tset", "test"), 1U);
  EXPECT_EQ(edit_distance("doctr", "doctor"), 1U);
  EXPECT_EQ(edit_distance("show", "log"), 3U);
}

TEST(Nearest, OffersWhatIsMeantAndNothingElse) {
  const std::vector<std::string> names{"exercism", "test", "tools", "doctor", "--filter"};
  EXPECT_THAT(nearest("tset", names), ElementsAre("test"));
  EXPECT_THAT(nearest("TEST", names), ElementsAre("test"));
  EXPECT_THAT(nearest("exer", names), ElementsAre("exercism"));
  EXPECT_THAT(nearest("--fliter", names), ElementsAre("--filter"));
  EXPECT_THAT(nearest("build", names), IsEmpty());
  EXPECT_THAT(nearest("", names), IsEmpty());
}

}  // namespace
}  // namespace proctor
