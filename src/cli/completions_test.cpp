// The completion scripts, as the program prints them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <set>

#include "base/files.hpp"
#include "base/paths.hpp"
#include "base/text.hpp"
#include "cli/app.hpp"

namespace proctor::cli {
namespace {
using testing::Contains;
using testing::HasSubstr;

std::string output_of(std::vector<const char*> words) {
  words.insert(words.begin(), "proctor");
  testing::internal::CaptureStdout();
  const int code = cli::main(static_cast<int>(words.size()), words.data());
  const std::string text = testing::internal::GetCapturedStdout();
  EXPECT_EQ(code, 0) << text;
  return text;
}

// Every long option that the help of a command shows.
std::set<std::string> options_of(const char* command) {
  std::set<std::string> options;
  const std::string help = output_of({command, "--help"});
  for (std::size_t at = help.find("--"); at != std::string::npos; at = help.find("--", at + 2)) {
    const std::size_t end = help.find_first_not_of("abcdefghijklmnopqrstuvwxyz-", at);
    options.insert(help.substr(at, end - at));
  }
  return options;
}

// The line of a script that holds this text.
std::string line_with(const std::string& script, std::string_view text) {
  for (const std::string_view line : split_lines(script)) {
    if (line.find(text) != std::string_view::npos) return std::string(line);
  }
  return "";
}

class Completions : public testing::Test {
 protected:
  Completions() {
    std::string name = (temporary_dir() / "proctor-completions-XXXXXX").string();
    dir_ = mkdtemp(name.data());
  }
  ~Completions() override { remove_tree(dir_); }

  /// The first line that bash prints.
  std::string bash(const std::string& script) {
    EXPECT_TRUE(write_file(dir_ / "in", script));
    const std::string command = "bash " + (dir_ / "in").string() + " >" + (dir_ / "out").string() + " 2>&1";
    EXPECT_EQ(std::system(command.c_str()), 0) << read_file(dir_ / "out").value_or("");
    return std::string(trim(read_file(dir_ / "out").value_or("")));
  }
  std::filesystem::path dir_;
};

TEST_F(Completions, OfBashOfferTheCommandsThenTheirOptions) {
  const std::string script = output_of({"completions", "bash"});
  const auto complete = [&](const std::string& words, int at) {
    return bash(script + "COMP_WORDS=(proctor " + words + "); COMP_CWORD=" + std::to_string(at) +
                "; _proctor; echo \"${COMPREPLY[@]}\"");
  };
  EXPECT_EQ(complete("te", 1), "test");
  EXPECT_EQ(complete("test --match-c", 2), "--match-contract");
  EXPECT_EQ(complete("read --ex", 2), "--exit-code");
  EXPECT_EQ(complete("completions ''", 2), "bash zsh fish");
  EXPECT_EQ(complete("approvals ''", 2), "list allow deny revoke");
  EXPECT_EQ(complete("approvals al", 2), "allow");
  EXPECT_EQ(complete("approvals allow --al", 3), "--always");
  EXPECT_EQ(complete("test --color a", 3), "auto always");
  EXPECT_EQ(complete("test --isolation s", 3), "sandbox");
  EXPECT_EQ(complete("test --framework py", 3), "pytest");
  EXPECT_EQ(complete("exercism --track ja", 3), "javascript java");
  EXPECT_EQ(complete("warm py", 2), "pytest python");
  for (const char* command : {"test", "read", "doctor", "approvals", "trust"}) {
    const std::string all = complete(std::string(command) + " --", 2);
    for (const std::string& option : options_of(command))
      EXPECT_THAT(" " + all + " ", HasSubstr(" " + option + " "));
  }
}

TEST_F(Completions, OfZshHoldEveryOptionOnceWithItsQuotesClosed) {
  const std::string script = output_of({"completions", "zsh"});
  EXPECT_THAT(script, testing::StartsWith("#compdef proctor\n"));
  for (const char* command : {"test", "read", "doctor", "approvals", "trust"}) {
    for (const std::string& option : options_of(command)) EXPECT_THAT(script, HasSubstr("'" + option + "["));
  }
  EXPECT_THAT(script, HasSubstr("'1:what:(list allow deny revoke)'"));
  EXPECT_THAT(script, HasSubstr("'1:what:(bash zsh fish)'"));
  for (const std::string_view line : split_lines(script))
    EXPECT_EQ(std::count(line.begin(), line.end(), '\'') % 2, 0) << line;
  EXPECT_THAT(line_with(script, "'--match-path["), HasSubstr("]:value:_files'"));
  EXPECT_THAT(line_with(script, "'--json["), testing::Not(HasSubstr(":value")));
}

TEST_F(Completions, OfFishHoldEveryOptionOfItsCommand) {
  const std::string script = output_of({"completions", "fish"});
  for (const char* command : {"test", "read", "doctor", "approvals", "trust"}) {
    for (const std::string& option : options_of(command)) {
      EXPECT_THAT(script, HasSubstr("'__fish_seen_subcommand_from " + std::string(command) + "' -l " +
                                    option.substr(2) + " "));
    }
  }
  for (const std::string_view line : split_lines(script))
    EXPECT_EQ(std::count(line.begin(), line.end(), '\'') % 2, 0) << line;
  EXPECT_THAT(script, HasSubstr("'__fish_seen_subcommand_from approvals' -f -a 'list allow deny revoke'"));
  EXPECT_THAT(line_with(script, "-l timeout "), testing::EndsWith(" -r"));
}

}  // namespace
}  // namespace proctor::cli
