#include "shell/rewrite.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "base/files.hpp"
#include "base/text.hpp"

namespace proctor::shell {
namespace {

using ::testing::HasSubstr;
namespace fs = std::filesystem;

// Programs of these names are on the PATH of the lines: what a machine has installed plays no part.
constexpr std::string_view kInstalled =
    "bash bench bun cargo cat conda ctest date direnv docker dotnet entr env find flutter forge git go grep "
    "head "
    "jest "
    "just kubectl ls make mvn nohup npm npx php pip pnpm poetry pytest python python3.14 rm sh sleep ssh "
    "swift tail "
    "tee timeout uv watch which xargs xcodebuild awk";

// A form of rewrite_forms.txt: a line, and what becomes of it.
struct Form {
  std::string line, expected;
};

std::vector<Form> forms() {
  const auto text = read_file(PROCTOR_SOURCE_DIR "/src/shell/rewrite_forms.txt");
  std::vector<Form> forms;
  for (const std::string_view each : split_lines(text.value())) {
    if (each.empty() || each.starts_with("## ")) continue;
    std::string line(each);
    replace_all(line, "⏎", "\n");
    if (line.starts_with("    "))
      forms.back().expected = line.substr(4);
    else
      forms.push_back({line, {}});
  }
  return forms;
}

class RewritesLines : public ::testing::Test {
 protected:
  RewritesLines() {
    fs::create_directories(bin_);
    std::string_view rest = kInstalled;
    while (!rest.empty()) {
      const std::size_t blank = std::min(rest.find(' '), rest.size());
      const fs::path file = bin_ / rest.substr(0, blank);
      std::ofstream(file) << "#!/bin/sh\n";
      fs::permissions(file, fs::perms::owner_all);
      rest = blank == rest.size() ? std::string_view() : rest.substr(blank + 1);
    }
  }
  ~RewritesLines() override { fs::remove_all(bin_); }

  Rewriting of(std::string_view line, std::vector<std::string> exclude = {}) const {
    return rewrite(line, {.program = "proctor", .path = bin_.string(), .exclude = std::move(exclude)});
  }

  fs::path bin_ = fs::temp_directory_path() / fmt::format("proctor-rewrite-{}", getpid());
};

std::string output_of(const std::string& command) {
  std::string out;
  FILE* pipe = popen(command.c_str(), "r");
  std::array<char, 4096> block{};
  for (std::size_t got = 0; (got = fread(block.data(), 1, block.size(), pipe)) > 0;)
    out.append(block.data(), got);
  pclose(pipe);
  return out;
}

TEST_F(RewritesLines, AsTheTableOfFormsSays) {
  const auto all = forms();
  EXPECT_GT(all.size(), 140U);
  for (const Form& form : all) {
    const Rewriting rewriting = of(form.line);
    const std::string shown = rewriting.changed ? rewriting.line : "left alone: " + rewriting.why;
    EXPECT_EQ(shown, form.expected) << form.line;
    EXPECT_EQ(rewriting.changed, rewriting.line != form.line);
  }
}

TEST_F(RewritesLines, NeverTwice) {
  for (const Form& form : forms()) {
    const Rewriting once = of(form.line);
    const Rewriting twice = of(once.line);
    EXPECT_FALSE(twice.changed) << once.line;
    EXPECT_EQ(twice.line, once.line);
  }
}

// What `proctor run --shell -c` gets is the end of the line as it was written, in every shell of an agent.
TEST_F(RewritesLines, TheShellHandsOverTheLineAsItWas) {
  const fs::path plays = bin_ / "proctor";
  std::ofstream(plays) << "#!/bin/sh\nprintf '%s' \"$4\"\n";
  fs::permissions(plays, fs::perms::owner_all);
  const std::string lines[] = {"pytest -k \"it's\"", "npm test -- -t 'a '\\''b'\\'' c'",
                               "go test ./... -run 'A|B' | tail -3", "npm test\nnpm run test:e2e",
                               "pytest -k 'x!y' \"$HOME\" `date` $((1+2)) \\\\ # end"};
  int shells = 0;
  for (const char* shell : {"/bin/bash", "/bin/zsh", "/usr/bin/zsh"}) {
    if (access(shell, X_OK) != 0) continue;
    ++shells;
    for (const std::string& line : lines) {
      const Rewriting rewriting = of(line);
      ASSERT_TRUE(rewriting.changed) << line << ": " << rewriting.why;
      const fs::path script = bin_ / "script";
      std::ofstream(script) << rewriting.line;
      EXPECT_EQ(output_of(fmt::format("PATH={}:/usr/bin:/bin {} {}", bin_.string(), shell, script.string())),
                line)
          << shell;
    }
  }
  EXPECT_GT(shells, 0);
}

TEST_F(RewritesLines, NotThoseThatTheUserExcludes) {
  EXPECT_THAT(of("cd a && make check -j4", {"make check"}).why, HasSubstr("exclude"));
  EXPECT_THAT(of("A=1 npm run e2e:all | tail", {"npm run e2e*"}).why, HasSubstr("exclude"));
  EXPECT_TRUE(of("make check-all", {"make check"}).changed);
  EXPECT_TRUE(of("npm test", {"npm run e2e*", "pytest"}).changed);
}

TEST_F(RewritesLines, NotWhatIsNoText) {
  EXPECT_FALSE(of(std::string("npm test\0", 9)).changed);
  EXPECT_FALSE(of("npm test \xff").changed);
  EXPECT_FALSE(of("npm test " + std::string(100'000, 'a')).changed);
  EXPECT_FALSE(of(std::string(20'000, '(') + "npm test").changed);
  EXPECT_FALSE(of("").changed);
}

TEST_F(RewritesLines, WithAnotherNameOfTheProgram) {
  const Rewriting rewriting =
      rewrite("npm test", {.program = "'/opt/my tools/proctor'", .path = bin_.string()});
  EXPECT_EQ(rewriting.line, "'/opt/my tools/proctor' run --shell -c 'npm test'");
  EXPECT_FALSE(of(rewriting.line).changed);
}

}  // namespace
}  // namespace proctor::shell
