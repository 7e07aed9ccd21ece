// Sandboxes on machines where something is mounted that bubblewrap would get stuck or fail at.
#include <fcntl.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <functional>

#include "base/unique_fd.hpp"
#include "supervise/isolation/sandbox_testing.hpp"

namespace proctor::supervise {
namespace {

constexpr const char* kScript =
    "ls -d /usr/bin/env /dev/null /etc/passwd /proc/self/stat; ls -A / | grep -v lib; echo x > written; cat "
    "written";
constexpr const char* kSaid =
    "/dev/null\n/etc/passwd\n/proc/self/stat\n/usr/bin/env\n"
    ".proctor-init\nbin\ndev\netc\nproc\nsbin\ntmp\nusr\nvar\nx\n";

class SandboxBesideMounts : public SandboxTest {
 protected:
  // What kScript says in a sandbox beside such a mount, in a mount namespace that ends with the child.
  std::string beside(const std::function<bool(const std::string& place)>& make_mount) {
    return in_child([&]() -> std::string {
      const TestFolder elsewhere;
      const std::string place = elsewhere.path() / "place";
      mkdir(place.c_str(), 0755);
      Supervisor supervisor;
      if (supervisor.run(shell("true"), {}, {}, options_).termination.code != 0) return "no sandbox";
      if (unshare(CLONE_NEWNS) != 0 || mount("", "/", "", MS_REC | MS_PRIVATE, nullptr) != 0 ||
          !make_mount(place)) {
        return "skip";
      }
      const Outcome outcome = supervisor.run(shell(kScript, folder_.path()), {}, {}, options_);
      umount2(place.c_str(), MNT_DETACH);
      return outcome.out.text() + outcome.err.text();
    });
  }
};

// Nobody can be asked there for anything: its program has died.
TEST_F(SandboxBesideMounts, ADeadFileSystemOfAProgramKeepsNobodyFromOne) {
  const std::string told = beside([](const std::string& place) {
    const int device = open("/dev/fuse", O_RDWR | O_CLOEXEC);
    const std::string options = fmt::format("fd={},rootmode=40000,user_id=0,group_id=0", device);
    const bool made = device >= 0 && mount("dead", place.c_str(), "fuse", 0, options.c_str()) == 0;
    close(device);
    struct stat status {};
    return made && stat(place.c_str(), &status) != 0;
  });
  if (told == "skip") GTEST_SKIP() << "no such mount can be made";
  EXPECT_EQ(told, kSaid);
}

TEST_F(SandboxBesideMounts, OnlyWhatIsNeededComesAlongBesideAnAutomounter) {
  const std::string told = beside([](const std::string& place) {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) return false;
    const std::string options = fmt::format("fd={},pgrp={},minproto=5,maxproto=5,direct", ends[1], getpgrp());
    return mount("nobody", place.c_str(), "autofs", 0, options.c_str()) == 0;
  });
  if (told == "skip") GTEST_SKIP() << "no such mount can be made";
  EXPECT_EQ(told, kSaid);
}

// bubblewrap can't change its flags without changing those of access times, which are locked.
TEST_F(SandboxBesideMounts, WhatBubblewrapFailsAtStaysBehind) {
  const std::string told = beside([](const std::string&) {
    return mount("odd", "/srv", "tmpfs", MS_STRICTATIME | MS_NODIRATIME, nullptr) == 0;
  });
  if (told == "skip") GTEST_SKIP() << "no such mount can be made";
  EXPECT_EQ(told, kSaid);
}

TEST_F(SandboxBesideMounts, AFileOfEtcThatItsOwnerKeepsToHimselfKeepsNobodyFromOne) {
  const std::string told = beside([](const std::string& place) {
    const std::string secret = place + "/secret";
    const UniqueFd file(open(secret.c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
    return fchown(file.get(), 1234, 1234) == 0 &&
           mount(secret.c_str(), "/etc/services", "", MS_BIND, nullptr) == 0;
  });
  if (told == "skip") GTEST_SKIP() << "no such mount can be made";
  EXPECT_EQ(told, kSaid);
}

}  // namespace
}  // namespace proctor::supervise
