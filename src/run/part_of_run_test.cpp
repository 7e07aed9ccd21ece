// Whole runs of a made-up framework that don't run, count or come to all tests of the project.
#include <gmock/gmock.h>

#include "run/declared_testing.hpp"

namespace proctor {
namespace {
using testing::ElementsAre;
using testing::IsEmpty;

class PartOfRun : public DeclaredRun {};

TEST_F(PartOfRun, WhatTheCommandLeavesOutKeepsARunOfAllTestsFromAPass) {
  const std::string script = "echo 'b is left out' >\"$PROCTOR_PRIVATE/left_out\"\nt a true\nend";
  const Answer all = run_project(script);
  EXPECT_EQ(code(all), "TEST_INCOMPLETE");
  EXPECT_EQ(all.error->message, "b is left out");
  EXPECT_THAT(results(all), ElementsAre("a pass"));
  Request some;
  some.filter = "a";
  Request named;
  named.framework = "squeak";
  for (const Request& request : {some, named}) {
    const Answer answer = run_project(script, request);
    EXPECT_EQ(code(answer), "pass");
    EXPECT_THAT(answer.report.value().warnings, ElementsAre("b is left out"));
  }
  const Answer failed = run_project("echo 'b is left out' >\"$PROCTOR_PRIVATE/left_out\"\nt a false\nend");
  EXPECT_EQ(code(failed), "TEST_ASSERTION_FAILED");
  EXPECT_THAT(failed.report.value().warnings, ElementsAre("b is left out"));
}

TEST_F(PartOfRun, ProgramsThatARunDidNotComeToAreNamed) {
  definition_.source.separator = "::";
  definition_.run.files = {"printf", "one\\ntwo\\nthree\\n"};
  config_.limits.timeout = std::chrono::milliseconds(6'000);
  const Answer answer = run_project("t one::a true\nt two::b 'sleep 60'\nt three::c true\nend");
  EXPECT_EQ(code(answer), "TEST_TIMEOUT");
  ASSERT_EQ(answer.report.value().not_run.size(), 1U);
  EXPECT_EQ(answer.report.value().not_run[0].file, "three");
  EXPECT_EQ(answer.report.value().not_run[0].cause, "none of its tests was started");
}

TEST_F(PartOfRun, ANameThatWasToldStaysWholeWhereItHasNoGroupsInIt) {
  definition_.source.separator = "::";
  definition_.source.whole_names = true;
  const auto name_of = [this](const std::string& id, const std::string& name) {
    const Answer answer = run_project("say '{\"event\":\"ask\",\"id\":\"" + id + "\",\"name\":\"" + name +
                                      "\"}'\nfinish '" + id + "' pass\nend");
    return answer.report.value().suites.at(0).name + " | " + cases(answer).at(0).name;
  };
  EXPECT_EQ(name_of("one::a::b", "a::b"), "one | a::b");
  EXPECT_EQ(name_of("a::b", "a::b"), " | a::b");
  EXPECT_EQ(name_of("one::a::b", "shown"), "one::a | b");
}

}  // namespace
}  // namespace proctor
