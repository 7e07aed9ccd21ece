#include "framework/selection.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files.hpp"
#include "base/paths.hpp"

namespace proctor::framework {
namespace {
using testing::ElementsAre;
using testing::Optional;

Definition::Naming naming(std::vector<std::string> words) {
  Definition::Naming naming;
  naming.words = std::move(words);
  return naming;
}

format::TestEvent known_test(const std::string& file, const std::string& suite, const std::string& name) {
  format::TestEvent test;
  test.file = file;
  test.suite = suite;
  test.name = name;
  return test;
}

const Tests kTwo{known_test("a_test.go", "m/a", "TestA/x.y"), known_test("b_test.go", "m/b", "TestB")};

TEST(Selection, NamesAreJoinedInOneWordAndMeanThemselvesInAPattern) {
  Definition::Naming go = naming({"-run", "^({tests})$", "{suites}"});
  go.join = "|";
  go.regex = true;
  EXPECT_THAT(words_for(go, kTwo, "/"),
              Optional(ElementsAre("-run", R"(^(TestA/x\.y|TestB)$)", "m/a", "m/b")));
  go.between = "$/^";
  EXPECT_THAT(words_for(go, {kTwo[0]}, "/"), Optional(ElementsAre("-run", R"(^(TestA$/^x\.y)$)", "m/a")));
  go.each = {"{test}"};
  EXPECT_THAT(words_for(go, {kTwo[0], kTwo[0]}, "/"), Optional(ElementsAre("-run", "^(TestA)$", "m/a")));
}

TEST(Selection, WithoutAJoinEachTestHasWordsOfItsOwn) {
  EXPECT_THAT(words_for(naming({"--exact", "{tests}"}), kTwo, "::"),
              Optional(ElementsAre("--exact", "TestA/x.y", "TestB")));
  Definition::Naming skip = naming({"{tests}", "--"});
  skip.each = {"--skip", "{name}"};
  EXPECT_THAT(words_for(skip, kTwo, "::"),
              Optional(ElementsAre("--skip", "TestA/x.y", "--skip", "TestB", "--")));
  EXPECT_THAT(words_for(naming({"{files}"}), kTwo, "::"), Optional(ElementsAre("a_test.go", "b_test.go")));
}

TEST(Selection, WhatCanNotBeNamedIsSaid) {
  EXPECT_EQ(words_for(naming({}), kTwo, "/"), std::nullopt);
  EXPECT_EQ(words_for(naming({"{tests}"}), {}, "/"), std::nullopt);
  EXPECT_EQ(words_for(naming({"{files}"}), {known_test("", "", "a")}, "/"), std::nullopt);
  Definition::Naming by_suite = naming({"{tests}"});
  by_suite.each = {"{suite}.{name}"};
  EXPECT_EQ(words_for(by_suite, {known_test("f", "", "a")}, "/"), std::nullopt);
  EXPECT_EQ(words_for(naming({"{tests}"}), {known_test("", "", std::string(130'000, 'x'))}, "/"),
            std::nullopt);
}

TEST(Selection, ATestIsAskedForAsItIsNamedOrAsWhatItStandsIn) {
  const auto asked = [](std::string_view text, const format::TestEvent& test) {
    return is_asked(*parse_test_id(text), test, "/");
  };
  EXPECT_TRUE(asked("a_test.go::m/a::TestA/x.y", kTwo[0]));
  EXPECT_TRUE(asked("a_test.go::m/a::TestA", kTwo[0]));
  EXPECT_FALSE(asked("a_test.go::m/a::Test", kTwo[0]));
  EXPECT_TRUE(asked("a_test.go::m/a::", kTwo[0]));
  EXPECT_FALSE(asked("a_test.go::m/b::", kTwo[0]));
  EXPECT_FALSE(asked("b_test.go::m/a::TestA/x.y", kTwo[0]));
  // Its file isn't known.
  EXPECT_TRUE(asked("b_test.go::m/b::TestB", known_test("", "m/b", "TestB")));
  EXPECT_TRUE(asked("src/lib.rs::tests::adds", known_test("", "", "tests::adds")));
  EXPECT_FALSE(asked("src/lib.rs::tests::adds", known_test("", "", "adds_more")));
  // Its suite is its file.
  EXPECT_TRUE(asked("t/a.t::one", known_test("t/a.t", "t/a.t", "one")));
}

TEST(Selection, OfANameWithSeparatorsInItTheFileIsTheOneThatIsThere) {
  std::string name = (temporary_dir() / "proctor-selection-XXXXXX").string();
  const std::filesystem::path dir = mkdtemp(name.data());
  ASSERT_TRUE(write_file(dir / "lib.rs", ""));
  const auto test = test_of(*parse_test_id("lib.rs::tests::deep::adds"), dir);
  EXPECT_EQ(test.file + '|' + test.suite + '|' + test.name, "lib.rs|tests::deep|adds");
  const auto bare = test_of(*parse_test_id("lib.rs::adds"), dir);
  EXPECT_EQ(bare.file + '|' + bare.suite + '|' + bare.name, "lib.rs||adds");
  const auto whole = test_of(*parse_test_id("nowhere.js::group::"), dir);
  EXPECT_EQ(whole.file + '|' + whole.suite + '|' + whole.name, "|nowhere.js|group");
  remove_tree(dir);
}

}  // namespace
}  // namespace proctor::framework
