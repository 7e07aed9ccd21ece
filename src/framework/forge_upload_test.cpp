#include "framework/forge_upload.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/toml.hpp"
#include "framework/forge_testing.hpp"

namespace proctor::framework {
namespace {
namespace fs = std::filesystem;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

struct Kept {
  toml::table table{};
  std::string evm_version{};
  std::vector<std::string> warnings{};

  bool has(std::string_view path) const { return static_cast<bool>(table.at_path(path)); }
};

Kept kept(const std::string& text) {
  Kept result;
  const auto toml = harmless_foundry_toml(text, result.evm_version, result.warnings);
  EXPECT_TRUE(toml) << text;
  if (toml) result.table = *parse_toml(*toml, "kept");
  return result;
}

std::string left_out(const std::string& key) {
  return "foundry.toml: " + key + " is left out: uploads can't set it";
}

TEST(HarmlessToml, WhatOnlySaysHowToCompileStays) {
  const Kept toml = kept(
      "[profile.default]\nsrc = \"contracts\"\nsolc = \"^0.8.20\"\noptimizer_runs = 999\nvia_ir = true\n"
      "remappings = [\"@a/=lib/a/\"]\nlibs = [\"lib\", \"node_modules\"]\nevm_version = \"paris\"\n"
      "optimizer_details = {yul = true}\n[profile.ci.fuzz]\nruns = 10\n[fuzz]\nseed = "
      "\"0x1\"\n[invariant]\ndepth = 3\n");
  EXPECT_EQ(toml.table.at_path("profile.default.src").value_or(""), std::string("contracts"));
  EXPECT_EQ(toml.table.at_path("profile.default.optimizer_runs").value_or(0), 999);
  EXPECT_EQ(toml.table.at_path("profile.default.libs[1]").value_or(""), std::string("node_modules"));
  EXPECT_EQ(toml.table.at_path("profile.ci.fuzz.runs").value_or(0), 10);
  EXPECT_TRUE(toml.has("fuzz.seed"));
  EXPECT_TRUE(toml.has("invariant.depth"));
  EXPECT_EQ(toml.evm_version, "paris");
  EXPECT_THAT(toml.warnings, IsEmpty());
}

// However it is written, none of it is left, and what forge is to use stands in its place.
TEST(HarmlessToml, WhatReachesOutOfTheProjectIsLeftOutAndNamed) {
  for (const std::string key : {"ffi = true",
                                "fs_permissions = [{access = \"read-write\", path = \"/\"}]",
                                "out = \"/tmp/x\"",
                                "cache_path = \"../x\"",
                                "build_info_path = \"/x\"",
                                "broadcast = \"/x\"",
                                "snapshots = \"/x\"",
                                "test_failures_file = \"/x\"",
                                "extends = \"../base.toml\"",
                                "allow_paths = [\"/\"]",
                                "include_paths = [\"/\"]",
                                "rpc_endpoints = {a = \"${HOME}\"}",
                                "eth_rpc_url = \"http://x\"",
                                "eth_rpc_curl = true",
                                "model_checker = {engine = \"bmc\"}",
                                "extra_args = [\"--x\"]",
                                "offline = false",
                                "live_logs = true",
                                "sizes = true",
                                "libraries = [\"a\"]",
                                "no_such_key = 1",
                                "Ffi = true",
                                "fs-permissions = []",
                                "cache = false",
                                "threads = 1000",
                                "fail_fast = true"}) {
    SCOPED_TRACE(key);
    const std::string name = key.substr(0, key.find(' '));
    for (const std::string profile : {"default", "ci"}) {
      const Kept toml = kept("[profile." + profile + "]\n" + key + "\n");
      EXPECT_THAT(toml.warnings, ElementsAre(left_out("profile." + profile + "." + name)));
      EXPECT_EQ(toml.table.at_path("profile.default").as_table()->size(), 4U);
      if (profile == "ci") {
        EXPECT_TRUE(toml.table.at_path("profile.ci").as_table()->empty());
      }
    }
    EXPECT_THAT(kept(key + "\n").warnings, ElementsAre(left_out(name)));
  }
}

TEST(HarmlessToml, WhatForgeIsToUseStandsInTheProfileThatIsUsed) {
  for (const std::string text :
       {"", "[profile.ci]\nffi = true", "profile.default.ffi = true", "profile = {default = {ffi = true}}",
        "[\"profile\".\"default\"]\n\"ffi\" = true", "profile = 3", "profile.default = 3",
        "[default]\nffi = true", "default = 3", "[profile.default]\nout = \"/x\"\ncache_path = \"/x\"",
        "[profile]\n[profile.default]"}) {
    SCOPED_TRACE(text);
    const toml::table table = kept(text).table;
    EXPECT_EQ(table.at_path("profile.default.ffi").value<bool>(), false);
    ASSERT_TRUE(table.at_path("profile.default.fs_permissions").is_array());
    EXPECT_TRUE(table.at_path("profile.default.fs_permissions").as_array()->empty());
    EXPECT_EQ(table.at_path("profile.default.out").value_or(""), std::string("out"));
    EXPECT_EQ(table.at_path("profile.default.cache_path").value_or(""), std::string("cache"));
  }
}

TEST(HarmlessToml, PathsThatLeadOutAreLeftOut) {
  for (const std::string value :
       {"\"/etc\"", "\"../x\"", "\"a/../../x\"", "\"~/x\"", "\"${HOME}\"", "\"$HOME\"", "'a\\..\\b'",
        "[\"lib\", \"/etc\"]", "[[\"/etc\"]]", "[1]", "3", "{a = 1}"}) {
    for (const std::string key : {"src", "test", "script", "libs"}) {
      const Kept toml = kept("[profile.default]\n" + key + " = " + value + "\n");
      EXPECT_FALSE(toml.has("profile.default." + key)) << key << value;
      EXPECT_THAT(toml.warnings, ElementsAre(left_out("profile.default." + key)));
    }
  }
  EXPECT_TRUE(kept("profile.default.src = \"a..b/...\"").has("profile.default.src"));
}

TEST(HarmlessToml, ACompilerIsAVersionAndNeverAProgram) {
  for (const std::string value :
       {"\"/bin/sh\"", "\"./solc\"", "\"solc\"", "\"0.8.30/../x\"", "\"\"", "true", "{}"})
    EXPECT_FALSE(kept("profile.default.solc = " + value).has("profile.default.solc")) << value;
  for (const std::string value : {"\"0.8.30\"", "\">=0.8.0 <0.9.0\"", "\"^0.8\""})
    EXPECT_TRUE(kept("profile.default.solc = " + value).has("profile.default.solc")) << value;
  EXPECT_FALSE(kept("profile.default.solc_version = \"/bin/sh\"").has("profile.default.solc_version"));
}

TEST(HarmlessToml, RemappingsStayInsideOrAllAreLeftOut) {
  for (const std::string value : {"[\"a/=/etc/\"]", "[\"a/=lib/a/\", \"b/=../\"]", "[\"a\"]", "\"a=~/\"",
                                  "[\"c:a=/x\"]", "[\"a= /etc/\"]", "[\"a=$HOME\"]", "[3]"})
    EXPECT_FALSE(kept("profile.default.remappings = " + value).has("profile.default.remappings")) << value;
  EXPECT_TRUE(kept("profile.default.remappings = [\"c:a/=lib/a/\"]").has("profile.default.remappings"));
}

TEST(HarmlessToml, CampaignsDontSayWhereFailuresAreKept) {
  for (const std::string table : {"profile.default.fuzz", "profile.ci.invariant", "fuzz", "invariant"}) {
    for (const std::string key : {"failure_persist_dir", "failure_persist_file", "corpus_dir", "some_path"}) {
      for (const std::string& text : {"[" + table + "]\nruns = 3\n" + key + " = \"/x\"",
                                      table + "." + key + " = \"/x\"\n" + table + ".runs = 3",
                                      table + " = {runs = 3, " + key + " = \"/x\"}"}) {
        SCOPED_TRACE(text);
        const Kept toml = kept(text);
        EXPECT_TRUE(toml.has(table + ".runs"));
        EXPECT_FALSE(toml.has(table + "." + key));
        EXPECT_THAT(toml.warnings, ElementsAre(left_out(table + "." + key)));
      }
    }
  }
}

TEST(HarmlessToml, TheEvmVersionIsThatOfTheProfileThatIsUsed) {
  EXPECT_EQ(kept("[profile.ci]\nevm_version = \"london\"").evm_version, "");
  EXPECT_EQ(kept("[profile.default]\nevm_version = \"london\"").evm_version, "london");
  EXPECT_EQ(kept("[default]\nevm_version = \"berlin\"").evm_version, "berlin");
  EXPECT_EQ(kept("[profile.default]\nevm_version = 3").evm_version, "");
}

TEST(HarmlessToml, WhatHasNoBearingOnTestsIsLeftOutWithoutAWord) {
  EXPECT_THAT(kept("[fmt]\nline_length = 1\n[profile.default.doc]\nx = 1\n[etherscan]\na = {key = \"${K}\"}")
                  .warnings,
              IsEmpty());
  EXPECT_FALSE(kept("[etherscan]\na = {key = \"${K}\"}").has("etherscan"));
  EXPECT_THAT(kept("[rpc_endpoints]\na = \"${K}\"").warnings, ElementsAre(left_out("rpc_endpoints")));
}

TEST(HarmlessToml, WhatIsntTomlIsRefusedWithItsPlace) {
  std::string evm;
  std::vector<std::string> warnings;
  for (const std::string text : {"[profile.default", "a = 1\na = 2",
                                 "[profile.default]\nffi = false\nffi = true", "a = \"\xFF\"", "\x01"}) {
    const auto toml = harmless_foundry_toml(text, evm, warnings);
    ASSERT_FALSE(toml) << text;
    EXPECT_EQ(toml.error().code, ErrorCode::test_config_invalid);
    EXPECT_THAT(toml.error().message, HasSubstr("foundry.toml:"));
  }
}

TEST(HarmlessConfig, IsForgesDefaultOrLess) {
  const auto harmless = [](const char* text) { return is_harmless_config(parse_json(text)->get_object()); };
  EXPECT_TRUE(harmless(R"({})"));
  EXPECT_TRUE(harmless(R"({"ffi":false,"fs_permissions":[]})"));
  EXPECT_TRUE(harmless(R"({"ffi":false,"fs_permissions":[{"access":"read","path":"out"}]})"));
  EXPECT_FALSE(harmless(R"({"ffi":true})"));
  EXPECT_FALSE(harmless(R"({"ffi":"no"})"));
  EXPECT_FALSE(harmless(R"({"fs_permissions":[{"access":true,"path":"out"}]})"));
  EXPECT_FALSE(harmless(R"({"fs_permissions":[{"access":"read","path":"/"}]})"));
  EXPECT_FALSE(
      harmless(R"({"fs_permissions":[{"access":"read","path":"out"},{"access":"read","path":"src"}]})"));
  EXPECT_FALSE(harmless(R"({"fs_permissions":"all"})"));
}

TEST(HarmlessRemappings, KeepsTheLinesThatStayInside) {
  std::vector<std::string> warnings;
  EXPECT_EQ(harmless_remappings("a/=lib/a/\n\nb/=/etc/\r\nc=../x\nnonsense\nd:e/=src/\n", warnings),
            "a/=lib/a/\nd:e/=src/\n");
  EXPECT_EQ(warnings.size(), 3U);
  EXPECT_THAT(warnings[0], HasSubstr("b/=/etc/"));
}

class PrepareUpload : public ForgeFixture {
 protected:
  PrepareUpload() {
    set("TMPDIR", dir_.string());
    write("libs/forge-std/src/Test.sol", "");
    write("libs/forge-std/package.json", R"({"version": "1.9.0"})");
    write("libs/oz/contracts/A.sol", "");
    write("libs/flat/F.sol", "");
    for (const char* name : {"forge-std", "oz", "flat"}) tools_.libs.push_back(dir_ / "libs" / name);
  }

