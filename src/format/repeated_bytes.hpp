// Output that repeats itself, as that of `yes` does, needn't be looked at again and again.
#pragma once

#include <cstddef>
#include <cstring>

namespace proctor::format {

/// How many bytes from `at` to `end` are those that stand `period` bytes before them, in whole periods.
inline std::size_t repeated_bytes(const char* at, const char* end, std::size_t period) {
  std::size_t count = 0;
  while (static_cast<std::size_t>(end - at) >= count + period &&
         std::memcmp(at + count, at + count - period, period) == 0)
    count += period;
  return count;
}

}  // namespace proctor::format
