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

constexpr std::string_view kWhole =
    "name = \"n\"\nformat = \"proctor-events\"\nrecognise = [\"r\"]\n[run]\ncommand = [\"c\"]\n";

/// What is said of a file.
std::string fault_of(std::string_view text) {
  const auto definition = parse_definition(text, "x.toml");
  return definition ? "accepted" : definition.error().message;
}

TEST(Definition, WhatIsMissingIsNamed) {
  ASSERT_TRUE(parse_definition(kWhole, "x.toml"));
  EXPECT_EQ(parse_definition(kWhole, "x.toml")->title, "n");
  const auto without = [&](std::string_view line) {
    std::string text(kWhole);
    text.erase(text.find(line), line.size());
    return fault_of(text);
  };
  EXPECT_EQ(without("name = \"n\"\n"), "x.toml: name is missing");
  EXPECT_EQ(without("format = \"proctor-events\"\n"), "x.toml: format is missing");
  EXPECT_EQ(without("recognise = [\"r\"]\n"), "x.toml: recognise is missing");
  EXPECT_EQ(without("command = [\"c\"]\n"), "x.toml: run.command is missing");
  EXPECT_THAT(fault_of("name ="), HasSubstr("x.toml:1"));
}

TEST(Definition, AFaultIsToldWithItsLineItsKeyAndWhatWasExpected) {
  const std::vector<std::pair<std::string, std::string>> cases{
      // Types
      {"name = 3", "x.toml:1: name: expected a string, got an integer"},
      {"title = true", "x.toml:1: title: expected a string, got true"},
      {"source = 3", "x.toml:1: source: expected a table, got an integer"},
      {"options = []", "x.toml:1: options: expected a table, got a list"},
      {"[tool]\nversion = \"--version\"", "x.toml:2: tool.version: expected a list of strings, got a string"},
      {"[tool]\nversion = [\"a\",\n 1.5]",
       "x.toml:3: tool.version[1]: expected a string, got a number with a fraction"},
      {"[tool]\nneeds = [\"a\"]", "x.toml:2: tool.needs[0]: expected a list of strings, got a string"},
      {"[tool]\nneeds = [[\"a\"], [2]]", "x.toml:2: tool.needs[1][0]: expected a string, got an integer"},
      {"[run]\nset = [\"A=1\"]", "x.toml:2: run.set: expected a table of strings, got a list"},
      {"[environment]\nset = { A = 1 }", "x.toml:2: environment.set.A: expected a string, got an integer"},
      {"[source]\nplanned_only = \"yes\"",
       "x.toml:2: source.planned_only: expected true or false, got a string"},
      {"[exercise]\nversion = \"3\"",
       "x.toml:2: exercise.version: expected an integer from 1 to 3, got a string"},
      {"[exercise]\nversion = 4", "x.toml:2: exercise.version: expected an integer from 1 to 3, got 4"},
      {"[exercise]\nconfig_tests = \"*.py\"",
       "x.toml:2: exercise.config_tests: expected true, false or a list of patterns, got a string"},
      {"[exercise]\nversion = 2026-01-31",
       "x.toml:2: exercise.version: expected an integer from 1 to 3, got a date or a time"},
      // Words
      {"format = \"f\"",
       "x.toml:1: format: expected one of forge-json, proctor-events, go-test-json, tap, junit-xml, "
       "libtest-json, trx, nunit-xml, xunit-xml, mocha-json, ctest-json, ctrf-json, got \"f\""},
      {"results = \"file:/etc/x\"",
       "x.toml:1: results: expected \"stdout\", \"file:{private}/…\" or \"file:{root}/…\", got "
       "\"file:/etc/x\""},
      {"some = [\"-k\"]", "x.toml:1: some: expected a table, got a list"},
      {"some = { each = \"{name}\" }", "x.toml:1: some: expected a table with words, got one without"},
      {"some = { words = [\"{tests}\"], escape = \"html\" }",
       "x.toml:1: some.escape: expected one of regex, none, got \"html\""},
      {"without = { words = [\"{tests}\"], each = [\"-x\", \"{name}\"], join = \"|\" }",
       "x.toml:1: without: expected one word in `each`, as `join` is there, got 2"},
      {"[source]\ngrammar = \"basic\"",
       "x.toml:2: source.grammar: expected one of bash, c, cpp, go, java, javascript, php, python, "
       "ruby, rust, typescript, got \"basic\""},
      {"[source]\ncode = \"lines\"",
       "x.toml:2: source.code: expected one of body, statements, block, whole, table, got \"lines\""},
      {"[exercise]\norder = \"begin\"",
       "x.toml:2: exercise.order: expected one of end, start, got \"begin\""},
      {"[exercise]\noutput = \"out\"", "x.toml:2: exercise.output: expected a list of streams, got a string"},
      {"[exercise]\noutput = [\"out\", \"stderr\"]",
       "x.toml:2: exercise.output[1]: expected one of out, err, joined, got \"stderr\""},
      // Signs
      {"recognise = \"r\"", "x.toml:1: recognise: expected a list of globs and tables, got a string"},
      {"recognise = [3]", "x.toml:1: recognise[0]: expected a glob or a table, got an integer"},
      {"recognise = [\"\"]", "x.toml:1: recognise[0]: expected a glob, got an empty string"},
      {"recognise = [{ has = \"x\" }]",
       "x.toml:1: recognise[0]: expected a table with a file, got one without"},
      {"recognise = [\"r\",\n{ file = \"f\", hint = 1 }]",
       "x.toml:2: recognise[1].hint: expected true or false, got an integer"},
      {"recognise = [{ file = \"f\", wiht = \"g\" }]",
       "x.toml:1: unknown key recognise[0].wiht; known keys here: file, has, hint, unless, with, without"},
      // Patterns
      {"recognise = [{ file = \"f\", has = \"(\" }]",
       "x.toml:1: recognise[0].has: expected a pattern that RE2 takes, got \"(\" (missing ): ()"},
      {"[source]\nsection = \"(\"",
       "x.toml:2: source.section: expected a pattern that RE2 takes, got \"(\" (missing ): ()"},
      {"[source]\nparse = [[\"a\", \"b\"], [\"(\", \"\"]]",
       "x.toml:2: source.parse[1]: expected a pattern that RE2 takes, got \"(\" (missing ): ()"},
      {"[exercise]\ntasks_in = \"(\"",
       "x.toml:2: exercise.tasks_in: expected a pattern that RE2 takes, got \"(\" (missing ): ()"},
      {"[exercise]\nnames = \"a\"", "x.toml:2: exercise.names: expected a list of pairs, got a string"},
      {"[exercise]\nnames = [\"a\", \"b\"]",
       "x.toml:2: exercise.names[0]: expected a pattern and what it is replaced by, got a string"},
      {"[exercise]\ncollapse = [[\"a\"]]",
       "x.toml:2: exercise.collapse[0]: expected a pattern and what it is replaced by, got 1 string"},
      {"[exercise]\nshown = [[\"a\", 1]]",
       "x.toml:2: exercise.shown[0][1]: expected a string, got an integer"},
      {"[exercise]\nshown = [[\"a\", \"\\\\1\"]]",
       "x.toml:2: exercise.shown[0]: expected a replacement that RE2 takes, got \"\\1\" (Rewrite schema "
       "requests 1 matches, but the regexp only has 0 parenthesized subexpressions.)"},
      {"[evidence]\npassed = \"a\"", "x.toml:2: evidence.passed: expected a list of patterns, got a string"},
      {"[evidence]\npassed = ['a)|(b']",
       "x.toml:2: evidence.passed[0]: expected a pattern that RE2 takes, got \"a)|(b\" (unexpected ): "
       "a)|(b)"},
      // Unknown keys
      {"[excercise]\ncommand = [\"c\"]",
       "x.toml:1: unknown key excercise; known keys here: coverage, covers, environment, errors_fail, "
       "evidence, "
       "exercise, format, list_format, listen, name, options, "
       "recognise, results, run, seen, serial, some, source, test_files, title, tool, warm, without"},
      {"[run]\ncomand = [\"c\"]",
       "x.toml:2: unknown key run.comand; known keys here: all, build, command, files, list, list_on_demand, "
       "set"},
      {"[warm]\nset = {}", "x.toml:2: unknown key warm.set; known keys here: command"},
      {"[options]\nfuzz_run = [\"-x\"]",
       "x.toml:2: unknown key options.fuzz_run; known keys here: changed, debug, evm_version, fail_fast, "
       "filter, "
       "fuzz_runs, fuzz_seed, jobs, match_contract, match_path, shard, verbosity"},
      {"[evidence]\nfails = []",
       "x.toml:2: unknown key evidence.fails; known keys here: begins, ends, excused, failed, none, "
       "nothing, passed, passed_some"},
  };
  for (const auto& [text, message] : cases) EXPECT_EQ(fault_of(text), message) << text;
}

