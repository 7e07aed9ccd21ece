#include "policy/workdir.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "base/files.hpp"
#include "base/paths.hpp"

namespace proctor::policy {
namespace {
namespace fs = std::filesystem;
using testing::HasSubstr;

class WorkdirTest : public testing::Test {
 protected:
  WorkdirTest() {
    std::string name = (temporary_dir() / "proctor-workdir-XXXXXX").string();
    dir_ = fs::canonical(mkdtemp(name.data()));
    for (const char* made : {"p/sub", "pp", "root/sub", "outside"}) fs::create_directories(dir_ / made);
  }
  ~WorkdirTest() override { remove_tree(dir_); }

  std::string resolved(const fs::path& workdir, const std::vector<fs::path>& roots = {}) const {
    const auto real = resolve_workdir(workdir, dir_ / "p", roots);
    if (real) return real->lexically_relative(dir_).string();
    EXPECT_EQ(real.error().code, ErrorCode::invalid_request);
    EXPECT_EQ(real.error().details.at("field"), "workdir");
    return real.error().message;
  }

  fs::path dir_;
};

TEST_F(WorkdirTest, IsTheProjectOrLiesInIt) {
  EXPECT_EQ(resolved(""), "p");
  EXPECT_EQ(resolved("."), "p");
  EXPECT_EQ(resolved("sub"), "p/sub");
  EXPECT_EQ(resolved(dir_ / "p/sub/../sub/"), "p/sub");
}

TEST_F(WorkdirTest, OutsideItIsRefusedAndTheRootsAreNamed) {
  EXPECT_THAT(resolved(".."),
              HasSubstr("lies outside of where tools may work (" + (dir_ / "p").string() + ")"));
  EXPECT_THAT(resolved("/"), HasSubstr("lies outside"));
  EXPECT_THAT(resolved(dir_ / "pp"), HasSubstr("lies outside"));
  EXPECT_THAT(resolved(dir_ / "outside", {dir_ / "root"}), HasSubstr((dir_ / "root").string()));
}

TEST_F(WorkdirTest, MayLieInAnotherRoot) {
  EXPECT_EQ(resolved(dir_ / "root/sub", {dir_ / "missing", dir_ / "root/"}), "root/sub");
  EXPECT_EQ(resolved("/", {"/"}), fs::path("/").lexically_relative(dir_).string());
}

TEST_F(WorkdirTest, ALinkIsWhatItLeadsTo) {
  fs::create_directory_symlink(dir_ / "outside", dir_ / "p/link");
  fs::create_directory_symlink(dir_ / "root", dir_ / "root-link");
  EXPECT_THAT(resolved("link"), HasSubstr("lies outside"));
  EXPECT_THAT(resolved("link/../p"), HasSubstr("p"));
  EXPECT_EQ(resolved(dir_ / "root-link/sub", {dir_ / "root"}), "root/sub");
  EXPECT_EQ(resolved(dir_ / "root/sub", {dir_ / "root-link"}), "root/sub");
}

TEST_F(WorkdirTest, IsLookedAtAgainBeforeItIsUsed) {
  EXPECT_TRUE(check_unmoved(dir_ / "p/sub"));
  EXPECT_TRUE(check_unmoved("/"));
  fs::remove(dir_ / "p/sub");
  const auto gone = check_unmoved(dir_ / "p/sub");
  ASSERT_FALSE(gone);
  EXPECT_THAT(gone.error().message, HasSubstr("No such file"));
  fs::create_directory_symlink(dir_ / "outside", dir_ / "p/sub");
  const auto moved = check_unmoved(dir_ / "p/sub");
  ASSERT_FALSE(moved);
  EXPECT_EQ(moved.error().code, ErrorCode::invalid_request);
  EXPECT_EQ(moved.error().details.at("field"), "workdir");
  EXPECT_THAT(moved.error().message, HasSubstr("leads to " + (dir_ / "outside").string() + " now"));
}

TEST_F(WorkdirTest, MustBeADirectoryThatExists) {
  ASSERT_TRUE(write_file(dir_ / "p/file", ""));
  EXPECT_THAT(resolved("file"), HasSubstr("isn't a directory"));
  EXPECT_THAT(resolved("missing"), HasSubstr("No such file"));
  EXPECT_THAT(resolved(fs::path(std::string("sub\0x", 5))), HasSubstr("NUL"));
}

TEST(LiesInside, ComparesNameByName) {
  EXPECT_TRUE(lies_inside("/a/b", "/a/b"));
  EXPECT_TRUE(lies_inside("/a/b/c", "/a/b/"));
  EXPECT_TRUE(lies_inside("/a", "/"));
  EXPECT_FALSE(lies_inside("/a/bc", "/a/b"));
  EXPECT_FALSE(lies_inside("/a", "/a/b"));
  EXPECT_FALSE(lies_inside("/a", ""));
}

}  // namespace
}  // namespace proctor::policy
