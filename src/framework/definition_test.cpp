#include "framework/definition.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "framework/builtin.hpp"

namespace proctor::framework {
namespace {
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(Definition, EachOneInTheProgramIsWhole) {
  for (const BuiltinFile& file : builtin_files()) {
    if (file.path != "framework.toml") continue;
    const auto definition = parse_definition(file.text, std::string(file.framework));
    ASSERT_TRUE(definition) << definition.error().message;
    EXPECT_EQ(definition->name, builtin_definition(definition->name).name);
    EXPECT_FALSE(definition->tool.empty());
    EXPECT_FALSE(definition->tool_hint.empty());
  }
}

TEST(Definition, WhatIsMissingIsNamed) {
  constexpr std::string_view kWhole =
      "name = \"n\"\nformat = \"f\"\nrecognise = [\"r\"]\n[run]\ncommand = [\"c\"]\n";
  ASSERT_TRUE(parse_definition(kWhole, "x.toml"));
  EXPECT_EQ(parse_definition(kWhole, "x.toml")->title, "n");
  const auto without = [&](std::string_view line) {
    std::string text(kWhole);
    text.erase(text.find(line), line.size());
    const auto definition = parse_definition(text, "x.toml");
    return definition ? "accepted" : definition.error().message;
  };
  EXPECT_EQ(without("name = \"n\"\n"), "x.toml: name is missing");
  EXPECT_EQ(without("format = \"f\"\n"), "x.toml: format is missing");
  EXPECT_EQ(without("recognise = [\"r\"]\n"), "x.toml: recognise is missing");
  EXPECT_EQ(without("command = [\"c\"]\n"), "x.toml: run.command is missing");
  EXPECT_EQ(parse_definition("recognise = [{ file = \"f\", has = \"(\" }]\nname = \"n\"\nformat = \"f\"\n"
                             "[run]\ncommand = [\"c\"]\n",
                             "x.toml")
                .error()
                .message,
            "x.toml: recognise: (: missing ): (");
  EXPECT_THAT(parse_definition("name =", "x.toml").error().message, HasSubstr("x.toml:1"));
}

TEST(Definition, AMisspeltKeyIsNamed) {
  constexpr std::string_view kWhole =
      "name = \"n\"\nformat = \"f\"\nrecognise = [\"r\"]\n[run]\ncommand = [\"c\"]\n";
  const auto with = [&](std::string_view more) {
    const auto definition = parse_definition(std::string(kWhole) + std::string(more), "x.toml");
    return definition ? "accepted" : definition.error().message;
  };
  EXPECT_EQ(with("[options]\nanything = [\"--x\"]\n[environment]\nset = {A = \"1\"}\n"), "accepted");
  EXPECT_EQ(with("[exercise]\nbuild = [\"b\"]\nset = {A = \"1\"}\n"), "accepted");
  EXPECT_EQ(with("[exercise]\ncomand = [\"c\"]\n"), "x.toml: unknown key exercise.comand");
  EXPECT_EQ(with("[excercise]\ncommand = [\"c\"]\n"), "x.toml: unknown key excercise");
  EXPECT_EQ(parse_definition("name = \"n\"\nsource = 3\n", "x.toml").error().message,
            "x.toml: unknown key source");
}

TEST(Definition, OptionsBecomeArgumentsOfOneWordSoThatNoValueIsTakenForAnOption) {
  Request request;
  request.match_path = "-x";
  request.match_contract = "--allow-failure";
  request.filter = "{}";
  request.evm_version = "";
  request.fuzz_runs = 7;
  request.fuzz_seed = "0x1";
  request.fail_fast = true;
  request.verbosity = 3;
  const Definition& forge = builtin_definition("forge");
  EXPECT_THAT(option_arguments(forge, request),
              ElementsAre("--match-path=-x", "--match-contract=--allow-failure", "--match-test={}",
                          "--fuzz-runs=7", "--fuzz-seed=0x1", "--fail-fast", "-v", "-v", "-v"));
  EXPECT_THAT(option_arguments(Definition{}, request), ElementsAre());
}

TEST(Definition, TheRootIsFilledIntoTheCommandWhateverItIsCalled) {
  const Definition& forge = builtin_definition("forge");
  EXPECT_THAT(command_line(forge, {}, "/a b/{root}/-c"),
              ElementsAre("forge", "test", "--json", "--offline", "--root=/a b/{root}/-c"));
}

TEST(Definition, WhatWouldTurnFailuresIntoExitCodeZeroIsUnset) {
  EXPECT_THAT(builtin_definition("forge").unset, Contains("FORGE_ALLOW_FAILURE"));
}

}  // namespace
}  // namespace proctor::framework
