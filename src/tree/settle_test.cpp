// Which tree a run counts for, and what it left behind.
#include <gmock/gmock.h>

#include "tree/test_repository.hpp"

namespace proctor::tree {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class Settle : public TreeTest {
 protected:
  /// A run that does this.
  Settled run(const std::string& line) {
    const Tree before = tree();
    shell(line);
    Settled settled = settle(before, tree());
    keep_outputs(settled, access());
    return settled;
  }
};

TEST_F(Settle, UntrackedFilesThatAppearAreOutputAndDoNotCount) {
  repository();
  const std::string first = digest();
  const Settled settled = run("mkdir out && echo 1 >out/report.xml");
  EXPECT_EQ(settled.tree.digest, first);
  ASSERT_EQ(settled.outputs.size(), 1U);
  EXPECT_EQ(settled.outputs[0].path, "out/report.xml");
  EXPECT_EQ(digest(), first);
}

TEST_F(Settle, WhatRunsLeftBehindMayBeWrittenAgainByRunsAlone) {
  repository();
  const std::string first = digest();
  run("echo 1 >report.xml");
  EXPECT_EQ(run("echo 2 >report.xml").tree.digest, first);
  EXPECT_EQ(run("rm report.xml").tree.digest, first);
  EXPECT_EQ(run("echo 3 >report.xml").tree.digest, first);
  file("report.xml", "changed by hand");
  EXPECT_NE(digest(), first);
}

TEST_F(Settle, AnOutputThatGitTracksCounts) {
  repository();
  const std::string first = digest();
  run("echo 1 >test_new.py");
  EXPECT_EQ(digest(), first);
  shell("git add test_new.py");
  EXPECT_NE(digest(), first);
}

TEST_F(Settle, ATrackedFileThatChangesMakesTheRunCountForNoTree) {
  repository();
  for (const char* change : {"echo 2 >src/a.py", "git mv src/a.py src/b.py", "chmod +x src/b.py"}) {
    const Settled settled = run(change);
    EXPECT_EQ(settled.tree.digest, "") << change;
    EXPECT_THAT(settled.tree.why_none, HasSubstr("changed while the tests ran"));
  }
  EXPECT_THAT(run("rm src/b.py").changed, ElementsAre("src/b.py"));
}

TEST_F(Settle, SoDoesAnUntrackedOneThatWasThereBefore) {
  repository();
  file("new.py", "1");
  EXPECT_THAT(run("echo 2 >new.py").changed, ElementsAre("new.py"));
  EXPECT_THAT(run("rm new.py").changed, ElementsAre("new.py"));
}

TEST_F(Settle, AFileThatIsPutBackDoesNotMatter) {
  repository();
  const std::string first = digest();
  const Settled settled =
      run("cp src/a.py x && echo 2 >src/a.py && mv x src/a.py && touch src/a.py && git add .");
  EXPECT_EQ(settled.tree.digest, first);
  EXPECT_THAT(settled.changed, IsEmpty());
}

TEST_F(Settle, WithoutAnOpinionBeforeOrAfterThereIsNone) {
  repository();
  const Tree now = tree();
  EXPECT_EQ(settle({.why_none = "too many"}, now).tree.why_none, "too many");
  EXPECT_EQ(settle(now, {.why_none = "no git"}).tree.why_none, "no git");
  EXPECT_EQ(settle(now, {.why_none = "no git"}).tree.digest, "");
}

TEST_F(Settle, WorksWithoutGit) {
  file("a.py", "1");
  const std::string first = digest();
  EXPECT_EQ(run("echo >out.txt").tree.digest, first);
  EXPECT_EQ(digest(), first);
  EXPECT_THAT(run("echo 2 >a.py").changed, ElementsAre("a.py"));
}

TEST(ChangedPaths, NamesWhatIsNewGoneOrDifferentButForOutputsAndIgnoredFiles) {
  const std::vector<TreeFile> from{{"a", "1"}, {"b", "1"}, {"c", "1"}, {"d.md", "1"}};
  const std::vector<TreeFile> to{{"a", "1"}, {"b", "2"}, {"d.md", "2"}, {"e", "1"}, {"f", "1", false, true}};
  EXPECT_THAT(changed_paths(from, to), ElementsAre("b", "c", "d.md", "e"));
  EXPECT_THAT(changed_paths(from, to, {"*.md"}), ElementsAre("b", "c", "e"));
  EXPECT_THAT(changed_paths(from, from), IsEmpty());
}

TEST(MatchesPattern, MeansWhatItMeansInAGitignore) {
  for (const auto& [path, pattern] :
       std::vector<std::pair<std::string, std::string>>{{"a.md", "*.md"},
                                                        {"x/y/a.md", "*.md"},
                                                        {"docs/a/b.txt", "docs/**"},
                                                        {"docs/a.txt", "docs/"},
                                                        {"x/docs/a.txt", "docs"},
                                                        {"docs/a.txt", "/docs"},
                                                        {"a/b/c/d", "a/**/d"},
                                                        {"a/d", "a/**/d"},
                                                        {"a/b/c", "a/b"},
                                                        {"x/y.txt", "**/y.txt"},
                                                        {"y.txt", "**/y.txt"},
                                                        {"a/x.py", "a/*.py"}}) {
    EXPECT_TRUE(matches_pattern(path, pattern)) << path << " " << pattern;
  }
  for (const auto& [path, pattern] : std::vector<std::pair<std::string, std::string>>{{"a.mdx", "*.md"},
                                                                                      {"x/docs/a", "docs/**"},
                                                                                      {"x/docs/a", "/docs"},
                                                                                      {"a/b/x.py", "a/*.py"},
                                                                                      {"docs", "docs/**"},
                                                                                      {"a", ""},
                                                                                      {"a", "/"},
                                                                                      {"mydocs/a", "docs"}}) {
    EXPECT_FALSE(matches_pattern(path, pattern)) << path << " " << pattern;
  }
}

TEST(NameSome, NamesThreeAndCountsTheRest) {
  EXPECT_EQ(name_some({"a"}), "a");
  EXPECT_EQ(name_some({"a", "b"}), "a and b");
  EXPECT_EQ(name_some({"a", "b", "c"}), "a, b and c");
  EXPECT_EQ(name_some({"a", "b", "c", "d", "e"}), "a, b, c and 2 more");
}

}  // namespace
}  // namespace proctor::tree
