#include "framework/forge_log.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace proctor::framework {
namespace {

using testing::ElementsAre;

// As forge 1.7.1 prints them.
constexpr std::string_view kReal =
    "2026-11-21T23:07:05.595958Z DEBUG Solc::compile:Solc::compile_raw: "
    "foundry_compilers::compilers::solc::compiler: compiling cmd=cd \"/p\" && "
    "\"/box/svm/0.8.30/solc-0.8.30\" \"--allow-paths\" \"/p,/p/lib\" \"--standard-json\"\n"
    "2026-11-21T23:07:05.597714Z TRACE forge::multi_runner: running all tests\n"
    "2026-11-21T23:07:05.597909Z DEBUG forge::multi_runner: Found 2 test contracts out of 4 in 1.808µs\n"
    "2026-11-21T23:07:05.598115Z DEBUG suite{name=test/A.t.sol:ATest}: forge::multi_runner: start executing "
    "all tests in contract\n"
    "2026-11-21T23:07:05.598445Z DEBUG suite{name=test/A.t.sol:ATest}: forge::runner: finished setting up in "
    "209.153µs\n"
    "2026-11-21T23:07:05.598451Z DEBUG suite{name=test/A.t.sol:ATest}: forge::runner: Found 3 test functions "
    "out of 17 in 1.052µs\n"
    "Warning: Found invalid setup function \"setup()\" did you mean \"setUp()\"?\n"
    "2026-11-21T23:07:05.599322Z DEBUG suite{name=test/A.t.sol:ATest}: forge::multi_runner: executed all "
    "tests in contract duration=5.687499ms\n"
    "2026-11-21T23:07:05.599337Z DEBUG suite{name=test/A.t.sol:BTest}: forge::multi_runner: start executing "
    "all tests in contract\n";

struct ToldByLog {
  std::vector<std::string> events{};

