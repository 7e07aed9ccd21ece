// Holds real answers and good and bad requests against the documents in schemas/.
#include <gmock/gmock.h>

#include <set>
#include <string>
#include <valijson/adapters/boost_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>
#include <vector>

#include "base/files.hpp"
#include "output/envelope.hpp"
#include "report/hang.hpp"
#include "report/judge.hpp"

namespace proctor::output {
namespace {

using testing::IsEmpty;
using testing::Not;

json::value read_schema(const std::string& name) {
  const auto text = read_file(std::string(PROCTOR_SOURCE_DIR "/schemas/") + name + ".schema.json");
  if (!text) throw std::runtime_error(text.error().message);
  return parse_json(*text).value();
}

// What the schema finds wrong with the value, as it would go over the wire.
std::vector<std::string> problems(const std::string& name, const json::value& value) {
  const json::value document = read_schema(name);
  valijson::Schema schema;
  valijson::SchemaParser().populateSchema(valijson::adapters::BoostJsonAdapter(document), schema);
  const json::value sent = parse_json(to_json_line(value)).value();
  valijson::ValidationResults results;
  valijson::Validator().validate(schema, valijson::adapters::BoostJsonAdapter(sent), &results);
  std::vector<std::string> found;
  valijson::ValidationResults::Error error;
  while (results.popError(error)) found.push_back(error.description);
  return found;
}

// Every field has a value.
Report full() {
  Case passed{"testA()", Status::pass, {}, 245, "54µs", 0.054, "unit"};
  Case failed{
      "testB(uint256)", Status::fail, "1 != 2", 3000, "1ms", 1.0, "fuzz", 256, Location{"test/A.t.sol", 21},
      "args=[1]",       {"a log"}};
  Report report;
  report.suites = {
      {"test/A.t.sol", "ATest", 12.5, {passed, failed, {"testC()", Status::skip, "no fork"}}, {"a warning"}}};
  report.not_run = {{"test/B.t.sol", "BTest", "testD()", "cut off"},
                    {"test/C.t.sol", "CTest", "", "left out", true}};
  report.diagnostics = {{"warning", "src/A.sol", 3, 7, "1878", "no license", "3 | x"},
                        {"error", "", {}, {}, "", "broken"}};
  HangReport hang;
  hang.processes = {
      {7, 1, "sleep 9", "sleeping", "nanosleep", std::chrono::milliseconds(4), 2, {"1 -> pipe:[3]"}},
      {8, 7, "burn", "running", "", {}, 1, {}}};
  hang.stacks = "main";
  report.diagnostics.push_back(hang_diagnostic(std::move(hang)));
  report.warnings = {"a warning"};
  report.gas_report = {{"src/A.sol:A", 100, 200, {{"inc()", 3, 1, 2, 2, 4}}}};
  report.coverage = {{"src/A.sol", {9, 10}, {8, 9}, {0, 2}, {2, 2}}};
  report.termination = Termination{Termination::Kind::exited, 1, "exit code 1"};
  report.framework = {"forge", "1.7.1", "shanghai", "0x2a"};
  report.source = "forge-json";
  report.run = {"a1b2", "forge test",    "/work", {std::chrono::milliseconds(9), {}, {}, 4096},
                "/log", {{7, "sleep 9"}}};
  report.rerun = "proctor test --rerun-failed";
  report.suites[0].cases[0].attempts = 2;
  report.suites[0].cases[0].flaky = true;
  report.repeat = Repeat{3, 1, 1, 1, {{"test/A.t.sol", "ATest", "testB(uint256)", 1, 3}}};
  report.partial = "only what has changed";
  return report;
}

Answer judged(Report report, const ReportState& state = {.found = true}) {
  auto error = judge(report, state);
  return {std::move(report), std::move(error)};
}

TEST(EnvelopeSchema, AcceptsAPass) {
  Report report = full();
  report.termination->code = 0;
  report.not_run.clear();
  report.suites[0].cases[1].status = Status::pass;
  const Answer answer = judged(report);
  ASSERT_TRUE(answer.ok());
  EXPECT_THAT(problems("envelope", to_envelope(answer)), IsEmpty());
}

TEST(EnvelopeSchema, AcceptsFailuresWithEveryFieldThereIs) {
  EXPECT_THAT(problems("envelope", to_envelope(judged(full()))), IsEmpty());
}

TEST(EnvelopeSchema, AcceptsEveryWayToEnd) {
  for (const auto kind :
       {Termination::Kind::exited, Termination::Kind::signalled, Termination::Kind::timed_out,
        Termination::Kind::stalled, Termination::Kind::cancelled, Termination::Kind::out_of_memory,
        Termination::Kind::output_limit, Termination::Kind::cpu_limit, Termination::Kind::process_limit,
        Termination::Kind::disk_limit, Termination::Kind::not_started}) {
    Report report = full();
    report.termination = Termination{kind, 9, "seen"};
    EXPECT_THAT(problems("envelope", to_envelope(judged(report))), IsEmpty()) << word(kind);
    EXPECT_THAT(problems("envelope", to_envelope(judged({.termination = report.termination}, {}))), IsEmpty())
        << word(kind);
  }
}

TEST(EnvelopeSchema, AcceptsEveryErrorWithoutAReport) {
  for (const ErrorInfo& about : error_table()) {
    EXPECT_THAT(problems("envelope", to_envelope({{}, Error{about.code, "why", {{"field", 1}}}})), IsEmpty())
        << about.name;
  }
}

TEST(EnvelopeSchema, AcceptsACompileErrorAndEmptyAnswers) {
  Report report;
  report.diagnostics = full().diagnostics;
  const ReportState state{.cause = Error{ErrorCode::test_compile_failed, "broken"}};
  EXPECT_THAT(problems("envelope", to_envelope(judged(report, state))), IsEmpty());
  EXPECT_THAT(problems("envelope", to_envelope({})), IsEmpty());
  EXPECT_THAT(problems("envelope", to_envelope({Report{}, {}})), IsEmpty());
}

TEST(EnvelopeSchema, RefusesAnswersThatContradictThemselves) {
  json::object envelope = to_envelope(judged(full()));
  envelope["ok"] = true;
  EXPECT_THAT(problems("envelope", envelope), Not(IsEmpty()));
  envelope.erase("error");
  EXPECT_THAT(problems("envelope", envelope), Not(IsEmpty())) << "ok with the verdict fail";
  EXPECT_THAT(problems("envelope", json::object{{"ok", false}}), Not(IsEmpty())) << "no reason";
  EXPECT_THAT(problems("envelope", json::object{{"ok", true}}), Not(IsEmpty())) << "no data";
}

TEST(EnvelopeSchema, RefusesFieldsItDoesNotKnowAndWordsItDoesNotKnow) {
  json::value envelope = to_envelope(judged(full()));
  envelope.at("data").at("suites").at(0).at("cases").at(0).as_object()["traces"] = json::array();
  EXPECT_THAT(problems("envelope", envelope), Not(IsEmpty()));
  envelope = to_envelope(judged(full()));
  envelope.at("error").at("code") = "TEST_WHATEVER";
  EXPECT_THAT(problems("envelope", envelope), Not(IsEmpty()));
}

TEST(ResponseSchema, AcceptsTheDataOfAnEnvelope) {
  EXPECT_THAT(problems("test-response", to_json(full())), IsEmpty());
  EXPECT_THAT(problems("test-response", to_json(Report{})), IsEmpty());
}

TEST(ResponseSchema, RefusesAnAnswerWithoutAVerdict) {
  json::object data = to_json(full());
  data.erase("verdict");
  EXPECT_THAT(problems("test-response", data), Not(IsEmpty()));
}

TEST(Schemas, DefineTheResponseAlikeInBothFiles) {
  const json::value envelope = read_schema("envelope");
  json::value response = read_schema("test-response");
  const json::value definitions = response.at("$defs");
  for (const char* own : {"$schema", "$id", "title", "$defs"}) response.as_object().erase(own);
  EXPECT_EQ(envelope.at("$defs").at("TestResponse"), response);
  for (const auto& entry : definitions.as_object())
    EXPECT_EQ(envelope.at("$defs").at(entry.key()), entry.value());
}

TEST(Schemas, DescribeAHangAlikeForEveryTool) {
  const json::value response = read_schema("test-response");
  const json::value tool = read_schema("test-tool-response");
  EXPECT_EQ(tool.at("$defs").at("HungProcess"), response.at("$defs").at("HungProcess"));
  for (const char* field : {"processes", "stacks"}) {
    EXPECT_EQ(tool.at("$defs").at("Diagnostic").at("properties").at(field),
              response.at("$defs").at("Diagnostic").at("properties").at(field));
  }
}

TEST(Schemas, ListTheCodesOfTheTable) {
  std::set<std::string> listed, known;
  const json::value envelope = read_schema("envelope");
  for (const auto& code : envelope.at_pointer("/$defs/Error/properties/code/enum").as_array()) {
    listed.insert(json::value_to<std::string>(code));
  }
  for (const ErrorInfo& about : error_table()) known.emplace(about.name);
  EXPECT_EQ(listed, known);
}

std::vector<std::string> request_problems(const std::string& text) {
  return problems("test-request", parse_json(text).value());
}

TEST(RequestSchema, AcceptsAProjectOrSources) {
  EXPECT_THAT(request_problems(R"({"project_root": "/work/counter"})"), IsEmpty());
  EXPECT_THAT(request_problems(R"({"sources": {"src/A.sol": "contract A {}"}})"), IsEmpty());
}

TEST(RequestSchema, AcceptsEveryField) {
  EXPECT_THAT(
      request_problems(
          R"({"project_root": ".", "only": ["a.py::test_b"], "match_path": "test/*", "match_contract": "C", "filter": "t",
      "evm_version": "shanghai", "framework": "forge", "timeout_ms": 1, "fuzz_runs": 1, "fuzz_seed": "0xfF",
      "coverage": true, "gas_report": true, "fail_fast": false, "rerun_failed": false, "verbosity": 5})"),
      IsEmpty());
}

// Some clients drop a tool whose schema has a composition at its root: which fields go together is checked in
// code, with better words.
TEST(RequestSchema, IsFlat) {
  const json::value schema = read_schema("test-request");
  for (const char* composition : {"if", "then", "else", "not", "anyOf", "oneOf", "allOf"})
    EXPECT_FALSE(schema.as_object().contains(composition)) << composition;
  EXPECT_THAT(request_problems("{}"), IsEmpty());
}

TEST(RequestSchema, RefusesUnknownFieldsAndBadValues) {
  for (const char* field :
       {R"("match_paths": "x")", R"("timeout_ms": 0)", R"("timeout_ms": 1.5)", R"("timeout_ms": "5s")",
        R"("fuzz_runs": 0)", R"("fuzz_seed": -1)", R"("fuzz_seed": "seed")", R"("fuzz_seed": "0x")",
        R"("verbosity": 6)", R"("verbosity": -1)", R"("coverage": "yes")", R"("filter": null)",
        R"("only": [])", R"("only": "a")", R"("only": [1])"}) {
    EXPECT_THAT(request_problems(std::string(R"({"project_root": ".", )") + field + "}"), Not(IsEmpty()))
        << field;
  }
  EXPECT_THAT(request_problems(R"({"sources": {"a": 1}})"), Not(IsEmpty()));
  EXPECT_THAT(request_problems(R"({"sources": {}})"), Not(IsEmpty()));
}

TEST(RequestSchema, TakesSeedsAsTextOrNumber) {
  for (const char* seed : {R"("42")", R"("0x2A")", "42", "0"}) {
    EXPECT_THAT(request_problems(std::string(R"({"project_root": ".", "fuzz_seed": )") + seed + "}"),
                IsEmpty())
        << seed;
  }
}

}  // namespace
}  // namespace proctor::output
