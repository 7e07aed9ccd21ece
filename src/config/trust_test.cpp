// What a project's proctor.toml can and can't do, trusted and not.
#include "config/trust.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "base/files.hpp"
#include "base/paths.hpp"
#include "config/config.hpp"
#include "config/overrides.hpp"

namespace proctor {
namespace {
namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;
using Approval = Config::Tools::Approval;

class TrustTest : public testing::Test {
 protected:
  TrustTest() {
    std::string name = (temporary_dir() / "proctor-trust-XXXXXX").string();
    dir_ = fs::canonical(mkdtemp(name.data()));
    fs::create_directories(dir_ / "user/proctor");
    fs::create_directories(dir_ / "project");
    setenv("XDG_CONFIG_HOME", (dir_ / "user").c_str(), 1);
    setenv("XDG_STATE_HOME", (dir_ / "state").c_str(), 1);
  }
  ~TrustTest() override {
    unsetenv("XDG_CONFIG_HOME");
    unsetenv("XDG_STATE_HOME");
    remove_tree(dir_);
  }

  void user(std::string_view content) {
    ASSERT_TRUE(write_file(dir_ / "user/proctor/proctor.toml", content));
  }
  void project(std::string_view content) { ASSERT_TRUE(write_file(file_(), content)); }
  fs::path file_() const { return dir_ / "project/proctor.toml"; }
  Config load() const {
    auto config = load_config(dir_ / "project");
    EXPECT_TRUE(config) << config.error().message;
    return config.value_or(Config());
  }