  EventSink sink() {
    return [this](const Event& event) {
      if (const auto* e = std::get_if<PhaseStarted>(&event))
        events.push_back(fmt::format("phase {} {}", e->phase, e->detail));
      if (const auto* e = std::get_if<SuitesFound>(&event))
        events.push_back(fmt::format("found {}", e->count));
      if (const auto* e = std::get_if<SuiteStarted>(&event))
        events.push_back(fmt::format("start {}", e->name));
      if (const auto* e = std::get_if<SuiteFinished>(&event))
        events.push_back(fmt::format("end {} {}", e->name, e->duration ? e->duration->count() : -1));
    };
  }
};

std::string describe(const ForgeLog& log) {
  std::string text = fmt::format("{} {}\n", log.running_began(), log.suites_found());
  for (const auto& [name, suite] : log.suites()) {
    text += fmt::format("{} {} {} {}\n", name, suite.tests ? static_cast<int>(*suite.tests) : -1,
                        suite.finished, suite.duration.count());
  }
  return text + log.rest();
}

std::string read(std::string_view text) {
  ForgeLog log({});
  log.feed(text);
  log.finish();
  return describe(log);
}

std::string line(std::string_view rest) {
  return fmt::format("2026-11-21T23:07:05.597714Z {}\n", rest);
}

TEST(ForgeLog, TellsWhichSuitesFinishedAndWhichWereRunning) {
  ToldByLog told;
  ForgeLog log(told.sink());
  log.feed(kReal);
  log.finish();
  EXPECT_TRUE(log.running_began());
  EXPECT_EQ(log.suites_found(), 2U);
  const auto& a = log.suites().at("test/A.t.sol:ATest");
  EXPECT_EQ(a.tests, 3U);
  EXPECT_TRUE(a.finished);
  EXPECT_EQ(a.duration.count(), 5687);
  const auto& b = log.suites().at("test/A.t.sol:BTest");
  EXPECT_FALSE(b.finished);
  EXPECT_FALSE(b.tests);
  EXPECT_EQ(log.rest(), "Warning: Found invalid setup function \"setup()\" did you mean \"setUp()\"?\n");
  EXPECT_THAT(told.events, ElementsAre("phase compiling with solc-0.8.30", "phase testing ", "found 2",
                                       "start test/A.t.sol:ATest", "end test/A.t.sol:ATest 5687",
                                       "start test/A.t.sol:BTest"));
}

TEST(ForgeLog, PiecesOfAnySizeSayTheSame) {
  const std::string whole = read(kReal);
  for (std::size_t cut = 0; cut <= kReal.size(); ++cut) {
    ForgeLog log({});
    log.feed(kReal.substr(0, cut));
    log.feed(kReal.substr(cut));
    log.finish();
    ASSERT_EQ(describe(log), whole) << "cut at " << cut;
  }
  ForgeLog log({});
  for (const char& c : kReal) log.feed({&c, 1});
  log.finish();
  EXPECT_EQ(describe(log), whole);
}

TEST(ForgeLog, ALastLineWithoutANewlineCounts) {
  EXPECT_EQ(read("Error: Compilation failed"), "false 0\nError: Compilation failed\n");
  const std::string began = line("TRACE forge::multi_runner: running all tests");
  EXPECT_EQ(read(began.substr(0, began.size() - 1)), "true 0\n");
}

TEST(ForgeLog, TheNameOfASuiteMayHoldWhatTheLineItselfIsMadeOf) {
  for (const std::string name :
       {"test/a}.t.sol:A", "test/a}: forge::runner: b/A.t.sol:A", "test/a b[c]{d}.t.sol:A_$1",
        "test/ forge::multi_runner: executed all tests.t.sol:A", "test/suite{name=x}:.t.sol:A",
        "test/ä✓.t.sol:A", "a:b:c.t.sol:A"}) {
    SCOPED_TRACE(name);
    const std::string suite = "DEBUG suite{name=" + name + "}: ";
    ForgeLog log({});
    log.feed(line(suite + "forge::multi_runner: start executing all tests in contract"));
    log.feed(line(suite + "forge::runner: Found 2 test functions out of 2 in 1µs"));
    log.feed(line(suite + "forge::multi_runner: executed all tests in contract duration=1ms"));
    ASSERT_EQ(log.suites().size(), 1U);
    EXPECT_EQ(log.suites().begin()->first, name);
    EXPECT_EQ(log.suites().begin()->second.tests, 2U);
    EXPECT_TRUE(log.suites().begin()->second.finished);
  }
}

TEST(ForgeLog, WhatIsToldFromInsideASuiteIsNotTheSuites) {
  ForgeLog log({});
  log.feed(line("DEBUG suite{name=test/A.t.sol:A}:test{name=x}: forge::runner: Found 1 test functions of 1"));
  log.feed(
      line("DEBUG suite{name=test/A.t.sol:A}:test: forge::multi_runner: executed all tests in contract"));
  log.feed(line("DEBUG suite{name=test/A.t.sol:A} forge::multi_runner: executed all tests in contract"));
  EXPECT_TRUE(log.suites().empty());
}

TEST(ForgeLog, LinesThatOnlyLookLikeItAreOtherText) {
  for (const std::string text : {"TRACE forge::multi_runner: running all tests\n",
                                 " 2026-11-21T23:07:05.5Z TRACE forge::multi_runner: running all tests\n",
                                 "2026-11-21T23:07:05 TRACE forge::multi_runner: running all tests\n",
                                 "2026-11-21T23:07:05.597714 TRACE forge::multi_runner: running all tests\n",
                                 "20x6-11-21T23:07:05.597714Z TRACE forge::multi_runner: running all tests\n",
                                 "2026-11-21T23:07:05.597714Z ERROR somewhere::else: running all tests\n"}) {
    EXPECT_EQ(read(text), "false 0\n" + text);
  }
}

TEST(ForgeLog, NumbersThatAreNoneAreNotTaken) {
  for (const char* bad :
       {"Found -1 test contracts out of 4", "Found  1 test contracts", "Found many test contracts",
        "Found 99999999999999999999999 test contracts", "Found 1 test functions out of 1"}) {
    EXPECT_EQ(read(line(std::string("DEBUG forge::multi_runner: ") + bad)), "false 0\n") << bad;
  }
  const std::string no_time = "DEBUG suite{name=a:A}: forge::multi_runner: executed all tests duration=soon";
  EXPECT_EQ(read(line(no_time)), "false 0\na:A -1 true 0\n");
}

TEST(ForgeLog, ALineOfMoreThan64KiBIsCutAndTheNextIsReadAsUsual) {
  const std::string flood(70'000, 'x');
  EXPECT_EQ(read(flood + "\nafter\n"), "false 0\n[… a line of more than 64 KiB cut …]\nafter\n");
  // Neither is the end of such a line a line of its own.
  ForgeLog log({});
  log.feed(flood);
  log.feed(line("TRACE forge::multi_runner: running all tests"));
  EXPECT_FALSE(log.running_began());
  log.feed(line("TRACE forge::multi_runner: running all tests"));
  EXPECT_TRUE(log.running_began());
  // The same in pieces of any size.
  const std::string whole = read(flood + "\n" + flood);
  for (const std::size_t size : {1U, 1000U, 65'536U, 65'537U}) {
    ForgeLog pieces({});
    const std::string text = flood + "\n" + flood;
    for (std::size_t at = 0; at < text.size(); at += size)
      pieces.feed(std::string_view(text).substr(at, size));
    pieces.finish();
    EXPECT_EQ(describe(pieces), whole) << size;
  }
}

TEST(ForgeLog, AFloodTakesBoundedMemory) {
  ForgeLog log({});
  const std::string text(60'000, 'y');
  for (int i = 0; i < 100; ++i) log.feed(text + "\n");
  for (int i = 0; i < 100; ++i) log.feed(text + text + "\n");
  EXPECT_LE(log.rest().size(), 260U << 10U);
  for (int i = 0; i < 20'100; ++i)
    log.feed(line(fmt::format("DEBUG suite{{name=a:A{}}}: forge::runner: Found 1 test functions out of", i)));
  EXPECT_EQ(log.suites().size(), 20'000U);
}

TEST(ForgeLog, CarriageReturnsAndEmptyLinesDoNoHarm) {
  EXPECT_EQ(read("a\r\n\n\r\nb\n"), "false 0\na\n\nb\n");
}

}  // namespace
}  // namespace proctor::framework
