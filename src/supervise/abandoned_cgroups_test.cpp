#include "supervise/abandoned_cgroups.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>

#include "base/unique_fd.hpp"
#include "supervise/cgroup.hpp"
#include "supervise/test_support.hpp"

namespace proctor::supervise {
namespace {

namespace fs = std::filesystem;

// A number that nobody has any more.
pid_t gone() {
  const pid_t pid = fork();
  if (pid == 0) _exit(0);
  waitpid(pid, nullptr, 0);
  return pid;
}

// In a cgroup of our own, so that nobody else's are met; in an ordinary directory where none can be had,
// which is good enough for whose it is.
class AbandonedCgroups : public ::testing::Test {
 protected:
  AbandonedCgroups() {
    const CgroupPlace place;
    if (!place.usable()) return;
    base_ = place.description().substr(std::string("cgroup v2 at ").size());
    base_ /= fmt::format("test-{}", getpid());
    real_ = true;
    mkdir(base_.c_str(), 0755);
  }
  ~AbandonedCgroups() override { rmdir(base_.c_str()); }

  fs::path make(pid_t owner) const {
    const fs::path path = base_ / fmt::format("proctor-{}-1", owner);
    EXPECT_EQ(mkdir(path.c_str(), 0755), 0);
    return path;
  }

  TestFolder folder_{};
  fs::path base_ = folder_.path();
  bool real_ = false;
};

TEST_F(AbandonedCgroups, AreRemovedAtOnceAndThoseInThemToo) {
  const fs::path path = make(gone());
  mkdir((path / "inner").c_str(), 0755);
  remove_abandoned_cgroups(base_);
  EXPECT_FALSE(fs::exists(path));
}

TEST_F(AbandonedCgroups, AreTakenWithAllWhoLiveInThem) {
  const fs::path path = make(gone());
  const pid_t pid = fork();
  if (pid == 0) {
    for (;;) pause();
  }
  if (real_) {
    std::ofstream(path / "cgroup.procs") << pid;
    remove_abandoned_cgroups(base_);
    int status = 0;
    EXPECT_EQ(waitpid(pid, &status, 0), pid);
    EXPECT_EQ(WTERMSIG(status), SIGKILL);
  } else {
    kill(pid, SIGKILL);
    waitpid(pid, nullptr, 0);
  }
  remove_abandoned_cgroups(base_);
  EXPECT_FALSE(fs::exists(path));
}

TEST_F(AbandonedCgroups, AreNotThoseThatAreLocked) {
  const fs::path locked = make(gone());
  UniqueFd lock(open(locked.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  EXPECT_TRUE(claim_cgroup(lock.get(), locked));
  const fs::path other = base_ / "proctor-x-1";
  mkdir(other.c_str(), 0755);
  remove_abandoned_cgroups(base_);
  EXPECT_TRUE(fs::exists(locked) && fs::exists(other));
  lock.reset();
  remove_abandoned_cgroups(base_);
  EXPECT_FALSE(fs::exists(locked));
  rmdir(other.c_str());
}

TEST_F(AbandonedCgroups, MayHaveTheNumberOfSomebodyWhoLives) {
  for (const pid_t number : {getpid(), getppid()}) {
    const fs::path path = make(number);
    remove_abandoned_cgroups(base_);
    EXPECT_FALSE(fs::exists(path)) << number;
  }
}

TEST_F(AbandonedCgroups, CantBeClaimedTwiceNorWhenTheyAreGone) {
  const fs::path path = make(getpid());
  const UniqueFd first(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  const UniqueFd second(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  EXPECT_TRUE(claim_cgroup(first.get(), path));
  EXPECT_FALSE(claim_cgroup(second.get(), path));
  rmdir(path.c_str());
  EXPECT_FALSE(claim_cgroup(first.get(), path));
}

TEST_F(AbandonedCgroups, AreNoneAsLongAsTheirRunGoesOn) {
  Supervisor supervisor;
  const Outcome outcome =
      supervisor.run(shell("echo begun; echo done"), {}, {}, {.sink = [](Stream, std::string_view) {
                       const CgroupPlace another;  // looks for abandoned ones
                     }});
  EXPECT_EQ(outcome.out.text(), "begun\ndone\n");
  EXPECT_EQ(outcome.termination.code, 0);
}

}  // namespace
}  // namespace proctor::supervise
