#include "format/log_text.hpp"

#include <gtest/gtest.h>

#include <string>

namespace proctor::format {
namespace {

// In pieces of this size.
std::string log_of(std::string_view format, const std::string& printed, std::size_t size) {
  const LogText text = make_log_text(format);
  std::string log;
  for (std::size_t at = 0; at < printed.size(); at += size)
    log += text(Stream::out, printed.substr(at, size));
  return log + text(Stream::err, {}) + text(Stream::out, {});
}

std::string log_of(std::string_view format, const std::string& printed) {
  const std::string log = log_of(format, printed, printed.size());
  EXPECT_EQ(log, log_of(format, printed, 7));
  return log;
}

TEST(LogText, OfGoIsWhatTheEventsSay) {
  EXPECT_EQ(log_of("go-test-json", R"(# p [p.test]
{"Action":"start","Package":"p"}
{"Action":"output","Package":"p","Output":"=== PLACE  .\n"}
{"Action":"output","Package":"p","Output":"=== PLAN   TestA a_test.go:8\n"}
{"Action":"run","Package":"p","Test":"TestA"}
{"Action":"output","Package":"p","Test":"TestA","Output":"=== RUN   TestA\n"}
{"Action":"output","Package":"p","Test":"TestA","Output":"\n"}
{"Action":"output","Package":"p","Test":"TestA","Output":"without end"}
{"Action":"output","Package":"p","Test":"TestA","Output":"--- FAIL: TestA (0.00s)\n"}
{"Action":"fail","Package":"p","Test":"TestA","Elapsed":0}
{"Action":"output","Package":"p","Output":"FAIL\n"}
{"Action":"fail","Package":"p","Elapsed":0.002}
)"),
            "# p [p.test]\n=== RUN   TestA\n\nwithout end--- FAIL: TestA (0.00s)\nFAIL\nFAIL\n");
}

TEST(LogText, OfGoHasNothingThatProctorAsksOfTheProject) {
  EXPECT_EQ(log_of("go-test-json", "=== MODULE nested\n=== BUILT  a_test.go linux\nno Go files in /p\n"),
            "no Go files in /p\n");
}

TEST(LogText, OfGoHasNoEmptyLineBeforeTheCodeThatItsProgramEndedWith) {
  const auto ended = [](const std::string& last) {
    return log_of("go-test-json", R"({"Action":"output","Package":"p","Output":")" + last + R"("}
{"Action":"output","Package":"p","Output":"\n"}
{"Action":"output","Package":"p","Output":"=== ENDED  2\n"}
{"Action":"output","Package":"p","Output":"exit status 2\n"}
)");
  };
  EXPECT_EQ(ended("panic: no\\n"), "panic: no\nexit status 2\n");
  EXPECT_EQ(ended("panic: no"), "panic: no\nexit status 2\n");
}

TEST(LogText, OfGoHasOnePackageAfterTheOther) {
  std::string events;
  const auto says = [&events](const std::string& package, const std::string& text) {
    events += R"({"Action":"output","Package":")" + package + R"(","Output":")" + text + "\\n\"}\n";
  };
  const auto ends = [&events](const std::string& package) {
    events += R"({"Action":"pass","Package":")" + package + "\"}\n";
  };
  says("b", "b1"), says("a", "a1"), says("c", "c1"), says("b", "b2"), says("c", "c2"), ends("c"), ends("b");
  says("a", "a2"), ends("a"), says("d", "d1");
  EXPECT_EQ(log_of("go-test-json", events), "b1\nb2\nc1\nc2\na1\na2\nd1\n");
}

TEST(LogText, KeepsALineThatIsNoEventAndOneWithoutItsEnd) {
  EXPECT_EQ(log_of("go-test-json", "{\"Action\":\nwarning: x\n{\"Action\":\"output\",\"Outp"),
            "{\"Action\":\nwarning: x\n{\"Action\":\"output\",\"Outp\n");
}

TEST(LogText, OfBatsIsTap) {
  EXPECT_EQ(log_of("tap", R"(suite /x/a.bats
plan "a"
plan "b in 5ms"
1..2
suite /x/a.bats
begin 1 a
# aside
ok 1 a in 12ms
begin 2 b in 5ms
not ok 2 b in 5ms in 33ms # timeout after 3s
# (in test file a.bats, line 5)
plan "this is printed"
)"),
            "1..2\n# aside\nok 1 a\nnot ok 2 b in 5ms # timeout after 3s\n"
            "# (in test file a.bats, line 5)\nplan \"this is printed\"\n");
}

