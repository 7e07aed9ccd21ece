#include "framework/end_in_words.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace proctor::framework {
namespace {
using std::chrono::milliseconds;
using testing::HasSubstr;
using Kind = Termination::Kind;

TEST(DescribeEnd, WhoFellSilentIsNotSaidToHaveHadTheWholeTime) {
  EXPECT_EQ(describe_end({.kind = Kind::stalled,
                          .evidence = "no output for 1.2 s; it used 0.01 s of CPU: it waits",
                          .silent = true},
                         milliseconds(300'000), {}),
            "The test was stopped (no output for 1.2 s; it used 0.01 s of CPU: it waits): look for an "
            "endless loop, "
            "or for something that it waits for in vain.");
}

TEST(DescribeEnd, StacksThatWereAskedForAreNotWhatTheTestPrinted) {
  const auto words = [](const std::string& printed) {
    return describe_end({Kind::timed_out, 0, "evidence"}, milliseconds(2'000), printed);
  };
  EXPECT_THAT(words("own words\nFatal Python error: Aborted\n\nCurrent thread"),
              testing::EndsWith("own words"));
  EXPECT_THAT(words("own words\nSIGQUIT: quit\nPC=0x1"), testing::EndsWith("own words"));
}

TEST(DescribeEnd, WhatIsPrintedIsCutBehindAWholeLineAndSaysSo) {
  const auto words = [](const std::string& printed) {
    return describe_end({Kind::exited, 2, ""}, milliseconds(2'000), printed);
  };
  std::string text;
  for (int i = 100; i < 200; ++i) text += std::to_string(i) + std::string(96, 'x') + '\n';
  const std::string whole = words(text.substr(0, 81 * 100));
  EXPECT_THAT(whole, testing::EndsWith("\n180" + std::string(96, 'x')));
  EXPECT_EQ(words(text), whole + "\n… (1900 bytes more were cut off)");
  // Of one long line whole words are left, if it has any.
  EXPECT_THAT(words(std::string(8'000, 'x') + ' ' + std::string(1'000, 'y')),
              testing::EndsWith("x\n… (1001 bytes more were cut off)"));
  EXPECT_THAT(words(std::string(9'000, 'x')), testing::EndsWith("x\n… (808 bytes more were cut off)"));
}

TEST(DescribeEnd, GoroutinesThatAllWaitAreNoExit) {
  const std::string said =
      "fatal error: all goroutines are asleep - deadlock!\n\ngoroutine 1 [chan receive]:";
  const auto words = [](int code, const std::string& printed, std::string_view who = "test") {
    return describe_end({Kind::exited, code, ""}, milliseconds(2'000), printed, who);
  };
  EXPECT_EQ(words(2, said),
            "The test waits for ever: all goroutines are asleep, which ended the whole program.\n\n" + said);
  EXPECT_THAT(words(2, "own words\n" + said, "program"), testing::StartsWith("The program waits for ever: "));
  EXPECT_THAT(words(3, said), HasSubstr("exit code 3"));
  EXPECT_THAT(words(2, "no " + said), HasSubstr("exit code 2"));
}

TEST(DescribeEnd, WhatGoEndsAProgramForIsSaid) {
  const auto words = [](const std::string& printed) {
    return describe_end({Kind::exited, 2, ""}, milliseconds(2'000), printed);
  };
  EXPECT_THAT(
      words(
          "runtime: goroutine stack exceeds 1000-byte limit\nfatal error: stack overflow\n\nruntime stack:"),
      testing::StartsWith(
          "The test called functions until the stack was full, which ended the whole program: "
          "look for a recursion that doesn't end.\n\nruntime:"));
  EXPECT_THAT(words("panic: in a goroutine\n\ngoroutine 7 [running]:"),
              testing::StartsWith(
                  "A goroutine panicked while the test ran, which ended the whole program.\n\npanic: "));
  EXPECT_THAT(
      words("fatal error: concurrent map writes\n"),
      testing::StartsWith("Go's runtime found something that it can't go on with while the test ran, "));
  EXPECT_THAT(words("own words\n"), HasSubstr("exit code 2"));
}

TEST(DescribeEnd, FramesOfARecursionAreSaidOnce) {
  const auto words = [](const std::string& printed) {
    return describe_end({Kind::signalled, 11, ""}, milliseconds(2'000), printed);
  };
  std::string frames;
  for (int i = 0; i < 100; ++i) frames += "f()\n\tx.go:4 +0x19\n";
  EXPECT_THAT(
      words("first()\n" + frames + "test()\n"),
      testing::EndsWith("\n\nfirst()\nf()\n\tx.go:4 +0x19\n… (the same 2 lines 99 more times)\ntest()"));
  frames.clear();
  for (int i = 0; i < 100; ++i)
    frames += "f(0x" + std::to_string(100 * i) + ")\n\tx.go:4 +0x19 fp=0xc0" + std::to_string(i) +
              "f sp=0x1" + std::to_string(i) + "\n";
  EXPECT_THAT(
      words(frames + "f(0x1)\n\tx.go:5 +0x19 fp=0xc01f sp=0x1\n"),
      testing::EndsWith("\n\nf(0x0)\n\tx.go:4 +0x19 fp=0xc00f sp=0x10\n… (the same 2 lines 99 more times)\n"
                        "f(0x1)\n\tx.go:5 +0x19 fp=0xc01f sp=0x1"));
  EXPECT_THAT(words("a\na\na\na\nb"), testing::EndsWith("\n\na\n… (the same line 3 more times)\nb"));
  EXPECT_THAT(words("a\na\na\nb"), testing::EndsWith("\n\na\na\na\nb"));
  EXPECT_THAT(words("a\n\n\n\n\n\nb"), testing::EndsWith("\n\na\n\n\n\n\n\nb"));
}

TEST(DescribeEnd, OfMemoryOnlyWhatIsAllowedIsSaid) {
  EXPECT_EQ(
      describe_end({Kind::out_of_memory, 0, "the kernel killed 1 of its processes; 3.0 GiB are allowed"},
                   milliseconds(2'000), {}),
      "The test used too much memory: 3.0 GiB are allowed. Look for something that grows without end.");
}

TEST(RuntimeWords, BeginWithALineThatOnlyARuntimeSays) {
  for (const std::string words :
       {"panic: x", "free(): invalid pointer", "a.out: a.c:3: f: Assertion `x' failed.",
        "==12==ERROR: AddressSanitizer: x", "a.c:3:5: runtime error: division by zero",
        "Fatal glibc error: malloc", "Fatal Python error: Segmentation fault", "++++ Timeout ++++",
        "fatal runtime error: stack overflow", "thread 'second' (7) has overflowed its stack"}) {
    EXPECT_EQ(runtime_words(words), 0U) << words;
    EXPECT_EQ(runtime_words("own\n" + words + "\nmore"), 4U) << words;
  }
  for (const std::string words : {"", "own words", "don't panic: x", "own\n\nwords\n"})
    EXPECT_EQ(runtime_words(words), std::string::npos) << words;
}

TEST(DescribeEnd, AProgramDoesNotEndTheWholeProgram) {
  const auto words = [](Kind kind, int code) {
    return describe_end({kind, code, "evidence"}, milliseconds(2'000), {}, "program");
  };
  EXPECT_EQ(words(Kind::exited, 3),
            "The program ended with exit code 3: nothing may end it while tests run.");
  EXPECT_THAT(words(Kind::signalled, 9), testing::StartsWith("The program crashed ("));
  EXPECT_THAT(words(Kind::stalled, 0), testing::StartsWith("The program didn't finish within 2.0 s"));
}

TEST(DescribeEnd, EachEndIsSaidInWords) {
  const auto words = [](Kind kind, int code = 0, const std::string& printed = {}) {
    return describe_end({kind, code, "evidence"}, milliseconds(2'000), printed);
  };
  EXPECT_THAT(words(Kind::stalled), HasSubstr("didn't finish within 2.0 s"));
  EXPECT_THAT(words(Kind::timed_out), HasSubstr("didn't finish within 2.0 s"));
  EXPECT_THAT(words(Kind::signalled, 11), HasSubstr("SIGSEGV"));
  EXPECT_THAT(words(Kind::signalled, 6), HasSubstr("abort()"));
  EXPECT_THAT(words(Kind::signalled, 8), HasSubstr("division by zero"));
  EXPECT_THAT(words(Kind::signalled, 33), HasSubstr("signal 33"));
  EXPECT_THAT(words(Kind::exited, 3), HasSubstr("exit code 3"));
  for (const Kind kind : {Kind::out_of_memory, Kind::output_limit, Kind::cpu_limit, Kind::process_limit,
                          Kind::disk_limit, Kind::not_started})
    EXPECT_THAT(words(kind), HasSubstr("evidence"));
  EXPECT_THAT(words(Kind::cancelled), HasSubstr("cancelled"));
  EXPECT_THAT(words(Kind::exited, 3, " cause\n"), testing::EndsWith("\n\ncause"));
  EXPECT_THAT(words(Kind::output_limit, 0, "flood"), testing::Not(HasSubstr("flood")));
  EXPECT_LT(words(Kind::exited, 3, std::string(1U << 20U, 'x')).size(), 10'000U);
}

TEST(LastLines, ProgressAndEscapesAreNoReason) {
  EXPECT_EQ(last_lines("\x1b[31mone\x1b[0m\n\n\n10%\r50%\rdone  \r\n"), "one\n\ndone");
  EXPECT_EQ(last_lines(" \n\n"), "");
}

TEST(LastLines, OfManyTheLastAreKeptAndOfASanitizerTheFirstToo) {
  std::string lines;
  for (int i = 1; i <= 100; ++i) lines += "line " + std::to_string(i) + "\n";
  EXPECT_THAT(last_lines(lines), testing::StartsWith("… (71 lines)\nline 72\n"));
  EXPECT_THAT(last_lines(lines), testing::EndsWith("\nline 100"));
  const std::string report = last_lines("before\n==7==ERROR: LeakSanitizer: detected memory leaks\n" + lines +
                                        "SUMMARY: 40 byte(s) leaked\n");
  EXPECT_THAT(report, testing::StartsWith("==7==ERROR: LeakSanitizer: detected memory leaks\nline 1\n"));
  EXPECT_THAT(report, testing::EndsWith("\nSUMMARY: 40 byte(s) leaked"));
  EXPECT_LT(report.size(), 500U);
}

}  // namespace
}  // namespace proctor::framework