  PreparedUpload prepare(const Sources& sources) {
    place_.reset();
    place_.emplace(std::move(*Workspace::from_sources(sources)));
    const auto prepared = prepare_forge_upload(*place_, tools_, "shanghai");
    EXPECT_TRUE(prepared) << prepared.error().message;
    return prepared.value_or(PreparedUpload());
  }
  std::string text(const std::string& path) const {
    return read_file(place_->root() / path).value_or("missing");
  }

  ForgeTools tools_;
  std::optional<Workspace> place_;
};

TEST_F(PrepareUpload, WithoutSettingsOfItsOwnAnUploadGetsOurs) {
  const PreparedUpload prepared = prepare({{"test/A.t.sol", "x"}});
  EXPECT_THAT(text("foundry.toml"), HasSubstr("evm_version = \"shanghai\""));
  EXPECT_THAT(text("foundry.toml"), HasSubstr("ffi = false"));
  EXPECT_EQ(text("remappings.txt"),
            "forge-std/=lib/forge-std/src/\noz/=lib/oz/contracts/\nflat/=lib/flat/\n");
  EXPECT_TRUE(fs::is_symlink(place_->root() / "lib/forge-std"));
  EXPECT_EQ(fs::canonical(place_->root() / "lib/oz"), dir_ / "libs/oz");
  EXPECT_EQ(prepared.evm_version, "");
  EXPECT_THAT(prepared.warnings, IsEmpty());
}

TEST_F(PrepareUpload, AnUploadedLibraryAndItsRemappingsWin) {
  prepare({{"lib/forge-std/src/Test.sol", "theirs"}});
  EXPECT_EQ(text("lib/forge-std/src/Test.sol"), "theirs");
  EXPECT_FALSE(fs::is_symlink(place_->root() / "lib/forge-std"));
  EXPECT_THAT(text("remappings.txt"), Not(HasSubstr("forge-std")));

  const PreparedUpload prepared = prepare({{"remappings.txt", "forge-std/=lib/forge-std/src/\nx/=/etc/\n"}});
  EXPECT_EQ(text("remappings.txt"), "forge-std/=lib/forge-std/src/\n");
  EXPECT_THAT(prepared.warnings, ElementsAre(HasSubstr("x/=/etc/")));
}

TEST_F(PrepareUpload, WhatHasNoPlaceInAnUploadIsTakenOut) {
  const PreparedUpload prepared = prepare({{".git/hooks/x", "x"},
                                           {"lib/a/.git", "gitdir: /etc"},
                                           {".gitmodules", "x"},
                                           {".env", "FOUNDRY_FFI=true"},
                                           {"out/A.sol/A.json", "{}"},
                                           {"cache/x", "x"},
                                           {"src/out/A.sol", "stays"},
                                           {"src/.env.sol", "stays"}});
  for (const char* gone : {".git", "lib/a/.git", ".gitmodules", ".env", "out", "cache"})
    EXPECT_FALSE(fs::exists(place_->root() / gone)) << gone;
  EXPECT_EQ(text("src/out/A.sol"), "stays");
  EXPECT_EQ(text("src/.env.sol"), "stays");
  EXPECT_EQ(prepared.warnings.size(), 6U);
  EXPECT_THAT(prepared.warnings, Contains(HasSubstr("lib/a/.git is left out")));
}

TEST_F(PrepareUpload, ASettingInACommentThatReachesOutIsRefusedWithItsPlace) {
  for (const char* path : {"test/A.t.sol", "src/lib.txt", "lib/x/deep/B.sol"}) {
    const auto place =
        Workspace::from_sources({{path, "contract A {\n/// forge-config: default.fs_permissions = []\n}"}});
    const auto prepared = prepare_forge_upload(*place, tools_, "shanghai");
    ASSERT_FALSE(prepared) << path;
    EXPECT_EQ(prepared.error().code, ErrorCode::test_config_invalid);
    EXPECT_THAT(prepared.error().message, HasSubstr(std::string(path) + ":2:"));
    EXPECT_THAT(prepared.error().message, HasSubstr("default.fs_permissions"));
  }
}

TEST_F(PrepareUpload, AnImportThatLeadsOutIsRefusedWithItsPlace) {
  const auto place = Workspace::from_sources({{"test/deep/A.sol", "\nimport \"../../../x.sol\";"}});
  const auto prepared = prepare_forge_upload(*place, tools_, "shanghai");
  ASSERT_FALSE(prepared);
  EXPECT_EQ(prepared.error().code, ErrorCode::test_compile_failed);
  EXPECT_THAT(prepared.error().message, HasSubstr("test/deep/A.sol:2: "));
  prepare({{"test/deep/A.sol", "import \"../../src/x.sol\";"}});
}

TEST_F(PrepareUpload, TheSettingsOfUploadedLibrariesAreMadeHarmlessToo) {
  const PreparedUpload prepared =
      prepare({{"lib/x/foundry.toml", "[profile.default]\nremappings = [\"y/=/etc/\"]\n"},
               {"lib/x/remappings.txt", "a/=src/\nz/=/etc/\n"}});
  EXPECT_THAT(text("lib/x/foundry.toml"), Not(HasSubstr("/etc")));
  EXPECT_EQ(text("lib/x/remappings.txt"), "a/=src/\n");
  EXPECT_EQ(prepared.warnings.size(), 2U);
}

TEST_F(PrepareUpload, AnUploadedFoundryTomlIsRewrittenAndItsEvmVersionTold) {
  const PreparedUpload prepared =
      prepare({{"foundry.toml", "[profile.default]\nffi = true\nevm_version = \"paris\"\n"}});
  EXPECT_EQ(prepared.evm_version, "paris");
  EXPECT_THAT(prepared.warnings, ElementsAre(left_out("profile.default.ffi")));
  EXPECT_THAT(text("foundry.toml"), Not(HasSubstr("ffi = true")));
}

TEST_F(PrepareUpload, WhatIsCachedDependsOnSettingsRemappingsAndLibraries) {
  const std::string before = prepare({{"a.sol", "x"}}).settings;
  EXPECT_EQ(prepare({{"a.sol", "x"}}).settings, before);
  EXPECT_NE(prepare({{"a.sol", "x"}, {"remappings.txt", "a/=lib/a/"}}).settings, before);
  EXPECT_NE(prepare({{"a.sol", "x"}, {"foundry.toml", "[profile.default]\nvia_ir = true"}}).settings, before);
  write("libs/forge-std/package.json", R"({"version": "1.9.1"})");
  EXPECT_NE(prepare({{"a.sol", "x"}}).settings, before);
}

TEST_F(PrepareUpload, ALibraryThatIsntThereIsSaid) {
  tools_.libs = {dir_ / "libs/missing"};
  EXPECT_THAT(prepare({{"a.sol", "x"}}).warnings, ElementsAre(HasSubstr("libs/missing isn't there")));
}

TEST_F(PrepareUpload, TheUsersCompilersServeWhereThereIsNoBox) {
  fs::create_directories(dir_ / "home/.svm");
  prepare({{"a.sol", "x"}});
  EXPECT_EQ(fs::canonical(place_->home() / ".svm"), dir_ / "home/.svm");
  tools_.box = dir_ / "box";
  prepare({{"a.sol", "x"}});
  EXPECT_FALSE(fs::exists(place_->home() / ".svm"));
}

}  // namespace
}  // namespace proctor::framework
