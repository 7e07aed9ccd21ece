#include "supervise/held_files.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/unique_fd.hpp"
#include "supervise/test_support.hpp"

namespace proctor::supervise {
namespace {
namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr std::uint64_t kMiB = 1U << 20U;

std::vector<Member> ourselves() {
  return {{read_process(getpid()).value(), true}};
}

std::int64_t descriptors_in(const std::string& directory) {
  struct stat status {};
  return stat(directory.c_str(), &status) == 0 ? status.st_size : 0;
}

class HeldFile : public ::testing::Test {
 protected:
  HeldFile() { EXPECT_EQ(fstat(file_.get(), &status_), 0); }
  FoundFiles found(dev_t device) const { return unlinked_files({device}).look(ourselves(), 1s); }
  std::uint64_t size() const { return static_cast<std::uint64_t>(status_.st_blocks) * 512; }

  TestFolder folder_{};
  std::string path_ = folder_.file("gone", std::string(kMiB, 'x'));
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
