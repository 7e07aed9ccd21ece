#include "framework/forge_settings.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/toml.hpp"

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

TEST(HarmlessToml, AKeyThatWouldBeAnotherOneWhenItIsWrittenIsRefused) {
  std::string evm;
  std::vector<std::string> warnings;
  const auto toml = harmless_foundry_toml("[profile.default.fuzz]\n\"\\nseed\" = '0x1'\n", evm, warnings);
  ASSERT_FALSE(toml) << *toml;
  EXPECT_EQ(toml.error().code, ErrorCode::test_config_invalid);
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

TEST(HarmlessToml, FiltersThatWouldHideTestsAreLeftOutAndNamed) {
  const Kept toml = kept("[profile.default]\nmatch_test = \"good\"\nno_match_path = \"x\"\n");
  EXPECT_FALSE(toml.has("profile.default.match_test"));
  EXPECT_THAT(toml.warnings, Contains(left_out("profile.default.match_test")));
  EXPECT_THAT(toml.warnings, Contains(left_out("profile.default.no_match_path")));
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

}  // namespace
}  // namespace proctor::framework
