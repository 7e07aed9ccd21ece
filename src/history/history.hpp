// The memory of runs: `runs/` in the user's state directory.
//
//     runs/ID.jsonl.zst       the record of a run (record_file.hpp): the truth
//     runs/new/ID.jsonl.zst   a record that the index doesn't know yet
//     runs/index.sqlite       what is asked of them all (index.hpp), made anew when it is lost or damaged
//     runs/trees/DIGEST.zst   the files of a source tree
//
// A run writes its record into new/ before its answer is given, and that is all that must not fail. Whoever
// opens the history next adds what lies in new/ to the index and moves it: so a kill loses nothing.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/unique_fd.hpp"
#include "config/config.hpp"
#include "history/index.hpp"
#include "history/kept_run.hpp"
#include "history/record_file.hpp"
#include "history/state_places.hpp"

namespace proctor::history {

/// A file of a source tree.
struct TreeFile {
  std::string path;  ///< relative to the project
  std::string hash;
};

/// The last results of a test.
struct TestHistory {
  TestName name;
  TestState state{};
  std::vector<TestResult> results{};  ///< the newest first
};

class History {
 public:
  /// Opens or makes the history, and adds what lies in new/. An error says why there is no memory: the index
  /// is a newer proctor's, or there is no place for it.
  static Result<History> open(const Config::History& bounds);
  History(History&&) noexcept;
  ~History();

  /// What the user should know once: that runs are kept elsewhere, that the index was damaged and made anew.
  const std::vector<std::string>& notes() const { return notes_; }

  /// The newest first; `project` empty: of all projects.
  Result<std::vector<KeptRun>> runs(const std::string& project, std::size_t most);
  /// Of all runs.
  Result<std::vector<std::string>> ids();
  /// The root of the project that a directory is, or lies in, if it has runs.
  Result<std::string> project_of(const std::filesystem::path& directory);
  /// The run with this id; a part that means no other is enough (run_id.hpp). INVALID_REQUEST names those
  /// that may be meant.
  Result<KeptRun> find(const std::string& asked);
  /// As short as the id may be written.
  std::string short_id(const std::string& id);

  /// The newest run of a project that asked for all tests and came to its end, in one series (empty: any).
  Result<std::optional<KeptRun>> last_complete(const std::string& project, const std::string& series = {});
  /// The newest run of a project, whatever it ran.
  Result<std::optional<KeptRun>> last(const std::string& project);

  /// What the run said, from its record.
  Result<Record> record(const KeptRun& run);
  Result<Results> results(const KeptRun& run);
  /// The tests of a project with their results in its last `runs` runs.
  Result<std::vector<TestHistory>> tests(const std::string& project, std::size_t runs);

  /// Fills report.since_last and the marks of its cases, and adds warnings.
  Result<void> compare(const KeptRun& run, Report& report);

  /// Writes the record of a run. The index doesn't know it before the next open().
  Result<void> keep(const KeptRun& run, const Answer& answer) const;

  /// Keeps the files of a tree; those of a tree that is kept already stay as they are.
  Result<void> keep_tree(const std::string& digest, const std::vector<TreeFile>& files) const;
  /// Empty if they aren't kept.
  std::vector<TreeFile> tree_files(const std::string& digest) const;

  /// Removes what is above the bounds, the oldest first, and says how many runs these were. Looks at all
  /// records, so that the index lacks none.
  Result<std::size_t> prune(const Config::History& bounds);

 private:
  History(StatePlaces places, const Config::History& bounds);
  template <typename Work>
  auto with_index(Work work) -> Result<decltype(work())>;
  UniqueFd lock() const;
  void open_index();
  void make_anew();
  std::size_t add_files(const std::vector<std::filesystem::path>& files, bool own);
  void add_new();
  void add_all();
  std::size_t remove_above(const Config::History& bounds);
  void remove_unused_trees();
  std::filesystem::path runs_dir() const { return places_.writable / "runs"; }

  StatePlaces places_;
  Config::History bounds_;
  std::unique_ptr<Index> index_{};
  std::vector<std::string> notes_{};
};

}  // namespace proctor::history
