#include "supervise/disk_watch.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <unistd.h>

#include <thread>

#include "base/unique_fd.hpp"
#include "supervise/test_support.hpp"

namespace proctor::supervise {
namespace {
namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr std::uint64_t kDiskMiB = 1U << 20U;

TEST(DiskWatch, WhatOthersGiveBackDoesNotMakeUpForAFileWithoutAName) {
  const TestFolder others;
  const TestFolder folder;
  const fs::path given_back = others.file("large", "");
  ASSERT_EQ(posix_fallocate(UniqueFd(open(given_back.c_str(), O_WRONLY | O_CLOEXEC)).get(), 0, 64 * kDiskMiB),
            0);
  DiskWatch watch(kDiskMiB, {folder.path()},
                  [] { return std::vector<Member>{{read_process(getpid()).value()}}; });
  const std::string path = folder.file("gone", std::string(3 * kDiskMiB, 'x'));
  const UniqueFd file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  fs::remove(path);
  fs::remove(given_back);
  std::optional<std::string> evidence;
  for (const auto end = DiskWatch::Clock::now() + 10s; !evidence && DiskWatch::Clock::now() < end;) {
    std::this_thread::sleep_until(watch.next());
    evidence = watch.look(DiskWatch::Clock::now());
  }
  EXPECT_THAT(evidence.value_or(""), ::testing::HasSubstr("in files without a name"));
}

}  // namespace
}  // namespace proctor::supervise
