#include "cli/call_progress.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <stop_token>
#include <string>
#include <thread>

#include "base/unique_fd.hpp"

namespace proctor::cli {
namespace {

using std::chrono::milliseconds;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

struct Pipe {
  Pipe() {
    std::array<int, 2> ends{};
    EXPECT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
    read = UniqueFd(ends[0]);
    write = UniqueFd(ends[1]);
  }
  UniqueFd read{};
  UniqueFd write{};
};

std::string read_all(int fd, milliseconds pause_between = milliseconds(0)) {
  std::string all;
  std::array<char, 1000> buffer{};
  for (ssize_t got = 0; (got = ::read(fd, buffer.data(), buffer.size())) > 0;) {
    all.append(buffer.data(), static_cast<std::size_t>(got));
    std::this_thread::sleep_for(pause_between);
  }
  return all;
}

constexpr std::size_t kChunks = 200;  // more than a pipe holds
const std::string kText(1000, 'x');

// Tells what a call of kChunks chunks would, already due.
void tell_all(CallProgress& progress, std::stop_source& late) {
  progress(tool::Started{"run-1", "yes", "/", late.get_token()});
  late.request_stop();
  for (std::size_t i = 0; i < kChunks; ++i) progress(tool::Chunk{Stream::out, kText});
  const std::uint64_t untold = progress.untold();
  progress(tool::Completed{untold == 0});
}

TEST(CallProgress, OfALongCommandTheBeginningIsShown) {
  Pipe pipe;
  CallProgress progress({}, false, pipe.write.get());
  progress(tool::Started{"run-1", "echo " + std::string(2000, 'y'), "/"});
  pipe.write.reset();
  const std::string told = read_all(pipe.read.get());
  EXPECT_THAT(told, StartsWith("proctor: run run-1: echo yyy"));
  EXPECT_THAT(told, EndsWith("y …\n"));
  EXPECT_LT(told.size(), 1100U);
}

TEST(CallProgress, AReaderThatIsSlowGetsAllOfItAlsoWhenTheCallIsDue) {
  Pipe pipe;
  std::string got;
  std::thread reader([&] { got = read_all(pipe.read.get(), milliseconds(3)); });
  std::stop_source late;
  CallProgress progress({}, true, pipe.write.get(), milliseconds(200));  // all of it takes longer
  tell_all(progress, late);
  pipe.write.reset();
  reader.join();
  EXPECT_EQ(progress.untold(), 0U);
  EXPECT_THAT(got, StartsWith(R"({"event":"Started","run":"run-1")"));
  std::size_t bytes = 0;
  for (std::size_t at = got.find(kText); at != std::string::npos; at = got.find(kText, at + 1))
    bytes += kText.size();
  EXPECT_EQ(bytes, kChunks * kText.size());
  EXPECT_THAT(got, EndsWith("{\"event\":\"Completed\",\"run\":\"run-1\",\"ok\":true}\n"));
}

TEST(CallProgress, AReaderThatTakesNothingIsGivenUpAndWhatItMissedIsCounted) {
  Pipe pipe;
  std::stop_source late;
  CallProgress progress({}, false, pipe.write.get(), milliseconds(100));
  tell_all(progress, late);
  const std::uint64_t untold = progress.untold();
  EXPECT_GT(untold, 100'000U);
  pipe.write.reset();
  const std::string got = read_all(pipe.read.get());
  const std::size_t shown = static_cast<std::size_t>(std::count(got.begin(), got.end(), 'x'));
  EXPECT_EQ(shown + untold, kChunks * kText.size());
}

TEST(CallProgress, AReaderThatComesBackAtTheEndLearnsHowMuchItMissed) {
  Pipe pipe;
  std::stop_source late;
  CallProgress progress({}, true, pipe.write.get(), milliseconds(100));
  progress(tool::Started{"run-1", "yes", "/", late.get_token()});
  late.request_stop();
  for (std::size_t i = 0; i < kChunks; ++i) progress(tool::Chunk{Stream::out, kText});
  ::fcntl(pipe.read.get(), F_SETFL, O_NONBLOCK);
  std::string got = read_all(pipe.read.get());  // all that the pipe holds
  EXPECT_EQ(progress.untold() % kText.size(), 0U);
  progress(tool::Completed{true});
  pipe.write.reset();
  got += read_all(pipe.read.get());
  EXPECT_THAT(got, HasSubstr(R"("untold_bytes":)" + std::to_string(progress.untold())));
  // No line is cut.
  std::size_t lines = 0;
  for (std::size_t at = 0; at < got.size(); at = got.find('\n', at) + 1, ++lines) EXPECT_EQ(got[at], '{');
  EXPECT_EQ(progress.untold(), (kChunks - (lines - 2)) * kText.size());
}

TEST(CallProgress, ACallThatIsNotDueWaitsForItsReader) {
  Pipe pipe;
  std::stop_source late;
  CallProgress progress({}, false, pipe.write.get(), milliseconds(0));
  progress(tool::Started{"run-1", "yes", "/", late.get_token()});
  std::string got;
  std::thread reader([&] { got = read_all(pipe.read.get(), milliseconds(3)); });
  for (std::size_t i = 0; i < kChunks; ++i) progress(tool::Chunk{Stream::out, kText});
  pipe.write.reset();
  reader.join();
  EXPECT_EQ(std::count(got.begin(), got.end(), 'x'), static_cast<std::ptrdiff_t>(kChunks * kText.size()));
}

TEST(CallProgress, AReaderThatHasGoneMissesNothing) {
  const auto before = ::signal(SIGPIPE, SIG_IGN);
  Pipe pipe;
  pipe.read.reset();
  std::stop_source late;
  CallProgress progress({}, true, pipe.write.get());
  tell_all(progress, late);
  EXPECT_EQ(progress.untold(), 0U);
  ::signal(SIGPIPE, before);
}

}  // namespace
}  // namespace proctor::cli
