#include "base/mount_table.hpp"

#include <gtest/gtest.h>

#include "base/files.hpp"

namespace proctor {
namespace {

TEST(MountTable, TellsTheFieldsOfALine) {
  const auto entries =
      parse_mount_table("36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext3 /dev/root rw,errors=continue\n");
  ASSERT_EQ(entries.size(), 1U);
  EXPECT_EQ(entries[0].root, "/mnt1");
  EXPECT_EQ(entries[0].point, "/mnt2");
  EXPECT_EQ(entries[0].options, "rw,noatime");
  EXPECT_EQ(entries[0].type, "ext3");
  EXPECT_EQ(entries[0].system_options, "rw,errors=continue");
}

TEST(MountTable, ReadsNamesAsTheyAre) {
  const auto entries =
      parse_mount_table("36 35 0:1 / /a\\040b\\134c rw shared:1 propagate_from:2 - tmpfs none rw");
  ASSERT_EQ(entries.size(), 1U);
  EXPECT_EQ(entries[0].point, "/a b\\c");
}

TEST(MountTable, PassesOverWhatIsNoLineOfIt) {
  EXPECT_TRUE(parse_mount_table("").empty());
  EXPECT_TRUE(parse_mount_table("36 35 98:0 /mnt1\n\n- ext3\n36 35 98:0 / / rw - \n").empty());
}

TEST(MountTable, OfThisMachineHasARoot) {
  const auto table = read_file(kMountTable);
  ASSERT_TRUE(table);
  EXPECT_FALSE(parse_mount_table(*table).empty());
}

TEST(MountTable, AWordIsListedAsAWhole) {
  EXPECT_TRUE(lists("rw,nosuid,nodev", "nosuid"));
  EXPECT_FALSE(lists("rw,nosuidx", "nosuid"));
  EXPECT_FALSE(lists("", "nosuid"));
}

}  // namespace
}  // namespace proctor
