#include "format/shell_steps.hpp"

#include <gmock/gmock.h>

namespace proctor::format {
namespace {

using testing::Eq;

std::string text_of(const std::vector<ShellStep>& steps) {
  std::string text;
  for (const ShellStep& step : steps) {
    for (const ShellWord& word : step.words) text += (word.literal ? "" : "~") + word.text + " ";
    if (!step.list.empty()) text += text_of(step.list) + ") ";
    if (!step.substituted.empty()) text += "$( " + text_of(step.substituted) + ") ";
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
      case ShellStep::Then::choose:
        text += "? ";
        break;
    }
  }
  return text;
}

// "a b | c && d", or "?" if it isn't taken apart.
std::string steps(std::string_view command) {
  const auto found = shell_steps(command);
  return found ? text_of(*found) : "?";
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

TEST(ShellSteps, ListsStandWithinOneAnother) {
  EXPECT_EQ(steps("(cd a && b) | tail"), "( cd a && b ) | tail ");
  EXPECT_EQ(steps("{ a; b; } 2>&1 | tail"), "( a ; b ) | tail ");
  EXPECT_EQ(steps("(a;b)>f;c"), "( a ; b ) > ; c ");
  EXPECT_EQ(steps("x && { (a) || b\n}"), "x && ( ( a ) || b ) ");
  EXPECT_EQ(steps("echo {a,b} a{ }"), "echo {a,b} a{ } ");
  EXPECT_EQ(steps("( ( ( ( ( ( ( (a) ) ) ) ) ) ) )"), "( ( ( ( ( ( ( ( a ) ) ) ) ) ) ) ) ");
  for (const char* command : {"()", "(a", "a)", "{ a }", "{ a;", "(a) b", "b (a)", "(a &&)", "(a; shopt b)",
                              "( ( ( ( ( ( ( ( (a) ) ) ) ) ) ) ) )", "(a))"}) {
    EXPECT_EQ(steps(command), "?") << command;
  }
}

TEST(ShellSteps, OfAConditionOneOfTwoListsIsChosen) {
  EXPECT_EQ(steps("if a && b | c; then d; fi; e"), "( a && b | c ? ( d ) fi ) ; e ");
  EXPECT_EQ(steps("if a\nthen\n b; c\nelse\n d\nfi >f"), "( a ? ( b ; c ) else d ) ) > ");
  EXPECT_EQ(steps("if ! a | b; then c; fi"), "( a | b ? fi ( c ) ) ");
  EXPECT_EQ(steps("if (a); then b; fi"), "( ( a ) ? ( b ) fi ) ");
  EXPECT_EQ(steps("ifs a; then"), "?");
}

TEST(ShellSteps, ALoopEndsWithItsLastRound) {
  EXPECT_EQ(steps("for d in a *; do b $d && c; done | e"), "( ( b ~$d && c ) ; done ) | e ");
}

TEST(ShellSteps, WhatIsNegatedOrInTheBackgroundHasNoExitCodeOfItsOwn) {
  EXPECT_EQ(steps("! a"), "a || ! ");
  EXPECT_EQ(steps("! a | b && c; d"), "a | b || c ; d ");
  EXPECT_EQ(steps("x && ! a || b"), "x && a && b ");
  EXPECT_EQ(steps("! (a; b)\nc"), "( a ; b ) || ! ; c ");
  EXPECT_EQ(steps("a & b"), "a || & ; b ");
  EXPECT_EQ(steps("cd d && a | b >f &\nwait"), "cd d && a | b > || & ; wait ");
  EXPECT_EQ(steps("(a &) && kill $!"), "( a || & ) && kill ~$! ");
}

TEST(ShellSteps, SubstitutionsBelongToTheirStep) {
  EXPECT_EQ(steps("a $(b | c) d"), "a ~$(b | c) d $( b | c ) ");
  EXPECT_EQ(steps("a \"x $(b \"c d\") $((1 + (2)))\" && e"),
            "a ~x $(b \"c d\") $((1 + (2))) $( b c d ) && e ");
  EXPECT_EQ(steps("x=`a -b` c"), "~x=$(a -b) c $( a -b ) ");
  EXPECT_EQ(steps("a $(b)$(c $(d)) $(<f)"), "a ~$(b)$(c $(d)) ~$(<f) $( b ; c ~$(d) $( d ) ) ");
}

TEST(ShellSteps, DocumentsInTheCommandAreNoSteps) {
  EXPECT_EQ(steps("cat > f <<'E'\na $(b); c\nE\nd"), "cat > ; d ");
  EXPECT_EQ(steps("a <<E && b <<-\tF | c\nx\nE\n\ty\n\tF\nd"), "a && b | c ; d ");
  EXPECT_EQ(steps("(a <<E\nx\nE\n) | b"), "( a ) | b ");
  EXPECT_EQ(steps("a <<< \"b c\" | d"), "a | d ");
}

TEST(ShellSteps, OfAWhileWhatItAsksStandsApart) {
  EXPECT_EQ(steps("while a; do b; done; c"), "( ( b ) ; done $( a ) ) ; c ");
  EXPECT_EQ(steps("a | while read -r f; do b $f; done | c"), "a | ( ( b ~$f ) ; done $( read -r f ) ) | c ");
  EXPECT_EQ(steps("until a && b; do c; done < f"), "( ( c ) ; done $( a && b ) ) ");
}

TEST(ShellSteps, QuestionsOfBashAreSteps) {
  EXPECT_EQ(steps("[[ -f a && ( $b < 'c d' || x =~ ^(y|[[:digit:]])$ ) ]] && d"),
            "[[ -f a && ( ~$b < c d || x =~ ~^(y|[[:digit:]])$ ) ]] && d ");
  EXPECT_EQ(steps("((a + (b) > 0)) || c; (( d++ ))"), "(( a + (b) > 0 || c ; ((  d++  ");
}

TEST(ShellSteps, FunctionsStandWhereTheyAreCalled) {
  EXPECT_EQ(steps("f() { a; b | c; }; f x || d"), "( a ; b | c ) || d ");
  EXPECT_EQ(steps("function f {\n a\n}\ng() ( f && b )\ng >h"), "( ( a ) && b ) > ");
  EXPECT_EQ(steps("f() { local n=$1; shift; (\"$@\" >$n); b \"$1\" $2 $#; }; f x y z"),
            "( local ~n=$1 ; shift ; ( y z > ) ; b y z ~$# ) ");
  EXPECT_EQ(steps("f() { a; }\nfoo; \"f\""), "foo ; ( a ) ");
  std::string deep = "f0() { a; }";
  for (int i = 1; i < 7; ++i)
    deep += "\nf" + std::to_string(i) + "() { " + "f" + std::to_string(i - 1) + "; f" +
            std::to_string(i - 1) + "; f" + std::to_string(i - 1) + "; f" + std::to_string(i - 1) + "; }";
  EXPECT_EQ(steps(deep + "\nf6"), "?");
}

TEST(ShellSteps, ACommandInAVariableIsThatCommand) {
  EXPECT_EQ(steps("c='a -b'; $c d | e"), "c=a -b ; a -b d | e ");
  EXPECT_EQ(steps("c=a; ${c} x; c=$d; $c; eval \"$c\""), "c=a ; a x ; ~c=$d ; ~$c ; eval ~$c ");
  EXPECT_EQ(steps("c='a | b'; eval \"$c\""), "c=a | b ; eval a | b ");
  EXPECT_EQ(steps("c=a; for c in b; do $c; done"), "c=a ; ( ( ~$c ) ; done ) ");
}

TEST(ShellSteps, WhatOnlyPreparesOrCleansUpIsAStep) {
  EXPECT_EQ(steps(". venv/bin/activate && a"), ". venv/bin/activate && a ");
  EXPECT_EQ(steps("source ~/.bashrc; trap \"kill $!\" EXIT INT; a"),
            "source ~/.bashrc ; trap ~kill $! EXIT INT ; a ");
  EXPECT_EQ(steps("a=(b c); a+=(\"$d\") x"), "?");
  EXPECT_EQ(steps("a=(b c); a+=($d)"), "~a=(b c) ; ~a+=($d) ");
}

TEST(ShellSteps, WhatGoesToAnotherCommandIsNoFile) {
  EXPECT_EQ(steps("a > >(b | c) 2>&1; d | tee >(e) >f; g <(h)"),
            "a $( b | c ) ; d | tee ~<() $( e ) > ; g ~<() $( h ) ");
}

TEST(ShellSteps, SettingsOfOneLetterAreUnderstood) {
  EXPECT_EQ(steps("set -eu; a"), "set -eu ; a ");
  EXPECT_EQ(steps("set -x +e\na"), "set -x +e ; a ");
}

TEST(ShellSteps, WhatIsMoreThanThatIsNotTakenApart) {
  for (const char* command : {"a & && b",
                              "& a",
                              "a & | b",
                              "! ! a",
                              "a | ! b",
                              "if a && ! b; then c; fi",
                              "a & fg",
                              "a `b",
                              "a `b \\` c`",
                              "a $(b",
                              "a $(b))",
                              "a $((b)",
                              "a $(while b; c; done)",
                              "cat << E\n",
                              "cat << E\n$(a)\nE\nb",
                              "cat << E | (a)\nE\nb",
                              "if a; then b; elif c; then d; fi",
                              "if a; then b",
                              "if a; b; fi",
                              "if ! a && b; then c; fi",
                              "if ; then b; fi",
                              "for x in 1; do a",
                              "for x in 1; a; done",
                              "while a; b; done",
                              "f() a",
                              "f() { a; } | b",
                              "x && f() { a; }",
                              "function { a; }",
                              "[[ a && b",
                              "trap 'exit 1' EXIT; a",
                              "trap 'rm f; (exit $?)' EXIT; a",
                              ". ./lib.sh; a",
                              "a=(b c",
                              "a <(b",
                              "case a in b) c;; esac",
                              "set -o noexec; a",
                              "a 'b",
                              "a \"b",
                              "a |",
                              "a && ",
                              "|| a",
                              "a ;; b",
                              "a \\",
                              "a $'b'",
                              "trap x; a"}) {
    EXPECT_THAT(steps(command), Eq("?")) << command;
  }
  std::string many;
  for (int i = 0; i < 65; ++i) many += "a;";
  EXPECT_EQ(steps(many), "?");
  EXPECT_EQ(steps(std::string(17'000, 'a')), "?");
}

}  // namespace
}  // namespace proctor::format
