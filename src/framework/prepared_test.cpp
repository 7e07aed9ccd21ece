#include "framework/prepared.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "base/files.hpp"
#include "base/paths.hpp"
#include "framework/folder.hpp"

namespace proctor::framework {
namespace {
namespace fs = std::filesystem;
using testing::EndsWith;
using testing::HasSubstr;

class PreparedTest : public testing::Test {
 protected:
  PreparedTest() {
    std::string name = (temporary_dir() / "proctor-prepared-XXXXXX").string();
    dir_ = fs::canonical(mkdtemp(name.data()));
    config_.frameworks.prepared = dir_;
    definition_.name = "made-up";
    definition_.files = {{"build.sh", "echo built"}};
    fs::create_directories(dir_ / "made-up");
  }
  ~PreparedTest() override { remove_tree(dir_); }

  void stamp() const { ASSERT_TRUE(stamp_prepared(dir_ / "made-up", folder_digest(definition_))); }
  Prepared find() const { return find_prepared(config_, definition_); }

  fs::path dir_;
  Config config_{};
  Definition definition_{};
};

TEST_F(PreparedTest, WhatThisFolderPreparedIsUsed) {
  stamp();
  EXPECT_EQ(find().directory, dir_ / "made-up");
  EXPECT_EQ(find().stale, "");
}

TEST_F(PreparedTest, WhatIsNotWholeIsNotThere) {
  EXPECT_EQ(find().directory, "");
  EXPECT_EQ(find().stale, "");
}

TEST_F(PreparedTest, WhatIsTakenApartIsNotThere) {
  stamp();
  remove_stamp(dir_ / "made-up");
  EXPECT_EQ(find().directory, "");
  EXPECT_EQ(find().stale, "");
  remove_stamp(dir_ / "made-up");
}

TEST_F(PreparedTest, WhatAnotherFolderPreparedIsNotUsedAndWhatToDoIsSaid) {
  stamp();
  definition_.files[0].second = "echo built with protection";
  EXPECT_EQ(find().directory, "");
  EXPECT_THAT(find().stale, HasSubstr((dir_ / "made-up").string() + " was prepared by another proctor"));
  EXPECT_THAT(find().stale, EndsWith("proctor warm made-up"));
  stamp();
  EXPECT_EQ(find().directory, dir_ / "made-up");
  EXPECT_EQ(find().stale, "");
}

TEST_F(PreparedTest, OlderProctorsDidNotSayWhichFolderTheyHad) {
  ASSERT_TRUE(write_file(dir_ / "made-up/.prepared", "prepared\n"));
  EXPECT_EQ(find().directory, "");
  EXPECT_THAT(find().stale, HasSubstr("proctor warm made-up"));
}

TEST_F(PreparedTest, AFolderOfTheUsersOwnIsNamedInWhatToDo) {
  stamp();
  definition_.files.clear();
  definition_.folder = dir_ / "my own/made-up";
  fs::create_directories(definition_.folder);
  ASSERT_TRUE(write_file(definition_.folder / "build.sh", "echo built"));
  EXPECT_EQ(find().directory, dir_ / "made-up");  // the same files
  ASSERT_TRUE(write_file(definition_.folder / "build.sh", "echo built otherwise"));
  EXPECT_EQ(find().directory, "");
  EXPECT_THAT(find().stale,
              EndsWith("proctor warm made-up --frameworks '" + (dir_ / "my own").string() + "'"));
}

}  // namespace
}  // namespace proctor::framework
