// Stacks from runtimes that can tell them: JVMs and Go programs answer SIGQUIT, Python with its fault handler
// answers SIGABRT. Some of them end by it, which is all the same to a run that is about to be ended.
#pragma once

#include <sys/types.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "report/event.hpp"
#include "report/report.hpp"
#include "supervise/live_runs.hpp"

namespace proctor::supervise {

enum class Runtime { unknown, jvm, go, python };

/// Python only if its environment switches the fault handler on. Without it SIGABRT would tell nothing.
Runtime runtime_of(const Process& process);

/// Whether a file is a 64-bit ELF program with the notes or sections that the Go linker writes. The file is
/// hostile: little of it is read, and nothing in it is believed without a look at the bounds.
bool is_go_program(const char* path);

/// Sends those in the picture whose runtime is known the signal that it answers. Whoever isn't reached by
/// `until` isn't asked. Returns whether anybody was.
bool ask_for_stacks(const std::vector<Member>& members, const HangReport& picture,
                    std::chrono::steady_clock::time_point until);

/// Keeps what is printed after they were asked, up to a size, and knows when the answers are over: when
/// nothing more comes for a moment, and at the end of its time at the latest.
class StackListener {
 public:
  using Clock = std::chrono::steady_clock;

  explicit StackListener(Clock::time_point latest) : latest_(latest), until_(latest) {}

  void hear(Stream stream, std::string_view bytes);
  /// When it is over if nothing more is heard.
  Clock::time_point until() const { return until_; }
  /// Harmless text, first what came on standard output. To be called once.
  std::string take();

 private:
  Clock::time_point latest_;
  Clock::time_point until_;
  std::array<std::string, 2> heard_{};
};

}  // namespace proctor::supervise
