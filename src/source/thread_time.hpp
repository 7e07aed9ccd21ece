// How much of a processor the calling thread has had: what bounds work that others' load mustn't cut short.
#pragma once

#include <time.h>

#include <chrono>

namespace proctor::source {

inline std::chrono::nanoseconds thread_time() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
}

}  // namespace proctor::source
