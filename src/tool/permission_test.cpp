#include "tool/permission.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <vector>

#include "base/files.hpp"
#include "base/paths.hpp"
#include "policy/approvals.hpp"

namespace proctor::tool {
namespace {
namespace fs = std::filesystem;
using policy::Question;
using policy::Reply;
using testing::HasSubstr;

class PermissionTest : public testing::Test {
 protected:
  PermissionTest() {
    std::string name = (temporary_dir() / "proctor-permission-XXXXXX").string();
    dir_ = mkdtemp(name.data());
    setenv("XDG_STATE_HOME", dir_.c_str(), 1);
    request_.facts = {.tool = "Test", .alias = "test", .command = "make check", .workdir = "/w"};
  }
  ~PermissionTest() override {
    unsetenv("XDG_STATE_HOME");
    remove_tree(dir_);
  }
  void reply(Reply reply) {
    caller_.ask = [this, reply](const Question& question) {
      asked_.push_back(question);
      return reply;
    };
  }
  // The code of a refusal; "run" for none.
  std::string ask() {
    std::optional<Granted> granted;
    return ask_with(granted);
  }
  // As a call that is gone through again.
  std::string ask_with(std::optional<Granted>& granted) {
    last_ = ask_permission(config_, request_, {}, caller_, granted);
    return last_ ? std::string(info(last_->code).name) : "run";
  }
  std::string id() const { return std::string(last_->details.at("id").as_string()); }

