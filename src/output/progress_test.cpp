#include "output/progress.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <poll.h>
#include <pty.h>
#include <sys/ioctl.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "output/columns.hpp"

namespace proctor::output {
namespace {

using std::chrono::milliseconds;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

constexpr ProgressPace kQuick{milliseconds(5), milliseconds(10'000), milliseconds(0)};

struct Ends {
  UniqueFd read;
  UniqueFd write;
};

Ends make_pipe() {
  std::array<int, 2> fds{};
  EXPECT_EQ(::pipe(fds.data()), 0);
  return {UniqueFd(fds[0]), UniqueFd(fds[1])};
}

Ends make_terminal(unsigned short width) {
  int master = -1, slave = -1;
  winsize size{};
  size.ws_row = 24;
  size.ws_col = width;
  EXPECT_EQ(::openpty(&master, &slave, nullptr, nullptr, &size), 0);
  return {UniqueFd(master), UniqueFd(slave)};
}

// Everything that is there within the given time.
std::string drain(int fd, milliseconds patience) {
  std::string text;
  std::array<char, 4096> buffer{};
  pollfd entry{fd, POLLIN, 0};
  while (::poll(&entry, 1, static_cast<int>(patience.count())) == 1 && (entry.revents & POLLIN) != 0) {
    const ssize_t count = ::read(fd, buffer.data(), buffer.size());
    if (count <= 0) break;
    text.append(buffer.data(), static_cast<std::size_t>(count));
    if (text.size() > 1U << 20U) break;
  }
  return text;
}

// Reads until the text is seen, or for five seconds.
std::string read_until(int fd, std::string_view wanted) {
  std::string text;
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(5);
  std::array<char, 4096> buffer{};
  while (text.find(wanted) == std::string::npos && std::chrono::steady_clock::now() < end) {
    pollfd entry{fd, POLLIN, 0};
    if (::poll(&entry, 1, 100) != 1) continue;
    const ssize_t count = ::read(fd, buffer.data(), buffer.size());
    if (count > 0) text.append(buffer.data(), static_cast<std::size_t>(count));
  }
  return text;
}

std::vector<std::string> frames(const std::string& text) {
  std::vector<std::string> found;
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find('\r', begin), text.size());
    if (end > begin) found.push_back(for_terminal(text.substr(begin, end - begin)));
    begin = end + 1;
  }
  return found;
}

TEST(PlainProgress, WritesOneLineAPhase) {
  const Ends pipe = make_pipe();
  Progress progress(pipe.write.get(), false, true);
  progress.on(PhaseStarted{"compiling", "25 files"});
  progress.on(PhaseStarted{"testing", ""});
  progress.finish();
  EXPECT_EQ(drain(pipe.read.get(), milliseconds(0)), "compiling 25 files\ntesting\n");
}

TEST(PlainProgress, WritesAtMostOneLineForATenthOfTheSuites) {
  const Ends pipe = make_pipe();
  Progress progress(pipe.write.get(), false, false, kQuick);
  progress.on(PhaseStarted{"testing", ""});
  progress.on(SuitesFound{1000});
  for (int i = 0; i < 1000; ++i) progress.on(SuiteFinished{"ATest", {}});
  progress.finish();
  const std::string text = drain(pipe.read.get(), milliseconds(0));
  EXPECT_EQ(split_lines(text).size(), 11U);
  EXPECT_THAT(text, HasSubstr("testing 100/1000 suites · "));
  EXPECT_THAT(text, HasSubstr("testing 1000/1000 suites · "));
}

TEST(PlainProgress, KeepsTheLogOfAQuickRunShort) {
  const Ends pipe = make_pipe();
  Progress progress(pipe.write.get(), false, false);
  progress.on(PhaseStarted{"testing", ""});
  progress.on(SuitesFound{10});
  for (int i = 0; i < 10; ++i) progress.on(SuiteFinished{"ATest", {}});
  progress.finish();
  EXPECT_EQ(drain(pipe.read.get(), milliseconds(0)), "testing\n");
}

TEST(PlainProgress, ShowsLifeWhenNothingHappensForLong) {
  const Ends pipe = make_pipe();
  Progress progress(pipe.write.get(), false, false, {milliseconds(5), milliseconds(20), milliseconds(0)});
  progress.on(PhaseStarted{"compiling", "25 files"});
  EXPECT_THAT(read_until(pipe.read.get(), " ms\n"), HasSubstr("compiling 25 files\ncompiling 25 files · "));
}

TEST(PlainProgress, WritesNoEscapes) {
  const Ends pipe = make_pipe();
  Progress progress(pipe.write.get(), false, true);
  progress.on(PhaseStarted{"testing", "\x1b[31mred\x07"});
  progress.finish();
  EXPECT_EQ(drain(pipe.read.get(), milliseconds(0)), "testing red\n");
}

TEST(PlainProgress, DoesNotWaitForAFullPipe) {
  const Ends pipe = make_pipe();
  const int flags = ::fcntl(pipe.write.get(), F_GETFL);
  Progress progress(pipe.write.get(), false, false, kQuick);
  for (int i = 0; i < 20'000; ++i) progress.on(PhaseStarted{"compiling", "many files"});
  progress.finish();
  EXPECT_EQ(::fcntl(pipe.write.get(), F_GETFL), flags) << "the descriptor is shared with others";
  const std::string text = drain(pipe.read.get(), milliseconds(0));
  for (const std::string_view line : split_lines(text)) EXPECT_EQ(line, "compiling many files");
}

TEST(Progress, SurvivesAReaderThatIsGone) {
  ::signal(SIGPIPE, SIG_IGN);
  for (const bool live : {false, true}) {
    Ends pipe = make_pipe();
    Progress progress(pipe.write.get(), live, false, kQuick);
    progress.on(PhaseStarted{"compiling", ""});
    pipe.read.reset();
    progress.on(PhaseStarted{"testing", ""});
    std::this_thread::sleep_for(milliseconds(30));
  }
  ::signal(SIGPIPE, SIG_DFL);
}

TEST(Progress, SurvivesAClosedDescriptor) {
  for (const bool live : {false, true}) {
    Progress progress(-1, live, false, kQuick);
    progress.on(PhaseStarted{"testing", ""});
    std::this_thread::sleep_for(milliseconds(20));
  }
}

TEST(Progress, TakesEventsFromSeveralThreads) {
  const Ends pipe = make_pipe();
  Progress progress(pipe.write.get(), false, false, kQuick);
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 4; ++i) {
      threads.emplace_back([&progress] {
        for (int n = 0; n < 500; ++n) {
          progress.on(SuiteStarted{"ATest"});
          progress.on(SuiteFinished{"ATest", {}});
        }
      });
    }
  }
  progress.finish();
  progress.finish();
  progress.on(PhaseStarted{"too late", ""});
  EXPECT_THAT(drain(pipe.read.get(), milliseconds(0)), Not(HasSubstr("too late")));
}

TEST(LiveProgress, RedrawsOneLineAndClearsItAtTheEnd) {
  const Ends terminal = make_terminal(80);
  Progress progress(terminal.write.get(), true, true, kQuick);
  progress.on(PhaseStarted{"testing", ""});
  progress.on(SuitesFound{11});
  progress.on(SuiteStarted{"InvariantTest"});
  std::string text = read_until(terminal.read.get(), "InvariantTest · ");
  EXPECT_THAT(text, HasSubstr("testing 0/11 suites · InvariantTest · "));
  progress.finish();
  text += drain(terminal.read.get(), milliseconds(20));
  EXPECT_THAT(text, EndsWith("\r\x1b[K"));
  EXPECT_THAT(text, Not(HasSubstr("\n")));
}

TEST(LiveProgress, NeverReachesTheLastColumn) {
  const Ends terminal = make_terminal(30);
  Progress progress(terminal.write.get(), true, true, kQuick);
  progress.on(PhaseStarted{"compiling", "25 files with Solc 0.8.30 and then some more"});
  std::string text = read_until(terminal.read.get(), "…");
  winsize narrow{};
  narrow.ws_row = 24;
  narrow.ws_col = 12;
  ASSERT_EQ(::ioctl(terminal.write.get(), TIOCSWINSZ, &narrow), 0);
  text += drain(terminal.read.get(), milliseconds(2));
  std::string narrowed = read_until(terminal.read.get(), "compilin…");
  EXPECT_THAT(narrowed, HasSubstr("compilin…"));
  for (const std::string& frame : frames(text)) EXPECT_LT(columns(frame), 30U) << frame;
}

TEST(LiveProgress, DoesNotHangOnATerminalThatNobodyReads) {
  const Ends terminal = make_terminal(80);
  Progress progress(terminal.write.get(), true, false, {milliseconds(0), milliseconds(0), milliseconds(0)});
  progress.on(PhaseStarted{"testing", std::string(70, 'x')});
  std::this_thread::sleep_for(milliseconds(300));
  const auto before = std::chrono::steady_clock::now();
  progress.finish();
  EXPECT_LT(std::chrono::steady_clock::now() - before, std::chrono::seconds(1));
}

TEST(LiveProgress, DrawsNothingWhenNothingHasBegun) {
  const Ends terminal = make_terminal(80);
  Progress progress(terminal.write.get(), true, true, kQuick);
  std::this_thread::sleep_for(milliseconds(30));
  progress.finish();
  EXPECT_EQ(drain(terminal.read.get(), milliseconds(10)), "");
}

}  // namespace
}  // namespace proctor::output
