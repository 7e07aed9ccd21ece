#include "framework/forge_inline.hpp"

#include <gtest/gtest.h>

namespace proctor::framework {
namespace {

bool harmful_setting(std::string_view source) {
  return find_harmful_setting(source).has_value();
}

TEST(InlineSettings, WhatSteersFuzzingAndTheEvmIsFine) {
  for (const char* comment :
       {"/// forge-config: default.fuzz.runs = 500", "  ///forge-config:default.fuzz.runs=500\r",
        "/** forge-config: default.fuzz.runs = 1_000 */ function test() public {}",
        " * forge-config: ci.invariant.fail-on-revert = true",
        "/// forge-config: default.fuzz.dictionary.max_fuzz_dictionary_addresses = 10",
        "/// forge-config: default.evm_version = \"cancun\"", "/// forge-config: default.isolate = true",
        "/// forge-config: default.fuzz.seed = '0xff'", "In a text: `forge-config: default.fuzz.runs = 5`",
        "/// forge-config without a colon", "/// @custom:halmos --loop 4 --solver-timeout-branching 100",
        "string constant x = \"config: default.ffi = true\";", ""}) {
    EXPECT_FALSE(harmful_setting(comment)) << comment;
  }
}

TEST(InlineSettings, WhatReachesOutIsFoundInWhateverForm) {
  for (const char* comment :
       {"/// forge-config: default.ffi = true",
        "/// forge-config: default.fs_permissions = [{access=\"read-write\",path=\"/\"}]",
        "/// forge-config: default.fs-permissions = [{access=\"read-write\",path=\"/\"}]",
        "/// forge-config: default.fsPermissions = []",
        "/// forge-config: default.\"fs_permissions\" = []",
        "/// forge-config: default . fs_permissions = []",
        "/// forge-config:default.fs_permissions=[]",
        "/** forge-config: default.fs_permissions = [] */",
        "/// forge-config: default.fuzz.failure_persist_dir = \"x\"",
        "/// forge-config: default.fuzz.failure-persist-dir = \"x\"",
        "/// forge-config: default.invariant.corpus_dir = \"x\"",
        "/// forge-config: default.fuzz = {failure_persist_dir = \"/x\"}",
        "/// forge-config: default.snapshots = \"x\"",
        "/// forge-config: default.evm_version = \"/bin/sh\"",
        "/// forge-config: default.rpc_endpoints.a = \"x\"",
        "/// forge-config: default.symbolic.solver_command = \"sh\"",
        "/// forge-config: default = {ffi = true}",
        "/// forge-config: fuzz",
        "/// forge-config:",
        "/// forge-config: default.fuzz.runs = 5 # forge-config: default.ffi = true",
        "/// forge-config: default.fuzz.runs = 5 `forge-config: default.ffi = true",
        "/// forge-config: default.fuzz.runs = 5\rforge-config: default.ffi = true",
        "/// forge-config: default.fuzz.runs = 5\xE2\x80\xA8 x",
        "/// @custom:halmos --solver-command 'sh -c x'",
        "/// @custom:halmos --solver-timeout-branching 1 --solver-command=sh",
        "/// @custom:halmos --sol\"ver-command\" sh",
        "/// @custom:halmos --solver yices"}) {
    EXPECT_TRUE(harmful_setting(comment)) << comment;
  }
}

TEST(InlineSettings, TheFirstHarmfulOneIsNamedWithItsLine) {
  const auto setting = find_harmful_setting(
      "contract A {\n  /// forge-config: default.fuzz.runs = 1\n  /// forge-config: default.ffi = true\n}");
  ASSERT_TRUE(setting);
  EXPECT_EQ(setting->line, 3);
  EXPECT_EQ(setting->text, "default.ffi = true");
  EXPECT_LE(find_harmful_setting("forge-config: " + std::string(10'000, 'x'))->text.size(), 200U);
}

}  // namespace
}  // namespace proctor::framework
