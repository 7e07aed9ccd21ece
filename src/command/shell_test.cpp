#include "command/shell.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace proctor::command {
namespace {
using testing::ElementsAre;

TEST(ThisPlatform, IsPosix) {
  EXPECT_EQ(this_platform(), Platform::posix);
}

TEST(ShellCommand, IsThatOfThePlatformAndTheCommandIsOneArgument) {
  Config::Tools::Test config;
  const auto shell = [&config](Platform platform) { return command_shell(platform, config); };
  EXPECT_THAT(shell_command(shell(Platform::posix), "a 'b' && c"),
              ElementsAre("/bin/bash", "--norc", "-c", "a 'b' && c"));
  EXPECT_THAT(shell_command(shell(Platform::windows), "a \"b\""), ElementsAre("cmd.exe", "/C", "a \"b\""));
  config.shell = Config::Tools::Test::Shell::sh;
  EXPECT_FALSE(shell(Platform::posix).is_bash);
  EXPECT_THAT(shell_command(shell(Platform::posix), "a"), ElementsAre("/bin/sh", "-c", "a"));
}

TEST(UsersShell, IsTheBashOrZshThatSHELLNames) {
  EXPECT_EQ(users_shell("/bin/bash").program, "/bin/bash");
  EXPECT_TRUE(users_shell("/bin/bash").is_bash);
}

TEST(UsersShell, IsBashWhereSHELLNamesAnotherOrNone) {
  for (const char* name : {"", "bash", "/bin/sh", "/usr/bin/fish", "/nowhere/zsh", "/nowhere/bash"})
    EXPECT_EQ(users_shell(name).program, "/bin/bash") << name;
}

TEST(UsersShell, AZshReadsNoStartupFile) {
  EXPECT_THAT(shell_command({"/usr/bin/zsh"}, "a | b"), ElementsAre("/usr/bin/zsh", "-f", "-c", "a | b"));
}

}  // namespace
}  // namespace proctor::command
