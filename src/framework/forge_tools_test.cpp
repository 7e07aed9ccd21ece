#include "framework/forge_tools.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/environment.hpp"
#include "framework/forge_testing.hpp"

namespace proctor::framework {
namespace {
namespace fs = std::filesystem;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

using ForgeToolsTest = ForgeFixture;

TEST_F(ForgeToolsTest, ThePathOfTheConfigurationIsNeverQuietlyReplaced) {
  program("bin/forge");
  set("PATH", (dir_ / "bin").string());
  set("PROCTOR_FORGE", (dir_ / "bin/forge").string());
  Config config;
  config.forge.path = dir_ / "elsewhere/forge";
  const ForgeTools tools = find_forge_tools(config);
  EXPECT_TRUE(tools.forge.empty());
  EXPECT_THAT(tools.looked, ElementsAre((dir_ / "elsewhere/forge").string() + " ([forge] path)"));
  program("elsewhere/forge");
  EXPECT_EQ(find_forge_tools(config).forge, dir_ / "elsewhere/forge");
}

TEST_F(ForgeToolsTest, NeitherIsThatOfTheEnvironment) {
  program("bin/forge");
  set("PATH", (dir_ / "bin").string());
  set("PROCTOR_FORGE", (dir_ / "missing").string());
  EXPECT_TRUE(find_forge_tools({}).forge.empty());
  set("PROCTOR_FORGE", write("not-executable", "x").string());
  EXPECT_TRUE(find_forge_tools({}).forge.empty());
  set("PROCTOR_FORGE", dir_.string());  // a directory
  EXPECT_TRUE(find_forge_tools({}).forge.empty());
  set("PROCTOR_FORGE", (dir_ / "bin/forge").string());
  EXPECT_EQ(find_forge_tools({}).forge, dir_ / "bin/forge");
}

TEST_F(ForgeToolsTest, OtherwiseItIsLookedForInPathThenFoundryThenTheBox) {
  set("PATH", (dir_ / "bin").string());
  set("PROCTOR_BOX", (dir_ / "box").string());
  EXPECT_THAT(find_forge_tools({}).looked, ElementsAre("PATH", (dir_ / "home/.foundry/bin/forge").string(),
                                                       (dir_ / "box/bin/forge").string()));
  program("box/bin/forge");
  EXPECT_EQ(find_forge_tools({}).forge, dir_ / "box/bin/forge");
  program("home/.foundry/bin/forge");
  EXPECT_EQ(find_forge_tools({}).forge, dir_ / "home/.foundry/bin/forge");
  program("bin/forge");
  EXPECT_EQ(find_forge_tools({}).forge, dir_ / "bin/forge");
}

TEST_F(ForgeToolsTest, WhatIsntThereIsSaidWithWhereItWasLookedForAndHowToGetIt) {
  set("PATH", "");
  Definition definition;
  definition.tool_hint = "do this";
  const Error error = forge_not_found(find_forge_tools({}), definition);
  EXPECT_EQ(error.code, ErrorCode::tool_not_found);
  EXPECT_THAT(error.message, HasSubstr("PATH, " + (dir_ / "home/.foundry/bin/forge").string()));
  EXPECT_THAT(error.message, HasSubstr("do this"));
  EXPECT_EQ(error.details.at("looked").as_array().size(), 3U);
}

TEST_F(ForgeToolsTest, TheBoxOfTheConfigurationWinsAndItsLibrariesAreOffered) {
  set("PROCTOR_BOX", (dir_ / "other").string());
  fs::create_directories(dir_ / "box/lib/forge-std/src");
  fs::create_directories(dir_ / "box/lib/ds-test");
  write("box/lib/README", "no library");
  Config config;
  config.forge.box = dir_ / "box";
  const ForgeTools tools = find_forge_tools(config);
  EXPECT_EQ(tools.box, dir_ / "box");
  EXPECT_THAT(tools.libs, ElementsAre(dir_ / "box/lib/ds-test", dir_ / "box/lib/forge-std"));
  config.forge.libs = std::vector<fs::path>{};
  EXPECT_THAT(find_forge_tools(config).libs, IsEmpty());
}

TEST_F(ForgeToolsTest, AConfiguredLibraryIsOneOrADirectoryOfThem) {
  write("libs/b/src/B.sol", "");
  write("libs/a/A.sol", "");
  write("one/contracts/C.sol", "");
  write("flat/D.sol", "");
  Config config;
  config.forge.libs = {dir_ / "libs", dir_ / "one", dir_ / "flat", dir_ / "missing"};
  EXPECT_THAT(find_forge_tools(config).libs,
              ElementsAre(dir_ / "libs/a", dir_ / "libs/b", dir_ / "one", dir_ / "flat"));
}

TEST_F(ForgeToolsTest, CompilersAreOrderedByNumberAndMustBeExecutable) {
  for (const char* version : {"0.8.9", "0.8.30", "0.7.6"})
    program(std::string("svm/") + version + "/solc-" + version);
  write("svm/0.8.1/solc-0.8.1", "not executable");
  program("svm/0.8.2/solc-0.8.3");
  write("svm/list.json", "[]");
  EXPECT_THAT(solc_versions(dir_ / "svm"), ElementsAre("0.7.6", "0.8.9", "0.8.30"));
  EXPECT_THAT(solc_versions(dir_ / "missing"), IsEmpty());
}

TEST_F(ForgeToolsTest, TheUsersCompilersAreWhereForgeItselfLooks) {
  EXPECT_EQ(user_svm(), "");
  fs::create_directories(dir_ / "home/.local/share/svm");
  EXPECT_EQ(user_svm(), dir_ / "home/.local/share/svm");
  fs::create_directories(dir_ / "data/svm");
  set("XDG_DATA_HOME", (dir_ / "data").string());
  EXPECT_EQ(user_svm(), dir_ / "data/svm");
  set("XDG_DATA_HOME", "relative");
  EXPECT_EQ(user_svm(), dir_ / "home/.local/share/svm");
  fs::create_directories(dir_ / "home/.svm");
  EXPECT_EQ(user_svm(), dir_ / "home/.svm");
}

TEST_F(ForgeToolsTest, ABoxedCompilerStepsInOnlyWhereTheUsersOwnLackIt) {
  ForgeTools tools;
  tools.box = dir_ / "box";
  program("box/svm/0.8.9/solc-0.8.9");
  program("box/svm/0.8.30/solc-0.8.30");
  EXPECT_EQ(solc_of_box(tools, "0.8.9"), "");  // no svm of the user: the box's is used as a whole
  fs::create_directories(dir_ / "home/.svm");
  EXPECT_EQ(solc_of_box(tools, "0.8.9"), dir_ / "box/svm/0.8.9/solc-0.8.9");
  EXPECT_EQ(solc_of_box(tools, ""), dir_ / "box/svm/0.8.30/solc-0.8.30");
  EXPECT_EQ(solc_of_box(tools, "0.5.0"), "");
  program("home/.svm/0.8.9/solc-0.8.9");
  EXPECT_EQ(solc_of_box(tools, "0.8.9"), "");
  EXPECT_EQ(solc_of_box(tools, ""), "");
  EXPECT_EQ(solc_of_box(tools, "0.8.30"), dir_ / "box/svm/0.8.30/solc-0.8.30");
  tools.box.clear();
  EXPECT_EQ(solc_of_box(tools, "0.8.30"), "");
}

TEST_F(ForgeToolsTest, AProjectInPlaceKeepsOurEnvironmentButForWhatWouldChangeTheVerdict) {
  set("MY_TOKEN", "mine");
  set("FORGE_ALLOW_FAILURE", "true");
  set("RUST_LOG", "trace");
  const auto place = Workspace::in_place(dir_);
  ASSERT_TRUE(place);
  const auto environment = forge_environment({}, builtin_definition("forge"), *place, "", own_environment());
  EXPECT_THAT(environment, Contains("MY_TOKEN=mine"));
  EXPECT_THAT(environment, Contains("NO_COLOR=1"));
  EXPECT_THAT(environment, Not(Contains(StartsWith("FORGE_ALLOW_FAILURE="))));
  EXPECT_THAT(environment, Not(Contains("RUST_LOG=trace")));
  EXPECT_THAT(environment, Contains(StartsWith("RUST_LOG=error,forge::multi_runner=trace")));
  EXPECT_THAT(environment, Not(Contains(StartsWith("FOUNDRY_EVM_VERSION="))));
}

TEST_F(ForgeToolsTest, AnUploadSeesNothingOfOurs) {
  set("TMPDIR", dir_.string());
  set("MY_TOKEN", "mine");
  set("FOUNDRY_FFI", "true");
  set("ETH_RPC_URL", "http://x");
  const auto place = Workspace::from_sources({{"a", "x"}});
  ASSERT_TRUE(place) << place.error().message;
  ForgeTools tools;
  tools.box = dir_ / "box";
  const auto environment =
      forge_environment(tools, builtin_definition("forge"), *place, "paris", own_environment());
  for (const std::string& entry : environment) {
    const std::string name = entry.substr(0, entry.find('='));
    EXPECT_THAT((std::vector<std::string>{"PATH", "LANG", "LC_ALL", "TZ", "HOME", "TMPDIR", "NO_COLOR",
                                          "RUST_LOG", "XDG_DATA_HOME", "FOUNDRY_EVM_VERSION"}),
                Contains(name));
  }
  EXPECT_THAT(environment, Contains("HOME=" + place->home().string()));
  EXPECT_THAT(environment, Contains("XDG_DATA_HOME=" + (dir_ / "box").string()));
  EXPECT_THAT(environment, Contains("FOUNDRY_EVM_VERSION=paris"));
}

}  // namespace
}  // namespace proctor::framework
