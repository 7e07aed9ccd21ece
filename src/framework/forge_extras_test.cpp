#include "framework/forge_extras.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "framework/forge_testing.hpp"

namespace proctor::framework {
namespace {
namespace fs = std::filesystem;
using std::chrono::milliseconds;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class ForgeExtras : public ForgeFixture {
 protected:
  ForgeExtras() : place_(std::move(*Workspace::in_place(dir_))) { set("TMPDIR", dir_.string()); }

  /// What forge does instead of the main run: prints, and writes lcov where it was told.
  Context context(std::string out, std::optional<std::string> lcov,
                  Termination end = {Termination::Kind::exited, 0}) {
    return {request_,
            config_,
            place_,
            events_,
            [=, this](const supervise::Command& command, milliseconds, const supervise::OutputSink& sink) {
              argv_ = command.argv;
              sink(Stream::out, out);
              if (lcov) {
                EXPECT_TRUE(write_file(command.argv.back(), *lcov));
              }
              supervise::Outcome outcome;
              outcome.termination = end;
              return outcome;
            },
            environment_,
            {}};
  }

  const supervise::Command main_{{"/bin/forge", "test", "--json", "--offline", "--match-test=x"}, {}, "/"};
  Request request_{};
  Config config_{};
  EventSink events_{};
  std::vector<std::string> environment_{};
  Workspace place_;
  std::vector<std::string> argv_{};
  Report report_{};
};

TEST_F(ForgeExtras, GasIsReportedByTheSameCommandWithOneMoreOption) {
  const std::string recorded =
      read_file(PROCTOR_SOURCE_DIR "/tests/data/forge-outputs/gas_report_fail.stdout").value_or("");
  add_gas_report(context(recorded, {}), main_, milliseconds(1), report_);
  EXPECT_THAT(report_.gas_report, SizeIs(1));
  EXPECT_THAT(report_.warnings, IsEmpty());
  EXPECT_EQ(argv_.back(), "--gas-report");
}

TEST_F(ForgeExtras, WithoutAGasReportTheResultsStandAndAWarningSaysWhy) {
  report_.suites.resize(1);
  add_gas_report(context("nonsense", {}, {Termination::Kind::timed_out, 0, "no end within 1 s"}), main_,
                 milliseconds(1), report_);
  EXPECT_THAT(report_.warnings, ElementsAre("There is no gas report: timed_out: no end within 1 s."));
  EXPECT_THAT(report_.suites, SizeIs(1));
}

TEST_F(ForgeExtras, CoverageKeepsTheFiltersAndNeitherTheSubcommandNorTheJson) {
  add_coverage(context("", "SF:src/A.sol\nDA:1,1\nDA:2,0\nend_of_record\n"), main_, milliseconds(1), report_);
  ASSERT_THAT(report_.coverage, SizeIs(1));
  EXPECT_EQ(report_.coverage[0].lines.hit, 1U);
  EXPECT_EQ(report_.coverage[0].lines.found, 2U);
  const std::string file = argv_.back();
  EXPECT_THAT(argv_, ElementsAre("/bin/forge", "coverage", "--offline", "--match-test=x", "--report", "lcov",
                                 "--report", "summary", "--report-file", file));
  EXPECT_FALSE(fs::exists(fs::path(file).parent_path()));  // nothing is left of it
}

TEST_F(ForgeExtras, WithoutCoverageAWarningSaysWhy) {
  add_coverage(context("", {}, {Termination::Kind::exited, 1}), main_, milliseconds(1), report_);
  EXPECT_THAT(report_.warnings, ElementsAre("There is no coverage: forge exited with 1."));
  set("TMPDIR", (dir_ / "missing").string());
  add_coverage(context("", {}), main_, milliseconds(1), report_);
  EXPECT_THAT(report_.warnings.back(), HasSubstr("missing"));
}

}  // namespace
}  // namespace proctor::framework
