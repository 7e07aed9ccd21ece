#include "supervise/isolation/bubblewrap.hpp"

#include <gmock/gmock.h>

namespace proctor::supervise {
namespace {

using ::testing::AnyOf;
using ::testing::HasSubstr;

// As bubblewrap 0.8 says it. A container's system call filter, for which other things are to be done, answers
// EPERM.
TEST(Bubblewrap, NamespacesThatAreUsedUpAreNotTheFaultOfAFilter) {
  const std::string words =
      "bwrap: Creating new namespace failed: nesting depth or /proc/sys/user/max_*_namespaces exceeded "
      "(ENOSPC)";
  const std::string told = explain_setup_failure(words);
  EXPECT_THAT(told, HasSubstr(words));
  EXPECT_THAT(told,
              AnyOf(HasSubstr("too many namespaces"), HasSubstr("switched off"), HasSubstr("AppArmor")));
}

TEST(Bubblewrap, WhoEndsWithoutAWordIsNotExplainedByNothing) {
  EXPECT_THAT(explain_setup_failure(" \n"), HasSubstr("bwrap ended without a word"));
}

}  // namespace
}  // namespace proctor::supervise
