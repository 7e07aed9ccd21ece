#include "format/ctest_log.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace proctor::format {
namespace {
using testing::ElementsAre;
using testing::IsEmpty;

std::string log_block(const std::string& name, const std::string& output, const std::string& end) {
  const std::string line(58, '-');
  return "1/2 Testing: " + name + "\n1/2 Test: " + name +
         "\nCommand: \"/b/t\"\nDirectory: /b\n\"t\" start time: Nov 29 05:14 UTC\nOutput:\n" + line + "\n" +
         output + "<end of output>\nTest time =   0.01 sec\n" + line + "\n" + end +
         "\n\"t\" end time: Nov 29 05:14 UTC\n" + line + "\n\n";
}

constexpr const char* kLogStart = "Start testing: Nov 29 05:14 UTC\n----\n";
constexpr const char* kOpenTest = "[ RUN      ] A.One\n";
constexpr const char* kWholeTest = "[ RUN      ] A.One\n[       OK ] A.One (0 ms)\n";

TEST(CtestLog, ProgramsThatEndedWithinATestAreNamed) {
  EXPECT_THAT(
      ended_early_in_ctest_log(
          kLogStart + log_block("whole", kWholeTest, "Test Passed.") +
          log_block("early one", kOpenTest, "Test Passed.") +
          log_block("by words", kOpenTest, "Test Pass Reason:\nRequired regular expression found.") +
          log_block("failed", kOpenTest, "Test Failed.") + log_block("plain", "hello\n", "Test Passed.")),
      ElementsAre("early one", "by words"));
}

TEST(CtestLog, ALogThatIsCutOffSaysWhatItHolds) {
  const std::string whole = kLogStart + log_block("a", kOpenTest, "Test Passed.");
  const std::size_t passed = whole.find("Test Pass") + std::string("Test Pass").size();
  for (std::size_t size = 0; size <= whole.size(); ++size)
    EXPECT_EQ(ended_early_in_ctest_log(whole.substr(0, size)).size(), size < passed ? 0U : 1U) << size;
}

TEST(CtestLog, OtherTextsAreNone) {
  EXPECT_THAT(ended_early_in_ctest_log(""), IsEmpty());
  EXPECT_THAT(ended_early_in_ctest_log(log_block("a", kOpenTest, "Test Passed.")), IsEmpty());
}

}  // namespace
}  // namespace proctor::format
