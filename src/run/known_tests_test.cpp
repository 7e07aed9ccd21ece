#include "run/known_tests.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "base/files.hpp"
#include "base/paths.hpp"

namespace proctor {
namespace {
using testing::ElementsAre;
using testing::IsEmpty;

class KnownTestsOf : public testing::Test {
 protected:
  KnownTestsOf() {
    std::string name = (temporary_dir() / "proctor-known-XXXXXX").string();
    root_ = mkdtemp(name.data());
    setenv("XDG_STATE_HOME", (root_ / "state").c_str(), 1);
  }
  ~KnownTestsOf() override {
    unsetenv("XDG_STATE_HOME");
    remove_tree(root_);
  }

  static Report with(std::vector<TestId> tests) {
    Report report;
    for (TestId& test : tests) {
      Suite suite;
      suite.file = test.file;
      suite.name = test.suite;
      Case one;
      one.name = test.name;
      suite.cases.push_back(std::move(one));
      report.suites.push_back(std::move(suite));
    }
    return report;
  }
  std::vector<std::string> called(const std::string& name) const {
    std::vector<std::string> texts;
    for (const TestId& test : KnownTests(root_).called(name)) texts.push_back(to_text(test));
    return texts;
  }

  std::filesystem::path root_;
};

TEST_F(KnownTestsOf, ATestIsFoundByItsNameAloneAndByWhatItStandsIn) {
  EXPECT_THAT(called("test_a"), IsEmpty()) << "nothing was run yet";
  KnownTests(root_).remember(
      with({{"a.py", "A", "test_a"}, {"b.py", "B", "test_a"}, {"b.py", "B", "test_b"}}), true);
  EXPECT_THAT(called("test_a"), ElementsAre("a.py::A::test_a", "b.py::B::test_a"));
  EXPECT_THAT(called("B › test_b"), ElementsAre("b.py::B::test_b"));
  EXPECT_THAT(called("b.py::B"), ElementsAre("b.py::B::"));
  EXPECT_THAT(called("est_a"), IsEmpty());
}

TEST_F(KnownTestsOf, ARunOfAllForgetsWhatIsGoneAndARunOfSomeDoesNot) {
  const KnownTests known(root_);
  known.remember(with({{"a.py", "", "test_a"}, {"a.py", "", "test_b"}}), true);
  known.remember(with({{"a.py", "", "test_c"}}), false);
  EXPECT_THAT(called("test_b"), ElementsAre("a.py::test_b"));
  known.remember(with({{"a.py", "", "test_a"}}), true);
  EXPECT_THAT(called("test_b"), IsEmpty());
  EXPECT_THAT(called("test_c"), IsEmpty());
}

TEST_F(KnownTestsOf, TheNearestNamesAreAtMostThree) {
  const KnownTests known(root_);
  known.remember(with({{"a_test.go", "", "TestPanic"}, {"a_test.go", "", "TestOther"}}), true);
  EXPECT_THAT(known.nearest_to("TestPanik"), ElementsAre("a_test.go::TestPanic"));
  EXPECT_THAT(known.nearest_to("nothing like it"), IsEmpty());
}

TEST_F(KnownTestsOf, ADamagedListIsAsNone) {
  const TestList list("known", root_);
  ASSERT_TRUE(list.save({{"a.py", "", "test_a"}}));
  EXPECT_THAT(called("test_a"), ElementsAre("a.py::test_a"));
  ASSERT_TRUE(write_file(list.file(), R"([["a.py", 1, "test_a"], ["a.py"], 7)"));
  EXPECT_THAT(called("test_a"), IsEmpty());
}

}  // namespace
}  // namespace proctor
