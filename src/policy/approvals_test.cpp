#include "policy/approvals.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <thread>

#include "base/files.hpp"
#include "base/paths.hpp"

namespace proctor::policy {
namespace {
namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::MatchesRegex;
using testing::Not;
using testing::SizeIs;

class ApprovalsTest : public testing::Test {
 protected:
  ApprovalsTest() {
    std::string name = (temporary_dir() / "proctor-approvals-XXXXXX").string();
    dir_ = mkdtemp(name.data());
    options_.file = dir_ / "approvals/approvals.json";
    options_.now = [this] { return now_; };
  }
  ~ApprovalsTest() override { remove_tree(dir_); }

  static Question question(const std::string& command, std::optional<Held> held = {}) {
    CallFacts facts;
    facts.held = held;
    facts.tool = "Test";
    facts.command = command;
    facts.workdir = "/p";
    return make_question(facts, Risk::medium, std::nullopt, {});
  }
  ApprovalStore store() const { return ApprovalStore(options_); }
  std::string ask(const std::string& command) const {
    const auto asked = store().ask(question(command));
    EXPECT_TRUE(asked) << asked.error().message;
    return asked ? asked->id : "";
  }
  Taken take(const std::string& command) const {
    const auto taken = store().take(question(command).fingerprint, {});
    EXPECT_TRUE(taken) << taken.error().message;
    return taken.value_or(Taken::none);
  }

