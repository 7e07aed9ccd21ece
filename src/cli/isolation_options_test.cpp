#include "cli/isolation_options.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace proctor::cli {
namespace {
using testing::ElementsAre;
using testing::HasSubstr;

TEST(IsolationOptions, AreReadAsTheyAreMeant) {
  const auto overrides = overrides_from({.isolation = "sandbox",
                                         .network = "none",
                                         .timeout = "5s",
                                         .cpu_time = "1500ms",
                                         .memory = "512M",
                                         .pids = "256",
                                         .open_files = "64",
                                         .disk = "1G",
                                         .output_limit = "64k"});
  ASSERT_TRUE(overrides) << overrides.error().message;
  EXPECT_EQ(overrides->level, IsolationLevel::sandbox);
  EXPECT_EQ(overrides->network, Config::Isolation::Network::none);
  EXPECT_EQ(overrides->timeout, std::chrono::seconds(5));
  EXPECT_EQ(overrides->cpu_time, std::chrono::milliseconds(1500));
  EXPECT_EQ(overrides->memory, 512U << 20U);
  EXPECT_EQ(overrides->pids, 256U);
  EXPECT_EQ(overrides->open_files, 64U);
  EXPECT_EQ(overrides->disk, 1U << 30U);
  EXPECT_EQ(overrides->output_limit, 64U << 10U);
}

TEST(IsolationOptions, WhatIsntGivenSaysNothing) {
  const auto overrides = overrides_from({});
  ASSERT_TRUE(overrides);
  EXPECT_EQ(overrides->level, std::nullopt);
  EXPECT_EQ(overrides->memory, std::nullopt);
}

TEST(IsolationOptions, ABadValueIsNamedWithItsOption) {
  const auto refused = [](const IsolationOptions& options) {
    const auto overrides = overrides_from(options);
    if (overrides) return std::string("accepted");
    EXPECT_EQ(overrides.error().code, ErrorCode::invalid_request);
    return overrides.error().message;
  };
  EXPECT_THAT(refused({.isolation = "docker"}), HasSubstr("--isolation must be sandbox, process or none"));
  EXPECT_THAT(refused({.network = "internet"}), HasSubstr("--network must be"));
  EXPECT_THAT(refused({.cpu_time = "long"}), HasSubstr("--cpu-time must be"));
  for (const char* memory : {"0", "-1", "1X", "much", "1 G", "512", "1023K"})
    EXPECT_THAT(refused({.memory = memory}), HasSubstr("--memory must be a size of at least 1M")) << memory;
  for (const char* pids : {"0", "-1", "1.5", "99999999999999999999"})
    EXPECT_THAT(refused({.pids = pids}), HasSubstr("--pids must be")) << pids;
  EXPECT_THAT(refused({.open_files = "x"}), HasSubstr("--open-files must be"));
  EXPECT_THAT(refused({.disk = "x"}), HasSubstr("--disk must be"));
  EXPECT_THAT(refused({.output_limit = "x"}), HasSubstr("--output-limit must be"));
}

TEST(IsolationOptions, CanBeSaidAgain) {
  EXPECT_THAT(words_of({.isolation = "sandbox", .pids = "5"}),
              ElementsAre("--isolation", "sandbox", "--pids", "5"));
}

}  // namespace
}  // namespace proctor::cli
