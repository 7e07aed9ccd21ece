#include "framework/parts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "framework/project_testing.hpp"

namespace proctor::framework {
namespace {
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

class PartsOf : public OfAProject {
 protected:
  std::vector<std::string> parts() const {
    std::vector<std::string> all;
    const auto found = parts_of(definitions(), config_, root_);
    if (!found) return {found.error().message};
    for (const Part& one : *found) all.push_back(one.definition->name + ' ' + one.directory);
    return all;
  }
  Config config_{};
  static constexpr const char* kJest = R"({"devDependencies": {"jest": "^29"}})";
  static constexpr const char* kJestTest = "test('a', () => {});\n";
  static constexpr const char* kPytestTest = "def test_a(): pass\n";
  static constexpr const char* kGoTest = "func TestA(t *testing.T) {}\n";
  static constexpr const char* kBatsTest = "@test \"a\" { true; }\n";
};

TEST_F(PartsOf, TestsOfSeveralFrameworksInTheSameDirectoryOrBelowItAreParts) {
  EXPECT_THAT(parts(), IsEmpty());
  touch("pytest.ini");
  touch("test_a.py", kPytestTest);
  EXPECT_THAT(parts(), ElementsAre("pytest "));
  touch("tests/cli.bats", kBatsTest);
  touch("services/web/package.json", kJest);
  touch("services/web/src/a.test.tsx", kJestTest);
  touch("tool/go.mod", "module x\n");
  touch("tool/a_test.go", kGoTest);
  EXPECT_THAT(parts(), ElementsAre("pytest ", "bats ", "go tool", "jest services/web"));
  config_.frameworks.use = "bats";
  EXPECT_THAT(parts(), ElementsAre("bats "));
}

TEST_F(PartsOf, AFileThatIsOnesOwnIsNoHintAtAnother) {
  touch("a.test.js", "import test from 'node:test';\ntest('a', () => {});\n");
  EXPECT_THAT(parts(), ElementsAre("node "));
  touch("b.test.js", kJestTest);
  EXPECT_THAT(parts(), ElementsAre("node ", "jest "));
}

TEST_F(PartsOf, WhereTheRootIsNoProjectThoseBelowItAreTheParts) {
  touch("services/api/go.mod", "module x\n");
  touch("services/api/a_test.go", kGoTest);
  touch("services/api/tools/pytest.ini");  // another framework's, deeper down
  touch("services/api/tools/test_a.py", kPytestTest);
  touch("services/api/tools/cli.bats", kBatsTest);  // a hint alone, below another part
  touch("scripts/cli.bats", kBatsTest);
  touch("one/pytest.ini");
  touch("one/test_a.py", kPytestTest);
  touch("one/inner/pytest.ini");  // the same framework's: pytest runs it from above
  touch("one/inner/test_b.py", kPytestTest);
  touch("two/pytest.ini");
  touch("two/test_a.py", kPytestTest);
  touch("a/b/c/d/pytest.ini");  // too deep
  touch("a/b/c/d/test_a.py", kPytestTest);
  EXPECT_THAT(parts(), ElementsAre("pytest one", "bats scripts", "pytest two", "go services/api",
                                   "pytest services/api/tools"));
}

TEST_F(PartsOf, TheConfigurationMayNameThem) {
  touch("api/go.mod", "module x\n");
  touch("api/a_test.go", kGoTest);
  touch("web/package.json", kJest);
  touch("web/a.test.js", kJestTest);
  touch("scripts/cli.bats", kBatsTest);
  config_.test.projects = {root_ / "web", root_ / "scripts"};
  EXPECT_THAT(parts(), ElementsAre("jest web", "bats scripts"));
  // A part that is tested by itself.
  const auto web = parts_of(definitions(), config_, root_ / "web");
  ASSERT_TRUE(web);
  ASSERT_EQ(web->size(), 1U);
  EXPECT_EQ(web->front().directory, "");
  config_.test.projects = {root_ / "nosuch"};
  EXPECT_THAT(parts(),
              ElementsAre(HasSubstr("nosuch below [test] projects, and there is no such directory")));
}

TEST_F(PartsOf, FilesAreNamedFromTheRootAndFromThePart) {
  const Part api{"a/b", &builtin_definition("go")};
  EXPECT_EQ(api.from_root("x_test.go"), "a/b/x_test.go");
  EXPECT_EQ(api.from_root("."), "a/b");
  EXPECT_EQ(api.from_root("/x"), "/x");
  EXPECT_EQ(api.from_root(""), "");
  EXPECT_EQ(api.from_part("a/b/x_test.go"), "x_test.go");
  EXPECT_EQ(api.from_part("a/b"), ".");
  EXPECT_EQ(api.from_part("a/bc/x_test.go"), "");
}

TEST_F(PartsOf, TestsThatARunOfTheChosenFrameworkCoversAreNoPart) {
  touch("pytest.ini");
  touch("tests/test_a.py", "import unittest\nclass A(unittest.TestCase):\n  def test_a(self): pass\n");
  EXPECT_THAT(parts(), ElementsAre("pytest "));
  touch("CMakeLists.txt", "project(x)\nenable_testing()\nfind_package(Catch2)\n");
  touch("a.cpp", "#include <gtest/gtest.h>\n");
  EXPECT_THAT(parts(), UnorderedElementsAre("pytest ", "ctest "));
}

TEST_F(PartsOf, WhatOnlyLooksLikeTestsDoesNotCount) {
  touch("go.mod", "module x\n");
  touch(".gitignore", "# made\n/generated/\n*.cache\n");
  touch("package.json", kJest);  // and no test of it
  touch("test_data.py", "print('no test')\n");
  for (const char* place : {"node_modules/x", "vendor/x", "testdata/x", "examples/x", "build/x", ".venv/x",
                            "generated/x", "x.cache/x"}) {
    touch(std::string(place) + "/package.json", kJest);
    touch(std::string(place) + "/a.test.js", kJestTest);
  }
  touch("module/.git", "gitdir: elsewhere\n");
  touch("module/pytest.ini");
  touch("module/test_a.py", "def test_a(): pass\n");
  EXPECT_THAT(parts(), ElementsAre("go "));
}

TEST_F(PartsOf, OneFileThatSaysHowTheTestsAreRunIsOneProject) {
  touch("package.json", R"({"scripts": {"test": "jest"}, "devDependencies": {"jest": "*"}})");
  touch("a.test.js", kJestTest);
  touch("b.test.js", "require('node:test');\n");
  EXPECT_THAT(parts(), ElementsAre("jest "));
}

}  // namespace
}  // namespace proctor::framework
