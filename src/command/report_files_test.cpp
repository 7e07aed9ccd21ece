#include "command/report_files.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "base/files.hpp"
#include "base/paths.hpp"

namespace proctor::command {
namespace {
namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

constexpr std::uintmax_t kLarge = 65 << 20;

class ReportFilesTest : public testing::Test {
 protected:
  ReportFilesTest() {
    std::string name = (temporary_dir() / "proctor-reports-XXXXXX").string();
    dir_ = fs::canonical(mkdtemp(name.data()));
  }
  ~ReportFilesTest() override { remove_tree(dir_); }
  // The rest of it are NUL bytes, which are nowhere.
  void write(const std::string& name, const std::string& text, std::uintmax_t size) {
    EXPECT_TRUE(write_file(dir_ / name, text, 0600));
    fs::resize_file(dir_ / name, size);
  }

  fs::path dir_;
};

TEST_F(ReportFilesTest, OfAnySizeAreReadIfTheyAreReports) {
  const ReportFiles files(dir_, {"r.log"});
  const std::string failed = "\n===== 1 failed in 0.12s =====\n";
  write("r.log", failed, kLarge);
  write("junit.xml", "<?xml version=\"1.0\"?>\n<testsuites>\n<testsuite name=\"a\" failures=\"1\">\n",
        kLarge);
  write("go.json",
        R"({"Time":"a","Action":"fail","Package":"a"})"
        "\n",
        kLarge);
  write("data.json", "[1]" + failed, kLarge);
  write("data.xml", "<a>" + failed, kLarge);
  const FoundReports found = files.read({});
  EXPECT_EQ(found.left_out, 2U);
  EXPECT_THAT(found.unread, IsEmpty());
  ASSERT_THAT(found.reports, SizeIs(3));
  for (const FoundReport& report : found.reports) EXPECT_TRUE(report.evidence.shows_failure()) << report.file;
}

TEST_F(ReportFilesTest, ThatTakeTooLongAreIncomplete) {
  const ReportFiles files(dir_, {"r.log"});
  write("r.log", "5 passed in 0.12s\n", kLarge);
  const FoundReports found = files.read({}, std::chrono::milliseconds(0));
  EXPECT_THAT(found.unread, ElementsAre("r.log"));
  ASSERT_THAT(found.reports, SizeIs(1));
  EXPECT_TRUE(found.reports.front().evidence.has_report);
  EXPECT_TRUE(found.reports.front().evidence.state.truncated);
}

// As tools write them. What a reader knows isn't judged by its words: tests may print anything into it.
TEST_F(ReportFilesTest, AreReadByTheReaderOfTheirFormat) {
  const ReportFiles files(dir_, {}, {"out/r.xml"});
  fs::create_directory(dir_ / "out");
  const std::pair<const char*, const char*> reports[] = {
      {"out/r.xml",
       R"(<testsuite name="s" tests="2" failures="0"><testcase name="a"><system-out>
--- FAIL: TestX (0.00s)
</system-out></testcase><testcase name="b"><skipped/></testcase></testsuite>)"},
      {"skipped.xml",
       R"(<testsuite name="s" tests="1" failures="0"><testcase name="a"><skipped/></testcase></testsuite>)"},
      {"go.json",
       "{\"Action\":\"run\",\"Package\":\"p\",\"Test\":\"TestA\"}\n"
       "{\"Action\":\"pass\",\"Package\":\"p\",\"Test\":\"TestA\"}\n"},
      {"rust.json",
       "{\"type\":\"suite\",\"event\":\"started\",\"test_count\":1}\n"
       "{\"type\":\"test\",\"event\":\"started\",\"name\":\"a\"}\n"
       "{\"type\":\"test\",\"name\":\"a\",\"event\":\"failed\",\"stdout\":\"no\"}\n"
       "{\"type\":\"suite\",\"event\":\"failed\",\"passed\":0,\"failed\":1,\"ignored\":0}\n"},
      {"cut.tap", "1..2\nok 1 a\n"},
      {"plan.json", R"({"kind":"ctestInfo","tests":[{"name":"a"}]})"},
      {"settings.xml", "<phpunit><testsuites><testsuite name=\"s\"/></testsuites></phpunit>"}};
  for (const auto& [name, text] : reports) EXPECT_TRUE(write_file(dir_ / name, text, 0600));
  std::string told;
  for (const FoundReport& report : files.read({}).reports) {
    const format::Evidence& evidence = report.evidence;
    EXPECT_TRUE(evidence.has_report && evidence.state.found && evidence.failure_lines.empty());
    told += fmt::format("{}: {} {} {} {}{}\n", report.file, evidence.totals.passed, evidence.totals.skipped,
                        evidence.totals.failed, evidence.totals.errors,
                        evidence.state.malformed.empty() ? "" : " malformed");
  }
  EXPECT_EQ(told,
            "cut.tap: 1 0 0 0 malformed\ngo.json: 0 0 0 2 malformed\nout/r.xml: 1 1 0 0\n"
            "rust.json: 0 0 1 0\nskipped.xml: 0 1 0 0\n");
}

// Of this program ctest prints "Passed".
TEST_F(ReportFilesTest, OfCtestsLogCountsWhatEndedEarly) {
  for (const char* build : {"", "debug", "build", "build/debug", "out/build/x"}) {
    const fs::path log = fs::path(build) / "Testing/Temporary/LastTest.log";
    fs::create_directories((dir_ / log).parent_path());
    const ReportFiles files(dir_, {});
    EXPECT_TRUE(files.read({}).reports.empty());
    EXPECT_TRUE(write_file(dir_ / log,
                           "Start testing: now\n1/1 Testing: t\n1/1 Test: t\nOutput:\n--\n[ RUN      ] A.B\n"
                           "<end of output>\nTest time =   0.01 sec\n--\nTest Passed.\n",
                           0600));
    const FoundReports found = files.read({});
    ASSERT_THAT(found.reports, SizeIs(1)) << build;
    EXPECT_EQ(found.reports.front().file, log);
    EXPECT_THAT(found.reports.front().evidence.failure_lines,
                ElementsAre("the program of \"t\" ended within a test, with an exit code that says success"));
  }
}

TEST_F(ReportFilesTest, AreNamedInCommands) {
  EXPECT_THAT(
      report_files_in("cd a && pytest --junitxml=out/r.xml|tail; cargo test >'o-1.json' 2>&1; x.jsonl"),
      ElementsAre("out/r.xml", "o-1.json"));
  EXPECT_THAT(report_files_in("make test"), IsEmpty());
}

// None can be hidden behind many others.
TEST_F(ReportFilesTest, OfAnyNumberAreReadIfTheyAreReports) {
  const ReportFiles files(dir_, {});
  for (int i = 0; i < 1'200; ++i) EXPECT_TRUE(write_file(dir_ / fmt::format("{}.json", i), "[1]", 0600));
  const std::string failed =
      "<testsuite name=\"a\" tests=\"1\" failures=\"1\"><testcase name=\"b\"><failure/></testcase>"
      "</testsuite>\n";
  EXPECT_TRUE(write_file(dir_ / "large.xml", failed, 0600));
  const FoundReports found = files.read({});
  EXPECT_EQ(found.left_out, 200U);
  EXPECT_THAT(found.unread, IsEmpty());
  ASSERT_THAT(found.reports, SizeIs(1));
  EXPECT_TRUE(found.reports.front().evidence.shows_failure());

  const FoundReports hurried = files.read({}, std::chrono::milliseconds(0));
  EXPECT_THAT(hurried.unread, ElementsAre("large.xml"));
  ASSERT_THAT(hurried.reports, SizeIs(1));
  EXPECT_TRUE(hurried.reports.front().evidence.state.truncated);
}

TEST_F(ReportFilesTest, AreMissedInAWorkdirThatTheCommandFilled) {
  EXPECT_TRUE(write_file(dir_ / "a.txt", "", 0600));
  const ReportFiles files(dir_, {}, {}, 2);
  EXPECT_FALSE(files.read({}).unlisted);
  for (const char* name : {"b.txt", "c.txt"}) EXPECT_TRUE(write_file(dir_ / name, "", 0600));
  const FoundReports found = files.read({});
  EXPECT_TRUE(found.unlisted);
  ASSERT_THAT(found.reports, SizeIs(1));
  EXPECT_TRUE(found.reports.front().evidence.state.truncated);
  // Not by the command: that is no fault of its tests.
  const FoundReports later = ReportFiles(dir_, {}, {}, 2).read({});
  EXPECT_TRUE(later.unlisted);
  EXPECT_THAT(later.reports, IsEmpty());
}

}  // namespace
}  // namespace proctor::command
