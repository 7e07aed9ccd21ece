#include "cli/live_file.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>

#include "base/files.hpp"

namespace proctor::cli {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;

class LiveFiles : public testing::Test {
 protected:
  LiveFiles() { std::signal(SIGPIPE, SIG_IGN); }
  ~LiveFiles() override { std::filesystem::remove_all(directory_); }

  std::filesystem::path fifo() const {
    const auto path = directory_ / "fifo";
    EXPECT_EQ(mkfifo(path.c_str(), 0600), 0);
    return path;
  }

  std::string name_ = "/tmp/live_file_test.XXXXXX";
  std::filesystem::path directory_{mkdtemp(name_.data())};
};

TEST_F(LiveFiles, WritesAFile) {
  LiveFile file(directory_ / "a");
  file.write("one\n");
  file.write("two\n");
  EXPECT_TRUE(file.finish());
  EXPECT_EQ(*read_file(directory_ / "a"), "one\ntwo\n");
}

TEST_F(LiveFiles, WaitsForNoReaderLongerThanItsPatience) {
  LiveFile file(fifo(), milliseconds(10));
  file.write("one\n");
  EXPECT_THAT(file.finish().error().message, HasSubstr("nobody reads it"));
}

TEST_F(LiveFiles, GivesAFifoToAReaderWhoComesLater) {
  const auto path = fifo();
  LiveFile file(path, std::chrono::minutes(1));
  file.write("one\n");
  const UniqueFd reader(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  std::string got(4, ' ');
  EXPECT_EQ(read(reader.get(), got.data(), got.size()), 4);
  EXPECT_EQ(got, "one\n");
  EXPECT_TRUE(file.finish());
}

TEST_F(LiveFiles, SaysThatAReaderHasGone) {
  const auto path = fifo();
  LiveFile file(path, std::chrono::minutes(1));
  file.write("one\n");
  UniqueFd reader(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  std::string got(4, ' ');
  EXPECT_EQ(read(reader.get(), got.data(), got.size()), 4);
  reader = UniqueFd();
  file.write("two\n");
  EXPECT_THAT(file.finish().error().message, HasSubstr("Broken pipe"));
}

TEST_F(LiveFiles, SaysThatADiskIsFull) {
  LiveFile file("/dev/full");
  file.write("one\n");
  EXPECT_THAT(file.finish().error().message, HasSubstr("No space left"));
}

TEST_F(LiveFiles, AReaderWhoStandsStillHoldsNothingUp) {
  const auto path = fifo();
  const UniqueFd reader(open(path.c_str(), O_RDWR | O_CLOEXEC));
  LiveFile file(path, milliseconds(10));
  file.write(std::string(1U << 20U, 'x'));
  EXPECT_THAT(file.finish().error().message, HasSubstr("nobody reads it"));
}

}  // namespace
}  // namespace proctor::cli
