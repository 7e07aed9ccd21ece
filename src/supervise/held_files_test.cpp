#include "supervise/held_files.hpp"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <future>
#include <thread>

#include "base/unique_fd.hpp"
#include "supervise/test_support.hpp"

namespace proctor::supervise {
namespace {
namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr std::uint64_t kHeldMiB = 1U << 20U;

std::vector<Member> ourselves() {
  return {{read_process(getpid()).value(), true}};
}

std::int64_t descriptors_in(const std::string& directory) {
  struct stat status {};
  return stat(directory.c_str(), &status) == 0 ? status.st_size : 0;
}

void send_descriptor(int socket, int descriptor) {
  std::array<char, CMSG_SPACE(sizeof(int))> control{};
  char text = 'x';
  iovec part{&text, 1};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control.data();
  message.msg_controllen = control.size();
  cmsghdr* header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof(int));
  std::memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
  EXPECT_EQ(sendmsg(socket, &message, 0), 1);
}

class HeldFile : public ::testing::Test {
 protected:
  HeldFile() { EXPECT_EQ(fstat(file_.get(), &status_), 0); }
  FoundFiles found(dev_t device) const { return unlinked_files({device}).look(ourselves(), 1s); }
  std::uint64_t size() const { return static_cast<std::uint64_t>(status_.st_blocks) * 512; }

  TestFolder folder_{};
  std::string path_ = folder_.file("gone", std::string(kHeldMiB, 'x'));
  UniqueFd file_{open(path_.c_str(), O_RDONLY | O_CLOEXEC)};
  struct stat status_ {};
};

TEST_F(HeldFile, CountsOnceItHasNoName) {
  const UniqueFd twice(open(path_.c_str(), O_RDONLY | O_CLOEXEC));
  EXPECT_EQ(found(status_.st_dev).sum(), 0U);
  fs::remove(path_);
  EXPECT_EQ(found(status_.st_dev).sum(), size());
  EXPECT_EQ(found(status_.st_dev + 1).sum(), 0U);
}

TEST_F(HeldFile, CountsIfItIsMappedAndNotOpen) {
  void* mapping = mmap(nullptr, 4096, PROT_READ, MAP_SHARED, file_.get(), 0);
  ASSERT_NE(mapping, MAP_FAILED);
  fs::remove(path_);
  file_.reset();
  const FoundFiles files = found(status_.st_dev);
  // Who isn't root sees that it's there, and not how much.
  EXPECT_EQ(files.sum(), geteuid() == 0 ? size() : 0U);
  EXPECT_EQ(files.unknown(), geteuid() == 0 ? 0U : 1U);
  munmap(mapping, 4096);
}

TEST_F(HeldFile, CountsInTheTableOfAThreadThatPartedWithTheOthers) {
  std::promise<bool> parted;
  std::promise<void> seen;
  std::thread apart([&] {
    parted.set_value(unshare(CLONE_FILES) == 0);
    seen.get_future().wait();
  });
  EXPECT_TRUE(parted.get_future().get());
  fs::remove(path_);
  file_.reset();  // the other table still has it
  EXPECT_EQ(found(status_.st_dev).sum(), size());
  seen.set_value();
  apart.join();
}

TEST_F(HeldFile, UnderWayInASocketIsHidden) {
  std::array<int, 2> ends{};
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()), 0);
  const UniqueFd sender(ends[0]), receiver(ends[1]);
  EXPECT_EQ(hidden_files().look(ourselves(), 1s).hidden(), std::nullopt);
  send_descriptor(sender.get(), file_.get());
  EXPECT_EQ(hidden_files().look(ourselves(), 1s).hidden(),
            "1 descriptor is under way in sockets (scm_fds in fdinfo)");
}

TEST_F(HeldFile, IsHiddenAtAProcessThatLetsNobodyLook) {
  const pid_t watcher = fork();
  if (watcher == 0) {
    if (setresuid(65534, 65534, 65534) != 0) _exit(2);
    prctl(PR_SET_DUMPABLE, 0);
    const pid_t closed = fork();
    if (closed == 0) {
      for (;;) pause();
    }
    const auto hidden = hidden_files().look({{read_process(closed).value(), true}}, 1s).hidden();
    kill(closed, SIGKILL);
    // An ended one hides nothing: it has no files any more.
    siginfo_t end{};
    waitid(P_PID, static_cast<id_t>(closed), &end, WEXITED | WNOWAIT);
    Process zombie = read_process(closed).value();
    zombie.threads = 2;
    const bool hides_dead = hidden_files().look({{zombie, true}}, 1s).hidden().has_value();
    waitpid(closed, nullptr, 0);
    _exit(hidden == "1 process lets nobody see what files are open" && !hides_dead ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(watcher, &status, 0), watcher);
  if (geteuid() != 0) GTEST_SKIP() << "only root can become another";
  EXPECT_EQ(status, 0);
}

TEST_F(HeldFile, IsFoundBehindOthersWhoTakeUpTheTime) {
  fs::remove(path_);
  const std::vector<Member> holder = ourselves();
  Member decoy{.process = {.pid = 0}};
  std::vector<Member> members(5, decoy);
  for (std::size_t i = 0; i < members.size(); ++i) members[i].process.start = i;
  members.push_back(holder.front());
  HeldFiles files = unlinked_files({status_.st_dev});
  for (int look = 0; look < 5; ++look) EXPECT_EQ(files.look(members, 0ns).sum(), 0U);
  EXPECT_EQ(files.look(members, 0ns).sum(), size());
  EXPECT_EQ(files.look(members, 0ns).sum(), size()) << "it's known";
  EXPECT_EQ(files.look({decoy}, 0ns).sum(), 0U) << "who held it has ended";
}

TEST_F(HeldFile, IsFoundAtOnceAtAProcessWithFewDescriptors) {
  if (descriptors_in("/proc/self/fd") == 0) GTEST_SKIP() << "this kernel doesn't tell how many there are";
  const pid_t decoy = fork();
  if (decoy == 0) {
    const int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
    file_.reset();
    while (dup(null) < 1000) {
    }
    for (;;) pause();
  }
  while (descriptors_in("/proc/" + std::to_string(decoy) + "/fd") < 900) usleep(1000);
  fs::remove(path_);
  std::vector<Member> members(30, {read_process(decoy).value(), true});
  for (std::size_t i = 0; i < members.size(); ++i) members[i].process.start += i;
  members.push_back(ourselves().front());
  EXPECT_EQ(unlinked_files({status_.st_dev}).look(members, 2ms).sum(), size());
  kill(decoy, SIGKILL);
  waitpid(decoy, nullptr, 0);
}

TEST_F(HeldFile, ThatIsGoneIsNotConfirmed) {
  fs::remove(path_);
  HeldFiles files = unlinked_files({status_.st_dev});
  EXPECT_EQ(files.look(ourselves(), 1s).sum(), size());
  EXPECT_EQ(files.confirm(ourselves()).sum(), size());
  file_.reset();
  EXPECT_EQ(files.confirm(ourselves()).sum(), 0U);
}

}  // namespace
}  // namespace proctor::supervise
