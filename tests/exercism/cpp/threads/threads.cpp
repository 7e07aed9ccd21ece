#include "threads.h"

#include <atomic>
#include <thread>
#include <vector>

int work::together(int workers) {
    std::atomic<int> sum{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < workers; ++i) threads.emplace_back([&sum] { ++sum; });
    for (std::thread& thread : threads) thread.join();
    return sum;
}
