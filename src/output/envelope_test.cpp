#include "output/envelope.hpp"

#include <gmock/gmock.h>

#include <limits>

#include "report/judge.hpp"

namespace proctor::output {
namespace {

using testing::HasSubstr;

Report passing() {
  Case test;
  test.name = "test_Increment()";
  test.status = Status::pass;
  test.gas = 245;
  test.duration = "54µs 173ns";
  test.duration_ms = 0.054173;
  test.kind = "unit";
  Report report;
  report.suites = {{"test/Counter.t.sol", "CounterTest", 6.7, {test}}};
  report.termination = Termination{Termination::Kind::exited, 0, "exit code 0"};
  report.verdict = Verdict::pass;
  report.framework = {"forge", "1.7.1"};
  report.run.usage = {std::chrono::milliseconds(412), std::chrono::milliseconds(300),
                      std::chrono::milliseconds(20), 1U << 20U};
  return report;
}

TEST(Envelope, IsOkForAPass) {
  const json::object envelope = to_envelope({passing(), {}});
  EXPECT_EQ(envelope.at("ok"), true);
  EXPECT_EQ(envelope.at("data").at("verdict"), "pass");
  EXPECT_FALSE(envelope.contains("error"));
}

TEST(Envelope, IsNeverOkWithoutAPass) {
  Report report = passing();
  report.verdict = Verdict::fail;
  const json::object envelope = to_envelope({report, {}});
  EXPECT_EQ(envelope.at("ok"), false);
  EXPECT_EQ(envelope.at("error").at("code"), "INTERNAL_ERROR");
}

TEST(Envelope, ShowsNoPassBesideAnError) {
  const json::object envelope =
      to_envelope({passing(), Error{ErrorCode::internal_error, "the answer got lost"}});
  EXPECT_EQ(envelope.at("ok"), false);
  EXPECT_EQ(envelope.at("error").at("message"), "the answer got lost");
  EXPECT_EQ(envelope.at("data").at("verdict"), "error");
}

TEST(Envelope, OfAnEmptyAnswerIsAnInternalError) {
  const json::object envelope = to_envelope({});
  EXPECT_EQ(envelope.at("ok"), false);
  EXPECT_EQ(envelope.at("error").at("code"), "INTERNAL_ERROR");
}

TEST(Envelope, HasAnErrorAloneWhenThereIsNoReport) {
  const json::object envelope =
      to_envelope({{}, Error{ErrorCode::tool_not_found, "no forge", {{"looked_in", "/usr/bin"}}}});
  EXPECT_FALSE(envelope.contains("data"));
  EXPECT_EQ(
      to_json_line(envelope.at("error")),
      R"~({"code":"TOOL_NOT_FOUND","message":"no forge","retry":false,"details":{"looked_in":"/usr/bin"}})~");
}

TEST(Envelope, PutsTheDiagnosticsOfACompileErrorIntoItsDetails) {
  Report report;
  report.diagnostics = {{"error", "test/Bad.t.sol", 4, 83, "7576", "Undeclared identifier.", "4 | contract"}};
  const json::object envelope = to_envelope({report, Error{ErrorCode::test_compile_failed, "1 error"}});
  EXPECT_EQ(to_json_line(envelope.at("error").at("details").at("diagnostics")),
            R"~([{"severity":"error","file":"test/Bad.t.sol","line":4,"column":83,"code":"7576",)~"
            R"~("message":"Undeclared identifier."}])~");
}

TEST(TestResponse, LeavesOutWhatHasNoValue) {
  const json::object data = to_json(Report{});
  for (const char* name : {"termination", "rerun", "gas_report", "coverage"})
    EXPECT_FALSE(data.contains(name)) << name;
  for (const char* name : {"id", "command", "workdir", "exit_code", "signal", "evidence", "log"}) {
    EXPECT_FALSE(data.at("run").as_object().contains(name)) << name;
  }
}

TEST(TestResponse, AlwaysHasItsLists) {
  const json::object data = to_json(Report{});
  for (const char* name : {"suites", "not_run", "diagnostics", "warnings"}) {
    EXPECT_TRUE(data.at(name).is_array()) << name;
  }
  EXPECT_TRUE(data.at("run").at("left_behind").is_array());
}

TEST(TestResponse, TellsACaseInItsWords) {
  EXPECT_EQ(to_json_line(to_json(passing()).at("suites").at(0).at("cases").at(0)),
            R"~({"name":"test_Increment()","status":"pass","gas":245,"duration":"54µs 173ns",)~"
            R"~("duration_ms":0.054173,"kind":"unit"})~");
}

TEST(TestResponse, CountsTheWholeAndEachSuite) {
  Report report = passing();
  report.suites[0].cases.push_back({"test_B()", Status::fail});
  report.suites.push_back(
      {"test/B.t.sol", "BTest", {}, {{"test_C()", Status::skip}, {"test_D()", Status::error}}});
  const json::object data = to_json(report);
  EXPECT_EQ(data.at("passed"), 1U);
  EXPECT_EQ(data.at("failed"), 1U);
  EXPECT_EQ(data.at("skipped"), 1U);
  EXPECT_EQ(data.at("errors"), 1U);
  EXPECT_EQ(data.at("suites").at(0).at("failed"), 1U);
  EXPECT_EQ(data.at("suites").at(1).at("passed"), 0U);
}

TEST(TestResponse, SaysHowTheCommandEnded) {
  Report report = passing();
  EXPECT_EQ(to_json(report).at("termination"), "exited");
  EXPECT_EQ(to_json(report).at("run").at("exit_code"), 0);
  report.termination = Termination{Termination::Kind::signalled, 11, "SIGSEGV, core dumped"};
  const json::object data = to_json(report);
  EXPECT_EQ(data.at("termination"), "signalled");
  EXPECT_EQ(data.at("run").at("signal"), 11);
  EXPECT_EQ(data.at("run").at("evidence"), "SIGSEGV, core dumped");
  EXPECT_FALSE(data.at("run").as_object().contains("exit_code"));
}

TEST(TestResponse, StaysJsonWithNumbersThatJsonDoesNotKnowAndBytesThatAreNoText) {
  Report report = passing();
  report.suites[0].duration_ms = std::numeric_limits<double>::infinity();
  report.suites[0].cases[0].duration_ms = std::numeric_limits<double>::quiet_NaN();
  report.suites[0].cases[0].logs = {"\xFF\xFE"};
  const auto parsed = parse_json(to_json_line(to_envelope({report, {}})));
  ASSERT_TRUE(parsed.has_value());
  EXPECT_FALSE(parsed->at("data").at("suites").at(0).as_object().contains("duration_ms"));
}

TEST(TestResponse, TellsCoverageAndGas) {
  Report report = passing();
  report.coverage = {{"src/A.sol", {9, 10}, {8, 9}, {0, 2}, {2, 2}}};
  report.gas_report = {{"src/A.sol:A", 100, 200, {{"inc()", 3, 1, 2, 2, 4}}}};
  const json::object data = to_json(report);
  EXPECT_EQ(to_json_line(data.at("coverage").at(0).at("lines")), R"~({"hit":9,"found":10})~");
  EXPECT_EQ(to_json_line(data.at("gas_report")),
            R"~([{"contract":"src/A.sol:A","deployment":{"gas":100,"size":200},)~"
            R"~("functions":{"inc()":{"calls":3,"min":1,"mean":2,"median":2,"max":4}}}])~");
}

}  // namespace
}  // namespace proctor::output
