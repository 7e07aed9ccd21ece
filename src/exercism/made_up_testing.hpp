// A made-up track for tests: its tests are the functions of a Python file, and its tool, a shell script
// that writes TAP, lets those pass that the file "solution" names. `@skip` before a function skips its test.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "config/config.hpp"
#include "framework/definition.hpp"

namespace proctor::exercism {

constexpr const char* kMadeUpFramework = R"(
name = "made-up"
title = "made up"
format = "tap"
recognise = ["*.made"]
[tool]
name = "bash"
[source]
grammar = "python"
files = ["*.made"]
code = "body"
[run]
command = ["bash", "{folder}/reporter.bash"]
[exercise]
track = "made-up"
tests = ["{slug}.made"]
command = ["bash", "{folder}/reporter.bash"]
)";

constexpr const char* kMadeUpQuery = R"scm(
(function_definition name: (identifier) @test.name body: (block) @test.body) @test
)scm";

constexpr const char* kMadeUpSkips = R"scm(
((decorator (identifier) @_skip) @skip (#eq? @_skip "skip"))
)scm";

constexpr const char* kMadeUpReporter = R"(#!/usr/bin/env bash
number=0
while read -r line; do
  case $line in
    @skip) skipped=1; continue ;;
    'def '*) id=${line#def }; id=${id%%(*} ;;
    *) continue ;;
  esac
  if [ "${skipped:-}" ]; then skipped=; continue; fi
  number=$((number + 1))
  if grep -qw "$id" solution; then echo "ok $number - $id"
  else printf 'not ok %d - %s\n# wrong\n' "$number" "$id"; code=1; fi
done < "$PROCTOR_TESTS"
echo "1..$number"
exit ${code:-0}
)";

/// A directory of its own with the track's folder in it.
class MadeUpTrack : public testing::Test {
 protected:
  MadeUpTrack() {
    std::string name = testing::TempDir() + "proctor-made-up-XXXXXX";
    top_ = mkdtemp(name.data());
    write("frameworks/made-up/framework.toml", kMadeUpFramework);
    write("frameworks/made-up/tests.scm", kMadeUpQuery);
    write("frameworks/made-up/skips.scm", kMadeUpSkips);
    write("frameworks/made-up/reporter.bash", kMadeUpReporter);
    load();
    config_.isolation.level = IsolationLevel::process;
  }
  ~MadeUpTrack() override {
    std::error_code error;
    std::filesystem::remove_all(top_, error);
  }
  MadeUpTrack(const MadeUpTrack&) = delete;
  MadeUpTrack& operator=(const MadeUpTrack&) = delete;

  void write(const std::string& path, const std::string& text) {
    std::filesystem::create_directories((top_ / path).parent_path());
    std::ofstream(top_ / path) << text;
  }

  /// Again, once its files have changed.
  void load() {
    auto definitions = framework::load_definitions({top_ / "frameworks"});
    EXPECT_TRUE(definitions) << (definitions ? "" : definitions.error().message);
    if (definitions) definitions_ = std::move(*definitions);
  }

  std::filesystem::path top_;
  Config config_{};
  std::vector<framework::Definition> definitions_{};
};

}  // namespace proctor::exercism
