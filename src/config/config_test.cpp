#include "config/config.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "base/files.hpp"
#include "base/paths.hpp"

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
  }
  ~ConfigTest() override {
    unsetenv("XDG_CONFIG_HOME");
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
  ASSERT_TRUE(write_file(dir_ / "project/proctor.toml",
                         "[limits]\ntimeout = \"20s\"\n[forge]\npath = \"bin/forge\"\nlibs = [\"a\", "
                         "\"/b\"]\n[uploads]\nfiles = 3\n"));
  const auto config = load_config(dir_ / "project/deep/er");
  ASSERT_TRUE(config) << config.error().message;
  EXPECT_EQ(config->limits.timeout, std::chrono::seconds(20));
  EXPECT_EQ(config->limits.grace, std::chrono::seconds(1));
  EXPECT_EQ(config->forge.path, fs::canonical(dir_) / "project/bin/forge");
  EXPECT_EQ(config->forge.libs->at(1), "/b");
  EXPECT_EQ(config->uploads.files, 3U);
  EXPECT_EQ(config->files.size(), 2U);
}

TEST_F(ConfigTest, AnExplicitFileStandsAlone) {
  ASSERT_TRUE(write_file(dir_ / "user/proctor/proctor.toml", "[limits]\ngrace = 1\n"));
  ASSERT_TRUE(write_file(dir_ / "mine.toml", "[limits]\ntimeout = 7\n"));
  const auto config = load_config(dir_ / "project", dir_ / "mine.toml");
  ASSERT_TRUE(config);
  EXPECT_EQ(config->limits.grace, std::chrono::seconds(2));
  EXPECT_EQ(config->limits.timeout, std::chrono::seconds(7));
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

}  // namespace
}  // namespace proctor
