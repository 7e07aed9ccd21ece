#include "policy/environment.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "policy/secrets.hpp"

namespace proctor::policy {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;

const std::string kToken = "ghp_" + std::string("aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789");

std::vector<std::string> inherited_of(const CleanEnvironment& clean) {
  std::vector<std::string> rest;
  for (const std::string& entry : clean.variables) {
    if (!always_set().contains(entry.substr(0, entry.find('=')))) rest.push_back(entry);
  }
  return rest;
}

TEST(MatchesName, AStarIsAnyRun) {
  EXPECT_TRUE(matches_name("*_KEY", "API_KEY", Platform::posix));
  EXPECT_TRUE(matches_name("*_KEY", "_KEY", Platform::posix));
  EXPECT_TRUE(matches_name("*_CREDENTIAL*", "MY_CREDENTIALS", Platform::posix));
  EXPECT_TRUE(matches_name("A*B*C", "AxBxBxC", Platform::posix));
  EXPECT_TRUE(matches_name("*", "", Platform::posix));
  EXPECT_TRUE(matches_name("", "", Platform::posix));
  EXPECT_FALSE(matches_name("", "A", Platform::posix));
  EXPECT_FALSE(matches_name("*_KEY", "API_KEYS", Platform::posix));
  EXPECT_FALSE(matches_name("AWS_*", "MY_AWS_X", Platform::posix));
  EXPECT_FALSE(matches_name("ENV", "VIRTUAL_ENV", Platform::posix));
}

TEST(MatchesName, CaseCountsOnPosixOnly) {
  EXPECT_FALSE(matches_name("*_KEY", "api_key", Platform::posix));
  EXPECT_TRUE(matches_name("*_KEY", "Api_Key", Platform::windows));
}

TEST(MatchesName, TakesNoTimeForManyStars) {
  EXPECT_FALSE(matches_name(std::string(200, '*') + "a*a*a*a*a*b", std::string(20000, 'a'), Platform::posix));
}

TEST(CleanEnvironmentTest, KeepsWhatBuildsNeed) {
  const std::vector<std::string> ordinary{"PATH=/usr/bin:/bin",
                                          "PYTHONPATH=lib",
                                          "LD_LIBRARY_PATH=/opt/lib",
                                          "NODE_OPTIONS=--trace",
                                          "HOME=/home/me",
                                          "LANG=C.UTF-8",
                                          "EMPTY=",
                                          "EQUALS=a=b",
                                          "VIRTUAL_ENV=/x",
                                          "GITHUBX=1",
                                          "SSH_CONNECTION=1",
                                          "MONKEY=1"};
  const auto clean = clean_environment(ordinary, {});
  EXPECT_EQ(inherited_of(clean), ordinary);
  EXPECT_THAT(clean.stripped, IsEmpty());
  EXPECT_THAT(clean.secrets, IsEmpty());
}

TEST(CleanEnvironmentTest, StripsSecretsAndInjectionsByName) {
  const auto clean = clean_environment({"MY_KEY=1",
                                        "X_TOKEN=1",
                                        "X_SECRET=1",
                                        "DB_PASSWORD=1",
                                        "A_CREDENTIALS=1",
                                        "AWS_REGION=x",
                                        "ANTHROPIC_MODEL=x",
                                        "OPENAI_ORG=x",
                                        "GEMINI_X=1",
                                        "GOOGLE_X=1",
                                        "AZURE_X=1",
                                        "GH_HOST=x",
                                        "GITHUB_ACTIONS=true",
                                        "NPM_X=1",
                                        "SSH_AUTH_SOCK=/run/x",
                                        "LD_PRELOAD=/x.so",
                                        "LD_AUDIT=x",
                                        "BASH_ENV=x",
                                        "ENV=x",
                                        "PROMPT_COMMAND=x",
                                        "DYLD_INSERT_LIBRARIES=x",
                                        "GIT_ASKPASS=x",
                                        "SSH_ASKPASS=x",
                                        "BASH_FUNC_ls%%=() { evil; }"},
                                       {});
  EXPECT_THAT(inherited_of(clean), IsEmpty());
  EXPECT_EQ(clean.stripped.size(), 24U);
  EXPECT_TRUE(std::is_sorted(clean.stripped.begin(), clean.stripped.end()));
}

TEST(CleanEnvironmentTest, StripsWhatLooksLikeASecretWhateverItsName) {
  const auto clean =
      clean_environment({"INNOCENT=" + kToken, "DB=postgres://me:hunter22@db/x", "PATH=/bin"}, {});
  EXPECT_THAT(clean.stripped, ElementsAre("DB", "INNOCENT"));
  EXPECT_THAT(inherited_of(clean), ElementsAre("PATH=/bin"));
  EXPECT_THAT(clean.secrets, ElementsAre(kToken, "hunter22", "postgres://me:hunter22@db/x"));
}

TEST(CleanEnvironmentTest, ANameThatIsOnlyKeyOrTokenIsJudgedByItsValue) {
  const auto clean = clean_environment({"KEY=value", "TOKEN=" + kToken}, {});
  EXPECT_THAT(inherited_of(clean), ElementsAre("KEY=value"));
  EXPECT_THAT(clean.stripped, ElementsAre("TOKEN"));
}

TEST(CleanEnvironmentTest, TheDenylistAddsPatterns) {
  const auto clean =
      clean_environment({"INTERNAL_HOST=x", "PATH=/bin", "MY_KEY=1"}, {.denylist = {"INTERNAL_*"}});
  EXPECT_THAT(clean.stripped, ElementsAre("INTERNAL_HOST", "MY_KEY"));
}

TEST(CleanEnvironmentTest, AllowBeatsNamesAndValues) {
  const auto clean = clean_environment({"GITHUB_SHA=abc", "GH_TOKEN=" + kToken, "LD_PRELOAD=/a.so", "GH_X=1"},
                                       {.allow = {"GITHUB_SHA", "GH_TOKEN", "LD_PRELOAD", "GH_*"}});
  EXPECT_THAT(inherited_of(clean), ElementsAre("GITHUB_SHA=abc", "GH_TOKEN=" + kToken, "LD_PRELOAD=/a.so"));
  EXPECT_THAT(clean.stripped, ElementsAre("GH_X"));  // exact names, not patterns
  EXPECT_THAT(clean.secrets, ElementsAre(kToken));   // the command could print it
}

TEST(CleanEnvironmentTest, SetWinsOverEverything) {
  const auto clean = clean_environment(
      {"LD_PRELOAD=/theirs.so", "CI=false", "HOME=/home/me"},
      {.denylist = {"HOME"}, .set = {{"LD_PRELOAD", "/ours.so"}, {"TERM", "xterm"}, {"HOME", "/tmp/home"}}});
  EXPECT_THAT(clean.variables, ElementsAre("CI=true", "GIT_TERMINAL_PROMPT=0", "HOME=/tmp/home",
                                           "LD_PRELOAD=/ours.so", "NO_COLOR=1", "PAGER=cat", "TERM=xterm"));
  EXPECT_THAT(clean.stripped, IsEmpty());  // the command sees one of that name
}

TEST(CleanEnvironmentTest, WhatCannotBeAVariableIsNotSet) {
  const auto clean = clean_environment({}, {.set = {{"", "x"}, {"A=B", "x"}, {"N", std::string("a\0b", 3)}}});
  EXPECT_EQ(clean.variables.size(), always_set().size());
}

TEST(CleanEnvironmentTest, LeavesOutWhatIsNoVariable) {
  const auto clean =
      clean_environment({"no equals sign", "=C:=C:\\x", "", "=", std::string("A=x\0y", 5)}, {});
  EXPECT_THAT(inherited_of(clean), IsEmpty());
  EXPECT_THAT(clean.stripped, IsEmpty());
}

TEST(CleanEnvironmentTest, TheFirstOfTwoEntriesWithOneNameCounts) {
  const auto clean = clean_environment({"A=1", "A=2", "B_KEY=first one", "B_KEY=second one"}, {});
  EXPECT_THAT(inherited_of(clean), ElementsAre("A=1"));
  EXPECT_THAT(clean.stripped, ElementsAre("B_KEY"));
  EXPECT_THAT(clean.secrets, ElementsAre("first one", "second one"));
}

TEST(CleanEnvironmentTest, OnlySecretsAreMasked) {
  const auto clean = clean_environment(
      {"GITHUB_ACTIONS=true", "GITHUB_WORKSPACE=/work/project", "LD_PRELOAD=/usr/lib/x.so",
       "AWS_REGION=eu-west-1", "SSL_KEY=/etc/ssl/private.pem", "POSTGRES_PASSWORD=postgres",
       "OTHER_API_KEY=undefined", "API_KEY=really secret", "AWS_SECRET_ACCESS_KEY=/abc+def/ghi"},
      {});
  EXPECT_THAT(clean.secrets, ElementsAre("/abc+def/ghi", "really secret"));
}

TEST(CleanEnvironmentTest, WhatIsSetIsMaskedTooWhenItIsASecret) {
  const auto clean = clean_environment({}, {.set = {{"MY_TOKEN", "given to it"}, {"MODE", "some words"}}});
  EXPECT_THAT(clean.secrets, ElementsAre("given to it"));
}

TEST(CleanEnvironmentTest, NamesOnWindowsAreTheSameInAnyCase) {
  const auto clean =
      clean_environment({"Path=C:\\x", "PATH=C:\\y", "my_key=1", "Gh_Host=x", "Ci=no", "Env=x"},
                        {.allow = {"GH_HOST"}, .set = {{"Term", "xterm"}}}, Platform::windows);
  EXPECT_THAT(clean.variables, Contains("Path=C:\\x"));
  EXPECT_THAT(clean.variables, Not(Contains("PATH=C:\\y")));
  EXPECT_THAT(clean.variables, Contains("Gh_Host=x"));
  EXPECT_THAT(clean.variables, Contains("Term=xterm"));
  EXPECT_THAT(clean.variables, Not(Contains("TERM=dumb")));
  EXPECT_THAT(clean.variables, Not(Contains("Ci=no")));
  EXPECT_THAT(clean.stripped, ElementsAre("Env", "my_key"));
}

}  // namespace
}  // namespace proctor::policy
