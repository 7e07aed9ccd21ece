#include "tool/default_command.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "base/files.hpp"
#include "base/paths.hpp"

namespace proctor::tool {
namespace {
namespace fs = std::filesystem;
using testing::HasSubstr;

TEST(DefaultCommand, IsThatOfThePlatform) {
  const Config::Tools::Test config;
  EXPECT_EQ(default_command(Platform::posix, config), "./scripts/test.sh");
  EXPECT_EQ(default_command(Platform::windows, config), "powershell -File test.ps1");
}

TEST(DefaultCommand, CanBeConfiguredForEachPlatform) {
  Config::Tools::Test config;
  config.default_command_unix = "make check";
  config.default_command_windows = "nmake check";
  EXPECT_EQ(default_command(Platform::posix, config), "make check");
  EXPECT_EQ(default_command(Platform::windows, config), "nmake check");
}

class CheckDefaultCommand : public testing::Test {
 protected:
  CheckDefaultCommand() {
    std::string name = (temporary_dir() / "proctor-default-XXXXXX").string();
    dir_ = mkdtemp(name.data());
  }
  ~CheckDefaultCommand() override { remove_tree(dir_); }
  fs::path dir_;
};

TEST_F(CheckDefaultCommand, AScriptThatIsThereIsRun) {
  fs::create_directory(dir_ / "scripts");
  ASSERT_TRUE(write_file(dir_ / "scripts/test.sh", "exit 0\n", 0755));
  EXPECT_TRUE(check_default_command("./scripts/test.sh", dir_));
  EXPECT_TRUE(check_default_command("  ./scripts/test.sh --all", dir_));
}

TEST_F(CheckDefaultCommand, ADirectoryOrWhatIsNotExecutableIsToldBeforeTheShellTries) {
  fs::create_directories(dir_ / "scripts/test.sh");
  const auto directory = check_default_command("./scripts/test.sh", dir_);
  ASSERT_FALSE(directory);
  EXPECT_THAT(directory.error().message, HasSubstr("is a directory"));
  ASSERT_TRUE(write_file(dir_ / "scripts/plain.sh", "exit 0\n"));
  const auto plain = check_default_command("./scripts/plain.sh --all", dir_);
  ASSERT_FALSE(plain);
  EXPECT_EQ(plain.error().code, ErrorCode::invalid_request);
  EXPECT_THAT(plain.error().message, HasSubstr("isn't executable"));
  EXPECT_THAT(plain.error().message, HasSubstr("default_command_unix"));
}

TEST_F(CheckDefaultCommand, WhatTheShellHasToFindIsLeftToIt) {
  EXPECT_TRUE(check_default_command("make check", dir_));
  EXPECT_TRUE(check_default_command("\"$HOME/x\"/run", dir_));
}

TEST_F(CheckDefaultCommand, AMissingScriptIsToldWithHowToSetAnother) {
  const auto checked = check_default_command("./scripts/test.sh", dir_);
  ASSERT_FALSE(checked);
  EXPECT_EQ(checked.error().code, ErrorCode::invalid_request);
  EXPECT_THAT(checked.error().message, HasSubstr("./scripts/test.sh"));
  EXPECT_THAT(checked.error().message, HasSubstr("default_command_unix"));
  EXPECT_FALSE(checked.error().details.contains("framework"));
}

TEST_F(CheckDefaultCommand, ABlankOneIsNoTest) {
  for (const char* blank : {"", " \t\n", "# make test"}) {
    const auto checked = check_default_command(blank, dir_);
    ASSERT_FALSE(checked);
    EXPECT_THAT(checked.error().message, HasSubstr("the default command is blank"));
    EXPECT_THAT(checked.error().message, HasSubstr("default_command_unix"));
  }
}

TEST_F(CheckDefaultCommand, AProjectThatIsRecognisedIsToldWithWhatWouldRun) {
  ASSERT_TRUE(write_file(dir_ / "foundry.toml", ""));
  const auto checked = check_default_command("./scripts/test.sh", dir_);
  ASSERT_FALSE(checked);
  EXPECT_EQ(checked.error().details.at("framework"), "forge");
  EXPECT_THAT(checked.error().message, HasSubstr("forge test --json"));
  EXPECT_THAT(checked.error().message, HasSubstr("run_tests"));
}

}  // namespace
}  // namespace proctor::tool
