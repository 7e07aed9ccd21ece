// The man pages, as the program prints them and as man and its checker read them.
#include "cli/manual.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <CLI/CLI.hpp>

namespace proctor::cli {
namespace {
using testing::HasSubstr;

TEST(Manual, APageHoldsTheOptionsOfItsCommandWithTheirValues) {
  CLI::App app("Runs tests.\nMore of it.", "proctor");
  bool flag = false;
  std::string color;
  std::string what;
  CLI::App* test = app.add_subcommand("test", "Run a project's tests");
  test->add_flag("-q,--quiet", flag, "Say little");
  test->add_option("--color", color, ".auto stands at a line's begin\\end")
      ->check(CLI::IsMember({"auto", "never"}));
  test->add_option("what", what, "A project");
  const std::string page = manual_page(app, "test", "1.2.3", "2026-01-02");
  EXPECT_THAT(page, testing::StartsWith(
                        ".TH PROCTOR\\-TEST 1 \"2026\\-01\\-02\" \"proctor 1.2.3\" \"User Commands\"\n"));
  EXPECT_THAT(page, HasSubstr(".BR \"\\-q, \\-\\-quiet\"\nSay little\n"));
  EXPECT_THAT(
      page,
      HasSubstr(
          ".BR \"\\-\\-color\" \" \" \"\\fIauto|never\\fR\"\n\\&.auto stands at a line's begin\\eend\n"));
  EXPECT_THAT(page, HasSubstr("[\\fIwhat\\fR]"));
  const std::string whole = manual_page(app, "", "1.2.3", "");
  EXPECT_THAT(whole, HasSubstr(".TP\n.B test\nRun a project's tests\n"));
  EXPECT_THAT(whole, testing::Not(HasSubstr("More of it")));
}

}  // namespace
}  // namespace proctor::cli
