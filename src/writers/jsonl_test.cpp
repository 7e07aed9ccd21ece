#include "writers/jsonl.hpp"

#include <gmock/gmock.h>

#include <valijson/adapters/boost_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

#include "base/files.hpp"
#include "base/json.hpp"
#include "base/text.hpp"
#include "writers/writers_testing.hpp"

namespace proctor::writers {
namespace {

using testing::ElementsAre;

// The events of each line, each of which must be valid by the schema.
std::vector<json::object> events_of(const std::string& text) {
  const json::value document = *parse_json(*read_file(PROCTOR_SOURCE_DIR "/schemas/run-event.schema.json"));
  valijson::Schema schema;
  valijson::SchemaParser(valijson::SchemaParser::kDraft7)
      .populateSchema(valijson::adapters::BoostJsonAdapter(document), schema);
  std::vector<json::object> events;
  EXPECT_TRUE(text.ends_with('\n'));
  for (const std::string_view line : split_lines(text)) {
    const auto value = parse_json(line);
    if (!value) {
      ADD_FAILURE() << line;
      continue;
    }
    EXPECT_TRUE(valijson::Validator().validate(schema, valijson::adapters::BoostJsonAdapter(*value), nullptr))
        << line;
    events.push_back(value->as_object());
  }
  return events;
}

std::vector<std::string> kinds_of(const std::string& text) {
  std::vector<std::string> kinds;
  for (const json::object& event : events_of(text)) {
    std::string kind = text_field(event, "event");
    if (event.contains("status")) kind += " " + text_field(event, "status");
    kinds.push_back(kind);
  }
  return kinds;
}

TEST(Jsonl, TellsAnAnswerThatIsThereAsEvents) {
  EXPECT_THAT(kinds_of(write_jsonl(written(all_kinds()))),
              ElementsAre("run_began", "test_ended pass", "test_ended fail", "test_ended pass",
                          "test_ended skip", "test_ended error", "run_ended"));
  const json::object end = events_of(write_jsonl(written(timed_out()))).back();
  EXPECT_EQ(end.at("verdict"), "error");
  EXPECT_EQ(end.at("error").at("code"), "TEST_TIMEOUT");
  EXPECT_EQ(end.at("counts").at("not_run"), 1);
  EXPECT_EQ(events_of(write_jsonl(written({}))).back().at("verdict"), "error");
}

TEST(Jsonl, RepeatsNoTestThatWasToldAsItIs) {
  EventLines lines([](std::string_view text) {
    std::string masked(text);
    replace_all(masked, "hunter2", "***");
    return masked;
  });
  std::string text = lines.began({.name = "shop", .command = "proctor test", .version = "0.1.0"});
  const EventTest first{"1", "a.py", "A", "test_a"};
  const EventTest second{"2", "a.py", "A", "test_b"};
  for (const Event& event :
       std::vector<Event>{PhaseStarted{"testing", ""}, TestsFound{2}, TestStarted{"test_a", first},
                          TestFinished{"test_a", Status::pass, first, 2.5}, TestStarted{"test_b", second},
                          TestFinished{"test_b", Status::pass, second, {}, "with hunter2"}, SuitesFound{1},
                          SuiteStarted{"S"}, SuiteFinished{"S", std::chrono::microseconds(1500)},
                          PhaseStarted{"trying again", "", 2}})
    text += lines.line(event, 5);
  EXPECT_EQ(text.find("hunter2"), std::string::npos);
  Answer answer = passed();
  answer.report.value().suites[0].cases = {a_case("test_a", Status::pass),
                                           a_case("test_b", Status::error, "died")};
  answer.report.value().suites[0].cases[0].id = "1";
  answer.report.value().suites[0].cases[1].id = "2";
  text += lines.ended(written(answer));
  EXPECT_THAT(kinds_of(text), ElementsAre("run_began", "phase", "plan", "test_began", "test_ended pass",
                                          "test_began", "test_ended pass", "plan", "suite_began",
                                          "suite_ended", "retry", "test_ended error", "run_ended"));
}

TEST(Jsonl, IsOneLineAnEventForEveryReader) {
  const std::string hostile =
      "a\nb\r\xC2\x85\xE2\x80\xA8\xE2\x80\xA9\xff" + std::string(1, '\0') + "</script>";
  Answer answer = passed();
  answer.report.value().suites[0].cases = {
      a_case(hostile, Status::fail, hostile + std::string(1U << 20U, 'x'))};
  answer.report.value().suites[0].cases[0].output = hostile;
  const std::string text = write_jsonl(written(answer));
  EXPECT_TRUE(is_valid_utf8(text));
  EXPECT_EQ(events_of(text).size(), 3U);
  EXPECT_LT(text.size(), 200'000U);
  for (const char* end : {"\xC2\x85", "\xE2\x80\xA8", "\xE2\x80\xA9", "\r"})
    EXPECT_EQ(text.find(end), std::string::npos);
}

}  // namespace
}  // namespace proctor::writers