  Config config_{};
  PermissionRequest request_{};
  Caller caller_{};
  std::vector<Question> asked_{};
  std::optional<Error> last_{};
  fs::path dir_;
};

TEST_F(PermissionTest, NobodyToAskMeansThatItHasToWait) {
  EXPECT_EQ(ask(), "APPROVAL_REQUIRED");
  EXPECT_THAT(last_->message, HasSubstr("proctor approvals allow " + id()));
  EXPECT_EQ(last_->details.at("command"), "make check");
  const std::string first = id();
  EXPECT_EQ(ask(), "APPROVAL_REQUIRED");
  EXPECT_EQ(id(), first);
}

TEST_F(PermissionTest, WhatWasAllowedCountsWhenTheSameCallIsGoneThroughAgain) {
  reply(Reply::yes);
  std::optional<Granted> granted;
  ASSERT_EQ(ask_with(granted), "run");
  ASSERT_EQ(ask_with(granted), "run");
  EXPECT_EQ(asked_.size(), 1U);
  request_.facts.command = "make clean";
  EXPECT_EQ(ask_with(granted), "run");
  EXPECT_EQ(asked_.size(), 2U) << "another call is another question";
  request_.facts.held = policy::Held::by_nothing;
  ask_with(granted);
  EXPECT_EQ(asked_.size(), 3U) << "held less strictly than what was allowed";
}

TEST_F(PermissionTest, WhatIsForbiddenSinceItWasAllowedDoesntRun) {
  reply(Reply::yes);
  std::optional<Granted> granted;
  ASSERT_EQ(ask_with(granted), "run");
  config_.tools.approval.denylist = {"make *"};
  EXPECT_EQ(ask_with(granted), "APPROVAL_DENIED");
  EXPECT_THAT(last_->message, HasSubstr("denylist"));
  config_ = {};
  EXPECT_EQ(ask_with(granted), "run");

  // Somebody says no to the same call, which has waited elsewhere.
  caller_.ask = nullptr;
  ask();
  ASSERT_TRUE(policy::ApprovalStore().deny(id()));
  EXPECT_EQ(ask_with(granted), "APPROVAL_DENIED");
}

TEST_F(PermissionTest, WhatWasAllowedOnceIsntUsedUpTwiceByOneCall) {
  ask();
  ASSERT_TRUE(policy::ApprovalStore().allow(id(), false));
  std::optional<Granted> granted;
  EXPECT_EQ(ask_with(granted), "run");
  EXPECT_EQ(ask_with(granted), "run");
  EXPECT_EQ(ask(), "APPROVAL_REQUIRED") << "of another call";
}

TEST_F(PermissionTest, ARuleThatWasTakenBackSinceAllowsNothing) {
  ask();
  ASSERT_TRUE(policy::ApprovalStore().allow(id(), true));
  std::optional<Granted> granted;
  ASSERT_EQ(ask_with(granted), "run");
  ASSERT_TRUE(policy::ApprovalStore().revoke(policy::ApprovalStore().list()->rules.front().id));
  EXPECT_EQ(ask_with(granted), "APPROVAL_REQUIRED");
}

TEST_F(PermissionTest, AlwaysThatCantBeKeptIsToldAndCountsForThisTime) {
  std::vector<std::string> warnings;
  request_.warn = [&warnings](std::string text) { warnings.push_back(std::move(text)); };
  caller_.ask = [](const Question&) {
    // Damaged while the person thought about it.
    fs::create_directories(policy::approvals_file().parent_path());
    EXPECT_TRUE(write_file(policy::approvals_file(), "{", 0600));
    return Reply::always;
  };
  ASSERT_EQ(ask(), "run");
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_THAT(warnings.front(), HasSubstr("couldn't be kept"));
}

TEST_F(PermissionTest, WhatIsAllowedOnceRunsOnce) {
  ask();
  ASSERT_TRUE(policy::ApprovalStore().allow(id(), false));
  EXPECT_EQ(ask(), "run");
  EXPECT_EQ(ask(), "APPROVAL_REQUIRED");
}

TEST_F(PermissionTest, WhatIsAllowedAlwaysRunsAlwaysAndExactlyThat) {
  ask();
  ASSERT_TRUE(policy::ApprovalStore().allow(id(), true));
  EXPECT_EQ(ask(), "run");
  EXPECT_EQ(ask(), "run");
  request_.facts.command = "make check ";
  EXPECT_EQ(ask(), "APPROVAL_REQUIRED");
  request_.facts.command = "make check";
  request_.facts.workdir = "/w/x";
  EXPECT_EQ(ask(), "APPROVAL_REQUIRED");
}

TEST_F(PermissionTest, WhatIsAllowedInASandboxIsNotAllowedOutsideOfIt) {
  request_.facts.held = policy::Held::in_sandbox;
  ask();
  EXPECT_EQ(last_->details.at("isolation"), "sandbox, no network");
  ASSERT_TRUE(policy::ApprovalStore().allow(id(), true));
  EXPECT_EQ(ask(), "run");
  request_.facts.held = policy::Held::as_processes;
  EXPECT_EQ(ask(), "APPROVAL_REQUIRED");
}

TEST_F(PermissionTest, WhatIsDeniedStaysDenied) {
  ask();
  ASSERT_TRUE(policy::ApprovalStore().deny(id()));
  reply(Reply::yes);
  EXPECT_EQ(ask(), "APPROVAL_DENIED");
  EXPECT_TRUE(asked_.empty());
}

TEST_F(PermissionTest, APersonWhoIsThereIsAsked) {
  reply(Reply::yes);
  EXPECT_EQ(ask(), "run");
  EXPECT_EQ(ask(), "run");
  EXPECT_EQ(asked_.size(), 2U);  // each time, since it was for once
  EXPECT_EQ(asked_[0].command, "make check");
  EXPECT_EQ(asked_[0].workdir, "/w");
  reply(Reply::no);
  EXPECT_EQ(ask(), "APPROVAL_DENIED");
  reply(Reply::always);
  EXPECT_EQ(ask(), "run");
  asked_.clear();
  EXPECT_EQ(ask(), "run");
  EXPECT_TRUE(asked_.empty());
}

TEST_F(PermissionTest, WhatAClientDeclinesAPersonCanStillAllowElsewhere) {
  caller_.door = "mcp";
  reply(Reply::no);
  EXPECT_EQ(ask(), "APPROVAL_DENIED");
  EXPECT_THAT(last_->message, HasSubstr("No more questions about it: `tools.approval.allowlist = ["));
  ASSERT_TRUE(policy::ApprovalStore().allow(id(), false));
  EXPECT_EQ(ask(), "run");
  EXPECT_EQ(ask(), "APPROVAL_DENIED");
}

TEST_F(PermissionTest, AnAnswerToAnotherQuestionIsANoThatNobodySaid) {
  reply(Reply::stray);
  for (const char* door : {"mcp", "cli"}) {
    caller_.door = door;
    EXPECT_EQ(ask(), "APPROVAL_DENIED");
    EXPECT_THAT(last_->message, HasSubstr("answers another question"));
    EXPECT_THAT(last_->message, testing::Not(HasSubstr("declined")));
  }
}

TEST_F(PermissionTest, ANoAtTheTerminalLeavesNothingToAnswer) {
  caller_.door = "cli";
  reply(Reply::no);
  EXPECT_EQ(ask(), "APPROVAL_DENIED");
  EXPECT_TRUE(policy::ApprovalStore().list()->pending.empty());
}

TEST_F(PermissionTest, WhoStopsTheCallHasAnsweredNothing) {
  std::stop_source stop;
  caller_.stop = stop.get_token();
  caller_.ask = [&stop](const Question&) {
    stop.request_stop();  // Ctrl-C at the question
    return Reply::no;
  };
  for (const char* door : {"cli", "mcp"}) {
    caller_.door = door;
    EXPECT_EQ(ask(), "TEST_CANCELLED") << door;
    EXPECT_TRUE(policy::ApprovalStore().list()->pending.empty()) << door;
  }
}

TEST_F(PermissionTest, AnAnswerGivenThereEndsTheWaiting) {
  EXPECT_EQ(ask(), "APPROVAL_REQUIRED");
  reply(Reply::yes);
  EXPECT_EQ(ask(), "run");
  EXPECT_TRUE(policy::ApprovalStore().list()->pending.empty());
}

TEST_F(PermissionTest, ANoThatIsSaidElsewhereWhileSomebodyIsAskedCounts) {
  for (const Reply given : {Reply::yes, Reply::always}) {
    std::string denied;
    caller_.ask = [&](const Question& question) {
      const auto pending = policy::ApprovalStore().ask(question);
      denied = pending->id;
      EXPECT_TRUE(policy::ApprovalStore().deny(denied));
      return given;
    };
    std::optional<Granted> granted;
    ask_with(granted);
    EXPECT_EQ(ask_with(granted), "APPROVAL_DENIED");
    ASSERT_TRUE(policy::ApprovalStore().revoke(denied));
  }
}

TEST_F(PermissionTest, WhatMakesNoSenseIsToldBeforeAnybodyIsAsked) {
  request_.check = [] { return fail(ErrorCode::invalid_request, "no script"); };
  reply(Reply::yes);
  EXPECT_EQ(ask(), "INVALID_REQUEST");
  EXPECT_TRUE(asked_.empty());
  config_.tools.mode = Config::Tools::Mode::disabled;
  EXPECT_EQ(ask(), "TOOL_DISABLED");
}

TEST_F(PermissionTest, ApprovalsThatCannotBeReadAllowNothing) {
  ASSERT_TRUE(write_file(dir_ / "proctor", "a file where the directory should be"));
  reply(Reply::yes);
  EXPECT_EQ(ask(), "APPROVAL_DENIED");
  EXPECT_TRUE(asked_.empty());
}

TEST_F(PermissionTest, WhereNothingCanBeWrittenAnAnswerAtOnceCounts) {
  setenv("XDG_STATE_HOME", "/proc/proctor-has-no-place-here", 1);
  EXPECT_EQ(ask(), "APPROVAL_DENIED") << "the question can't be kept";
  EXPECT_THAT(last_->message, HasSubstr("XDG_STATE_HOME"));
  reply(Reply::yes);
  EXPECT_EQ(ask(), "run");
  config_.tools.approval.denylist = {"make check"};
  EXPECT_EQ(ask(), "APPROVAL_DENIED");
}

TEST_F(PermissionTest, SecretsAreNotShownToWhoeverIsAsked) {
  request_.facts.command = "TOKEN=hush make";
  std::optional<Question> shown;
  caller_.ask = [&](const Question& question) {
    shown = question;
    return Reply::no;
  };
  std::optional<Granted> granted;
  ask_permission(
      config_, request_,
      [](std::string_view text) {
        std::string masked(text);
        if (const auto at = masked.find("hush"); at != std::string::npos) masked.replace(at, 4, "*");
        return masked;
      },
      caller_, granted);
  EXPECT_EQ(shown->command, "TOKEN=* make");
  EXPECT_THAT(shown->summary, testing::Not(HasSubstr("hush")));
}

}  // namespace
}  // namespace proctor::tool
