#include "supervise/surroundings.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <string>

namespace proctor::supervise {
namespace {

constexpr uid_t kNobodyElse = 54'322;

/// What an ordinary user who may have `most` processes of those that there are is told to be short of.
template <typename Most>
bool is_short(Most most) {
  const pid_t child = fork();
  if (child == 0) {
    if (getuid() == 0 && setresuid(kNobodyElse, kNobodyElse, kNobodyElse) != 0) _exit(2);
    rlimit limit{};
    getrlimit(RLIMIT_NPROC, &limit);
    limit.rlim_cur = std::min<rlim_t>(most(tasks_of_user(getuid())), limit.rlim_max);
    if (setrlimit(RLIMIT_NPROC, &limit) != 0) _exit(3);
    Surroundings around(false);
    around.look(std::chrono::steady_clock::now());
    const std::string shortage = around.shortage();
    _exit(shortage.empty() ? 0 : shortage.find("ulimit -u") != std::string::npos ? 1 : 4);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) <= 1) << status;
  return WEXITSTATUS(status) == 1;
}

TEST(Surroundings, TheUsersLimitOfProcessesIsSeenWhenItIsReached) {
  EXPECT_TRUE(is_short([](std::uint64_t there) { return std::max<std::uint64_t>(there / 2, 1); }));
  EXPECT_FALSE(is_short([](std::uint64_t there) { return there + 1'000; }));
}

TEST(Surroundings, RootIsNotBoundByThatLimit) {
  if (getuid() != 0) GTEST_SKIP() << "for root";
  EXPECT_EQ(Surroundings(false).next(), Surroundings::Time::max());
}

}  // namespace
}  // namespace proctor::supervise
