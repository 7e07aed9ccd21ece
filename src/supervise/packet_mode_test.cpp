#include "supervise/packet_mode.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <unistd.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace proctor::supervise {
namespace {

using ::testing::ElementsAre;

class PacketModeTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::array<int, 2> ends{};
    ASSERT_EQ(pipe2(ends.data(), O_CLOEXEC), 0);
    reader_.reset(ends[0]);
    ASSERT_EQ(fcntl(ends[0], F_SETFL, O_NONBLOCK), 0);
    command_.reset(fcntl(ends[1], F_DUPFD_CLOEXEC, 3));  // what it has been given
    mode_ = PacketMode(UniqueFd(ends[1]));
    ASSERT_TRUE(mode_.exact());
  }

  void print(std::string_view text) {
    ASSERT_EQ(write(command_.get(), text.data(), text.size()), static_cast<ssize_t>(text.size()));
  }
  std::vector<std::string> reads() {
    std::vector<std::string> found;
    std::string buffer(std::size_t{1} << 16U, '\0');
    for (ssize_t count = 0; (count = read(reader_.get(), buffer.data(), buffer.size())) > 0;)
      found.push_back(buffer.substr(0, static_cast<std::size_t>(count)));
    mode_.found_empty();
    return found;
  }

  UniqueFd reader_{};
  UniqueFd command_{};
  PacketMode mode_{};
};

TEST_F(PacketModeTest, EachReadIsAWrite) {
  for (const char* text : {"a\n", "b\nc\n", "d"}) print(text);
  EXPECT_THAT(reads(), ElementsAre("a\n", "b\nc\n", "d"));
}

TEST_F(PacketModeTest, ThereIsRoomForManyShortWrites) {
  ASSERT_EQ(fcntl(command_.get(), F_SETFL, O_NONBLOCK | O_DIRECT), 0);
  for (int i = 0; i < 200; ++i) print("x");
  EXPECT_EQ(reads().size(), 200U);
}

TEST_F(PacketModeTest, WithoutItWritesComeJoined) {
  mode_.adjust(false);
  EXPECT_FALSE(mode_.exact());
  print("a\n");
  print("b\n");
  EXPECT_THAT(reads(), ElementsAre("a\nb\n"));
}

TEST_F(PacketModeTest, IsExactAgainWhenNothingIsLeftOfTheTimeWithoutIt) {
  mode_.adjust(false);
  print("a\n");
  mode_.adjust(true);
  print("b\n");
  EXPECT_FALSE(mode_.exact());
  EXPECT_THAT(reads(), ElementsAre("a\nb\n"));
  EXPECT_TRUE(mode_.exact());
  print("c\n");
  print("d\n");
  EXPECT_THAT(reads(), ElementsAre("c\n", "d\n"));
}

TEST_F(PacketModeTest, WhoHasSaidNotToWaitWaits) {
  ASSERT_EQ(fcntl(command_.get(), F_SETFL, O_NONBLOCK | O_DIRECT), 0);
  mode_.adjust(true);
  EXPECT_EQ(fcntl(command_.get(), F_GETFL) & (O_NONBLOCK | O_DIRECT), O_DIRECT);
  EXPECT_TRUE(mode_.exact());
  ASSERT_EQ(fcntl(command_.get(), F_SETFL, O_NONBLOCK | O_DIRECT), 0);
  mode_.adjust(false);
  EXPECT_EQ(fcntl(command_.get(), F_GETFL) & (O_NONBLOCK | O_DIRECT), 0);
}

// A program that sets all flags anew (node does so at its end) ends the mode.
TEST_F(PacketModeTest, ComesBackWhenSomebodyHasEndedIt) {
  ASSERT_EQ(fcntl(command_.get(), F_SETFL, 0), 0);
  print("a\n");
  print("b\n");
  mode_.adjust(true);
  EXPECT_FALSE(mode_.exact());
  EXPECT_THAT(reads(), ElementsAre("a\nb\n"));
  EXPECT_TRUE(mode_.exact());
}

TEST_F(PacketModeTest, TheEndShowsWhenItIsLeft) {
  command_.reset();
  char byte = 0;
  EXPECT_EQ(read(reader_.get(), &byte, 1), -1) << "its own write end is open";
  mode_.leave();
  EXPECT_EQ(read(reader_.get(), &byte, 1), 0);
  mode_.adjust(true);
  EXPECT_FALSE(mode_.exact());
}

TEST(PacketMode, OfNoPipeIsNone) {
  EXPECT_FALSE(PacketMode().exact());
  EXPECT_FALSE(PacketMode(UniqueFd(open("/dev/null", O_WRONLY | O_CLOEXEC))).exact());
}

TEST(Packets, EachIsAWrite) {
  Packets packets;
  packets.add(2, true);
  packets.add(6, true);
  packets.add(7, false);
  EXPECT_EQ(packets.least_writes(), 3U);
  EXPECT_THAT(packets.ends_of(3), ElementsAre(2, 6, 7));
  EXPECT_THAT(packets.ends_of(2), ElementsAre(2, 6, 7)) << "one isn't noted yet";
  packets.clear();
  EXPECT_EQ(packets.count(), 0U);
}

TEST(Packets, OfAFullPageMayGoOnInTheNext) {
  const std::size_t page = largest_packet();
  Packets packets;
  packets.add(page, false);
  packets.add(page + 10, true);
  packets.add(2 * page + 10, true);
  packets.add(3 * page + 10, false);
  EXPECT_EQ(packets.least_writes(), 2U) << "the last one has nothing to go on in";
  EXPECT_THAT(packets.ends_of(4), ElementsAre(page, page + 10, 2 * page + 10, 3 * page + 10));
  EXPECT_THAT(packets.ends_of(3), ElementsAre(page + 10, 2 * page + 10, 3 * page + 10))
      << "rather the one that doesn't end a line";
  EXPECT_THAT(packets.ends_of(2), ElementsAre(page + 10, 3 * page + 10));
}

}  // namespace
}  // namespace proctor::supervise
