#include "tool/report_files.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "base/files.hpp"
#include "base/paths.hpp"

namespace proctor::tool {
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
  const ReportFiles files(dir_, {}, 2);
  EXPECT_FALSE(files.read({}).unlisted);
  for (const char* name : {"b.txt", "c.txt"}) EXPECT_TRUE(write_file(dir_ / name, "", 0600));
  const FoundReports found = files.read({});
  EXPECT_TRUE(found.unlisted);
  ASSERT_THAT(found.reports, SizeIs(1));
  EXPECT_TRUE(found.reports.front().evidence.state.truncated);
  // Not by the command: that is no fault of its tests.
  const FoundReports later = ReportFiles(dir_, {}, 2).read({});
  EXPECT_TRUE(later.unlisted);
  EXPECT_THAT(later.reports, IsEmpty());
}

}  // namespace
}  // namespace proctor::tool
