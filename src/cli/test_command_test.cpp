#include "cli/test_command.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace proctor::cli {
namespace {
using std::chrono::milliseconds;
using testing::ElementsAre;
using testing::HasSubstr;

Result<Request> from(const TestOptions& options, const char* document = nullptr) {
  const std::string text = document ? document : "";
  return request_from(options, document ? &text : nullptr, {});
}
std::string refused(const TestOptions& options, const char* document = nullptr) {
  const auto request = from(options, document);
  if (request) return "accepted";
  EXPECT_EQ(request.error().code, ErrorCode::invalid_request);
  return request.error().message;
}

TEST(RequestFrom, WithoutAWordTheCurrentDirectoryIsTested) {
  const auto request = from({});
  ASSERT_TRUE(request);
  EXPECT_EQ(request->project_root, ".");
  EXPECT_FALSE(request->timeout);
  EXPECT_EQ(request->verbosity, 0);
}

TEST(RequestFrom, TheWordsOfTheCommandLineAreItsFields) {
  TestOptions options;
  options.directory = "p";
  options.match_path = "a";
  options.match_contract = "b";
  options.filter = "-c";
  options.evm_version = "paris";
  options.framework = "forge";
  options.timeout = "1.5s";
  options.fuzz_runs = 9;
  options.fuzz_seed = "0x1";
  options.coverage = options.gas_report = options.fail_fast = true;
  options.verbosity = 5;
  const auto request = from(options);
  ASSERT_TRUE(request) << request.error().message;
  EXPECT_EQ(request->project_root, "p");
  EXPECT_EQ(request->match_path + request->match_contract + request->filter, "ab-c");
  EXPECT_EQ(request->evm_version, "paris");
  EXPECT_EQ(request->framework, "forge");
  EXPECT_EQ(request->timeout, milliseconds(1500));
  EXPECT_EQ(request->fuzz_runs, 9U);
  EXPECT_EQ(request->fuzz_seed, "0x1");
  EXPECT_TRUE(request->coverage && request->gas_report && request->fail_fast);
  EXPECT_EQ(request->verbosity, 5);
}

TEST(RequestFrom, WhatStandsOnTheCommandLineWinsOverTheDocument) {
  constexpr const char* kDocument =
      R"({"project_root":"d","filter":"old","timeout_ms":5,"fuzz_runs":1,"verbosity":2,"coverage":true})";
  const auto as_is = from({}, kDocument);
  ASSERT_TRUE(as_is) << as_is.error().message;
  EXPECT_EQ(as_is->filter, "old");
  EXPECT_EQ(as_is->timeout, milliseconds(5));
  TestOptions options;
  options.request = "r.json";
  options.filter = "new";
  options.timeout = "7s";
  options.fuzz_runs = 3;
  options.verbosity = 1;
  const auto changed = from(options, kDocument);
  EXPECT_EQ(changed->project_root, "d");
  EXPECT_EQ(changed->filter, "new");
  EXPECT_EQ(changed->timeout, milliseconds(7000));
  EXPECT_EQ(changed->fuzz_runs, 3U);
  EXPECT_EQ(changed->verbosity, 2);
  EXPECT_TRUE(changed->coverage);
}

TEST(RequestFrom, ADirectoryAndARequestExcludeEachOther) {
  TestOptions options;
  options.words = {"p"};
  options.request = "r.json";
  EXPECT_THAT(refused(options, R"({"project_root":"d"})"), HasSubstr("not both"));
}

TEST(RequestFrom, ABadDocumentIsNamed) {
  TestOptions options;
  options.request = "r.json";
  EXPECT_THAT(refused(options, ""), HasSubstr("r.json: not valid JSON"));
  EXPECT_THAT(refused(options, "{"), HasSubstr("r.json: not valid JSON"));
  EXPECT_THAT(refused(options, "[]"), HasSubstr("must be an object"));
  EXPECT_THAT(refused(options, "{}"), HasSubstr("project_root"));
  EXPECT_THAT(refused(options, R"({"project_root":"d","fliter":"x"})"), HasSubstr("fliter"));
}

TEST(RequestFrom, ABadTimeIsRefusedAndNeverTakenForNone) {
  for (const char* bad : {"0", "-1", "soon", "5 minutes", "1w", "99999999h", "nan", " "}) {
    TestOptions options;
    options.timeout = bad;
    EXPECT_THAT(refused(options), HasSubstr("--timeout: must be a time")) << bad;
  }
}

TEST(RequestFrom, NumbersHaveTheirBounds) {
  TestOptions options;
  options.fuzz_runs = 0;
  EXPECT_THAT(refused(options), HasSubstr("--fuzz-runs"));
  options.fuzz_runs = std::uint64_t{1} << 32U;
  EXPECT_THAT(refused(options), HasSubstr("--fuzz-runs"));
  options.fuzz_runs = UINT32_MAX;
  EXPECT_EQ(refused(options), "accepted");
  options.verbosity = 6;
  EXPECT_THAT(refused(options), HasSubstr("-v"));
  options.verbosity = 0;
  options.fuzz_seed = "0xnumber";
  EXPECT_THAT(refused(options), HasSubstr("fuzz_seed"));
}

TEST(RequestFrom, RulesBetweenFieldsHoldForBothTogether) {
  TestOptions options;
  options.rerun_failed = true;
  EXPECT_EQ(refused(options), "accepted");
  EXPECT_THAT(refused(options, R"({"project_root":"d","filter":"x"})"), HasSubstr("rerun_failed"));
  EXPECT_THAT(refused(options, R"({"sources":{"a":"b"}})"), HasSubstr("rerun_failed"));
  options.match_path = "x";
  EXPECT_THAT(refused(options), HasSubstr("rerun_failed"));
}

TEST(CalledAs, IsTheSameRequestWithoutItsFilters) {
  const auto words = [](const TestOptions& options, const CommonOptions& common,
                        const char* document = nullptr) {
    const auto request = from(options, document);
    EXPECT_TRUE(request) << request.error().message;
    return called_as(options, common, *request);
  };
  TestOptions options;
  options.filter = "x";
  EXPECT_THAT(words(options, {}), ElementsAre("proctor", "test"));
  options.directory = "a b";
  options.framework = "forge";
  EXPECT_THAT(words(options, {.json = true, .config = "c.toml"}),
              ElementsAre("proctor", "test", "a b", "--framework", "forge", "--config", "c.toml"));
  options.frameworks = {"mine", "yours"};
  EXPECT_THAT(words(options, {}), ElementsAre("proctor", "test", "a b", "--framework", "forge",
                                              "--frameworks", "mine", "--frameworks", "yours"));
  TestOptions with_request;
  with_request.request = "r.json";
  EXPECT_THAT(words(with_request, {}, R"({"project_root":"/p"})"), ElementsAre("proctor", "test", "/p"));
  EXPECT_THAT(words(with_request, {}, R"({"sources":{"a":"b"}})"),
              ElementsAre("proctor", "test", "--request", "r.json"));
}

}  // namespace
}  // namespace proctor::cli
