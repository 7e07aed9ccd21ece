#include "framework/native_report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files.hpp"
#include "base/paths.hpp"

namespace proctor::framework {
namespace {
namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::IsEmpty;

class NativeReportTest : public testing::Test {
 protected:
  NativeReportTest() {
    std::string name = (temporary_dir() / "proctor-native-XXXXXX").string();
    places_.root = mkdtemp(name.data());
    places_.private_ = places_.root / "private";
    fs::create_directory(places_.private_);
    definition_.format = "tap";
    definition_.results = "stdout";
  }
  ~NativeReportTest() override { remove_tree(places_.root); }

  static std::vector<std::string> told(const NativeReport& report) {
    std::vector<std::string> list;
    for (const format::TestEvent& test : report.events().tests())
      list.push_back(test.id + ' ' +
                     (test.status        ? word(*test.status)
                      : test.number == 0 ? "planned"
                                         : "open"));
    return list;
  }
  static std::string suite(const std::string& cases) {
    return "<testsuite name=\"s\">" + cases + "</testsuite>";
  }
  void put(const fs::path& file, const std::string& text) {
    ASSERT_TRUE(write_file(places_.root / file, text));
  }

  Definition definition_{};
  Places places_{};
};

TEST_F(NativeReportTest, TestsAreCalledTheSameInEveryRunWhateverNumberTheyHave) {
  const auto file = (places_.root / "a.bats").string();
  for (const char* lines : {"begin 1 a\nok 1 a\nbegin 2 b\nok 2 b\n", "begin 1 b\nok 1 b\n"}) {
    NativeReport report(definition_, places_, false);
    report.feed(Stream::out,
                std::string("1..") + (lines[8] == 'a' ? '2' : '1') + "\nsuite " + file + '\n' + lines);
    report.finish(true, true, {});
    EXPECT_TRUE(report.events().ended());
    EXPECT_THAT(report.problems(), IsEmpty());
    EXPECT_EQ(told(report).back(), "a.bats::b pass");
  }
}

TEST_F(NativeReportTest, OnlyFilesThatTheRunHasWrittenCount) {
  definition_.format = "junit-xml";
  definition_.results = "file:{root}/out/*.xml";
  fs::create_directory(places_.root / "out");
  put("out/old.xml", suite("<testcase name=\"old\"/>"));
  NativeReport report(definition_, places_, false);
  put("out/a.xml", suite("<testcase name=\"a\"/>"));
  put("out/b.xml", suite("<testcase name=\"a\"><failure/></testcase>"));
  put("secret", suite("<testcase name=\"secret\"/>"));
  fs::create_symlink(places_.root / "secret", places_.root / "out/link.xml");
  report.feed(Stream::out, "TAP version 13\n1..1\nok 1 - printed\n");
  report.finish(true, true, {});
  EXPECT_THAT(told(report), ElementsAre("s::a pass", "s::a (2) fail"));
  EXPECT_TRUE(report.events().ended());
}

TEST_F(NativeReportTest, WithoutAReportNothingHasEnded) {
  definition_.format = "junit-xml";
  definition_.results = "file:{private}/report.xml";
  NativeReport report(definition_, places_, false);
  report.finish(true, true, {});
  EXPECT_FALSE(report.events().ended());
}

TEST_F(NativeReportTest, AWantedTestWithoutAResultIsKnownAndTheRunHasNotEnded) {
  definition_.format = "libtest-json";
  NativeReport plan(definition_, places_, false);
  plan.feed_plan("a: test\nb: test\n\n2 tests, 0 benchmarks\n");
  const Tests wanted = plan.listed();
  const std::string one =
      "{\"type\":\"suite\",\"event\":\"started\",\"test_count\":1}\n"
      "{\"type\":\"test\",\"name\":\"a\",\"event\":\"started\"}\n"
      "{\"type\":\"test\",\"name\":\"a\",\"event\":\"ok\"}\n"
      "{\"type\":\"suite\",\"event\":\"ok\",\"passed\":1,\"failed\":0,\"ignored\":0}\n";
  for (const bool complete : {true, false}) {
    NativeReport report(definition_, places_, false);
    report.feed(Stream::out, one);
    report.finish(true, complete, wanted);
    EXPECT_THAT(told(report), ElementsAre("a pass", "b planned"));
    EXPECT_EQ(report.events().ended(), !complete);  // it may stop at the first failure
  }
}

TEST_F(NativeReportTest, ATestThatToldNoEndIsOpenAndItsContradictionIsItsOwn) {
  definition_.format = "go-test-json";
  NativeReport report(definition_, places_, false);
  report.feed(Stream::out,
              "{\"Action\":\"run\",\"Package\":\"m\",\"Test\":\"TestA\"}\n"
              "{\"Action\":\"output\",\"Package\":\"m\",\"Test\":\"TestA\",\"Output\":\"    a_test.go:3: "
              "words\\n\"}\n");
  report.finish(false, true, {});
  EXPECT_EQ(told(report).front(), "m::TestA open");
  EXPECT_EQ(report.events().tests().front().failed, "a_test.go:3: words");
  EXPECT_THAT(report.problems(), IsEmpty());
}

TEST_F(NativeReportTest, InAnExerciseIdsAreThoseOfTheSource) {
  definition_.format = "go-test-json";
  definition_.source.separator = "/";
  definition_.exercise.suites = false;
  for (const bool exercise : {false, true}) {
    NativeReport report(definition_, places_, exercise);
    for (const char* action : {"run", "skip"})
      report.feed(Stream::out,
                  std::string("{\"Action\":\"") + action + "\",\"Package\":\"m/p\",\"Test\":\"TestA\"}\n");
    report.finish(true, true, {});
    EXPECT_EQ(report.events().tests().front().id, exercise ? "TestA" : "m/p/TestA");
  }
}

}  // namespace
}  // namespace proctor::framework
