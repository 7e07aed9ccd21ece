// How the time of a run is shared among its tests.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>

namespace proctor::framework {

/// With less than that left no other run is begun.
inline constexpr std::chrono::milliseconds kLeastTime{300};
/// What a step is given at least.
inline constexpr std::chrono::milliseconds kLeastStep{1'000};

inline std::chrono::milliseconds until(std::chrono::steady_clock::time_point deadline) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
}

/// Of `left`, what the next of `tests` may take. More than its equal share: whoever is right needs less than
/// it may take, and leaves that to the others.
inline std::chrono::milliseconds share_of(std::chrono::milliseconds left, std::size_t tests) {
  constexpr int kReserve = 4;  // a part of the time that is left: kept for each of those that wait
  const auto others = static_cast<int>(tests) - 1;
  return std::max(left / (others + 1), left * (kReserve - std::min(others, kReserve)) / kReserve) -
         kLeastTime;
}

}  // namespace proctor::framework
