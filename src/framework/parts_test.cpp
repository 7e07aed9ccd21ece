#include "framework/other_tests.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "framework/project_testing.hpp"

namespace proctor::framework {
namespace {
namespace fs = std::filesystem;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class OtherTestsOf : public OfAProject {
 protected:
  std::vector<std::string> besides(const std::string& chosen) const {
    std::vector<std::string> all;
    for (const OtherTests& one : other_tests(definitions(), builtin_definition(chosen), root_))
      all.push_back(one.name + ' ' + one.directory.lexically_relative(root_).string());
    return all;
  }
  static constexpr const char* kJest = R"({"devDependencies": {"jest": "^29"}})";
  static constexpr const char* kJestTest = "test('a', () => {});\n";
};

TEST_F(OtherTestsOf, TestsOfAnotherFrameworkInTheSameDirectoryOrBelowItAreFound) {
  touch("pytest.ini");
  touch("test_a.py", "def test_a(): pass\n");
  EXPECT_THAT(besides("pytest"), IsEmpty());
  touch("tests/cli.bats", "@test \"a\" { true; }\n");
  touch("services/web/package.json", kJest);
  touch("services/web/src/a.test.tsx", kJestTest);
  touch("tool/go.mod", "module x\n");
  touch("tool/a_test.go", "func TestA(t *testing.T) {}\n");
  EXPECT_THAT(besides("pytest"), ElementsAre("bats .", "go tool", "jest services/web"));
  EXPECT_THAT(besides("go"), ElementsAre("pytest .", "bats .", "jest services/web"));
  EXPECT_THAT(describe(other_tests(definitions(), builtin_definition("pytest"), root_),
                       builtin_definition("pytest"), root_),
              AllOf(HasSubstr("go test (in tool), jest (in services/web)"), HasSubstr("--framework pytest`"),
                    HasSubstr("services/web --framework jest`")));
}

TEST_F(OtherTestsOf, TestsThatARunOfTheChosenFrameworkCoversAreNoOthers) {
  touch("pytest.ini");
  touch("tests/test_a.py", "import unittest\nclass A(unittest.TestCase):\n  def test_a(self): pass\n");
  EXPECT_THAT(besides("pytest"), IsEmpty());
  touch("CMakeLists.txt", "project(x)\nenable_testing()\nfind_package(Catch2)\n");
  touch("a.cpp", "#include <gtest/gtest.h>\n");
  EXPECT_THAT(besides("pytest"), ElementsAre("ctest ."));
  EXPECT_THAT(besides("catch2"), ElementsAre("pytest ."));
}

TEST_F(OtherTestsOf, WhatOnlyLooksLikeTestsDoesNotCount) {
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
  EXPECT_THAT(besides("go"), IsEmpty());
}

TEST_F(OtherTestsOf, OneFileThatSaysHowTheTestsAreRunIsOneProject) {
  touch("package.json", R"({"scripts": {"test": "jest"}, "devDependencies": {"jest": "*"}})");
  touch("a.test.js", kJestTest);
  touch("b.test.js", "require('node:test');\n");
  EXPECT_THAT(besides("jest"), IsEmpty());
}

TEST_F(OtherTestsOf, NothingIsSaidOfNone) {
  EXPECT_EQ(describe({}, builtin_definition("go"), root_), "");
}

}  // namespace
}  // namespace proctor::framework
