#include "supervise/tree_usage.hpp"

#include <gtest/gtest.h>
#include <sched.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <vector>

namespace proctor::supervise {
namespace {

constexpr std::uint64_t kTreeMiB = 1U << 20U;

int stay(void*) {
  for (;;) pause();
}

// This process and two more, made with these flags.
class Family {
 public:
  explicit Family(int flags) {
    members_.push_back({read_process(getpid()).value()});
    for (std::vector<char>& stack : stacks_) {
      const pid_t child = clone(stay, stack.data() + stack.size() / 16 * 16, flags | SIGCHLD, nullptr);
      EXPECT_GT(child, 0);
      members_.push_back({read_process(child).value()});
    }
  }
  ~Family() {
    for (std::size_t i = 1; i < members_.size(); ++i) {
      kill(members_[i].process.pid, SIGKILL);
      waitpid(members_[i].process.pid, nullptr, 0);
    }
  }
  Family(const Family&) = delete;
  Family& operator=(const Family&) = delete;

  const std::vector<Member>& members() const { return members_; }
  std::vector<Member> children() const { return {members_.begin() + 1, members_.end()}; }

 private:
  std::vector<std::vector<char>> stacks_{2, std::vector<char>(1U << 16U)};
  std::vector<Member> members_{};
};

TEST(TreeUsage, AnAddressSpaceCountsOnceWhoeverSharesIt) {
  const std::vector<char> memory(32 * kTreeMiB, 'x');
  const Family family(CLONE_VM);
  const std::uint64_t one = measure({family.members().front()}).resident_bytes;
  EXPECT_GE(one, 32 * kTreeMiB);
  EXPECT_LT(resident_together(family.members()), one + kTreeMiB);
  EXPECT_LT(resident_together(family.children()), one + kTreeMiB) << "of siblings, too";
  EXPECT_GT(measure(family.members()).resident_bytes, 3 * one - kTreeMiB);
  EXPECT_LT(held_memory(family.children(), 0, 1000 * kTreeMiB).with(0), one + kTreeMiB);
}

TEST(TreeUsage, WhoHasEndedMeanwhileTakesNothing) {
  std::vector<Member> children;
  {
    const Family family(0);
    children = family.children();
    EXPECT_GT(resident_together(children), 0U);
  }
  EXPECT_EQ(resident_together(children), 0U);
}

TEST(TreeUsage, WhatIsHeldIsNeverMoreThanTheMostThatItCanBe) {
  const std::vector<char> memory(32 * kTreeMiB, 'x');
  const Family family(0);
  const std::uint64_t held = held_memory(family.members(), 0, 1000 * kTreeMiB).with(0);
  EXPECT_GE(held, 32 * kTreeMiB);
  EXPECT_LE(held, held_at_most(family.members()));
}

}  // namespace
}  // namespace proctor::supervise
