// `proctor approvals` and `proctor trust`, as they are typed.
#include "cli/approvals_command.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <vector>

#include "base/files.hpp"
#include "base/json.hpp"
#include "base/paths.hpp"
#include "cli/app.hpp"
#include "policy/approvals.hpp"

namespace proctor::cli {
namespace {
namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

struct EndedPolicy {
  int code = 0;
  std::string out{};
  json::value data() const {
    const auto document = parse_json(out);
    return document && document->at("ok").as_bool() ? document->at("data") : json::value("no data: " + out);
  }
};

class PolicyCommands : public testing::Test {
 protected:
  PolicyCommands() {
    std::string name = (temporary_dir() / "proctor-commands-XXXXXX").string();
    dir_ = fs::canonical(mkdtemp(name.data()));
    setenv("XDG_CONFIG_HOME", (dir_ / "config").c_str(), 1);
    unsetenv("PROCTOR_RUN");  // where proctor itself runs these tests
    setenv("XDG_STATE_HOME", (dir_ / "state").c_str(), 1);
    fs::create_directories(dir_ / "project/deep");
  }
  ~PolicyCommands() override {
    unsetenv("XDG_CONFIG_HOME");
    unsetenv("XDG_STATE_HOME");
    remove_tree(dir_);
  }

  static EndedPolicy proctor(std::vector<std::string> words) {
    std::vector<const char*> argv{"proctor"};
    for (const std::string& word : words) argv.push_back(word.c_str());
    testing::internal::CaptureStdout();
    EndedPolicy ended;
    ended.code = cli::main(static_cast<int>(argv.size()), argv.data());
    ended.out = testing::internal::GetCapturedStdout();
    return ended;
  }

  static policy::Question question() {
    policy::CallFacts facts;
    facts.tool = "Test";
    facts.command = "make\x1b[2J";
    facts.workdir = "/p";
    return make_question(facts, policy::Risk::high, std::nullopt, {});
  }
  static policy::Taken take() { return *policy::ApprovalStore().take(question().fingerprint, {}); }
  static std::string ask() { return policy::ApprovalStore().ask(question())->id; }

  fs::path dir_;
};

TEST_F(PolicyCommands, ApprovalsShowWhatWaits) {
  EXPECT_THAT(proctor({"approvals"}).out, HasSubstr("Nothing waits"));
  const std::string id = ask();
  const EndedPolicy list = proctor({"approvals", "list"});
  EXPECT_EQ(list.code, 0);
  EXPECT_THAT(list.out, AllOf(HasSubstr(id + "  pending"), HasSubstr("Run \"make"), Not(HasSubstr("\x1b"))));
  EXPECT_EQ(proctor({"approvals", "--json"}).data().at("pending").at(0).at("id").as_string(), id.c_str());
}

TEST_F(PolicyCommands, ApprovalsAnswer) {
  EXPECT_EQ(proctor({"approvals", "allow", ask()}).code, 0);
  EXPECT_EQ(take(), policy::Taken::allowed);
  EXPECT_EQ(proctor({"approvals", "deny", ask()}).code, 0);
  EXPECT_EQ(take(), policy::Taken::denied);
  const std::string id = ask();
  EXPECT_EQ(proctor({"approvals", "allow", id, "--always", "--json"}).data().at("state"), "always allowed");
  EXPECT_EQ(take(), policy::Taken::always);
  EXPECT_THAT(proctor({"approvals"}).out, HasSubstr(id + "  always"));
  EXPECT_EQ(proctor({"approvals", "revoke", id}).code, 0);
  EXPECT_EQ(take(), policy::Taken::none);
}

TEST_F(PolicyCommands, ApprovalsRefuseWhatMakesNoSense) {
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"approvals", "allow"},
                                             {"approvals", "deny", "nothing"},
                                             {"approvals", "list", "x"},
                                             {"approvals", "deny", "x", "--always"},
                                             {"approvals", "forget"}})
    EXPECT_EQ(proctor(words).code, 2) << words.back();
}

TEST_F(PolicyCommands, ApprovalsThatCantBeBelievedAreAnError) {
  ask();
  fs::permissions(policy::approvals_file(), fs::perms::others_write, fs::perm_options::add);
  EXPECT_EQ(proctor({"approvals", "--json"}).code, 3);
}

TEST_F(PolicyCommands, TrustShowsWhatItWidensAndHoldsUntilItIsRevoked) {
  const std::string file = (dir_ / "project/proctor.toml").string();
  ASSERT_TRUE(
      write_file(file, "[tools.approval]\nallowlist = ['''make\nall''', \"\\u202Ex\"]\nmode = \"deny\"\n"));
  const EndedPolicy refused = proctor({"trust", (dir_ / "project/deep").string()});
  EXPECT_EQ(refused.code, 2) << "nobody sits at a terminal";
  EXPECT_THAT(refused.out, HasSubstr("line 2: tools.approval.allowlist"));
  EXPECT_THAT(proctor({"trust", file, "--json"}).out,
              AllOf(HasSubstr("APPROVAL_REQUIRED"), HasSubstr("tools.approval.allowlist")));
  EXPECT_THAT(proctor({"trust", "--list"}).out, HasSubstr("No proctor.toml"));
  const EndedPolicy shown = proctor({"trust", (dir_ / "project/deep").string(), "--yes"});
  EXPECT_EQ(shown.code, 0);
  EXPECT_THAT(shown.out,
              AllOf(HasSubstr(file), HasSubstr("line 2: tools.approval.allowlist = [ \"make\\nall\""),
                    HasSubstr("<U+202E>"), Not(HasSubstr("mode"))));
  const json::value list = proctor({"trust", "--list", "--json"}).data();
  EXPECT_EQ(list.at("files").at(0).at("file").as_string(), file.c_str());
  EXPECT_EQ(list.at("files").at(0).at("state"), "trusted");
  ASSERT_TRUE(write_file(file, ""));
  EXPECT_THAT(proctor({"trust", "--list"}).out, HasSubstr("changed  " + file));
  fs::remove(file);
  EXPECT_THAT(proctor({"trust", "--list"}).out, HasSubstr("gone     " + file));
  EXPECT_EQ(proctor({"trust", "--revoke", file}).code, 0);
  EXPECT_EQ(proctor({"trust", "--revoke", file}).code, 2);
  EXPECT_THAT(proctor({"trust", "--list"}).out, HasSubstr("No proctor.toml"));
}

TEST_F(PolicyCommands, TrustRefusesWhatWouldntBeRead) {
  ASSERT_TRUE(write_file(dir_ / "project/other.toml", ""));
  ASSERT_TRUE(write_file(dir_ / "project/proctor.toml", "nonsense = 1\n"));
  EXPECT_EQ(proctor({"trust", (dir_ / "project/other.toml").string()}).code, 2);
  EXPECT_EQ(proctor({"trust", "--yes", (dir_ / "project").string()}).code, 2);
  EXPECT_EQ(proctor({"trust", (dir_ / "missing/proctor.toml").string()}).code, 2);
  EXPECT_EQ(proctor({"trust", "--list", "x"}).code, 2);
  EXPECT_EQ(proctor({"trust", "--list", "--revoke"}).code, 2);
  EXPECT_FALSE(fs::exists(dir_ / "state"));
}

}  // namespace
}  // namespace proctor::cli
