#include "base/own_cgroup.hpp"

#include <gtest/gtest.h>

namespace proctor {
namespace {

constexpr std::string_view kVersion2 =
    "30 23 0:26 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw,nsdelegate\n";
constexpr std::string_view kHybrid =
    "30 23 0:26 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n"
    "31 23 0:27 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct\n"
    "32 23 0:28 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n";
constexpr std::string_view kHybridNames =
    "5:memory:/user/one\n4:cpu,cpuacct:/\n1:name=systemd:/init.scope\n0::/user/two\n";
constexpr std::string_view kContainer = "30 23 0:26 /docker/ab /sys/fs/cgroup ro - cgroup cgroup rw,memory\n";

TEST(OwnCgroup, LiesBelowTheMountOfItsHierarchy) {
  const auto own = find_own_cgroup(kVersion2, "0::/user.slice/a:b\n", "");
  ASSERT_TRUE(own) << own.error();
  EXPECT_EQ(own->directory, "/sys/fs/cgroup/user.slice/a:b");
  EXPECT_EQ(own->name, "/user.slice/a:b");
}

TEST(OwnCgroup, TheRootHasNoName) {
  const auto own = find_own_cgroup(kHybrid, kHybridNames, "cpuacct");
  ASSERT_TRUE(own) << own.error();
  EXPECT_EQ(own->directory, "/sys/fs/cgroup/cpu,cpuacct");
  EXPECT_EQ(own->name, "");
}

TEST(OwnCgroup, EachHierarchyHasItsOwn) {
  const auto memory = find_own_cgroup(kHybrid, kHybridNames, "memory");
  const auto unified = find_own_cgroup(kHybrid, kHybridNames, "");
  ASSERT_TRUE(memory) << memory.error();
  ASSERT_TRUE(unified) << unified.error();
  EXPECT_EQ(memory->directory, "/sys/fs/cgroup/memory/user/one");
  EXPECT_EQ(unified->directory, "/sys/fs/cgroup/unified/user/two");
}

TEST(OwnCgroup, AMountThatShowsAPartIsCountedFromThere) {
  const auto top = find_own_cgroup(kContainer, "5:memory:/docker/ab\n", "memory");
  const auto below = find_own_cgroup(kContainer, "5:memory:/docker/ab/c\n", "memory");
  ASSERT_TRUE(top) << top.error();
  ASSERT_TRUE(below) << below.error();
  EXPECT_EQ(top->directory, "/sys/fs/cgroup");
  EXPECT_EQ(below->directory, "/sys/fs/cgroup/c");
  EXPECT_EQ(below->name, "/docker/ab/c");
}

TEST(OwnCgroup, SaysWhyThereIsNone) {
  EXPECT_EQ(find_own_cgroup(kHybrid, kHybridNames, "pids").error(), "there is no cgroup v1 for pids");
  EXPECT_EQ(find_own_cgroup(kVersion2, "", "").error(), "there is no cgroup v2");
  EXPECT_EQ(find_own_cgroup("", "0::/\n", "").error(), "there is no cgroup v2");
  for (const std::string_view name :
       {"5:memory:/docker/abc\n", "5:memory:/docker\n", "5:memory:/other/ab\n"}) {
    const auto own = find_own_cgroup(kContainer, name, "memory");
    ASSERT_FALSE(own) << name;
    EXPECT_EQ(own.error(), "the own cgroup lies outside of /sys/fs/cgroup");
  }
}

}  // namespace
}  // namespace proctor
