#include "base/error.hpp"

#include <gtest/gtest.h>

namespace proctor {
namespace {

TEST(Errors, EachCodeStandsOnceInTheTable) {
  for (const ErrorInfo& entry : error_table()) EXPECT_EQ(&info(entry.code), &entry) << entry.name;
}

}  // namespace
}  // namespace proctor
