#include "format/program_output.hpp"

#include <gtest/gtest.h>

#include <string>

namespace proctor::format {
namespace {

TEST(ProgramOutput, ATestOfGoogleTestsThatHasNoEndIsSeen) {
  EXPECT_TRUE(
      ended_within_a_test("[ RUN      ] A.One\n[       OK ] A.One (0 ms)\n[ RUN      ] A.Two\nbye\n"));
  for (const char* end : {"[       OK ] A.Two", "[  FAILED  ] A.Two", "[  SKIPPED ] A.Two"})
    EXPECT_FALSE(ended_within_a_test("[ RUN      ] A.Two\n" + std::string(end) + " (0 ms)\n")) << end;
  EXPECT_FALSE(ended_within_a_test("[ RUN      ] A.Two\nThe rest of the test output was removed since\n"));
  EXPECT_FALSE(ended_within_a_test("plain\n"));
}

TEST(ProgramOutput, ARunOfDoctestsThatHasNoEndIsSeen) {
  const std::string begin = "[doctest] doctest version is \"2.4.9\"\n";
  EXPECT_TRUE(ended_within_a_test(begin + "bye\n"));
  EXPECT_FALSE(ended_within_a_test(begin + "[doctest] Status: SUCCESS!\n"));
  EXPECT_FALSE(
      ended_within_a_test(begin + "[doctest] unskipped test cases passing the current filters: 1\n"));
}

TEST(ProgramOutput, TellsOfAFailureInItsOwnWords) {
  EXPECT_TRUE(tells_of_a_failure("[ RUN      ] A.One\n[  FAILED  ] A.One (0 ms)\n"));
  EXPECT_TRUE(tells_of_a_failure("[doctest] Status: FAILURE!\n"));
  EXPECT_FALSE(tells_of_a_failure("[ RUN      ] A.One\n[       OK ] A.One (0 ms)\n"));
  EXPECT_FALSE(tells_of_a_failure("[doctest] Status: SUCCESS!\n"));
}

TEST(ProgramOutput, TheWordsOfTheLastTestStandBetweenItsLines) {
  EXPECT_EQ(words_of_last_test("Note: x\n[ RUN      ] A.B\na.cpp:3: Failure\n  1\n[  FAILED  ] A.B (0 ms)\n"),
            "a.cpp:3: Failure\n  1");
  EXPECT_EQ(words_of_last_test(" any words \n"), "any words");
}

}  // namespace
}  // namespace proctor::format
