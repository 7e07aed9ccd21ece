#include "cli/doctor.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "base/files.hpp"
#include "base/paths.hpp"

namespace proctor::cli {
namespace {
namespace fs = std::filesystem;
using State = Finding::State;
using testing::HasSubstr;

TEST(DoctorJson, IsOkUnlessSomethingThatARunNeedsIsMissing) {
  EXPECT_TRUE(doctor_json({}, {}).at("ok").as_bool());
  EXPECT_TRUE(
      doctor_json({{"a", State::found, "x", ""}, {"b", State::limited, "y", "do"}}, {}).at("ok").as_bool());
  EXPECT_FALSE(
      doctor_json({{"a", State::missing, "x", "do"}, {"b", State::found, "y", ""}}, {}).at("ok").as_bool());
}

TEST(DoctorJson, NamesEachFindingAndTheFilesThatWereRead) {
  Config config;
  config.files = {"/p/proctor.toml"};
  const json::object document = doctor_json(
      {{"a", State::found, "x", ""}, {"b", State::limited, "y", "do"}, {"c", State::missing, "z", "get"}},
      config);
  EXPECT_EQ(document.at("data"),
            (json::value{{"findings",
                          {{{"name", "a"}, {"state", "found"}, {"what", "x"}},
                           {{"name", "b"}, {"state", "limited"}, {"what", "y"}, {"hint", "do"}},
                           {{"name", "c"}, {"state", "missing"}, {"what", "z"}, {"hint", "get"}}}},
                         {"config_files", json::array{"/p/proctor.toml"}}}));
}

TEST(DoctorJson, TellsWhatOfTheConfigurationIsIgnored) {
  Config config;
  EXPECT_FALSE(doctor_json({}, config).at("data").as_object().contains("warnings"));
  config.warnings = {"tools.mode is ignored"};
  EXPECT_EQ(doctor_json({}, config).at("data").at("warnings"), (json::array{"tools.mode is ignored"}));
}

class ExamineTest : public testing::Test {
 protected:
  ExamineTest() {
    std::string name = (temporary_dir() / "proctor-doctor-XXXXXX").string();
    dir_ = mkdtemp(name.data());
    for (const char* variable : {"XDG_STATE_HOME", "XDG_CACHE_HOME", "TMPDIR"})
      setenv(variable, dir_.c_str(), 1);
    config_.forge.path = dir_ / "forge";
    config_.forge.box = dir_ / "box";
    config_.forge.solc = dir_ / "solc";
  }
  ~ExamineTest() override {
    for (const char* variable : {"XDG_STATE_HOME", "XDG_CACHE_HOME", "TMPDIR"}) unsetenv(variable);
    remove_tree(dir_);
  }
  void forge(const std::string& script) {
    ASSERT_TRUE(write_file(dir_ / "forge", "#!/bin/sh\n" + script, 0700));
  }
  Finding finding(const std::string& name) const {
    const std::vector<Finding> all = examine(config_);
    const auto found = std::find_if(all.begin(), all.end(), [&](const Finding& f) { return f.name == name; });
    return found == all.end() ? Finding() : *found;
  }
  fs::path dir_;
  Config config_{};
};

TEST_F(ExamineTest, AForgeIsFoundOnlyIfItRuns) {
  EXPECT_EQ(finding("forge").state, State::missing);
  EXPECT_THAT(finding("forge").hint, HasSubstr((dir_ / "forge").string()));
  forge("echo 'forge Version: 1.7.1'; echo more");
  EXPECT_EQ(finding("forge").state, State::found);
  EXPECT_EQ(finding("forge").what, (dir_ / "forge").string() + " (forge Version: 1.7.1)");
  forge("exit 1");
  EXPECT_EQ(finding("forge").state, State::missing);
  EXPECT_THAT(finding("forge").what, HasSubstr("doesn't run"));
}

TEST_F(ExamineTest, WhatAForgePrintsIsHarmlessOnATerminal) {
  forge("printf 'forge \\033[2J\\033]0;title\\007'");
  EXPECT_EQ(finding("forge").what.find('\x1b'), std::string::npos);
}

TEST_F(ExamineTest, AConfiguredCompilerMustBeExecutable) {
  EXPECT_EQ(finding("solc").state, State::missing);
  ASSERT_TRUE(write_file(dir_ / "solc", "#!/bin/sh\n", 0700));
  EXPECT_EQ(finding("solc").state, State::found);
}

TEST_F(ExamineTest, MissingLibrariesAndDirectoriesOnlyLimit) {
  EXPECT_EQ(finding("libraries for uploads").state, State::limited);
  fs::create_directories(dir_ / "box/lib/forge-std");
  EXPECT_EQ(finding("libraries for uploads").what, "forge-std");
  EXPECT_EQ(finding("logs").state, State::found);
  setenv("XDG_STATE_HOME", (dir_ / "forge/below/a/file").c_str(), 1);
  forge("");
  EXPECT_EQ(finding("logs").state, State::limited);
}

TEST_F(ExamineTest, TheLimitsAreFoundWhateverThePathIs) {
  const std::string before = getenv("PATH");
  setenv("PATH", "/nowhere", 1);
  const Finding limits = finding("limits");
  setenv("PATH", before.c_str(), 1);
  EXPECT_NE(limits.state, State::missing);
  for (const char* limit : {"cpu_time: ", "memory: ", "pids: "}) EXPECT_THAT(limits.what, HasSubstr(limit));
}

TEST_F(ExamineTest, ATmpdirThatIsNotThereIsMissingAndIsNotMade) {
  EXPECT_EQ(finding("uploads").state, State::found);
  setenv("TMPDIR", (dir_ / "nowhere").c_str(), 1);
  EXPECT_EQ(finding("uploads").state, State::missing);
  EXPECT_THAT(finding("uploads").hint, HasSubstr("set TMPDIR to a directory that can be written"));
  EXPECT_FALSE(fs::exists(dir_ / "nowhere"));
}

}  // namespace
}  // namespace proctor::cli
