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

TEST(LogText, OfAReportInAFileIsWhatIsPrinted) {
  EXPECT_EQ(make_log_text("junit-xml"), nullptr);
  EXPECT_EQ(make_log_text(""), nullptr);
}

}  // namespace
}  // namespace proctor::format
