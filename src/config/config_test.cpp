#include "config/config.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "base/files.hpp"
#include "base/paths.hpp"
#include "config/keys.hpp"

namespace proctor {
namespace {
namespace fs = std::filesystem;
using testing::HasSubstr;

class ConfigTest : public testing::Test {
 protected:
  ConfigTest() {
    std::string name = (temporary_dir() / "proctor-config-XXXXXX").string();
    dir_ = mkdtemp(name.data());
    fs::create_directories(dir_ / "user/proctor");
    fs::create_directories(dir_ / "project/deep/er");
    setenv("XDG_CONFIG_HOME", (dir_ / "user").c_str(), 1);
    setenv("XDG_STATE_HOME", (dir_ / "state").c_str(), 1);
  }
  ~ConfigTest() override {
    unsetenv("XDG_CONFIG_HOME");
    unsetenv("XDG_STATE_HOME");
    remove_tree(dir_);
  }

  std::string refused(std::string_view content) {
    EXPECT_TRUE(write_file(dir_ / "project/proctor.toml", content));
    const auto config = load_config(dir_ / "project");
    if (config) return "accepted";
    EXPECT_EQ(config.error().code, ErrorCode::invalid_request);
    return config.error().message;
  }

  fs::path dir_;
};

TEST_F(ConfigTest, WithoutAFileThereAreDefaults) {
  const auto config = load_config(dir_ / "project");
  ASSERT_TRUE(config);
  EXPECT_EQ(config->limits.timeout, std::chrono::seconds(300));
  EXPECT_TRUE(config->files.empty());
}

TEST_F(ConfigTest, TheNearestFileUpwardsWinsOverTheUsersKeyByKey) {
  ASSERT_TRUE(write_file(dir_ / "user/proctor/proctor.toml", "[limits]\ntimeout = \"10s\"\ngrace = 1\n"));
  ASSERT_TRUE(
      write_file(dir_ / "project/proctor.toml",
                 "[limits]\ntimeout = \"20s\"\n[forge]\nevm_version = \"paris\"\n[uploads]\nfiles = 3\n"));
  const auto config = load_config(dir_ / "project/deep/er");
  ASSERT_TRUE(config) << config.error().message;
  EXPECT_EQ(config->limits.timeout, std::chrono::seconds(20));
  EXPECT_EQ(config->limits.grace, std::chrono::seconds(1));
  EXPECT_EQ(config->forge.evm_version, "paris");
  EXPECT_EQ(config->uploads.files, 3U);
  EXPECT_EQ(config->files.size(), 2U);
}

TEST_F(ConfigTest, AnExplicitFileStandsAlone) {
  ASSERT_TRUE(write_file(dir_ / "user/proctor/proctor.toml", "[limits]\ngrace = 1\n"));
  ASSERT_TRUE(write_file(dir_ / "mine.toml",
                         "[limits]\ntimeout = 7\n[forge]\npath = \"bin/forge\"\nlibs = [\"a\", \"/b\"]\n"));
  const auto config = load_config(dir_ / "project", dir_ / "mine.toml");
  ASSERT_TRUE(config);
  EXPECT_EQ(config->limits.grace, std::chrono::seconds(2));
  EXPECT_EQ(config->limits.timeout, std::chrono::seconds(7));
  EXPECT_EQ(config->forge.path.lexically_relative(dir_), "bin/forge");
  EXPECT_EQ(config->forge.libs->at(0).lexically_relative(dir_), "a");
  EXPECT_EQ(config->forge.libs->at(1), "/b");
  EXPECT_FALSE(load_config(dir_ / "project", dir_ / "missing.toml"));
}

TEST_F(ConfigTest, ABadKeyOrTypeIsNamedWithFileLineAndKey) {
  EXPECT_THAT(refused("\n[limits]\ntimeuot = 3\n"), HasSubstr("proctor.toml:3: unknown key limits.timeuot"));
  EXPECT_THAT(refused("[limits]\n\ntimeout = true\n"),
              HasSubstr("proctor.toml:3: limits.timeout must be a time"));
  EXPECT_THAT(refused("[limits]\ntimeout = \"soon\"\n"), HasSubstr("proctor.toml:2: limits.timeout must be"));
  EXPECT_THAT(refused("[limits]\ntimeout = -5\n"), HasSubstr("limits.timeout"));
  EXPECT_THAT(refused("[limit]\n"), HasSubstr("proctor.toml:1: unknown key limit"));
  EXPECT_THAT(refused("limits = 3\n"), HasSubstr("proctor.toml:1: limits must be a table"));
  EXPECT_THAT(refused("[forge]\nlibs = \"x\"\n"), HasSubstr("forge.libs must be a list"));
  EXPECT_THAT(refused("[forge]\nlibs = [1]\n"), HasSubstr("forge.libs must be a list"));
  EXPECT_THAT(refused("[forge]\npath = 1\n"), HasSubstr("forge.path must be a path"));
  EXPECT_THAT(refused("[cache]\nbytes = \"x\"\n"), HasSubstr("cache.bytes must be a size"));
  EXPECT_THAT(refused("[uploads]\nfiles = -1\n"), HasSubstr("uploads.files must be"));
  EXPECT_THAT(refused("a = \n"), HasSubstr("proctor.toml:1"));
}

TEST_F(ConfigTest, NumbersThatDontFitAndWordsThatDontExistAreRefused) {
  EXPECT_THAT(
      refused("[tools]\nmode = \"on\"\n"),
      HasSubstr("proctor.toml:2: tools.mode must be one of \"enabled\", \"parse_only\", \"disabled\""));
  for (const char* key : {"max_tool_calls_per_batch", "max_tool_args_bytes", "max_parallel",
                          "test.max_timeout_ms", "test.default_timeout_ms", "answer.max_tokens"}) {
    for (const char* value : {"0", "-1", "9223372036854775807", "\"many\"", "1.5", "true"})
      EXPECT_THAT(refused(fmt::format("[tools]\n{} = {}\n", key, value)),
                  HasSubstr(fmt::format("tools.{}", key)))
          << value;
    EXPECT_NE(refused(fmt::format("[tools]\n{} = 9223372036854775808\n", key)), "accepted");
    EXPECT_EQ(refused(fmt::format("[tools]\n{} = 1\n", key)), "accepted");
  }
  EXPECT_EQ(refused("[tools.output]\nmax_bytes = 0\n"), "accepted");
  EXPECT_THAT(refused("[tools.output]\nmax_bytes = -1\n"), HasSubstr("from 0 to"));
  EXPECT_THAT(refused("[tools.approval]\nmode = 1\n"), HasSubstr("\"auto\", \"prompt\", \"deny\""));
  EXPECT_THAT(refused("[tools.approval]\nenabled = \"no\"\n"), HasSubstr("true or false"));
  EXPECT_THAT(refused("[tools.approval]\ndenylist = [\"\"]\n"), HasSubstr("a list of strings"));
  EXPECT_THAT(refused("[tools.approval]\nexpires = \"2y\"\n"), HasSubstr("a time such as"));
  EXPECT_THAT(refused("[tools.environment]\nset = {A = 1}\n"), HasSubstr("a table of strings"));
  EXPECT_THAT(refused("[tools.environment]\nset = {\"A=B\" = \"1\"}\n"), HasSubstr("a table of strings"));
  EXPECT_THAT(refused("[tools.environment]\nset = {A = \"1\\u0000\"}\n"), HasSubstr("a table of strings"));
  EXPECT_THAT(refused("[logs]\nage = \"366d\"\n"), HasSubstr("logs.age"));
}

TEST_F(ConfigTest, EveryKeyIsDocumentedAndMarkedIfItNeedsTrust) {
  const auto document = read_file(PROCTOR_SOURCE_DIR "/docs/config.md");
  ASSERT_TRUE(document);
  for (const auto& [name, key] : config_keys()) {
    EXPECT_THAT(*document, HasSubstr("| `" + name + "` "));
    EXPECT_EQ(document->find("| `" + name + "` ⚿ |") != std::string::npos, key.widens != nullptr) << name;
  }
}

TEST_F(ConfigTest, FrameworksAndExercisesAreSettled) {
  const auto defaults = load_config(dir_ / "project");
  ASSERT_TRUE(defaults);
  EXPECT_TRUE(defaults->frameworks.path.empty());
  EXPECT_TRUE(defaults->frameworks.prepared.empty());
  EXPECT_EQ(defaults->exercise.timeout, std::chrono::seconds(20));
  EXPECT_EQ(defaults->exercise.reserve, std::chrono::seconds(2));
  EXPECT_EQ(defaults->exercise.memory, std::uint64_t{3} << 30U);

  ASSERT_TRUE(write_file(dir_ / "mine.toml",
                         "[frameworks]\npath = [\"mine\", \"/opt/f\"]\nprepared = \"warm\"\n"
                         "[exercise]\ntimeout = \"6s\"\nreserve = \"500ms\"\nmemory = \"1G\"\n"));
  const auto config = load_config(dir_ / "project", dir_ / "mine.toml");
  ASSERT_TRUE(config) << config.error().message;
  EXPECT_EQ(config->frameworks.path.at(0), fs::canonical(dir_) / "mine");
  EXPECT_EQ(config->frameworks.path.at(1), "/opt/f");
  EXPECT_EQ(config->frameworks.prepared, fs::canonical(dir_) / "warm");
  EXPECT_EQ(config->exercise.timeout, std::chrono::seconds(6));
  EXPECT_EQ(config->exercise.reserve, std::chrono::milliseconds(500));
  EXPECT_EQ(config->exercise.memory, std::uint64_t{1} << 30U);

  EXPECT_THAT(refused("[frameworks]\npath = \"x\"\n"), HasSubstr("frameworks.path must be a list"));
  EXPECT_THAT(refused("[frameworks]\nprepared = 1\n"), HasSubstr("frameworks.prepared must be a path"));
  EXPECT_THAT(refused("[exercise]\ntimeout = \"soon\"\n"), HasSubstr("exercise.timeout must be a time"));
  EXPECT_THAT(refused("[exercise]\nmemory = 0\n"), HasSubstr("exercise.memory"));
  EXPECT_THAT(refused("[limits]\nmemory = 512\n"), HasSubstr("at least 1.0 MiB"));  // nothing starts in that
  EXPECT_THAT(refused("[exercise]\nreserved = 1\n"), HasSubstr("unknown key exercise.reserved"));
}

TEST_F(ConfigTest, AProjectThatNobodyTrustsBringsNoFrameworksAndSettlesNoExercise) {
  ASSERT_TRUE(write_file(dir_ / "project/proctor.toml",
                         "[frameworks]\npath = [\"evil\"]\nprepared = \"evil\"\n"
                         "[exercise]\ntimeout = \"1s\"\n"));
  const auto config = load_config(dir_ / "project");
  ASSERT_TRUE(config) << config.error().message;
  EXPECT_TRUE(config->frameworks.path.empty());
  EXPECT_TRUE(config->frameworks.prepared.empty());
  EXPECT_EQ(config->exercise.timeout, std::chrono::seconds(20));
  EXPECT_EQ(config->warnings.size(), 3U);
}

TEST_F(ConfigTest, ReportsLieBelowTheWorkingDirectory) {
  for (const char* path : {"/etc/passwd", "..", "../secret.xml", "a/../../b.xml"})
    EXPECT_THAT(refused(fmt::format("[tools.test]\nreports = [\"{}\"]\n", path)),
                HasSubstr("without \"..\""));
  EXPECT_EQ(refused("[tools.test]\nreports = [\"target/junit.xml\"]\n"), "accepted");
  for (const char* path : {"/etc", "..", "a/../../b", ""})
    EXPECT_THAT(refused(fmt::format("[report]\ndirectory = \"{}\"\n", path)),
                HasSubstr("report.directory must be"));
  EXPECT_EQ(refused("[report]\ndirectory = \"build/reports\"\n"), "accepted");
}

TEST_F(ConfigTest, AFileMaySayItsVersionAndANewerOneIsRefusedBeforeItsKeysAreRead) {
  ASSERT_TRUE(write_file(dir_ / "project/proctor.toml", "version = 1\n[limits]\ntimeout = \"20s\"\n"));
  const auto config = load_config(dir_ / "project");
  ASSERT_TRUE(config) << config.error().message;
  EXPECT_EQ(config->limits.timeout, std::chrono::seconds(20));
  EXPECT_THAT(
      refused("a_new_key = 1\nversion = 2\n"),
      testing::AllOf(HasSubstr("proctor.toml:2: the file has version 2"), HasSubstr("update proctor")));
  for (const char* none : {"version = 0", "version = \"1\"", "version = 1.0", "version = {}"})
    EXPECT_THAT(refused(none), HasSubstr("version")) << none;
}

}  // namespace
}  // namespace proctor