  fs::path dir_;
  std::int64_t now_ = 1'000'000;
  ApprovalStore::Options options_{};
};

TEST_F(ApprovalsTest, TheSameCallHasOneIdWhileItIsPending) {
  const std::string id = ask("make");
  EXPECT_THAT(id, MatchesRegex("[0-9a-z]+"));
  EXPECT_THAT(id, SizeIs(8));
  EXPECT_EQ(ask("make"), id);
  EXPECT_NE(ask("make all"), id);
  EXPECT_EQ(take("make"), Taken::none);
  const auto list = store().list();
  ASSERT_EQ(list->pending.size(), 2U);
  EXPECT_EQ(list->pending[0].summary, "Run \"make\" in /p");
  EXPECT_EQ(list->pending[0].risk, Risk::medium);
  EXPECT_EQ(list->pending[0].expires, now_ + 24 * 3600);
}

TEST_F(ApprovalsTest, ShowTheLastCallOfThoseThatAskForTheSame) {
  Question longer = question("make");
  longer.summary = "Run \"make\" for an hour";
  const std::string id = ask("make");
  EXPECT_EQ(store().ask(longer).value().id, id);
  const auto listed = store().list();
  ASSERT_TRUE(listed);
  ASSERT_EQ(listed->pending.size(), 1U);
  EXPECT_EQ(listed->pending.front().summary, longer.summary);
}

TEST_F(ApprovalsTest, OnceMeansOnce) {
  ASSERT_TRUE(store().allow(ask("make"), false));
  EXPECT_EQ(take("make all"), Taken::none);
  EXPECT_EQ(take("make"), Taken::allowed);
  EXPECT_EQ(take("make"), Taken::none);
  EXPECT_THAT(store().list()->pending, IsEmpty());
}

TEST_F(ApprovalsTest, AlwaysHoldsForThisCallUntilItIsRevoked) {
  const std::string id = ask("make");
  ASSERT_TRUE(store().allow(id, true));
  now_ += 1'000'000'000;
  EXPECT_EQ(take("make"), Taken::always);
  EXPECT_EQ(take("make"), Taken::always);
  EXPECT_EQ(take("make "), Taken::none);
  ASSERT_TRUE(store().revoke(id));
  EXPECT_EQ(take("make"), Taken::none);
}

TEST_F(ApprovalsTest, AnAnswerThatCameAtOnceIsKeptAsARule) {
  ask("make");
  const auto rule = store().add_always(question("make"));
  ASSERT_TRUE(rule);
  EXPECT_EQ(store().add_always(question("make")), *rule);
  EXPECT_EQ(take("make"), Taken::always);
  EXPECT_THAT(store().list()->pending, IsEmpty());
  EXPECT_THAT(store().list()->rules, SizeIs(1));
}

TEST_F(ApprovalsTest, WhatWasDeniedStaysDeniedUntilItExpires) {
  const std::string id = ask("make");
  ASSERT_TRUE(store().deny(id));
  EXPECT_EQ(take("make"), Taken::denied);
  EXPECT_EQ(take("make"), Taken::denied);
  EXPECT_EQ(ask("make"), id);
  now_ += 24 * 3600;
  EXPECT_EQ(take("make"), Taken::none);
  EXPECT_NE(ask("make"), id);
}

TEST_F(ApprovalsTest, ANoOutweighsAnEarlierAlways) {
  ASSERT_TRUE(store().add_always(question("make")));
  ASSERT_TRUE(store().deny(ask("make")));
  EXPECT_EQ(take("make"), Taken::denied);
}

TEST_F(ApprovalsTest, AnApprovalCountsForWhatIsHeldAsStrictlyAlone) {
  const auto taken = [this](std::optional<Held> held) {
    return *store().take(question("make").fingerprint, held);
  };
  const auto asked = store().ask(question("make", Held::in_networked_sandbox));
  EXPECT_THAT(asked->summary, HasSubstr("sandbox, host network"));
  EXPECT_NE(store().ask(question("make", Held::as_processes))->id, asked->id) << "another question";
  for (const bool always : {false, true}) {
    ASSERT_TRUE(store().allow(store().ask(question("make", Held::in_networked_sandbox))->id, always));
    EXPECT_EQ(taken(Held::by_nothing), Taken::none);
    EXPECT_EQ(taken(Held::as_processes), Taken::none);
    EXPECT_EQ(taken(std::nullopt), Taken::none);
    EXPECT_EQ(taken(Held::in_sandbox), always ? Taken::always : Taken::allowed);
  }
  EXPECT_EQ(taken(Held::in_networked_sandbox), Taken::always);

  ASSERT_TRUE(store().add_always(question("make", Held::as_processes)));
  EXPECT_THAT(store().list()->rules, SizeIs(1)) << "the looser one says it all";
  EXPECT_EQ(taken(Held::in_sandbox), Taken::always);
  EXPECT_EQ(taken(Held::as_processes), Taken::always);
}

TEST_F(ApprovalsTest, ARuleWithoutALevelIsOneForTheLevelProcess) {
  ASSERT_TRUE(store().add_always(question("make")));
  EXPECT_THAT(*read_file(options_.file), Not(HasSubstr("isolation")));
  const auto taken = [this](Held held) { return *store().take(question("make").fingerprint, held); };
  EXPECT_EQ(taken(Held::by_nothing), Taken::none);
  EXPECT_EQ(taken(Held::as_processes), Taken::always);
  EXPECT_EQ(taken(Held::in_sandbox), Taken::always);
}

TEST_F(ApprovalsTest, ANoCountsHoweverTheCallIsHeld) {
  ASSERT_TRUE(store().deny(store().ask(question("make", Held::in_sandbox))->id));
  EXPECT_EQ(store().take(question("make").fingerprint, Held::as_processes), Taken::denied);
}

TEST_F(ApprovalsTest, WhatExpiredCantBeAnswered) {
  options_.expires = std::chrono::seconds(10);
  const std::string id = ask("make");
  ASSERT_TRUE(store().allow(id, false));
  now_ += 10;
  EXPECT_EQ(take("make"), Taken::none);
  const auto late = store().allow(id, true);
  ASSERT_FALSE(late);
  EXPECT_EQ(late.error().code, ErrorCode::invalid_request);
  EXPECT_THAT(store().list()->pending, IsEmpty());
}

TEST_F(ApprovalsTest, AnUnknownIdIsABadRequest) {
  EXPECT_EQ(store().allow("nothing", false).error().code, ErrorCode::invalid_request);
  EXPECT_EQ(store().deny("nothing").error().code, ErrorCode::invalid_request);
  EXPECT_EQ(store().revoke("").error().code, ErrorCode::invalid_request);
}

TEST_F(ApprovalsTest, OnlySoManyWaitAndUnansweredOnesGoFirst) {
  options_.most_pending = 3;
  ASSERT_TRUE(store().deny(ask("a")));
  for (const char* command : {"b", "c", "d", "e"}) ask(command);
  const auto list = store().list();
  ASSERT_EQ(list->pending.size(), 3U);
  EXPECT_EQ(take("a"), Taken::denied);
  EXPECT_EQ(list->pending[1].command, "d");
  options_.most_rules = 1;
  ASSERT_TRUE(store().add_always(question("x")));
  EXPECT_FALSE(store().add_always(question("y")));
  EXPECT_FALSE(store().allow(ask("y"), true));
}

TEST_F(ApprovalsTest, AHugeCommandTakesLittleRoomAndIsStillToldApart) {
  options_.most_pending = 10;
  const std::string huge(200'000, 'x');
  for (int i = 0; i < 20; ++i) ask(huge + std::to_string(i));
  EXPECT_LT(fs::file_size(options_.file), 60'000U);
  const auto list = store().list();
  EXPECT_EQ(list->pending.size(), 10U);
  EXPECT_THAT(list->pending[0].command, HasSubstr("bytes that aren't shown"));
  ASSERT_TRUE(store().allow(list->pending[0].id, false));
  EXPECT_EQ(take(huge + "11"), Taken::none);
  EXPECT_EQ(take(huge + "10"), Taken::allowed);
}

TEST_F(ApprovalsTest, NoSecretIsWritten) {
  CallFacts facts;
  facts.tool = "Test";
  facts.command = "deploy hunter2";
  ASSERT_TRUE(store().ask(make_question(facts, Risk::high, std::nullopt, [](auto) { return "deploy ***"; })));
  EXPECT_THAT(*read_file(options_.file), Not(HasSubstr("hunter2")));
  EXPECT_EQ(store().take(fingerprint_of(facts), {}), Taken::none);
}

TEST_F(ApprovalsTest, ProcessesThatAskAtOnceLoseNothing) {
  constexpr int kProcesses = 4;
  constexpr int kEach = 15;
  std::vector<pid_t> children;
  for (int child = 0; child < kProcesses; ++child) {
    const pid_t pid = fork();
    if (pid == 0) {
      bool all = true;
      for (int i = 0; i < kEach; ++i)
        all = all && store().ask(question(std::to_string(child) + '/' + std::to_string(i)));
      _exit(all ? 0 : 1);
    }
    children.push_back(pid);
  }
  for (const pid_t pid : children) {
    int status = 1;
    waitpid(pid, &status, 0);
    EXPECT_EQ(status, 0);
  }
  EXPECT_EQ(store().list()->pending.size(), std::size_t{kProcesses * kEach});
}

TEST_F(ApprovalsTest, OfManyThatTakeOneApprovalOneGetsIt) {
  ASSERT_TRUE(store().allow(ask("make"), false));
  ApprovalStore shared(options_);
  std::atomic<int> allowed = 0;
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 8; ++i) {
      threads.emplace_back([&] {
        if (shared.take(question("make").fingerprint, {}) == Taken::allowed) ++allowed;
      });
    }
  }
  EXPECT_EQ(allowed, 1);
}

TEST_F(ApprovalsTest, ADamagedFileIsAnErrorAndLosesNothing) {
  ASSERT_TRUE(store().deny(ask("make")));
  const std::string whole = *read_file(options_.file);
  const std::string half = whole.substr(0, whole.size() / 2);
  ASSERT_TRUE(write_file(options_.file, half));
  const auto taken = store().take(question("make").fingerprint, {});
  ASSERT_FALSE(taken);
  EXPECT_THAT(taken.error().message, HasSubstr(options_.file.string() + " is damaged"));
  EXPECT_FALSE(store().ask(question("make")));
  EXPECT_FALSE(store().add_always(question("make")));
  EXPECT_FALSE(store().list());
  EXPECT_EQ(*read_file(options_.file), half);
}

TEST_F(ApprovalsTest, WhatIsntUsedUpIsReadWithoutWriting) {
  EXPECT_EQ(take("make"), Taken::none);
  EXPECT_FALSE(fs::exists(options_.file.parent_path()));
  ASSERT_TRUE(store().deny(ask("make")));
  fs::remove(options_.file.string() + ".lock");
  EXPECT_EQ(take("make"), Taken::denied);
  EXPECT_FALSE(fs::exists(options_.file.string() + ".lock"));
}

TEST_F(ApprovalsTest, AnEntryThatLacksSomethingIsAnError) {
  const std::string fingerprint = question("make").fingerprint;
  fs::create_directories(options_.file.parent_path());
  for (const std::string& rule :
       {std::string("{}"), "{\"fingerprint\": \"" + fingerprint + "\"}", std::string("7"),
        "{\"id\": 3, \"fingerprint\": \"" + fingerprint + "\"}"}) {
    ASSERT_TRUE(write_file(options_.file, "{\"rules\": [" + rule + "]}"));
    EXPECT_FALSE(store().take(question("make").fingerprint, {})) << rule;
    EXPECT_FALSE(store().ask(question("make"))) << rule;
  }
  ASSERT_TRUE(write_file(options_.file, "{\"pending\": 3}"));
  EXPECT_FALSE(store().list());
}

TEST_F(ApprovalsTest, NothingIsAllowedByAStoreThatOthersCouldHaveWritten) {
  ASSERT_TRUE(store().add_always(question("make")));
  fs::permissions(options_.file, fs::perms::group_write, fs::perm_options::add);
  const auto taken = store().take(question("make").fingerprint, {});
  ASSERT_FALSE(taken);
  EXPECT_THAT(taken.error().message, HasSubstr("can be written by others"));
  EXPECT_FALSE(store().list());
}

TEST_F(ApprovalsTest, AStoreThatCantBeWrittenIsAnError) {
  options_.file = dir_ / "file/approvals/approvals.json";
  ASSERT_TRUE(write_file(dir_ / "file", ""));
  EXPECT_FALSE(store().ask(question("make")));
  EXPECT_FALSE(store().take(question("make").fingerprint, {}));
  EXPECT_FALSE(store().add_always(question("make")));
}

}  // namespace
}  // namespace proctor::policy
