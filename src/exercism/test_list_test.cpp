#include "exercism/test_list.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files.hpp"
#include "workspace/private_directory.hpp"

namespace proctor::exercism {
namespace {
namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class ListTests : public testing::Test {
 protected:
  fs::path write(const std::string& name, const std::string& text) const {
    const fs::path path = directory_.path() / name;
    fs::create_directories(path.parent_path());
    EXPECT_TRUE(write_file(path, text));
    return path;
  }
  Result<TestList> list(const framework::Definition& definition,
                        const std::vector<std::string>& files) const {
    const auto read = TestFiles::read(definition, directory_.path(), files);
    if (!read) return tl::unexpected(read.error());
    if (auto done = read->unskip(directory_.path()); !done) return tl::unexpected(done.error());
    return read->list();
  }
  Result<TestList> list(std::string_view framework, const std::vector<std::string>& files) const {
    return list(framework::builtin_definition(framework), files);
  }

  PrivateDirectory directory_ = *PrivateDirectory::make();
};

std::vector<std::string> ids(const TestList& list) {
  std::vector<std::string> found;
  for (const ListedTest& test : list) found.push_back(test.file + ' ' + test.found.id);
  return found;
}

TEST_F(ListTests, AreInTheOrderOfTheFilesAndOfTheText) {
  write("b_test.py", "def test_z():\n    pass\n\n\ndef test_a():\n    pass\n");
  write("sub/a_test.py", "class ATest(TestCase):\n    def test_b(self):\n        pass\n");
  const auto found = list("pytest", {"b_test.py", "sub/a_test.py"});
  ASSERT_TRUE(found);
  EXPECT_THAT(ids(*found),
              ElementsAre("b_test.py test_z", "b_test.py test_a", "sub/a_test.py ATest::test_b"));
}

TEST_F(ListTests, AreThoseDefinedLastWhereALanguageReplacesThem) {
  write("a_test.py",
        "class A(TestCase):\n    def test_lost(self): pass\n\n"
        "class B(TestCase):\n    def test_b(self): first()\n    def test_c(self): pass\n"
        "    def test_b(self): second()\n\n"
        "class A(TestCase):\n    def test_kept(self): pass\n\n"
        "def test_b(): pass\n");
  const auto found = list("pytest", {"a_test.py"});
  ASSERT_TRUE(found);
  EXPECT_THAT(ids(*found), ElementsAre("a_test.py B::test_c", "a_test.py B::test_b", "a_test.py A::test_kept",
                                       "a_test.py test_b"));
  EXPECT_EQ(found->at(1).found.code, "second()");

  framework::Definition all = framework::builtin_definition("pytest");
  all.source.last_counts = false;
  EXPECT_EQ(list(all, {"a_test.py"})->size(), 6U);
}

TEST_F(ListTests, LoseWhatSkipsThemInTheFilesThatAreRun) {
  const fs::path path =
      write("a_test.py", "import pytest\n\n\n@pytest.mark.skip\ndef test_a():\n    assert False\n");
  const auto found = list("pytest", {"a_test.py"});
  ASSERT_TRUE(found);
  EXPECT_THAT(ids(*found), ElementsAre("a_test.py test_a"));
  const std::string text = *read_file(path, 1000);
  EXPECT_EQ(text.find("skip"), std::string::npos) << text;
  EXPECT_THAT(text, HasSubstr("def test_a():\n    assert False\n"));
}

TEST_F(ListTests, AreThoseThatWereHandedInWhateverBecomesOfTheFiles) {
  const fs::path path = write("a_test.py", "def test_a():\n    pass\n");
  const auto read =
      TestFiles::read(framework::builtin_definition("pytest"), directory_.path(), {"a_test.py"});
  ASSERT_TRUE(read);
  ASSERT_TRUE(write_file(path, "def test_b():\n    pass\n"));
  EXPECT_THAT(ids(*read->list()), ElementsAre("a_test.py test_a"));
}

TEST_F(ListTests, FindTheTablesThatTheyLoopOverInOtherFilesToo) {
  write("cases_test.go",
        "package p\n\nvar cases = []struct{ name string; in int }{\n\t{name: \"one\", in: 1},\n"
        "\t{name: \"two\", in: 2},\n}\n");
  write("p_test.go",
        "package p\n\nimport \"testing\"\n\nfunc TestP(t *testing.T) {\n\tfor _, tc := range cases {\n"
        "\t\tt.Run(tc.name, func(t *testing.T) { check(t, tc.in) })\n\t}\n}\n");
  // Whichever stands first.
  for (const auto& files :
       {std::vector<std::string>{"cases_test.go", "p_test.go"}, {"p_test.go", "cases_test.go"}}) {
    const auto found = list("go", files);
    ASSERT_TRUE(found);
    ASSERT_THAT(ids(*found), ElementsAre("p_test.go TestP"));
    ASSERT_EQ(found->front().found.rows.size(), 2U);
    EXPECT_EQ(found->front().found.rows[1].name, "two");
  }
}

TEST_F(ListTests, StandBetweenCommentsWhereTheseMarkThem) {
  write("t/leap.t", "use Leap;\n\nok f(1); # case: b task: 2\nis( # begin: a\n    f(2),\n); # end: a\n");
  const auto found = list("prove", {"t/leap.t"});
  ASSERT_TRUE(found);
  EXPECT_THAT(ids(*found), ElementsAre("t/leap.t b", "t/leap.t a"));
  EXPECT_EQ(found->front().found.code, "ok f(1);");
  EXPECT_EQ(found->front().found.task, 2);
}

TEST_F(ListTests, AreNoneWhereThereIsNothingToRead) {
  EXPECT_THAT(list("pytest", {"missing_test.py"}).value(), IsEmpty());
  write("empty_test.py", "");
  EXPECT_THAT(list("pytest", {"empty_test.py"}).value(), IsEmpty());
  write("broken_test.py", "def test_a(:\n  \xff\xfe (((");
  EXPECT_TRUE(list("pytest", {"broken_test.py"}));
}

TEST_F(ListTests, NeedAQueryThatIsRight) {
  framework::Definition definition;
  definition.source.grammar = "python";
  EXPECT_THAT(list(definition, {}).value(), IsEmpty()) << "no query: no list";
  definition.source.query = "(module) @_m";
  write("a_test.py", "x = 1\n");
  EXPECT_TRUE(list(definition, {"a_test.py"}));
  definition.source.query = "(module) @nonsense";
  EXPECT_FALSE(list(definition, {"a_test.py"}));
}

TEST(LocalId, IsTheIdWithoutItsFile) {
  EXPECT_EQ(local_id("a_test.py::ATest::test_b", "a_test.py", "::"), "ATest::test_b");
  EXPECT_EQ(local_id("b_test.py::test_b", "a_test.py", "::"), "b_test.py::test_b");
  EXPECT_EQ(local_id("a_test.pyx::test_b", "a_test.py", "::"), "a_test.pyx::test_b");
  EXPECT_EQ(local_id("::test_b", "", "::"), "::test_b");
}

}  // namespace
}  // namespace proctor::exercism