TEST(Definition, WhatIsGivenIsTaken) {
  const auto read = [](std::string_view more) {
    return parse_definition(std::string(kWhole) + std::string(more), "x.toml").value();
  };
  EXPECT_EQ(read("[environment]\nset = { A = \"1\" }\n").set.at("A"), "1");
  EXPECT_THAT(read("[options]\nfilter = [\"-k\", \"{}\"]\n").options.at("filter"), ElementsAre("-k", "{}"));
  const auto output = [&](const char* streams) {
    const auto exercise = read(std::string("[exercise]\noutput = ") + streams).exercise;
    return std::tuple(exercise.out_counts, exercise.err_counts, exercise.joined);
  };
  EXPECT_EQ(output("[\"out\"]"), std::tuple(true, false, false));
  EXPECT_EQ(output("[\"err\"]"), std::tuple(false, true, false));
  EXPECT_EQ(output("[\"joined\"]"), std::tuple(true, true, true));
  EXPECT_EQ(output("[]"), std::tuple(false, false, false));
  const auto exercise = read(
                            "[exercise]\nconfig_tests = [\"*.py\"]\norder = \"start\"\nversion = 2\n"
                            "names = [[\"(a)\", \"\\\\1\"]]\nset = { B = \"2\" }\n")
                            .exercise;
  EXPECT_TRUE(exercise.config_tests && exercise.by_start);
  EXPECT_THAT(exercise.config_names, ElementsAre("*.py"));
  EXPECT_EQ(exercise.version, 2);
  EXPECT_THAT(exercise.names, ElementsAre(std::pair("(a)", "\\1")));
  EXPECT_EQ(exercise.commands.set.at("B"), "2");
  const auto words = read("[evidence]\nfailed = ['a', 'b']\nends = ['c']\n").evidence;
  ASSERT_EQ(words.size(), 3U);
  EXPECT_EQ(words[0].tool + words[0].pattern, "nc");
  EXPECT_EQ(words[0].word, format::Word::ends);
}

