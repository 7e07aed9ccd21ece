#include "config/overrides.hpp"

#include <gtest/gtest.h>

namespace proctor {
namespace {

using Network = Config::Isolation::Network;

TEST(Overrides, WhatIsGivenStandsOverTheConfiguration) {
  Config config;
  config.limits.memory = 1;
  config.limits.pids = 2;
  ASSERT_TRUE(apply({.timeout = std::chrono::seconds(7), .memory = 3}, config));
  EXPECT_EQ(config.limits.memory, 3U);
  EXPECT_EQ(config.limits.pids, 2U);
  EXPECT_EQ(config.limits.timeout, std::chrono::seconds(7));
  EXPECT_EQ(config.tools.test.default_timeout, std::chrono::seconds(7));
}

TEST(Overrides, NoLesserLevelStandsInForTheOneThatIsAskedFor) {
  Config config;
  config.isolation.fallback = IsolationLevel::process;
  ASSERT_TRUE(apply({.level = IsolationLevel::sandbox}, config));
  EXPECT_EQ(config.isolation.level, IsolationLevel::sandbox);
  EXPECT_EQ(config.isolation.fallback, std::nullopt);
}

TEST(Overrides, TheHostsNetworkIsGrantedByTheConfigurationAlone) {
  Config config;
  const auto refused = apply({.network = Network::host}, config);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::invalid_request);
  EXPECT_EQ(config.isolation.network, Network::none);

  config.isolation.network = Network::host;
  EXPECT_TRUE(apply({.network = Network::host}, config));
  ASSERT_TRUE(apply({.network = Network::none}, config));
  EXPECT_EQ(config.isolation.network, Network::none);
}

}  // namespace
}  // namespace proctor
