// What a digest covers, and what it doesn't see.
#include <gmock/gmock.h>

#include "tree/test_repository.hpp"

namespace proctor::tree {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

class ReadTree : public TreeTest {};

TEST_F(ReadTree, CoversTrackedAndUntrackedFilesThatGitDoesNotIgnore) {
  repository();
  file("new.py", "");
  file("src/__pycache__/a.pyc", "x");
  const Tree now = tree();
  EXPECT_THAT(paths(now), ElementsAre(".gitignore", "new.py", "src/a.py"));
  EXPECT_TRUE(now.git);
  EXPECT_EQ(now.branch, "main");
  EXPECT_EQ(now.commit.size(), 40U);
  EXPECT_EQ(now.root, root());
}

TEST_F(ReadTree, ChangesWithEveryChangeOfWhatCounts) {
  repository();
  file("b.py", "b");
  shell("ln -s b.py link");
  const std::string first = digest();
  for (const char* change :
       {"echo 2 >src/a.py", "chmod +x src/a.py", "rm src/a.py", "git mv src/a.py src/c.py", "echo c >b.py",
        "mv b.py B.py", "ln -sf src/a.py link", "rm link && cp b.py link", "echo x >new.txt",
        "mkfifo pipe && rm b.py && mv pipe b.py"}) {
    shell("cp -a . ../kept");
    shell(change);
    EXPECT_NE(digest(), first) << change;
    shell("cd .. && rm -rf project && mv kept project");
    EXPECT_EQ(digest(), first) << "put back after: " << change;
  }
}

TEST_F(ReadTree, StaysTheSameWhereNothingThatCountsChanges) {
  repository();
  file("b.py", "b");
  const std::string first = digest();
  for (const char* change :
       {"echo 2 >noise.log", "touch -d yesterday src/a.py", "git add b.py", "git commit -qm second",
        "git checkout -q -b other", "mkdir empty", "git rm -q --cached src/a.py"}) {
    shell(change);
    EXPECT_EQ(digest(), first) << change;
  }
}

TEST_F(ReadTree, SeesAChangeOfTheSameSizeWhoseTimeIsSetBack) {
  repository();
  shell("touch -d 2020-01-01 src/a.py ../reference -r src/a.py");
  const std::string first = digest();
  shell("sleep 2.1");  // so that the file is old enough for the memory
  EXPECT_EQ(digest(), first);
  shell("cp -p src/a.py ../old && printf 'a = 2\\n' >src/a.py && touch -r ../old src/a.py");
  EXPECT_NE(digest(), first);
}

TEST_F(ReadTree, SeesAChangeRightAfterADigest) {
  repository();
  for (int i = 0; i < 20; ++i) {
    file("src/a.py", "a = " + std::to_string(i % 10) + "\n");
    const std::string one = digest();
    file("src/a.py", "b = " + std::to_string(i % 10) + "\n");
    EXPECT_NE(digest(), one);
  }
}

TEST_F(ReadTree, LooksAtFilesThatGitWasToldNotToLookAt) {
  repository();
  file("src/b.py", "b");
  shell("git add . && git commit -qm b");
  shell("git update-index --assume-unchanged src/a.py && git update-index --skip-worktree src/b.py");
  const std::string first = digest();
  file("src/a.py", "a = 2\n");
  const std::string second = digest();
  EXPECT_NE(second, first);
  file("src/b.py", "c");
  EXPECT_NE(digest(), second);
}

TEST_F(ReadTree, TellsFilesApartThatGitTakesForEqual) {
  repository();
  file(".gitattributes", "*.txt text\n*.dat filter=same\n");
  shell("git config filter.same.clean 'echo same'");
  file("a.txt", "x\n");
  file("a.dat", "1");
  shell("git add . && git commit -qm text");
  const std::string first = digest();
  file("a.txt", "x\r\n");
  const std::string second = digest();
  EXPECT_NE(second, first);
  file("a.dat", "2");
  shell("git diff --quiet");
  EXPECT_NE(digest(), second);
}

TEST_F(ReadTree, CoversSubmodulesByTheirCommitAndTheirFiles) {
  repository();
  shell("git init -q ../lib && cd ../lib && echo 1 >lib.c && git add . && git commit -qm lib");
  shell("git -c protocol.file.allow=always submodule --quiet add ../lib lib && git commit -qm lib");
  const Tree first = tree();
  EXPECT_THAT(paths(first), ElementsAre(".gitignore", ".gitmodules", "lib", "lib/lib.c", "src/a.py"));
  file("lib/lib.c", "2");
  const std::string dirty = digest();
  EXPECT_NE(dirty, first.digest);
  shell("cd lib && git commit -qam two");
  EXPECT_NE(digest(), dirty);
  file("lib/new.c", "");
  EXPECT_THAT(paths(tree()), Contains("lib/new.c"));
  shell("git submodule --quiet deinit -f lib");
  EXPECT_THAT(paths(tree()), Not(Contains("lib")));
}

TEST_F(ReadTree, WorksInALinkedWorkTreeAndBelowTheRoot) {
  repository();
  file("api/test.py", "");
  shell("git add . && git commit -qm api && git worktree add -q ../linked -b linked");
  const Tree linked = read_tree(folder_ / "linked", access());
  EXPECT_EQ(linked.digest, digest());
  EXPECT_EQ(linked.branch, "linked");
  EXPECT_EQ(read_tree(root() / "api", access()).digest, digest());
}

TEST_F(ReadTree, CoversAProjectThatGitIgnoresAndWhatLiesAroundIt) {
  repository();
  file(".gitignore", "*.log\nscratch/\n");
  file("scratch/deep/test.py", "1");
  shell("mkdir empty");
  EXPECT_THAT(paths(read_tree(root() / "scratch", access())),
              ElementsAre(".gitignore", "scratch/deep/test.py", "src/a.py"));
  EXPECT_EQ(read_tree(root() / "empty", access()).digest, digest());
}

TEST_F(ReadTree, LeavesOutWhatToolsMakeWhereThereIsNoGit) {
  file("a.py", "");
  file("bin/run", "");
  for (const char* made : {"node_modules/x.js", "b/target/x", "__pycache__/x", ".venv/x", "build/x", "dist/x",
                           "proctor-report/x"})
    file(made, "");
  EXPECT_THAT(paths(tree()), ElementsAre("a.py", "bin/run"));
  EXPECT_FALSE(tree().git);
}

TEST_F(ReadTree, LeavesOutProctorsOwnState) {
  repository();
  const Access inside{.supervisor = supervisor_, .state = root() / "state"};
  const std::string first = read_tree(root(), inside).digest;
  file("state/runs/x", "");
  EXPECT_EQ(read_tree(root(), inside).digest, first);
}

TEST_F(ReadTree, HasNoOpinionOnTooManyFiles) {
  repository();
  for (int i = 0; i < 10; ++i) file("many/" + std::to_string(i), "");
  Access few = access();
  few.most_files = 11;
  const Tree now = read_tree(root(), few);
  EXPECT_EQ(now.digest, "");
  EXPECT_THAT(now.why_none, HasSubstr("more than 11 files"));
  few.most_files = 12;
  EXPECT_NE(read_tree(root(), few).digest, "");
}

TEST_F(ReadTree, SaysWhyGitCanNotBeAsked) {
  repository();
  shell("printf damaged >.git/index");
  EXPECT_THAT(tree().why_none, HasSubstr("index file"));
  const std::string path = getenv("PATH");
  setenv("PATH", "/nonexistent", 1);
  EXPECT_THAT(tree().why_none, HasSubstr("git can't be started"));
  setenv("PATH", path.c_str(), 1);
  EXPECT_THAT(read_tree(folder_ / "missing", access()).why_none, HasSubstr("No such file"));
}

TEST_F(ReadTree, IsNotLedAwayByTheEnvironmentOfAHook) {
  repository();
  const std::string first = digest();
  shell("git init -q ../other");
  setenv("GIT_DIR", (folder_ / "other/.git").c_str(), 1);
  setenv("GIT_INDEX_FILE", "/nonexistent/index", 1);
  EXPECT_EQ(digest(), first);
}

TEST_F(ReadTree, ReadsEveryFileAgainIfTheMemoryIsLostOrDamaged) {
  repository();
  shell("sleep 2.1");
  const std::string first = digest();
  for (const char* damage :
       {"rm ../state/trees/*.files", "for f in ../state/trees/*.files; do echo x >$f; done",
        "for f in ../state/trees/*.files; do truncate -s -20 $f; done"}) {
    shell(damage);
    EXPECT_EQ(digest(), first) << damage;
  }
}

}  // namespace
}  // namespace proctor::tree
