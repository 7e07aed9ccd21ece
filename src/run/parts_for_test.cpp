#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "framework/definition.hpp"
#include "run/projects.hpp"

namespace proctor {
namespace {
using framework::Part;
using testing::ElementsAre;
using testing::HasSubstr;

class PartsForTest : public testing::Test {
 protected:
  PartsForTest() {
    for (const char* name : {"pytest", "bats", "go"}) definitions_.emplace_back().name = name;
    definitions_[0].test_files.names = {"test_*.py"};
    definitions_[1].test_files.names = {"*.bats"};
    definitions_[2].test_files.names = {"*_test.go"};
    all_ = {{"", &definitions_[0]},
            {"", &definitions_[1]},
            {"api", &definitions_[2]},
            {"api/tool", &definitions_[0]}};
  }

  // "pytest api/tool: a.py::A, …" each: what is asked of it.
  std::vector<std::string> chosen(const Request& request) const {
    const auto found = parts_for(request, all_);
    if (!found) return {found.error().message};
    std::vector<std::string> texts;
    for (const PartToRun& one : *found) {
      std::string text = one.part.definition->name + ' ' + one.part.directory + ':';
      for (const TestId& test : one.request.only) text += ' ' + to_text(test);
      for (const std::string& path : one.request.paths) text += ' ' + path;
      texts.push_back(text + one.request.match_path);
    }
    return texts;
  }

  std::vector<framework::Definition> definitions_{};
  std::vector<Part> all_{};
};

TEST_F(PartsForTest, ARequestForAllIsForEachPart) {
  EXPECT_THAT(chosen({}), ElementsAre("pytest :", "bats :", "go api:", "pytest api/tool:"));
  EXPECT_THAT(chosen({.filter = "a"}), ElementsAre("pytest :", "bats :", "go api:", "pytest api/tool:"));
}

TEST_F(PartsForTest, APartIsNamedByItsFrameworkAndItsDirectory) {
  EXPECT_THAT(chosen({.framework = "pytest"}), ElementsAre("pytest :", "pytest api/tool:"));
  EXPECT_THAT(chosen({.projects = {"./api/"}}), ElementsAre("go api:", "pytest api/tool:"));
  EXPECT_THAT(chosen({.framework = "go", .projects = {"api"}}), ElementsAre("go api:"));
  EXPECT_THAT(chosen({.projects = {"ap"}}), ElementsAre(HasSubstr("--project: ap has no tests")));
  EXPECT_THAT(chosen({.framework = "bats", .projects = {"api"}}),
              ElementsAre(HasSubstr("Nothing of what was asked")));
}

TEST_F(PartsForTest, ATestIsThatOfThePartInWhichItsFileLies) {
  EXPECT_THAT(chosen({.only = {{"api/a_test.go", "", "TestA"}}}), ElementsAre("go api: a_test.go::TestA"));
  EXPECT_THAT(chosen({.only = {{"api/tool/test_a.py", "", "a"}, {"x.bats", "", "b"}}}),
              ElementsAre("bats : x.bats::b", "pytest api/tool: test_a.py::a"));
  // Whose it is nobody can say: all of that directory.
  EXPECT_THAT(chosen({.only = {{"x.txt", "", "b"}}}), ElementsAre("pytest : x.txt::b", "bats : x.txt::b"));
  EXPECT_EQ(chosen({.only = {{"", "", "name"}}}).size(), 4U);
}

TEST_F(PartsForTest, APathIsRelativeToItsPart) {
  EXPECT_THAT(chosen({.paths = {"api/a_test.go"}}), ElementsAre("go api: a_test.go"));
  EXPECT_THAT(chosen({.paths = {"api/**"}}), ElementsAre("go api:", "pytest api/tool:"));
  EXPECT_THAT(chosen({.paths = {"api/inner/**"}}), ElementsAre("go api: inner/**"));
  EXPECT_THAT(chosen({.match_path = "api/tool/*.py"}), ElementsAre("pytest api/tool:*.py"));
  EXPECT_EQ(chosen({.match_path = "**/a*"}).size(), 4U);
}

TEST_F(PartsForTest, OfSeveralInADirectoryEachIsRememberedByItself) {
  EXPECT_EQ(memory_of(all_[0], all_, "/r"), "/r");
  EXPECT_EQ(memory_of(all_[1], all_, "/r"), "/r\nbats");
  EXPECT_EQ(memory_of(all_[2], all_, "/r"), "/r/api");
}

}  // namespace
}  // namespace proctor
