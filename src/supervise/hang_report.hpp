// The picture of a run whose time is up, taken before anything is signalled: who is alive, and what each one
// waits for.
//
// What can't be read is left out: that a process is in the picture never depends on it. Everything that a
// process can choose (its command line, names of files) is made harmless and cut. Time is bounded: a tree of
// thousands must not put off its own end.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "report/report.hpp"
#include "supervise/live_runs.hpp"

namespace proctor::supervise {

constexpr std::size_t kMostInPicture = 50;

/// What the picture is told by the run.
struct PictureHints {
  std::set<pid_t> left_out{};              ///< helpers of proctor's own: nobody asked for them
  std::set<std::uint64_t> output_pipes{};  ///< inodes of the pipes that the output is read from
};

/// The living members, at most kMostInPicture; the others, and those that aren't reached by `until`, are
/// counted.
HangReport take_picture(const std::vector<Member>& members, const PictureHints& hints,
                        std::chrono::steady_clock::time_point until);

/// "hrtimer_nanosleep (clock_nanosleep)", "pipe_read (read of 0, pipe:[4711])": from the kernel function and
/// the system call that the first thread is in. Empty if it is in none or nothing can be read.
std::string what_it_waits_for(pid_t pid);

/// "sleeping" for the 'S' of /proc/PID/stat, and so on.
std::string_view state_in_words(char state);

}  // namespace proctor::supervise
