#include "format/shell_steps.hpp"

#include <gmock/gmock.h>

namespace proctor::format {
namespace {

using testing::Eq;

// "a b | c && d", or "?" if it isn't taken apart.
std::string steps(std::string_view command) {
  const auto found = shell_steps(command);
  if (!found) return "?";
  std::string text;
  for (const ShellStep& step : *found) {
    for (const ShellWord& word : step.words) text += (word.literal ? "" : "~") + word.text + " ";
    if (step.writes_elsewhere) text += "> ";
    switch (step.then) {
      case ShellStep::Then::end:
        break;
      case ShellStep::Then::pipe:
        text += "| ";
        break;
      case ShellStep::Then::if_it_succeeds:
        text += "&& ";
        break;
      case ShellStep::Then::if_it_fails:
        text += "|| ";
        break;
      case ShellStep::Then::next:
        text += "; ";
        break;
    }
  }
  return text;
}

TEST(ShellSteps, AreSimpleCommandsAndWhatStandsBetweenThem) {
  EXPECT_EQ(steps("pytest"), "pytest ");
  EXPECT_EQ(steps("cd a && pytest -q | tail -1"), "cd a && pytest -q | tail -1 ");
  EXPECT_EQ(steps("a||b;c"), "a || b ; c ");
  EXPECT_EQ(steps("a |& b"), "a | b ");
  EXPECT_EQ(steps("\n\n a \n\n b \n # more\n"), "a ; b ");
  EXPECT_EQ(steps("a &&\n\n b |\n c;"), "a && b | c ");
  EXPECT_EQ(steps("a \\\n b"), "a b ");
  EXPECT_EQ(steps(""), "");
  EXPECT_EQ(steps("a#b # c"), "a#b ");
}

TEST(ShellSteps, QuotesBelongToTheirWord) {
  EXPECT_EQ(steps(R"(a 'b | c' "d && e" f\ g)"), "a b | c d && e f g ");
  EXPECT_EQ(steps(R"(a '' "")"), "a   ");
  EXPECT_EQ(steps(R"(echo "a \" \$x \\ \n")"), R"(echo a " $x \ \n )");
  EXPECT_EQ(steps("echo \"exit $?\" $HOME *.py 'a*'"), "echo ~exit $? ~$HOME ~*.py a* ");
}

TEST(ShellSteps, RedirectionsAreNoWords) {
  EXPECT_EQ(steps("a 2>&1 | b"), "a | b ");
  EXPECT_EQ(steps("a > f b"), "a b > ");
  EXPECT_EQ(steps("a >f 2>&1"), "a > ");
  EXPECT_EQ(steps("a &> f; b 1>>f; c 2>/dev/null; d < in; e 2 >f"), "a > ; b > ; c ; d ; e 2 > ");
  EXPECT_EQ(steps("a >"), "?");
  EXPECT_EQ(steps("a > > f"), "?");
}

TEST(ShellSteps, WhatIsMoreThanThatIsNotTakenApart) {
  for (const char* command : {"(a; b)",
                              "a & b",
                              "a &",
                              "if a; then b; fi",
                              "for x in 1; do a; done",
                              "{ a; }",
                              "! a",
                              "a `b`",
                              "a $(b)",
                              "a \"$(b)\"",
                              "cat << E\nE\n",
                              "set -e; a",
                              "a 'b",
                              "a \"b",
                              "a |",
                              "a && ",
                              "|| a",
                              "a ;; b",
                              "a \\",
                              "a $'b'",
                              "trap x EXIT; a",
                              "bash -c 'a' <(b)"}) {
    EXPECT_THAT(steps(command), Eq("?")) << command;
  }
  std::string many;
  for (int i = 0; i < 65; ++i) many += "a;";
  EXPECT_EQ(steps(many), "?");
  EXPECT_EQ(steps(std::string(17'000, 'a')), "?");
}

}  // namespace
}  // namespace proctor::format
