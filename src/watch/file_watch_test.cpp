#include "watch/file_watch.hpp"

#include <gmock/gmock.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "base/files.hpp"

namespace proctor::watch {
namespace {
namespace fs = std::filesystem;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class FileWatchTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "watch-test-XXXXXX").string();
    root_ = mkdtemp(name.data());
    write("a.py");
    write("sub/b.py");
    write("node_modules/c.js");
    write("out/d.o");
  }
  void TearDown() override { fs::remove_all(root_); }

  void write(const std::string& path) {
    fs::create_directories((root_ / path).parent_path());
    ASSERT_TRUE(write_file(root_ / path, "x"));
  }

  fs::path root_{};
};

TEST_F(FileWatchTest, TellsOfFilesThatAreWrittenMovedAndRemoved) {
  auto watch = FileWatch::open(root_, {"out"});
  ASSERT_TRUE(watch);
  EXPECT_EQ(watch->directories(), 2U);
  EXPECT_THAT(*watch->take(), IsEmpty());
  write("sub/b.py");  // beside its place, and renamed
  EXPECT_THAT(*watch->take(), Contains("sub/b.py"));
  fs::rename(root_ / "a.py", root_ / "sub/a.py");
  EXPECT_THAT(*watch->take(), ElementsAre("a.py", "sub/a.py"));
  fs::remove(root_ / "sub/a.py");
  EXPECT_THAT(*watch->take(), ElementsAre("sub/a.py"));
}

TEST_F(FileWatchTest, LeavesOutWhatIsIgnored) {
  auto watch = FileWatch::open(root_, {"out"});
  ASSERT_TRUE(watch);
  for (const char* path : {"out/d.o", "node_modules/c.js", ".git/index", "sub/__pycache__/b.pyc"})
    write(path);
  fs::copy_file(root_ / "a.py", root_ / "a.py~");
  fs::copy_file(root_ / "a.py", root_ / ".a.py.swp");
  EXPECT_THAT(*watch->take(), IsEmpty());
}

TEST_F(FileWatchTest, FollowsNewDirectories) {
  auto watch = FileWatch::open(root_, {});
  ASSERT_TRUE(watch);
  fs::create_directories(root_ / "new/deep");
  EXPECT_THAT(*watch->take(), IsEmpty());
  write("new/deep/e.py");
  EXPECT_THAT(*watch->take(), Contains("new/deep/e.py"));
  fs::rename(root_ / "new", root_ / "other");
  EXPECT_THAT(*watch->take(), Contains("other/deep/e.py"));
  write("other/deep/f.py");
  EXPECT_THAT(*watch->take(), Contains("other/deep/f.py"));
}

TEST_F(FileWatchTest, KnowsTheFilesThatWereThere) {
  auto watch = FileWatch::open(root_, {"out"});
  ASSERT_TRUE(watch);
  EXPECT_TRUE(watch->knows("sub/b.py"));
  EXPECT_FALSE(watch->knows("out/d.o"));
  write("new.py");
  (void)watch->take();
  EXPECT_FALSE(watch->knows("new.py"));
  watch->know({"new.py"});
  EXPECT_TRUE(watch->knows("new.py"));
}

TEST_F(FileWatchTest, EndsWithItsRoot) {
  auto watch = FileWatch::open(root_, {});
  ASSERT_TRUE(watch);
  fs::remove_all(root_);
  EXPECT_FALSE(watch->take());
  EXPECT_FALSE(FileWatch::open(root_, {}));
}

}  // namespace
}  // namespace proctor::watch
