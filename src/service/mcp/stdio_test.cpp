#include "service/mcp/stdio.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>

#include <csignal>
#include <thread>

#include "base/text.hpp"
#include "base/unique_fd.hpp"
#include "service/mcp/fake_host_testing.hpp"

namespace proctor::mcp {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;
using testing::HasSubstr;

constexpr std::string_view kBegin =
    R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{}}})"
    "\n";
constexpr std::string_view kLongCall =
    R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"Test","arguments":{"command":"echo a; sleep 30"}}})"
    "\n";

// A server that serves two pipes, or the two directions of a socket.
class Served {
 public:
  explicit Served(bool socket = false) {
    std::signal(SIGPIPE, SIG_IGN);
    int fds[2] = {-1, -1};
    if (socket) {
      EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds), 0);
      their_in.reset(fds[0]);
      our_out.reset(fds[1]);
      EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds), 0);
    } else {
      EXPECT_EQ(::pipe2(fds, O_CLOEXEC), 0);
      their_in.reset(fds[0]);
      our_out.reset(fds[1]);
      EXPECT_EQ(::pipe2(fds, O_CLOEXEC), 0);
    }
    our_in.reset(fds[0]);
    their_out.reset(fds[1]);
    thread_ = std::thread([this] {
      serve_stdio(host, their_in.get(), their_out.get(), stop.get_token());
      ended = true;
      their_out.reset();
    });
  }
  ~Served() {
    our_out.reset();
    stop.request_stop();
    thread_.join();
  }

  void send(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t written = ::write(our_out.get(), bytes.data(), bytes.size());
      ASSERT_GT(written, 0);
      bytes.remove_prefix(static_cast<std::size_t>(written));
    }
  }
  std::string line() {
    std::string text;
    char byte = 0;
    while (::read(our_in.get(), &byte, 1) == 1 && byte != '\n') text += byte;
    return text;
  }
  std::string rest() {
    std::string text;
    std::array<char, 4096> buffer{};
    ssize_t got = 0;
    while ((got = ::read(our_in.get(), buffer.data(), buffer.size())) > 0) {
      text.append(buffer.data(), static_cast<std::size_t>(got));
    }
    return text;
  }
  bool ends_within(milliseconds time) const {
    const auto deadline = steady_clock::now() + time;
    while (!ended && steady_clock::now() < deadline) std::this_thread::sleep_for(milliseconds(10));
    return ended;
  }
  void wait_for_calls(int count) const {
    const auto deadline = steady_clock::now() + std::chrono::seconds(10);
    while (host.going_on != count && steady_clock::now() < deadline) {
      std::this_thread::sleep_for(milliseconds(5));
    }
    ASSERT_EQ(host.going_on, count);
  }

  FakeHost host{};
  UniqueFd our_out{}, our_in{}, their_out{}, their_in{};
  std::stop_source stop{};
  std::atomic<bool> ended = false;

 private:
  std::thread thread_{};
};

TEST(Stdio, AnswersLineByLineOverPipesAndSockets) {
  for (const bool socket : {false, true}) {
    Served served(socket);
    served.send(kBegin);
    EXPECT_THAT(served.line(), HasSubstr("\"protocolVersion\":\"2025-11-25\""));
    served.send(R"({"jsonrpc":"2.0","id":2,"met)");
    served.send("hod\":\"ping\"}\n{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"ping\"}\n");
    EXPECT_EQ(served.line(), R"({"jsonrpc":"2.0","id":2,"result":{}})");
    EXPECT_EQ(served.line(), R"({"jsonrpc":"2.0","id":3,"result":{}})");
    served.our_out.reset();
    EXPECT_EQ(served.rest(), "");
    EXPECT_TRUE(served.ends_within(std::chrono::seconds(5)));
  }
}

TEST(Stdio, AClosedInputEndsTheServerAndWhatItStarted) {
  for (const bool socket : {false, true}) {
    Served served(socket);
    served.send(std::string(kBegin) + std::string(kLongCall));
    served.wait_for_calls(1);
    served.our_out.reset();
    EXPECT_TRUE(served.ends_within(std::chrono::seconds(5)));
    EXPECT_EQ(served.host.going_on, 0);
    EXPECT_THAT(served.rest(), HasSubstr("TEST_CANCELLED"));
  }
}

TEST(Stdio, AStopDoesTheSame) {
  Served served;
  served.send(std::string(kBegin) + std::string(kLongCall));
  served.wait_for_calls(1);
  served.stop.request_stop();
  EXPECT_TRUE(served.ends_within(std::chrono::seconds(5)));
  EXPECT_EQ(served.host.going_on, 0);
}

TEST(Stdio, SoDoesAnOutputThatNobodyTakes) {
  Served served;
  served.send(std::string(kBegin) + std::string(kLongCall));
  served.wait_for_calls(1);
  served.our_in.reset();
  served.send("{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"ping\"}\n");
  EXPECT_TRUE(served.ends_within(std::chrono::seconds(5)));
  EXPECT_EQ(served.host.going_on, 0);
}

TEST(Stdio, AClientThatStoppedReadingAndLeftHoldsNobodyUp) {
  for (const bool socket : {false, true}) {
    Served served(socket);
    served.send(std::string(kBegin) + std::string(kLongCall));
    served.wait_for_calls(1);
    // Answers to that many fill any pipe; only so many requests that our own writing doesn't block for ever.
    ASSERT_EQ(::fcntl(served.our_out.get(), F_SETFL, O_NONBLOCK), 0);
    const std::string list = "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"tools/list\"}\n";
    for (int i = 0; i < 200; ++i) {
      if (::write(served.our_out.get(), list.data(), list.size()) < 0) break;
    }
    EXPECT_FALSE(served.ends_within(milliseconds(300)));
    served.our_out.reset();
    EXPECT_TRUE(served.ends_within(std::chrono::seconds(60))) << socket;
    EXPECT_EQ(served.host.going_on, 0);
  }
}

TEST(Stdio, HalfALineAtTheEndIsAnswered) {
  Served served;
  served.send("{\"jsonrpc\":\"2.0\",\"id\":3,");
  served.our_out.reset();
  EXPECT_THAT(served.rest(), HasSubstr("-32700"));
}

TEST(Stdio, ALineThatIsTooLongIsRefusedByItsId) {
  Served served;
  served.send("{\"params\":\"" + std::string(3'000'000, 'x') +
              "\",\"method\":\"m\",\"id\":9}\n{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"ping\"}\n");
  const std::string refusal = served.line();
  EXPECT_THAT(refusal, HasSubstr("\"id\":9"));
  EXPECT_THAT(refusal, HasSubstr("-32600"));
  EXPECT_EQ(served.line(), R"({"jsonrpc":"2.0","id":3,"result":{}})");
}

}  // namespace
}  // namespace proctor::mcp
