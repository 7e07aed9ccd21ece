#include "supervise/isolation/machine_mounts.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include "supervise/isolation/sandbox_testing.hpp"

namespace proctor::supervise {
namespace {

TEST(MachineMounts, WhatTheMachineItselfAnswersForComesAlong) {
  EXPECT_TRUE(can_be_brought_whole(""));
  EXPECT_TRUE(
      can_be_brought_whole("25 1 254:0 / / rw,relatime shared:1 - ext4 /dev/root rw\n"
                           "26 25 0:24 / /proc rw,nosuid,nodev,noexec - proc proc rw\n"
                           "31 26 0:29 / /proc/sys/fs/binfmt_misc rw,relatime shared:14 - autofs "
                           "systemd-1 rw,fd=29\n"
                           "40 25 0:30 / /var/lib/docker/overlay2/a/merged rw,relatime - overlay "
                           "overlay rw,lowerdir=/a\n"));
}

TEST(MachineMounts, WhatOthersAnswerForStaysBehindWhereItWouldBeGoneTo) {
  const auto table = [](std::string_view options, std::string_view type) {
    return fmt::format("90 25 0:50 / /mnt/x {} shared:9 master:2 - {} source rw\n", options, type);
  };
  for (const char* type : {"nfs4", "cifs", "autofs", "fuse", "fuse.sshfs", "9p"}) {
    EXPECT_FALSE(can_be_brought_whole(table("rw,relatime", type))) << type;
    EXPECT_TRUE(can_be_brought_whole(table("rw,nosuid,nodev", type))) << type;
  }
  EXPECT_FALSE(can_be_brought_whole(table("rw,nosuidx", "nfs")));
}

class SandboxBesideMounts : public SandboxTest {};

// As `mount -t fuse` by root leaves it when its program has died.
TEST_F(SandboxBesideMounts, AFileSystemWhoseProgramHasDiedKeepsNobodyFromOne) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can mount one";
  const std::string told = in_child([this]() -> std::string {
    const TestFolder elsewhere;
    const std::string place = elsewhere.path() / "dead";
    mkdir(place.c_str(), 0755);
    Supervisor supervisor;  // knows the mounts as they are before
    if (supervisor.run(shell("true"), {}, {}, setting_).termination.code != 0) return "no sandbox at all";
    if (unshare(CLONE_NEWNS) != 0 || mount("", "/", "", MS_REC | MS_PRIVATE, nullptr) != 0) return "skip";
    const int device = open("/dev/fuse", O_RDWR | O_CLOEXEC);
    const std::string options = fmt::format("fd={},rootmode=40000,user_id=0,group_id=0", device);
    if (device < 0 || mount("dead", place.c_str(), "fuse", 0, options.c_str()) != 0) return "skip";
    close(device);
    struct stat status {};
    if (stat(place.c_str(), &status) == 0) return "it isn't dead";
    const Outcome outcome = supervisor.run(
        shell("ls -d /usr/bin/env /dev/null /etc/passwd /proc/self/stat; ls -A /; echo x > written; "
              "cat written",
              folder_.path()),
        {}, {}, setting_);
    umount2(place.c_str(), MNT_DETACH);
    return outcome.out.text() + outcome.err.text() + outcome.termination.evidence;
  });
  if (told == "skip") GTEST_SKIP() << "no such mount can be made";
  EXPECT_EQ(told,
            "/dev/null\n/etc/passwd\n/proc/self/stat\n/usr/bin/"
            "env\n.proctor-init\nbin\ndev\netc\nlib\nlib32\nlib64\nproc\n"
            "sbin\ntmp\nusr\nvar\nx\nexit code 0 (waitid)");
}

}  // namespace
}  // namespace proctor::supervise
