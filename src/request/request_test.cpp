#include "request/request.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace proctor {
namespace {

using testing::HasSubstr;

Result<Request> parse(std::string_view text) {
  return parse_request(*parse_json(text));
}

std::string refused(std::string_view text) {
  const auto request = parse(text);
  if (request) return "accepted";
  EXPECT_EQ(request.error().code, ErrorCode::invalid_request);
  return request.error().message;
}

TEST(Request, AllFieldsAreRead) {
  const auto request = parse(
      R"({"project_root":"/p","match_path":"test/*","match_contract":"C","filter":"f","evm_version":"paris",
    "framework":"forge","timeout_ms":1500,"fuzz_runs":10,"fuzz_seed":"0xAb","coverage":true,"gas_report":true,"verbosity":3,
    "fail_fast":true})");
  ASSERT_TRUE(request) << request.error().message;
  EXPECT_EQ(request->project_root, "/p");
  EXPECT_EQ(request->timeout, std::chrono::milliseconds(1500));
  EXPECT_EQ(request->fuzz_runs, 10U);
  EXPECT_EQ(request->fuzz_seed, "0xAb");
  EXPECT_EQ(request->verbosity, 3);
  EXPECT_TRUE(request->coverage && request->gas_report && request->fail_fast);
}

TEST(Request, NeitherOrBothOfRootAndSourcesIsRefusedAndNamed) {
  EXPECT_THAT(refused("{}"), HasSubstr("project_root"));
  EXPECT_THAT(refused(R"({"project_root":null})"), HasSubstr("project_root"));
  EXPECT_THAT(refused(R"({"project_root":"/p","sources":{"a":"b"}})"), HasSubstr("sources"));
  EXPECT_THAT(refused(R"({"project_root":""})"), HasSubstr("project_root"));
  EXPECT_THAT(refused(R"({"sources":{}})"), HasSubstr("sources"));
  EXPECT_THAT(refused("[]"), HasSubstr("object"));
}

TEST(Request, AnUnknownFieldIsNamed) {
  const auto request = parse(R"({"project_root":"/p","timeout":3})");
  ASSERT_FALSE(request);
  EXPECT_THAT(request.error().message, HasSubstr("timeout: unknown field;"));
  const auto several = parse(R"({"project_root":5,"timeout":3,"verbose":true})");
  ASSERT_FALSE(several);
  EXPECT_THAT(several.error().message, HasSubstr("timeout, verbose: unknown fields;"));
  EXPECT_EQ(several.error().details.at("field"), "timeout");
  EXPECT_EQ(request.error().details.at("field").as_string(), "timeout");
}

TEST(Request, AWrongTypeOrRangeIsNamed) {
  for (const auto& [field, value] :
       std::initializer_list<std::pair<const char*, const char*>>{{"match_path", "1"},
                                                                  {"filter", "[]"},
                                                                  {"evm_version", "true"},
                                                                  {"timeout_ms", "\"5\""},
                                                                  {"timeout_ms", "0"},
                                                                  {"timeout_ms", "-1"},
                                                                  {"timeout_ms", "1.5"},
                                                                  {"timeout_ms", "99999999999999999999"},
                                                                  {"timeout_ms", "18446744073709551615"},
                                                                  {"fuzz_runs", "0"},
                                                                  {"fuzz_seed", "-1"},
                                                                  {"fuzz_seed", "\"0xzz\""},
                                                                  {"fuzz_seed", "\"12 \""},
                                                                  {"verbosity", "6"},
                                                                  {"coverage", "\"yes\""},
                                                                  {"fail_fast", "1"},
                                                                  {"framework", "{}"},
                                                                  {"match_contract", "\"a\\u0000b\""}}) {
    const std::string text = std::string(R"({"project_root":"/p",")") + field + "\":" + value + "}";
    EXPECT_THAT(refused(text), HasSubstr(std::string(field) + ": ")) << text;
  }
}

TEST(Request, ASeedMayBeANumber) {
  EXPECT_EQ(parse(R"({"project_root":"/p","fuzz_seed":7})")->fuzz_seed, "7");
}

TEST(Request, RerunFailedChoosesTheTestsItself) {
  EXPECT_TRUE(parse(R"({"project_root":"/p","rerun_failed":true})")->rerun_failed);
  EXPECT_THAT(refused(R"({"project_root":"/p","rerun_failed":true,"filter":"x"})"),
              HasSubstr("rerun_failed"));
}

TEST(Request, RerunFailedNeedsAProject) {
  EXPECT_THAT(refused(R"({"sources":{"a":"b"},"rerun_failed":true})"), HasSubstr("rerun_failed"));
}

TEST(Sources, ContentMustBeText) {
  EXPECT_THAT(refused(R"({"sources":{"a.sol":5}})"), HasSubstr(R"(sources["a.sol"])"));
  EXPECT_THAT(refused(R"({"sources":["a"]})"), HasSubstr("sources"));
  EXPECT_THAT(refused(R"({"sources":{"../a":"x"}})"), HasSubstr(R"(sources["../a"])"));
}

}  // namespace
}  // namespace proctor