TEST(LogText, OfOtherTapIsThat) {
  const std::string tap = "TAP version 13\nbegin 1 a\nok 1 - a in 12ms\nsuite /x\n1..1\n";
  EXPECT_EQ(log_of("tap", tap), tap);
}

TEST(LogText, OfLibtestIsWhatCargoPrints) {
  EXPECT_EQ(log_of("libtest-json", R"({ "type": "suite", "event": "started", "test_count": 3 }
{ "type": "test", "event": "started", "name": "b" }
{ "type": "test", "name": "b", "event": "failed", "exec_time": 0.3, "stdout": "said\n" }
{ "type": "test", "name": "c", "event": "ignored", "message": "not now" }
{ "type": "test", "name": "a", "event": "failed", "message": "did not panic" }
{ "type": "suite", "event": "failed", "passed": 0, "failed": 2, "ignored": 1, "measured": 0, "filtered_out": 4, "exec_time": 0.324 }
error: test failed, to rerun pass `--lib`
)"),
            R"(
running 3 tests
test b ... FAILED
test c ... ignored, not now
test a ... FAILED

failures:

---- b stdout ----
said

---- a stdout ----
note: did not panic

failures:
    a
    b

test result: FAILED. 0 passed; 2 failed; 1 ignored; 0 measured; 4 filtered out; finished in 0.32s

error: test failed, to rerun pass `--lib`
)");
}

TEST(LogText, OfForgeIsItsReportInWordsWithoutItsOwnLog) {
  const LogText text = make_log_text("forge-json");
  EXPECT_EQ(text(Stream::err, "2026-11-21T22:08:11.145204Z DEBUG forge::multi_runner: Found 2\nWarn"), "");
  EXPECT_EQ(text(Stream::err, "ing: x\n"), "Warning: x\n");
  EXPECT_EQ(text(Stream::out, R"json({"t/A.t.sol:A":{"duration":"2ms 340µs","test_results":{
    "test_a()":{"status":"Success","kind":{"Unit":{"gas":12}},"decoded_logs":["said","more"]},
    "testFuzz_b(uint256)":{"status":"Failure","reason":"bad","kind":{"Fuzz":{"runs":3,"mean_gas":5}},
      "counterexample":{"Single":{"calldata":"0x00","args":"7"}}},
    "test_c()":{"status":"Skipped","reason":"not now","kind":{"Unit":{"gas":0}}}},"warnings":[]}})json"),
            "");
  EXPECT_EQ(text(Stream::out, ""), R"(
Ran 3 tests for t/A.t.sol:A
[FAIL: bad; counterexample: args=[7]] testFuzz_b(uint256) (runs: 3, μ: 5)
[PASS] test_a() (gas: 12)
Logs:
  said
  more

[SKIP: not now] test_c() (gas: 0)
Suite result: FAILED. 1 passed; 1 failed; 1 skipped; finished in 2.34ms

Ran 1 test suite: 1 tests passed, 1 failed, 1 skipped (3 total tests)

Failing tests:
Encountered 1 failing test in t/A.t.sol:A
[FAIL: bad; counterexample: args=[7]] testFuzz_b(uint256) (runs: 3, μ: 5)

Encountered a total of 1 failing tests, 1 tests succeeded
)");
}

TEST(LogText, OfForgeIsWhatCameWhereThatIsNoReport) {
  EXPECT_EQ(log_of("forge-json", "{\"t/A.t.sol:A\":{\"test_res"), "{\"t/A.t.sol:A\":{\"test_res");
  EXPECT_EQ(log_of("forge-json", "Nothing to do\n"), "Nothing to do\n");
  const std::string much((1U << 20U) + 10, '-');
  EXPECT_EQ(log_of("forge-json", much), much);
  const std::string cut = log_of("forge-json", "{\"t/A.t.sol:A\":\"" + much, much.size());
  EXPECT_TRUE(cut.starts_with("{\"t/A.t.sol:A\":\"---"));
  EXPECT_TRUE(cut.ends_with("---\n[… what follows is left out: it is no report that can be read …]\n"));
}

TEST(LogText, OfAReportInAFileIsWhatIsPrinted) {
  EXPECT_EQ(make_log_text("junit-xml"), nullptr);
  EXPECT_EQ(make_log_text(""), nullptr);
}

}  // namespace
}  // namespace proctor::format
