#include "run/containment.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>

namespace proctor {
namespace {
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

using supervise::SandboxObstacle;

std::optional<SandboxObstacle> none() {
  return std::nullopt;
}
std::optional<SandboxObstacle> no_namespaces() {
  return SandboxObstacle{SandboxObstacle::Kind::lasting, "user namespaces are switched off"};
}
std::optional<SandboxObstacle> no_process() {
  return SandboxObstacle{SandboxObstacle::Kind::passing, "no process can be started"};
}
std::optional<SandboxObstacle> stopped() {
  return SandboxObstacle{SandboxObstacle::Kind::stopped, "stop requested"};
}

TEST(Containment, UploadsAreSandboxedAndProjectsInPlaceAreNot) {
  EXPECT_EQ(contain({}, Origin::upload, "/w", none)->level, IsolationLevel::sandbox);
  const auto project = contain({}, Origin::project, "/w", no_namespaces);
  ASSERT_TRUE(project) << "a sandbox isn't even asked for";
  EXPECT_EQ(project->level, IsolationLevel::process);
  EXPECT_THAT(project->writable, ElementsAre("/w"));
}

TEST(Containment, TheConfigurationDecides) {
  Config config;
  config.isolation.level = IsolationLevel::sandbox;
  EXPECT_EQ(contain(config, Origin::project, "/w", none)->level, IsolationLevel::sandbox);
  config.isolation.level = IsolationLevel::none;
  EXPECT_EQ(contain(config, Origin::upload, "/w", none)->level, IsolationLevel::none);
}

TEST(Containment, WithoutASandboxAnUploadIsRefused) {
  const auto refused = contain({}, Origin::upload, "/w", no_namespaces);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::sandbox_unavailable);
  EXPECT_THAT(refused.error().message, HasSubstr("user namespaces are switched off. Nothing was run. If"));
  EXPECT_THAT(refused.error().message, HasSubstr("fallback"));
}

TEST(Containment, ALesserLevelStandsInOnlyWhereItIsAcceptedAndIsSaid) {
  Config config;
  config.isolation.fallback = IsolationLevel::process;
  const auto lesser = contain(config, Origin::upload, "/w", no_namespaces);
  ASSERT_TRUE(lesser);
  EXPECT_EQ(lesser->level, IsolationLevel::process);
  EXPECT_THAT(lesser->warnings, ElementsAre(HasSubstr("user namespaces are switched off")));

  const auto full = contain(config, Origin::upload, "/w", none);
  ASSERT_TRUE(full);
  EXPECT_EQ(full->level, IsolationLevel::sandbox);
  EXPECT_THAT(full->warnings, IsEmpty());
}

TEST(Containment, ASubmissionIsHeldByLessOnlyOnAMachineWithoutSandboxes) {
  EXPECT_EQ(contain({}, Origin::submission, "/w", no_namespaces)->level, IsolationLevel::process);
  Config accepting, asking;
  accepting.isolation.fallback = IsolationLevel::process;
  asking.isolation.level = IsolationLevel::sandbox;
  for (const Config& config : {Config(), accepting, asking}) {
    for (const Origin origin : {Origin::submission, Origin::upload}) {
      const auto refused = contain(config, origin, "/w", no_process);
      ASSERT_FALSE(refused);
      EXPECT_EQ(refused.error().code, ErrorCode::resources_exhausted);
      EXPECT_THAT(refused.error().message, HasSubstr("no process can be started. Nothing was run: this may"));
      EXPECT_EQ(contain(config, origin, "/w", stopped).error().code, ErrorCode::test_cancelled);
    }
  }
}

TEST(Containment, LimitsThatNothingHoldsAreSaid) {
  Config config;
  config.limits.memory = 1U << 30U;
  config.limits.pids = 100;
  EXPECT_THAT(contain(config, Origin::project, "/w", none)->warnings, IsEmpty());
  config.isolation.level = IsolationLevel::none;
  EXPECT_THAT(contain(config, Origin::project, "/w", none)->warnings,
              ElementsAre(HasSubstr("memory, pids had no effect")));
  config.limits = {};
  EXPECT_THAT(contain(config, Origin::project, "/w", none)->warnings, IsEmpty());

  config.limits.cpu_time = std::chrono::seconds(1);
  config.isolation.level = IsolationLevel::sandbox;
  config.isolation.fallback = IsolationLevel::none;
  EXPECT_THAT(contain(config, Origin::upload, "/w", no_namespaces)->warnings,
              ElementsAre(HasSubstr("No sandbox"), HasSubstr("cpu_time had no effect")));
}

TEST(Containment, RootIsToldThatItMayNotWriteInTheWorkspaceOfOthers) {
  if (geteuid() != 0) GTEST_SKIP() << "for all others it is the same as outside";
  constexpr uid_t kOther = 65534;
  std::string name = testing::TempDir() + "containment-XXXXXX";
  ASSERT_NE(mkdtemp(name.data()), nullptr);
  const auto warnings = [&name](IsolationLevel level) {
    Config config;
    config.isolation.level = level;
    return contain(config, Origin::project, name, none)->warnings;
  };
  EXPECT_THAT(warnings(IsolationLevel::sandbox), IsEmpty());
  ASSERT_EQ(chown(name.c_str(), kOther, kOther), 0);
  EXPECT_THAT(warnings(IsolationLevel::sandbox), ElementsAre(HasSubstr("another user (number 65534)")));
  EXPECT_THAT(warnings(IsolationLevel::process), IsEmpty());
  ASSERT_EQ(chmod(name.c_str(), 0777), 0);
  EXPECT_THAT(warnings(IsolationLevel::sandbox), IsEmpty());
  rmdir(name.c_str());
}

TEST(Containment, ASandboxShowsWhatIsConfiguredAndWhatTheCommandNeeds) {
  Config config;
  config.isolation.read_only = {"/opt/go"};
  config.isolation.temporary = 5;
  supervise::RunOptions options;
  contain(config, Origin::upload, "/w", none)
      ->apply(options,
              {.argv = {}, .environment = {}, .workdir = {}, .toolchain = {"/opt/forge"}, .results = {"/r"}});
  EXPECT_EQ(options.isolation, IsolationLevel::sandbox);
  EXPECT_THAT(options.sandbox.read_only, ElementsAre("/opt/go", "/opt/forge"));
  EXPECT_FALSE(options.sandbox.host_network);
  EXPECT_EQ(options.sandbox.temporary_bytes, 5U);
  EXPECT_THAT(options.writable, ElementsAre("/w", "/r"));
}

TEST(Limits, OfASandboxKeepTheMachineUsable) {
  const supervise::Limits limits = limits_from({}, IsolationLevel::sandbox);
  EXPECT_TRUE(limits.memory_bytes);
  EXPECT_TRUE(limits.processes);
  EXPECT_TRUE(limits.disk_bytes);
}

TEST(Limits, AnUntrustedProjectLiftsNoDefaultOfASandbox) {
  Config config;
  config.limits.memory = std::uint64_t{1} << 60U;
  config.limits.pids = 1'000'000;
  config.limits.disk = std::uint64_t{1} << 60U;
  EXPECT_EQ(limits_from(config, IsolationLevel::sandbox).processes, 1'000'000U) << "the user's own word";
  EXPECT_THAT(contain(config, Origin::upload, "/w", none)->warnings, IsEmpty());

  for (const char* key : {"limits.memory", "limits.pids", "limits.disk"})
    config.capped.push_back({"/p/proctor.toml", 7, key, "1"});
  const supervise::Limits limits = limits_from(config, IsolationLevel::sandbox);
  const supervise::Limits usable = limits_from({}, IsolationLevel::sandbox);
  EXPECT_EQ(limits.memory_bytes, usable.memory_bytes);
  EXPECT_EQ(limits.processes, usable.processes);
  EXPECT_EQ(limits.disk_bytes, usable.disk_bytes);
  EXPECT_THAT(contain(config, Origin::upload, "/w", none)->warnings,
              ElementsAre(HasSubstr("/p/proctor.toml:7: limits.memory"), HasSubstr("limits.pids"),
                          HasSubstr("limits.disk")));
  EXPECT_EQ(limits_from(config, IsolationLevel::process).processes, 1'000'000U) << "more than none";
  EXPECT_THAT(contain(config, Origin::project, "/w", none)->warnings, IsEmpty());
}

TEST(Limits, AreThoseOfTheConfiguration) {
  Config config;
  config.limits.memory = 1;
  config.limits.pids = 2;
  config.limits.disk = 3;
  config.limits.output_limit = 4;
  config.limits.open_files = 5;
  config.limits.cpu_time = std::chrono::milliseconds(6);
  config.limits.stall = std::chrono::milliseconds(7);
  for (const auto level : {IsolationLevel::process, IsolationLevel::sandbox}) {
    const supervise::Limits limits = limits_from(config, level);
    EXPECT_EQ(limits.memory_bytes, 1U);
    EXPECT_EQ(limits.processes, 2U);
    EXPECT_EQ(limits.disk_bytes, 3U);
    EXPECT_EQ(limits.output_bytes, 4U);
    EXPECT_EQ(limits.open_files, 5U);
    EXPECT_EQ(limits.cpu, std::chrono::milliseconds(6));
    EXPECT_EQ(limits.stall, std::chrono::milliseconds(7));
  }
  const supervise::Limits none = limits_from(config, IsolationLevel::none);
  EXPECT_FALSE(none.memory_bytes);
  EXPECT_EQ(none.stall, std::chrono::milliseconds(7));
  EXPECT_EQ(none.output_bytes, 4U) << "what is printed is proctor's own to bound";
}

}  // namespace
}  // namespace proctor
