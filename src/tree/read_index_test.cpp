// The tree that the next commit would hold.
#include <gmock/gmock.h>

#include "tree/test_repository.hpp"

namespace proctor::tree {
namespace {

using ::testing::HasSubstr;

class ReadIndex : public TreeTest {};

TEST_F(ReadIndex, IsTheWorkTreeWhereAllIsStaged) {
  repository();
  file("src/a.py", "a = 2\n");
  file("b.py", "b");
  shell("ln -s b.py link && chmod +x b.py && git add . && rm src/a.py && git add -u");
  EXPECT_EQ(index_digest(), digest());
}

TEST_F(ReadIndex, IsAnotherTreeWhereSomethingIsNotStaged) {
  repository();
  const std::string committed = digest();
  file("src/a.py", "a = 2\n");
  EXPECT_EQ(index_digest(), committed);
  EXPECT_NE(digest(), committed);
  shell("git add . && rm src/a.py");
  const std::string staged = index_digest();
  EXPECT_NE(staged, committed);
  file("src/a.py", "a = 2\n");
  EXPECT_EQ(digest(), staged);
  file("untracked.py", "");
  EXPECT_EQ(index_digest(), staged);
  EXPECT_NE(digest(), staged);
}

TEST_F(ReadIndex, HasContentAsGitWouldLayItOut) {
  repository();
  file(".gitattributes", "*.txt text eol=crlf\n");
  file("a.txt", "x\r\n");
  shell("git add .");
  EXPECT_EQ(index_digest(), digest());
  const std::string first = digest();
  file("a.txt", "y\r\n");
  EXPECT_EQ(index_digest(), first);
}

TEST_F(ReadIndex, LooksAtFilesThatGitWasToldNotToLookAt) {
  repository();
  const std::string committed = digest();
  for (const char* flag : {"assume-unchanged", "skip-worktree"}) {
    shell(std::string("git update-index --") + flag + " src/a.py && echo changed >src/a.py");
    EXPECT_EQ(index_digest(), committed) << flag;
    EXPECT_NE(digest(), committed);
    shell(std::string("git update-index --no-") + flag + " src/a.py && git checkout -q src/a.py");
  }
}

TEST_F(ReadIndex, TakesTheIndexThatIsNamed) {
  repository();
  const std::string committed = digest();
  file("src/a.py", "a = 2\n");
  shell("cp .git/index ../other && git add .");
  EXPECT_EQ(read_index(root(), access(), folder_ / "other").digest, committed);
  EXPECT_EQ(index_digest(), digest());
}

TEST_F(ReadIndex, HasASubmoduleByTheCommitThatIsStaged) {
  repository();
  shell("git init -q ../lib && cd ../lib && echo 1 >lib.c && git add . && git commit -qm lib");
  shell("git -c protocol.file.allow=always submodule --quiet add ../lib lib");
  EXPECT_EQ(index_digest(), digest());
  file("lib/lib.c", "2");
  EXPECT_NE(index_digest(), digest());
  shell("cd lib && git add .");
  EXPECT_NE(index_digest(), digest());
  shell("cd lib && git commit -qm two");
  EXPECT_NE(index_digest(), digest());
  shell("git add lib");
  EXPECT_EQ(index_digest(), digest());
}

TEST_F(ReadIndex, IsOfNoUseWithoutGit) {
  file("a.py", "");
  EXPECT_THAT(read_index(root(), access()).why_none, HasSubstr("no git repository"));
}

}  // namespace
}  // namespace proctor::tree
