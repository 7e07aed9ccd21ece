#include "framework/definition.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files.hpp"
#include "base/paths.hpp"
#include "framework/builtin.hpp"

namespace proctor::framework {
namespace {
namespace fs = std::filesystem;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

class DefinitionTest : public testing::Test {
 protected:
  DefinitionTest() {
    std::string name = (temporary_dir() / "proctor-definition-XXXXXX").string();
    root_ = mkdtemp(name.data());
  }
  ~DefinitionTest() override { remove_tree(root_); }
  void touch(const std::string& path) {
    fs::create_directories((root_ / path).parent_path());
    ASSERT_TRUE(write_file(root_ / path, ""));
  }
  fs::path root_;
};

Definition with_marks(std::vector<std::string> recognise) {
  Definition definition;
  definition.recognise = std::move(recognise);
  return definition;
}

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

TEST_F(DefinitionTest, AGlobLooksALevelAtATime) {
  touch("test/deep/A.t.sol");
  EXPECT_FALSE(recognises(with_marks({"test/*.t.sol"}), root_));
  EXPECT_TRUE(recognises(with_marks({"test/*/*.t.sol"}), root_));
  touch("test/B.t.sol");
  EXPECT_TRUE(recognises(with_marks({"nothing", "test/*.t.sol"}), root_));
  EXPECT_TRUE(recognises(with_marks({"test/?.t.[s]ol"}), root_));
  EXPECT_TRUE(recognises(with_marks({"test"}), root_));
  EXPECT_FALSE(recognises(with_marks({"test/B.t.sol/*"}), root_));
  EXPECT_FALSE(recognises(with_marks({"missing/*"}), root_));
  EXPECT_FALSE(recognises(with_marks({}), root_));
}

TEST_F(DefinitionTest, AStarDoesNotMatchHiddenFiles) {
  touch("test/.hidden.t.sol");
  EXPECT_FALSE(recognises(with_marks({"test/*.t.sol"}), root_));
}

TEST_F(DefinitionTest, TheProjectOrTheRequestChoosesTheFramework) {
  const auto nothing = choose(definitions(), {}, root_);
  ASSERT_FALSE(nothing);
  EXPECT_EQ(nothing.error().code, ErrorCode::test_none_ran);
  EXPECT_THAT(nothing.error().message, HasSubstr("foundry.toml"));
  EXPECT_THAT(nothing.error().message, HasSubstr(root_.string()));

  Request named;
  named.framework = "forge";
  ASSERT_TRUE(choose(definitions(), named, root_));
  EXPECT_EQ((*choose(definitions(), named, root_))->name, "forge");
  named.framework = "pytest2";
  const auto unknown = choose(definitions(), named, root_);
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().code, ErrorCode::invalid_request);
  EXPECT_THAT(unknown.error().message, HasSubstr("pytest2 isn't known; there are: "));

  touch("foundry.toml");
  ASSERT_TRUE(choose(definitions(), {}, root_));
  EXPECT_EQ((*choose(definitions(), {}, root_))->name, "forge");
}

}  // namespace
}  // namespace proctor::framework
