#include "history/history.hpp"

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <set>

#include "history/history_testing.hpp"
#include "history/run_id.hpp"
#include "history/sqlite.hpp"

namespace proctor::history {
namespace {
namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class Kept : public HistoryTest {
 protected:
  void sql(const std::string& statement) const {
    sqlite3* database = nullptr;
    ASSERT_EQ(sqlite3_open((runs_dir() / "index.sqlite").c_str(), &database), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(database, statement.c_str(), nullptr, nullptr, nullptr), SQLITE_OK)
        << sqlite3_errmsg(database);
    sqlite3_close(database);
  }

  /// A process of its own that does this.
  template <typename Work>
  static pid_t child(Work work) {
    const pid_t pid = fork();
    if (pid == 0) {
      try {
        work();
      } catch (...) {
        _exit(9);
      }
      _exit(0);
    }
    return pid;
  }

  static int end_of(pid_t pid) {
    int status = 0;
    waitpid(pid, &status, 0);
    return status;
  }
};

TEST_F(Kept, ARunIsFoundByItsIdAndByItsBeginning) {
  keep(1, answer_of({{"a", Status::pass}}));
  keep(2, answer_of({{"a", Status::fail}}));
  History history = open();
  EXPECT_EQ(history.find(id_of_run(1))->id, id_of_run(1));
  EXPECT_EQ(history.find("10002")->id, id_of_run(2));
  EXPECT_EQ(history.short_id(id_of_run(2)), "10002");
  EXPECT_THAT(history.find("1000").error().message, HasSubstr("means several runs"));
  EXPECT_THAT(history.find("10001FFF").error().message, HasSubstr("No run 10001FFF is kept"));
  EXPECT_THAT(history.find("10001003").error().message, HasSubstr("did you mean 10001001"));
  EXPECT_EQ(history.find("%").error().code, ErrorCode::invalid_request);
}

TEST_F(Kept, WhatTheRunSaidIsReadAsItWas) {
  Answer answer = answer_of({{"a", Status::fail}});
  Report& report = *answer.report;
  Case& test = report.suites[0].cases[0];
  test.reason = "1 != 2\nbytes: \xff";
  test.location = Location{"test/a.py", 7};
  test.logs = {"one", "two"};
  report.termination = Termination{.kind = Termination::Kind::signalled, .code = 11, .evidence = "SIGSEGV"};
  report.run.usage.wall = std::chrono::milliseconds(1234);
  report.run.isolation = Isolation{.level = IsolationLevel::sandbox, .host_network = false};
  report.not_run.push_back(
      {.file = "test/b.py", .suite = "", .name = "", .cause = "stopped", .on_purpose = true});
  report.diagnostics.push_back(
      {.severity = "error", .file = "a.c", .line = 3, .code = "E1", .message = "no"});
  answer.error->details["failed"] = 1;
  keep(1, answer);
  History history = open();
  const auto read = history.record(*history.find(id_of_run(1)));
  ASSERT_TRUE(read) << read.error().message;
  const Report& again = *read->answer.report;
  EXPECT_EQ(again.suites[0].cases[0].reason, "1 != 2\nbytes: \xef\xbf\xbd");
  EXPECT_EQ(again.suites[0].cases[0].location->line, 7);
  EXPECT_EQ(again.suites[0].cases[0].logs, test.logs);
  EXPECT_EQ(again.suites[0].cases[0].duration_ms, 1.5);
  EXPECT_EQ(again.termination, report.termination);
  EXPECT_EQ(again.verdict, Verdict::fail);
  EXPECT_EQ(again.run.usage.wall, report.run.usage.wall);
  EXPECT_EQ(again.run.isolation->level, IsolationLevel::sandbox);
  EXPECT_FALSE(again.run.isolation->host_network);
  EXPECT_TRUE(again.not_run[0].on_purpose);
  EXPECT_EQ(again.diagnostics[0].line, 3);
  EXPECT_EQ(read->answer.error->code, ErrorCode::test_assertion_failed);
  EXPECT_EQ(read->answer.error->details.at("failed").as_int64(), 1);
}

TEST_F(Kept, ALostIndexIsMadeAnew) {
  keep(1, answer_of({{"a", Status::pass}}));
  keep(2, answer_of({{"a", Status::pass}}));
  EXPECT_THAT(kept_ids(), SizeIs(2));
  for (const char* name : {"index.sqlite", "index.sqlite-wal", "index.sqlite-shm"})
    fs::remove(runs_dir() / name);
  EXPECT_THAT(kept_ids(), ElementsAre(id_of_run(2), id_of_run(1)));
}

TEST_F(Kept, ADamagedIndexIsMovedAsideAndMadeAnewAndThatIsSaidOnce) {
  keep(1, answer_of({{"a", Status::pass}}));
  EXPECT_THAT(kept_ids(), SizeIs(1));
  for (const bool whole : {true, false}) {
    sql("PRAGMA wal_checkpoint(TRUNCATE)");
    for (const char* name : {"index.sqlite-wal", "index.sqlite-shm"}) fs::remove(runs_dir() / name);
    if (whole) {
      ASSERT_TRUE(
          write_file(runs_dir() / "index.sqlite", "this is no database at all, but it is long enough"));
    } else {  // the header is fine, and the pages aren't
      std::string bytes = *read_file(runs_dir() / "index.sqlite");
      std::fill(bytes.begin() + 4096, bytes.end(), 'x');
      ASSERT_TRUE(write_file(runs_dir() / "index.sqlite", bytes));
    }
    History history = open();
    EXPECT_THAT(history.runs("", 9).value(), SizeIs(1));
    EXPECT_THAT(history.notes(), ElementsAre(HasSubstr("was damaged: it was made anew")));
    EXPECT_THAT(open().notes(), IsEmpty());
    EXPECT_TRUE(fs::exists(runs_dir() / "index.damaged"));
  }
}

TEST_F(Kept, AnIndexThatCantBeOpenedTellsWhatTheSystemSaid) {
  try {
    Database(runs_dir() / "nowhere/index.sqlite");
    FAIL() << "it was opened";
  } catch (const DatabaseError& error) {
    EXPECT_STREQ(error.what(), "unable to open database file: No such file or directory");
    EXPECT_FALSE(error.damaged());
  }
}

TEST_F(Kept, AnOlderIndexIsMigrated) {
  keep(1, answer_of({{"a", Status::pass}}));
  keep(2, answer_of({{"a", Status::fail}}));
  EXPECT_THAT(kept_ids(), SizeIs(2));
  sql("DROP TABLE tests; CREATE TABLE tests(test INTEGER PRIMARY KEY, name TEXT); PRAGMA user_version = 1");
  EXPECT_THAT(kept_ids(), SizeIs(2));
  EXPECT_EQ(keep(3, answer_of({{"a", Status::fail}})).since_last->still_failing.at(0).run, id_of_run(2));
}

TEST_F(Kept, ANewerIndexIsLeftAsItIs) {
  keep(1, answer_of({{"a", Status::pass}}));
  EXPECT_THAT(kept_ids(), SizeIs(1));
  sql("PRAGMA user_version = 99");
  const auto opened = History::open(Config::History());
  ASSERT_FALSE(opened);
  EXPECT_THAT(opened.error().message, HasSubstr("newer version than this proctor knows"));
  sql("PRAGMA user_version = 2");
  EXPECT_THAT(kept_ids(), SizeIs(1));
}

TEST_F(Kept, ADamagedRecordIsLeftOutAndTheOthersStay) {
  keep(1, answer_of({{"a", Status::pass}}));
  ASSERT_TRUE(write_file(runs_dir() / "new" / (id_of_run(2) + ".jsonl.zst"), "damaged"));
  std::string half = *read_file(runs_dir() / "new" / (id_of_run(1) + ".jsonl.zst"));
  half.resize(half.size() / 2);
  ASSERT_TRUE(write_file(runs_dir() / "new" / (id_of_run(3) + ".jsonl.zst"), half));
  EXPECT_THAT(kept_ids(), ElementsAre(id_of_run(1)));
  EXPECT_TRUE(fs::exists(runs_dir() / "new" / (id_of_run(2) + ".jsonl.zst.damaged")));
}

TEST_F(Kept, AKillLosesNoRunThatWasFinished) {
  open();
  int report[2];
  ASSERT_EQ(pipe2(report, O_CLOEXEC), 0);
  std::set<std::string> told;
  int next = 0;
  // Each child finishes runs one after the other until it is killed, somewhere in the middle of it.
  for (int round = 0; round < 10; ++round) {
    const int first = next;
    next += 1'000;
    const pid_t pid = child([&] {
      for (int number = first;; ++number) {
        const Answer answer = answer_of({{"a", Status::pass}});
        { (void)open().keep(run_of(number, answer), answer); }
        const std::string id = id_of_run(number);
        (void)!write(report[1], id.data(), id.size());
      }
    });
    std::string ids(id_of_run(0).size(), '\0');
    for (int i = 0; i < 10; ++i) {
      ASSERT_EQ(read(report[0], ids.data(), ids.size()), static_cast<ssize_t>(ids.size()));
      told.insert(ids);
    }
    usleep(static_cast<useconds_t>(round * 300));
    kill(pid, SIGKILL);
    EXPECT_TRUE(WIFSIGNALED(end_of(pid)));
  }
  fcntl(report[0], F_SETFL, O_NONBLOCK);
  for (std::string id(id_of_run(0).size(), '\0'); read(report[0], id.data(), id.size()) > 0;) told.insert(id);
  EXPECT_GE(told.size(), 100U);
  const auto ids = kept_ids();
  for (const std::string& id : told) EXPECT_EQ(std::count(ids.begin(), ids.end(), id), 1) << id;
  close(report[0]);
  close(report[1]);
}

TEST_F(Kept, TwoAtOnceKeepAllTheirRuns) {
  std::vector<pid_t> children;
  for (int which : {0, 1}) {
    children.push_back(child([which] {
      for (int number = 0; number < 25; ++number) {
        const Answer answer = answer_of({{"a", Status::pass}});
        if (!open().keep(run_of(2 * number + which, answer), answer)) _exit(8);
      }
    }));
  }
  for (const pid_t pid : children) EXPECT_EQ(end_of(pid), 0);
  EXPECT_THAT(kept_ids(), SizeIs(50));
}

TEST_F(Kept, NoRoomIsAnErrorThatSaysWhyAndLaterRunsAreKept) {
  keep(1, answer_of({{"a", Status::pass}}));
  const int status = end_of(child([] {
    std::signal(SIGXFSZ, SIG_IGN);
    rlimit none{0, 0};
    setrlimit(RLIMIT_FSIZE, &none);
    const Answer answer = answer_of({{"a", Status::pass}});
    auto history = History::open(Config::History());
    if (history && history->keep(run_of(2, answer), answer)) _exit(7);
  }));
  EXPECT_EQ(status, 0);
  keep(3, answer_of({{"a", Status::pass}}));
  EXPECT_THAT(kept_ids(), ElementsAre(id_of_run(3), id_of_run(1)));
}

TEST_F(Kept, AboveTheBoundsTheOldestGo) {
  for (int number = 1; number <= 5; ++number) keep(number, answer_of({{"a", Status::pass}}));
  EXPECT_THAT(kept_ids(), SizeIs(5));
  Config::History bounds;
  bounds.max_runs = 2;
  EXPECT_EQ(*open().prune(bounds), 3U);
  EXPECT_THAT(kept_ids(), ElementsAre(id_of_run(5), id_of_run(4)));
  EXPECT_FALSE(fs::exists(runs_dir() / (id_of_run(1) + ".jsonl.zst")));
  bounds.max_bytes = 1;
  EXPECT_EQ(*open().prune(bounds), 2U);
  EXPECT_THAT(kept_ids(), IsEmpty());
}

TEST_F(Kept, WhatTheStateDirectoryDoesNotTakeIsKeptAmongTheTemporaryFiles) {
  keep(1, answer_of({{"a", Status::pass}}));
  EXPECT_THAT(kept_ids(), SizeIs(1));
  const fs::path state = dir_ / "state";
  // A file in the way is what even root can't write into.
  fs::rename(state, dir_ / "away");
  ASSERT_TRUE(write_file(state, ""));
  {
    History history = open();
    EXPECT_THAT(history.notes(), ElementsAre(HasSubstr("can't be written to")));
    const Answer answer = answer_of({{"a", Status::pass}});
    ASSERT_TRUE(history.keep(run_of(2, answer), answer));
  }
  EXPECT_THAT(kept_ids(), ElementsAre(id_of_run(2)));
  // Once it can be written to again both are read.
  fs::remove(state);
  fs::rename(dir_ / "away", state);
  EXPECT_THAT(kept_ids(), ElementsAre(id_of_run(2), id_of_run(1)));
}

TEST_F(Kept, ATemporaryDirectoryOfSomebodyElseIsNotUsed) {
  ASSERT_TRUE(write_file(dir_ / "state", ""));
  const fs::path temporary = dir_ / fmt::format("proctor-{}", getuid());
  fs::create_directory(dir_ / "elsewhere");
  fs::create_directory_symlink(dir_ / "elsewhere", temporary);
  EXPECT_FALSE(History::open(Config::History()));
  fs::remove(temporary);
  fs::create_directory(temporary);
  fs::permissions(temporary, fs::perms(0777));
  const auto opened = History::open(Config::History());
  ASSERT_FALSE(opened);
  EXPECT_THAT(opened.error().message, HasSubstr("isn't yours alone"));
}

TEST_F(Kept, TheFilesOfATreeAreKeptAsLongAsARunHasIt) {
  const std::vector<TreeFile> files{{"a.py", "h1"}, {"b.py", "h2"}};
  EXPECT_TRUE(open().keep_tree("digest1", files));
  const auto read = open().tree_files("digest1");
  ASSERT_THAT(read, SizeIs(2));
  EXPECT_EQ(read[1].path, "b.py");
  EXPECT_EQ(read[1].hash, "h2");
  EXPECT_THAT(open().tree_files("digest2"), IsEmpty());
}

TEST(ShortIds, AreAsShortAsTheyMayBe) {
  const ShortIds ids({"20260131-000000-0a1b2c3d", "20260131-000000-0a1b2cff", "20260131-000000-12345678"});
  EXPECT_EQ(ids.of("20260131-000000-12345678"), "1234");
  EXPECT_EQ(ids.of("20260131-000000-0a1b2c3d"), "0a1b2c3");
  EXPECT_EQ(ids.of("20260131-000000-0a1b2cff"), "0a1b2cf");
}

}  // namespace
}  // namespace proctor::history
