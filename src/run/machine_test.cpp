#include "run/machine.hpp"

#include <gmock/gmock.h>
#include <sys/stat.h>

#include <cstdlib>
#include <thread>

#include "base/files.hpp"
#include "framework/definition.hpp"
#include "run/changed.hpp"

namespace proctor {
namespace {
namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

class SlotTest : public testing::Test {
 protected:
  void SetUp() override {
    unsetenv("PROCTOR_RUN");
    std::string name = (fs::temp_directory_path() / "slot-test-XXXXXX").string();
    directory_ = mkdtemp(name.data());
  }
  void TearDown() override { fs::remove_all(directory_); }

  Result<Slot> take(std::uint64_t most, const std::stop_token& stop = {}) {
    return Slot::take(
        most, stop, [this](const std::string& text) { told_ = text; }, directory_);
  }

  fs::path directory_{};
  std::string told_{};
};

TEST_F(SlotTest, ManyAreTakenAtOnceAndTheNextWaitsUntilOneIsGivenBack) {
  auto first = take(2);
  auto second = take(2);
  ASSERT_TRUE(first && *first && second && *second);
  std::jthread giver([&] {
    while (told_.empty()) std::this_thread::yield();
    first = Slot();
  });
  const auto third = take(2);
  EXPECT_TRUE(third && *third);
  EXPECT_THAT(told_, HasSubstr("2 runs are going on (pid " + std::to_string(getpid())));
}

TEST_F(SlotTest, AStopEndsTheWait) {
  const auto held = take(1);
  std::stop_source stop;
  std::jthread stopper([&] {
    while (told_.empty()) std::this_thread::yield();
    stop.request_stop();
  });
  const auto cancelled = take(1, stop.get_token());
  ASSERT_FALSE(cancelled);
  EXPECT_EQ(cancelled.error().code, ErrorCode::test_cancelled);
}

TEST_F(SlotTest, TicketsOfProcessesThatAreGoneAreTakenAway) {
  ASSERT_TRUE(write_file(directory_ / "ticket-00000000000000000001-1", ""));
  const auto slot = take(1);
  EXPECT_TRUE(slot && *slot);
  EXPECT_EQ(told_, "");
  EXPECT_FALSE(fs::exists(directory_ / "ticket-00000000000000000001-1"));
}

TEST_F(SlotTest, ADirectoryThatOthersMayEnterIsNotUsed) {
  ASSERT_EQ(chmod(directory_.c_str(), 0755), 0);
  const auto slot = take(1);
  ASSERT_TRUE(slot);
  EXPECT_FALSE(*slot);
  EXPECT_TRUE(fs::is_empty(directory_));
}

TEST_F(SlotTest, ARunWithinARunTakesNone) {
  setenv("PROCTOR_RUN", "1", 1);
  const auto slot = take(1);
  unsetenv("PROCTOR_RUN");
  EXPECT_TRUE(slot && !*slot);
}

TEST(PortRange, RangesAtTheSameTimeAreDifferent) {
  const PortRange first;
  const PortRange second;
  EXPECT_GE(std::abs(first.base() - second.base()), kPortsOfARun);
}

TEST(PortRange, LiesOutsideOfWhatTheKernelGivesOut) {
  for (int number : {0, 1, 7, 500}) {
    EXPECT_LE(port_base(number, 32'768, 60'999) + kPortsOfARun, 32'768);
    EXPECT_GT(port_base(number, 1'024, 60'999), 60'999);
    EXPECT_LE(port_base(number, 1'024, 60'999) + kPortsOfARun, 65'536);
    EXPECT_LE(port_base(number, 1, 65'535) + kPortsOfARun, 65'536);  // no room: any will do
  }
  EXPECT_EQ(port_base(1, 32'768, 60'999) - port_base(0, 32'768, 60'999), kPortsOfARun);
}

class ChooseChanged : public testing::Test {
 protected:
  static ChangedTests choose(const char* framework, const std::vector<std::string>& changed,
                             const std::vector<std::string>& gone = {}) {
    return choose_changed(changed, gone, framework::builtin_definition(framework));
  }
};

TEST_F(ChooseChanged, TestFilesAreRunByThemselves) {
  EXPECT_THAT(choose("pytest", {"test_a.py", "sub/b_test.py"}).files,
              ElementsAre("test_a.py", "sub/b_test.py"));
  EXPECT_THAT(choose("go", {"a/a_test.go"}).files, ElementsAre("a/a_test.go"));
  EXPECT_THAT(choose("bats", {"a.bats"}).files, ElementsAre("a.bats"));
  EXPECT_THAT(choose("forge", {"test/A.t.sol"}).files, ElementsAre("test/A.t.sol"));
  EXPECT_THAT(choose("pytest", {"test_a.py", "test_b.py"}, {"test_a.py"}).files, ElementsAre("test_b.py"));
}

TEST_F(ChooseChanged, AllAreRunWhereOneCouldBeMissed) {
  for (const auto& [framework, path] :
       {std::pair("pytest", "app.py"), std::pair("pytest", "conftest.py"), std::pair("pytest", "README.md"),
        std::pair("go", "a.go"), std::pair("go", "go.sum"), std::pair("forge", "src/A.sol"),
        std::pair("pytest", "../test_a.py"), std::pair("jest", "package-lock.json"),
        std::pair("jest", "jest.config.js"), std::pair("jest", ".babelrc.js"),
        std::pair("cargo", "src/lib.rs"), std::pair("unity", "src/a.c"), std::pair("catch2", "src/a.cpp")}) {
    const ChangedTests chosen = choose(framework, {path});
    EXPECT_TRUE(chosen.all) << framework << ' ' << path;
    EXPECT_THAT(chosen.why_all, testing::StartsWith("All tests are run: ")) << path;
  }
  EXPECT_THAT(choose("pytest", {"app.py"}, {"app.py"}).why_all, HasSubstr("app.py is gone"));
  EXPECT_THAT(choose("cargo", {"tests/a.rs"}).why_all, HasSubstr("can't be told which files to run"));
}

TEST_F(ChooseChanged, AToolThatFollowsSourcesIsToldTheCommit) {
  const ChangedTests chosen = choose("jest", {"src/a.js", "a.test.js"});
  EXPECT_TRUE(chosen.by_tool);
  EXPECT_FALSE(chosen.all);
  EXPECT_TRUE(choose("jest", {"src/a.js"}, {"src/a.js"}).all);
}

}  // namespace
}  // namespace proctor