  fs::path dir_;
};

struct Row {
  const char* table;
  const char* key;
  const char* wide;
  const char* narrow;
};

// Every key whose value can widen something: what the user says is in the middle.
constexpr const char* kUsers = R"(
[tools]
mode = "parse_only"
roots = ["/a", "/b"]
max_tool_calls_per_batch = 5
max_tool_args_bytes = 5
max_parallel = 5
test.max_timeout_ms = 5
output.max_bytes = 5
answer.max_tokens = 5
environment.allow = ["A_TOKEN", "B_TOKEN"]
[tools.approval]
mode = "prompt"
allowlist = ["make", "npm test"]
expires = "5h"
[limits]
cpu_time = 5
memory = "5M"
pids = 5
open_files = 5
disk = "5M"
output_limit = "5M"
stall_ms = 5
[isolation]
level = "process"
read_only = ["/a"]
temporary = "5M"
[forge]
path = "/usr/bin/forge"
solc = "/usr/bin/solc"
box = "/box"
libs = ["/lib/a", "/lib/b"]
)";
constexpr Row kRows[] = {
    {"tools", "mode", "\"enabled\"", "\"disabled\""},
    {"tools", "roots", "[\"/a\", \"/\"]", "[\"/a\"]"},
    {"tools", "max_tool_calls_per_batch", "6", "4"},
    {"tools", "max_tool_args_bytes", "6", "4"},
    {"tools", "max_parallel", "6", "4"},
    {"tools.test", "max_timeout_ms", "6", "4"},
    {"tools.output", "max_bytes", "6", "0"},
    {"tools.answer", "max_tokens", "6", "4"},
    {"tools.environment", "allow", "[\"C_TOKEN\"]", "[\"B_TOKEN\"]"},
    {"tools.environment", "set", "{PATH = \"/evil\"}", "{}"},
    {"tools.approval", "enabled", "false", "true"},
    {"tools.approval", "mode", "\"auto\"", "\"deny\""},
    {"tools.approval", "allowlist", "[\"make\", \"rm *\"]", "[]"},
    {"tools.approval", "prompt_side_effects", "false", "true"},
    {"tools.approval", "expires", "\"6h\"", "\"4h\""},
    {"limits", "cpu_time", "6", "4"},
    {"limits", "memory", "\"6M\"", "\"4M\""},
    {"limits", "pids", "6", "4"},
    {"limits", "open_files", "6", "4"},
    {"limits", "disk", "\"6M\"", "\"0\""},
    {"limits", "output_limit", "\"6M\"", "\"4M\""},
    {"limits", "stall_ms", "6", "4"},
    {"limits", "grace", "\"1h\"", "\"100ms\""},
    {"limits", "log_bytes", "\"500G\"", "\"1M\""},
    {"cache", "bytes", "\"500G\"", "0"},
    {"isolation", "level", "\"none\"", "\"sandbox\""},
    {"isolation", "network", "\"host\"", "\"none\""},
    {"isolation", "read_only", "[\"/a\", \"/root\"]", "[\"/a\"]"},
    {"isolation", "temporary", "\"6M\"", "\"4M\""},
    {"forge", "path", "\"evil\"", "\"/usr/bin/forge\""},
    {"forge", "solc", "\"evil\"", "\"/usr/bin/solc\""},
    {"forge", "box", "\"evil\"", "\"/box\""},
    {"forge", "libs", "[\"/lib/a\", \"~\"]", "[\"/lib/b\"]"},
    {"logs", "keep", "0", "50"},
    {"logs", "age", "\"1s\"", "\"30d\""},
    {"logs", "bytes", "1", "\"1G\""},
};

TEST_F(TrustTest, AnUntrustedProjectWidensNothingAndIsTold) {
  user(kUsers);
  for (const Row& row : kRows) {
    project(fmt::format("[{}]\n{} = {}\n", row.table, row.key, row.wide));
    const Config config = load();
    ASSERT_EQ(config.ignored.size(), 1U) << row.key;
    EXPECT_EQ(config.ignored[0].key, fmt::format("{}.{}", row.table, row.key));
    EXPECT_EQ(config.ignored[0].line, 2U);
    ASSERT_EQ(config.warnings.size(), 1U);
    EXPECT_THAT(config.warnings[0],
                HasSubstr(fmt::format("proctor.toml:2: {}.{} is ignored", row.table, row.key)));
    EXPECT_THAT(config.warnings[0], HasSubstr("proctor trust " + file_().string()));
  }
  project(
      "[tools.approval]\nenabled = false\nallowlist = [\"*\"]\nmode = \"auto\"\n[tools.environment]\nset = "
      "{A = \"1\"}");
  const Config config = load();
  EXPECT_TRUE(config.tools.approval.enabled);
  EXPECT_EQ(config.tools.approval.mode, Approval::Mode::prompt);
  EXPECT_THAT(config.tools.approval.allowlist, ElementsAre("make", "npm test"));
  EXPECT_THAT(config.tools.environment.set, IsEmpty());
}

TEST_F(TrustTest, AnUntrustedProjectMayNarrow) {
  user(kUsers);
  for (const Row& row : kRows) {
    project(fmt::format("[{}]\n{} = {}\n", row.table, row.key, row.narrow));
    EXPECT_THAT(load().warnings, IsEmpty()) << row.key;
  }
  project(
      "tools.mode = \"disabled\"\ntools.max_parallel = 1\ntools.roots = [\"/a\"]\n[tools.approval]\nmode = "
      "\"deny\"\n"
      "allowlist = [\"make\"]\nexpires = 60");
  const Config config = load();
  EXPECT_EQ(config.tools.mode, Config::Tools::Mode::disabled);
  EXPECT_EQ(config.tools.max_parallel, 1U);
  EXPECT_THAT(config.tools.roots, ElementsAre("/a"));
  EXPECT_EQ(config.tools.approval.mode, Approval::Mode::deny);
  EXPECT_THAT(config.tools.approval.allowlist, ElementsAre("make"));
  EXPECT_EQ(config.tools.approval.expires, std::chrono::minutes(1));
}

TEST_F(TrustTest, LimitsAboveThoseOfASandboxAreToldWhereTheUserSaysNothing) {
  const auto capped = [](const Config& config) {
    std::vector<std::string> keys;
    for (const Config::Ignored& entry : config.capped) keys.push_back(entry.key);
    return keys;
  };
  const std::string content = "[limits]\nmemory = \"500000G\"\npids = 1000000\ndisk = \"5000G\"\n";
  project(content);
  EXPECT_EQ(load().limits.pids, 1'000'000U) << "outside of a sandbox that is less than none";
  EXPECT_THAT(capped(load()), UnorderedElementsAre("limits.memory", "limits.pids", "limits.disk"));
  EXPECT_EQ(needs_trust(file_(), content)->size(), 3U);
  const auto typed = load_config(dir_ / "project", {}, {.disk = std::uint64_t{1} << 50U});
  EXPECT_THAT(capped(*typed), UnorderedElementsAre("limits.memory", "limits.pids"))
      << "the user typed the disk";

  user("[limits]\npids = 2000000\n");
  EXPECT_THAT(capped(load()), UnorderedElementsAre("limits.memory", "limits.disk")) << "the user allows more";
  ASSERT_TRUE(trust(file_(), content));
  EXPECT_THAT(capped(load()), IsEmpty());
  project("[limits]\nmemory = \"1M\"\npids = 4096\ndisk = \"8G\"\n");
  EXPECT_THAT(capped(load()), IsEmpty());
}

TEST_F(TrustTest, WhatIsAskedForAnywayMayStandInAnyProject) {
  project(
      "[tools.test]\ndefault_command_unix = \"make check\"\ndefault_command_windows = \"nmake check\"\n"
      "default_timeout_ms = 1000\nreports = [\"junit.xml\"]\n"
      "[report]\nformats = [\"junit\"]\ndirectory = \"out\"\n");
  const Config config = load();
  EXPECT_THAT(config.warnings, IsEmpty());
  EXPECT_EQ(config.tools.test.default_command_unix, "make check");
  EXPECT_EQ(config.tools.test.default_command_windows, "nmake check");
  EXPECT_EQ(config.tools.test.default_timeout, std::chrono::seconds(1));
  EXPECT_THAT(config.tools.test.reports, ElementsAre("junit.xml"));
  EXPECT_THAT(config.report.formats, ElementsAre("junit"));
  EXPECT_EQ(config.report.directory, "out");
}

TEST_F(TrustTest, ADefaultTimeoutNeverExceedsTheLargest) {
  user("[tools.test]\nmax_timeout_ms = 1000\n");
  project("[tools.test]\ndefault_timeout_ms = 99999\nmax_timeout_ms = 500\n");
  EXPECT_EQ(load().tools.test.default_timeout, std::chrono::milliseconds(500));
}

TEST_F(TrustTest, ATrustedProjectWinsOverTheUsersKeys) {
  user(kUsers);
  for (const Row& row : kRows) {
    const std::string content = fmt::format("[{}]\n{} = {}\n", row.table, row.key, row.wide);
    project(content);
    ASSERT_TRUE(trust(file_(), content));
    EXPECT_THAT(load().warnings, IsEmpty()) << row.key;
  }
  const std::string content = "[tools.approval]\nenabled = false\n[tools.environment]\nset = {A = \"1\"}\n";
  project(content);
  ASSERT_TRUE(trust(file_(), content));
  EXPECT_FALSE(load().tools.approval.enabled);
  EXPECT_EQ(load().tools.environment.set.at("A"), "1");
}

TEST_F(TrustTest, DenylistsAddUpWhetherTheProjectIsTrustedOrNot) {
  const std::string content =
      "[tools.approval]\ndenylist = [\"b\", \"a\"]\n[tools.environment]\ndenylist = [\"Y\"]\n";
  user("[tools.approval]\ndenylist = [\"a\"]\n[tools.environment]\ndenylist = [\"X\"]\n");
  project(content);
  for (const bool trusted : {false, true}) {
    if (trusted) {
      ASSERT_TRUE(trust(file_(), content));
    }
    const Config config = load();
    EXPECT_THAT(config.warnings, IsEmpty());
    EXPECT_THAT(config.tools.approval.denylist, UnorderedElementsAre("a", "b"));
    EXPECT_THAT(config.tools.environment.denylist, UnorderedElementsAre("X", "Y"));
  }
}

TEST_F(TrustTest, HoldsForOneContentOfOneFile) {
  project("one");
  ASSERT_TRUE(trust(file_(), "one"));
  EXPECT_EQ(is_trusted(file_(), "one"), true);
  EXPECT_EQ(is_trusted(file_(), "two"), false);
  EXPECT_EQ(is_trusted(dir_ / "proctor.toml", "one"), false);
  ASSERT_TRUE(trust(file_(), "two"));
  EXPECT_EQ(is_trusted(file_(), "one"), false);
  EXPECT_EQ(trusted_files()->at(0).path, file_().string());
  EXPECT_EQ(revoke_trust(file_()), true);
  EXPECT_EQ(revoke_trust(file_()), false);
  EXPECT_EQ(is_trusted(file_(), "two"), false);
}

TEST_F(TrustTest, ALinkToATrustedFileIsAnotherFile) {
  const std::string content = "[tools]\nroots = [\"..\"]\n";
  project(content);
  ASSERT_TRUE(trust(file_(), content));
  fs::create_directories(dir_ / "evil/deep");
  fs::create_symlink(file_(), dir_ / "evil/deep/proctor.toml");
  EXPECT_THAT(load_config(dir_ / "evil/deep")->tools.roots, IsEmpty());
  // A way to the same directory over a link is the same file.
  fs::create_directory_symlink(dir_ / "project", dir_ / "way");
  EXPECT_THAT(load_config(dir_ / "way")->tools.roots, ElementsAre(dir_ / ""));
}

TEST_F(TrustTest, WhatALinkLeadsToIsPartOfTheTrust) {
  ASSERT_TRUE(write_file(dir_ / "elsewhere.toml", "[tools.approval]\nenabled = false\n"));
  fs::create_symlink(dir_ / "elsewhere.toml", file_());
  ASSERT_TRUE(trust(file_(), "[tools.approval]\nenabled = false\n"));
  EXPECT_FALSE(load().tools.approval.enabled);
  ASSERT_TRUE(write_file(dir_ / "elsewhere.toml", "[tools.approval]\nenabled = false \n"));
  EXPECT_TRUE(load().tools.approval.enabled);
}

TEST_F(TrustTest, NoTrustIsTakenFromAStoreThatOthersCanWrite) {
  const std::string content = "[tools.approval]\nenabled = false\n";
  project(content);
  ASSERT_TRUE(trust(file_(), content));
  fs::permissions(dir_ / "state/proctor/trust.json", fs::perms::others_write, fs::perm_options::add);
  const Config config = load();
  EXPECT_TRUE(config.tools.approval.enabled);
  EXPECT_THAT(config.warnings, ElementsAre(HasSubstr("is ignored"), HasSubstr("can be written by others")));
}

TEST_F(TrustTest, NoTrustIsTakenFromADamagedStore) {
  const std::string content = "[tools.approval]\nenabled = false\n";
  project(content);
  fs::create_directories(dir_ / "state/proctor");
  for (const char* damaged : {"{", "[]", "{\"files\": 3}", "{\"files\": {\"x\": 1}}"}) {
    ASSERT_TRUE(write_file(dir_ / "state/proctor/trust.json", damaged));
    EXPECT_TRUE(load().tools.approval.enabled) << damaged;
  }
  ASSERT_TRUE(trust(file_(), content));
  EXPECT_FALSE(load().tools.approval.enabled);
}

TEST_F(TrustTest, TheUsersOwnFilesNeedNone) {
  user("[tools.approval]\nenabled = false\n");
  EXPECT_FALSE(load().tools.approval.enabled);
  // Also where it is the nearest one, and where the way to it leads over a link.
  EXPECT_FALSE(load_config(dir_ / "user/proctor")->tools.approval.enabled);
  EXPECT_EQ(load_config(dir_ / "user/proctor")->files.size(), 1U);
  fs::create_directory_symlink(dir_ / "user", dir_ / "linked");
  setenv("XDG_CONFIG_HOME", (dir_ / "linked").c_str(), 1);
  EXPECT_FALSE(load_config(dir_ / "user/proctor")->tools.approval.enabled);
  EXPECT_THAT(load_config(dir_ / "user/proctor")->warnings, IsEmpty());
  // What lies below the user's directory is a project like any other.
  fs::create_directories(dir_ / "user/proctor/sub");
  ASSERT_TRUE(write_file(dir_ / "user/proctor/sub/proctor.toml", "[tools.approval]\nmode = \"auto\"\n"));
  EXPECT_EQ(load_config(dir_ / "user/proctor/sub")->warnings.size(), 1U);
}

TEST_F(TrustTest, AFileNamedOnTheCommandLineIsTheUsersOwn) {
  project("[tools.approval]\nenabled = false\n");
  const auto config = load_config(dir_ / "project", file_());
  EXPECT_FALSE(config->tools.approval.enabled);
  EXPECT_THAT(config->warnings, IsEmpty());
}

TEST_F(TrustTest, OwnFilesInsideOfAProjectAreTold) {
  project("");
  setenv("XDG_CONFIG_HOME", (dir_ / "project/.config").c_str(), 1);
  EXPECT_THAT(load().warnings, ElementsAre(HasSubstr("lies inside the project")));
}

TEST_F(TrustTest, WhatNeedsTrustIsSaidWithItsValueOnOneLineEach) {
  user("[tools]\nmax_parallel = 5\n");
  const auto keys = needs_trust(file_(),
                                "[tools]\nmax_parallel = 6\nmode = \"disabled\"\n[tools.approval]\n"
                                "allowlist = ['''a\nb''']\n");
  ASSERT_TRUE(keys) << keys.error().message;
  ASSERT_EQ(keys->size(), 2U);
  EXPECT_EQ(keys->at(0).key + keys->at(0).value, "tools.approval.allowlist[ \"a\\nb\" ]");
  EXPECT_EQ(keys->at(1).key + keys->at(1).value, "tools.max_parallel6");
  EXPECT_FALSE(needs_trust(file_(), "nonsense = 1"));
}

TEST_F(TrustTest, AnUntrustedProjectDoesntTakeUploadsOutOfTheSandbox) {
  project("isolation.level = \"process\"");
  EXPECT_EQ(load().isolation.level, std::nullopt);
  project("isolation.fallback = \"none\"");
  EXPECT_EQ(load().isolation.fallback, std::nullopt);
  project("forge.libs = [\"~\"]");
  EXPECT_EQ(load().forge.libs, std::nullopt) << "what is a library can be read in the sandbox";
  user("isolation.level = \"none\"");
  project("isolation.level = \"process\"");
  EXPECT_EQ(load().isolation.level, IsolationLevel::process) << "stricter than the user's own";
}

}  // namespace
}  // namespace proctor
