// What a run does between the moment that its time is up and the first signal that is meant to end it.
#include <sys/stat.h>

#include <utility>

#include "supervise/hang_report.hpp"
#include "supervise/one_run.hpp"

namespace proctor::supervise {
namespace {

using std::chrono::milliseconds;

// From the beginning of the report: until then all must have been seen, until then all must have been said.
constexpr milliseconds kPictureTime{250};
constexpr milliseconds kStacksTime{500};

void add_inode(std::set<std::uint64_t>& inodes, int fd) {
  struct stat status {};
  if (fd >= 0 && fstat(fd, &status) == 0) inodes.insert(status.st_ino);
}

}  // namespace

void OneRun::begin_hang_report() {
  const Time begin = Clock::now();
  const Time seen = begin + kPictureTime;
  PictureHints hints;
  add_inode(hints.output_pipes, pump_->out_fd());
  add_inode(hints.output_pipes, pump_->err_fd());
  std::vector<Member> members = common_.live.members(live_, LookBudget(seen));
  if (box_) std::erase_if(members, [this](const Member& member) { return is_machinery(member.process); });
  outcome_.hang = take_picture(members, hints, seen);
  pump_->drain();  // what was printed before they are asked is no answer
  tell_of_end();
  if (!ask_for_stacks(members, *outcome_.hang, seen)) return;
  stacks_.emplace(begin + kStacksTime);
  pump_->copy_to([this](Stream stream, std::string_view bytes) {
    if (stacks_) stacks_->hear(stream, bytes);
  });
  kill_at_ = begin + kStacksTime + limits_.grace;
}

void OneRun::tell_of_end() {
  if (options_.ending && !std::exchange(told_of_end_, true)) options_.ending();
}

void OneRun::end_hang_report() {
  outcome_.hang->stacks = stacks_->take();
  stacks_.reset();
  ask_group_to_end();
}

}  // namespace proctor::supervise