TEST(Definition, OnlyAToolThatWritesItsOwnReportHasWordsForWhereItIs) {
  const std::string begin = "name = \"n\"\nrecognise = [\"r\"]\n";
  const auto read = [&](const std::string& text) { return parse_definition(begin + text, "x.toml"); };
  const auto tap = read(
      "format = \"tap\"\nsome = { words = [\"-k\", \"{tests}\"], each = \"{suite}\" }\n"
      "[run]\ncommand = [\"c\"]\nlist = [\"l\"]\nall = [\"a\"]\n");
  ASSERT_TRUE(tap) << tap.error().message;
  EXPECT_TRUE(is_native(*tap));
  EXPECT_EQ(tap->results, "stdout");
  EXPECT_THAT(tap->some.words, ElementsAre("-k", "{tests}"));
  EXPECT_THAT(tap->some.each, ElementsAre("{suite}"));
  EXPECT_THAT(tap->run.list, ElementsAre("l"));
  const auto events = read("format = \"proctor-events\"\n[run]\ncommand = [\"c\"]\nlist = [\"l\"]\n");
  ASSERT_FALSE(events);
  EXPECT_EQ(events.error().message,
            "x.toml: results, list, some, without, seen and serial are for formats that the tool itself "
            "writes, and "
            "proctor-events is none");
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
