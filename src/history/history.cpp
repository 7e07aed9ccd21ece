#include "history/history.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <set>
#include <utility>

#include "base/files.hpp"
#include "base/nearest.hpp"
#include "base/text.hpp"
#include "base/unique_fd.hpp"
#include "history/compare.hpp"
#include "history/run_id.hpp"

namespace proctor::history {
namespace fs = std::filesystem;
namespace {

// Of a place that isn't written to the newest records are enough.
constexpr std::size_t kMostOfOthers = 500;
constexpr std::size_t kNamedGone = 3;

std::vector<fs::path> records_in(const fs::path& directory) {
  std::vector<fs::path> found;
  std::error_code error;
  for (auto it = fs::directory_iterator(directory, error); !error && it != fs::directory_iterator();
       it.increment(error)) {
    if (it->path().native().ends_with(kRecordSuffix)) found.push_back(it->path());
  }
  std::sort(found.begin(), found.end());  // the oldest first: a name begins with the time
  return found;
}

std::string id_of(const fs::path& record) {
  const std::string name = record.filename().string();
  return name.substr(0, name.size() - std::string_view(kRecordSuffix).size());
}

fs::path tree_file(const fs::path& runs, const std::string& digest) {
  return runs / "trees" / (digest + ".zst");
}

std::int64_t now_ms() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

constexpr const char* kSuffixes[] = {"", "-wal", "-shm"};

}  // namespace

History::History(StatePlaces places, const Config::History& bounds)
    : places_(std::move(places)), bounds_(bounds) {
  if (!places_.warning.empty()) notes_.push_back(places_.warning);
}

History::History(History&&) noexcept = default;
History::~History() = default;

Result<History> History::open(const Config::History& bounds) {
  StatePlaces places = state_places();
  if (places.writable.empty()) return fail(ErrorCode::internal_error, places.warning);
  History history(std::move(places), bounds);
  if (auto made = make_private_dirs(history.runs_dir() / "new"); !made) return tl::unexpected(made.error());
  auto ready = history.with_index([&history] { history.add_new(); });
  if (!ready) return tl::unexpected(ready.error());
  return history;
}

UniqueFd History::lock() const {
  UniqueFd lock(::open((runs_dir() / "lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (lock) flock(lock.get(), LOCK_EX);
  return lock;
}

void History::open_index() {
  index_ = std::make_unique<Index>(runs_dir() / "index.sqlite");
  if (index_->state() != Index::State::to_be_made) return;
  const UniqueFd alone = lock();
  if (index_->state() != Index::State::to_be_made) return;
  index_->make_tables();
  add_all();
  index_->made();
}

// Another process may be at it: then its index is there when the lock is had, and is fine.
void History::make_anew() {
  const fs::path file = runs_dir() / "index.sqlite";
  const fs::path aside = runs_dir() / "index.damaged";
  index_.reset();
  {
    const UniqueFd alone = lock();
    try {
      Index other(file);
      Statement check(other.database(), "PRAGMA quick_check(1)");
      if (other.state() == Index::State::ready && check.next() && check.text(0) == "ok") return;
    } catch (const DatabaseError& error) {
      if (!error.damaged()) throw;
    }
    for (const char* suffix : kSuffixes) {
      std::error_code error;
      fs::rename(file.string() + suffix, aside.string() + suffix, error);
    }
  }
  open_index();
  notes_.push_back(
      fmt::format("The index of the kept runs was damaged: it was made anew from their records. The "
                  "damaged one is {}.",
                  aside.string()));
}

// Everything that is asked of the index: a damaged one is made anew once.
template <typename Work>
auto History::with_index(Work work) -> Result<decltype(work())> {
  for (const bool again : {false, true}) {
    try {
      if (!index_) open_index();
      if (index_->state() == Index::State::newer) {
        return fail(
            ErrorCode::internal_error,
            fmt::format("{} is of a newer version than this proctor knows: it doesn't use the file and "
                        "leaves it as it is. Use the newer proctor that wrote it, or move the file away",
                        (runs_dir() / "index.sqlite").string()));
      }
      if constexpr (std::is_void_v<decltype(work())>) {
        work();
        return {};
      } else {
        return work();
      }
    } catch (const DatabaseError& error) {
      const Error failed{ErrorCode::internal_error,
                         fmt::format("{}: {}", (runs_dir() / "index.sqlite").string(), error.what())};
      if (again || !error.damaged()) return tl::unexpected(failed);
      try {
        make_anew();
      } catch (const DatabaseError&) {
        return tl::unexpected(failed);
      }
    }
  }
  return fail(ErrorCode::internal_error, "the index can't be used");
}

// What can't be read is left out: a damaged record is lost, and the others aren't.
std::size_t History::add_files(const std::vector<fs::path>& files, bool own) {
  if (files.empty()) return 0;
  std::size_t added = 0;
  Transaction all(index_->database());
  for (const fs::path& file : files) {
    std::error_code error;
    const fs::path place = own ? runs_dir() / file.filename() : file;
    const bool is_known = index_->has(id_of(file));
    if (!is_known) {
      const auto record = read_record(file);
      if (!record) {
        if (own && fs::exists(file, error)) fs::rename(file, file.string() + ".damaged", error);
        continue;
      }
      index_->add(*record, place, fs::file_size(file, error));
      ++added;
    }
  }
  all.commit();
  for (const fs::path& file : files) {
    std::error_code error;
    if (own && file.parent_path() != runs_dir() && fs::exists(file, error))
      fs::rename(file, runs_dir() / file.filename(), error);
  }
  return added;
}

void History::add_new() {
  std::size_t added = add_files(records_in(runs_dir() / "new"), true);
  for (const fs::path& other : places_.others) {
    std::vector<fs::path> files;
    for (const fs::path& directory : {other / "runs", other / "runs" / "new"}) {
      const auto found = records_in(directory);
      files.insert(files.end(), found.begin(), found.end());
    }
    if (files.size() > kMostOfOthers)
      files.erase(files.begin(), files.end() - static_cast<std::ptrdiff_t>(kMostOfOthers));
    std::erase_if(files, [this](const fs::path& file) { return index_->has(id_of(file)); });
    added += add_files(files, false);
  }
  if (added > 0) remove_above(bounds_);
}

void History::add_all() {
  add_files(records_in(runs_dir()), true);
  add_files(records_in(runs_dir() / "new"), true);
}

std::size_t History::remove_above(const Config::History& bounds) {
  const std::int64_t oldest = now_ms() - bounds.max_age.count();
  std::vector<std::pair<std::string, fs::path>> above;
  {
    Statement rows(index_->database(),
                   "SELECT id, began, bytes, file FROM runs ORDER BY began DESC, run DESC");
    rows.with();
    std::uint64_t number = 0;
    std::uint64_t bytes = 0;
    while (rows.next()) {
      bytes += static_cast<std::uint64_t>(rows.number(2));
      if (++number > bounds.max_runs || bytes > bounds.max_bytes || rows.number(1) < oldest)
        above.emplace_back(rows.text(0), rows.text(3));
    }
  }
  if (above.empty()) return 0;
  Transaction all(index_->database());
  for (const auto& [id, file] : above) index_->remove(id);
  all.commit();
  for (const auto& [id, file] : above) {
    std::error_code error;
    fs::remove(file, error);
  }
  remove_unused_trees();
  return above.size();
}

void History::remove_unused_trees() {
  std::error_code error;
  for (auto it = fs::directory_iterator(runs_dir() / "trees", error);
       !error && it != fs::directory_iterator(); it.increment(error)) {
    const std::string digest = it->path().stem().string();
    std::error_code none;
    // A run that goes on has written its tree, and no record yet.
    const bool is_young =
        fs::file_time_type::clock::now() - it->last_write_time(none) < std::chrono::hours(24);
    const bool is_used =
        Statement(index_->database(), "SELECT 1 FROM runs WHERE digest = ?").with(digest).next();
    if (!is_young && !is_used) fs::remove(it->path(), none);
  }
}

Result<std::vector<KeptRun>> History::runs(const std::string& project, std::size_t most) {
  return with_index([&] {
    std::vector<KeptRun> runs;
    Statement rows(index_->database(),
                   project.empty()
                       ? "SELECT about FROM runs ORDER BY began DESC, run DESC LIMIT ?2"
                       : "SELECT about FROM runs WHERE project = ?1 ORDER BY began DESC, run DESC "
                         "LIMIT ?2");
    rows.with(project, static_cast<std::int64_t>(std::min<std::size_t>(most, INT64_MAX)));
    while (rows.next()) runs.push_back(run_from(rows.text(0)));
    return runs;
  });
}

Result<std::vector<std::string>> History::ids() {
  return with_index([&] {
    std::vector<std::string> ids;
    Statement rows(index_->database(), "SELECT id FROM runs");
    while (rows.next()) ids.push_back(rows.text(0));
    return ids;
  });
}

Result<std::string> History::project_of(const fs::path& directory) {
  std::error_code error;
  fs::path at = fs::weakly_canonical(directory, error);
  return with_index([&] {
    Statement has(index_->database(), "SELECT 1 FROM runs WHERE project = ? LIMIT 1");
    for (fs::path one = at;; one = one.parent_path()) {
      if (has.with(one.string()).next()) return one.string();
      if (one == one.parent_path()) return std::string();
    }
  });
}

Result<KeptRun> History::find(const std::string& asked) {
  auto found = with_index([&] {
    std::vector<KeptRun> runs;
    if (!could_be_run_id(asked)) return runs;
    Statement rows(
        index_->database(),
        "SELECT about FROM runs WHERE (id >= ?1 AND id < ?1 || '~') OR (tail >= ?1 AND tail < ?1 || '~') "
        "ORDER BY id = ?1 DESC, began DESC LIMIT 4");
    rows.with(asked);
    while (rows.next()) runs.push_back(run_from(rows.text(0)));
    if (!runs.empty() && runs.front().id == asked) runs.resize(1);
    return runs;
  });
  if (!found) return tl::unexpected(found.error());
  if (found->size() == 1) return found->front();
  const json::object field{{"field", "run"}};
  if (found->size() > 1) {
    std::string ids;
    for (const KeptRun& run : *found) ids += (ids.empty() ? "" : ", ") + run.id;
    return fail(ErrorCode::invalid_request,
                fmt::format("{} means several runs ({}{}): write more of the id", asked, ids,
                            found->size() == 4 ? ", …" : ""),
                field);
  }
  const auto newest = runs("", 1'000);
  std::vector<std::string> names;
  for (const KeptRun& run : newest.value_or(std::vector<KeptRun>())) {
    names.push_back(tail_of(run.id));
    names.push_back(run.id);
  }
  const std::vector<std::string> near = nearest(asked, names, 2);
  const std::string advice = !near.empty() ? fmt::format("did you mean {}?", fmt::join(near, " or "))
                             : names.empty()
                                 ? "no run is kept"
                                 : fmt::format("the newest is {} (`proctor runs` lists them)", names.front());
  return fail(
      ErrorCode::invalid_request,
      fmt::format("No run {} is kept: {}", printable(asked.substr(0, utf8_prefix(asked, 80))), advice),
      field);
}

std::string History::short_id(const std::string& id) {
  const std::string tail = tail_of(id);
  const auto length = with_index([&] {
    Statement others(index_->database(),
                     "SELECT count(*) FROM runs WHERE tail >= ?1 AND tail < ?1 || '~' AND id <> ?2");
    for (std::size_t some = kShortestTail; some < tail.size(); ++some) {
      if (others.with(tail.substr(0, some), id).next() && others.number(0) == 0) return some;
    }
    return tail.size();
  });
  return tail.substr(0, length.value_or(tail.size()));
}

Result<std::optional<KeptRun>> History::last_complete(const std::string& project, const std::string& series) {
  return with_index([&] {
    Statement row(index_->database(),
                  series.empty()
                      ? "SELECT about FROM runs WHERE project = ?1 AND complete = 1 "
                        "ORDER BY began DESC, run DESC LIMIT 1"
                      : "SELECT about FROM runs WHERE project = ?1 AND series = ?2 AND complete = 1 "
                        "ORDER BY began DESC, run DESC LIMIT 1");
    if (series.empty() ? row.with(project).next() : row.with(project, series).next())
      return std::optional<KeptRun>(run_from(row.text(0)));
    return std::optional<KeptRun>();
  });
}

Result<std::optional<KeptRun>> History::last(const std::string& project) {
  auto found = runs(project, 1);
  if (!found) return tl::unexpected(found.error());
  return found->empty() ? std::optional<KeptRun>() : std::optional<KeptRun>(std::move(found->front()));
}

Result<Record> History::record(const KeptRun& run) {
  const auto file = with_index([&] {
    Statement row(index_->database(), "SELECT file FROM runs WHERE id = ?");
    return row.with(run.id).next() ? fs::path(row.text(0)) : fs::path();
  });
  if (!file) return tl::unexpected(file.error());
  std::error_code error;
  // Another process may be about to move it.
  const fs::path fresh = runs_dir() / "new" / file->filename();
  return read_record(!fs::exists(*file, error) && fs::exists(fresh, error) ? fresh : *file);
}

Result<Results> History::results(const KeptRun& run) {
  return with_index([&] { return index_->results(run.id); });
}

Result<std::vector<TestHistory>> History::tests(const std::string& project, std::size_t runs_at_most) {
  const auto newest = runs(project, runs_at_most);
  if (!newest) return tl::unexpected(newest.error());
  return with_index([&] {
    std::map<TestName, TestHistory> found;
    for (const KeptRun& run : *newest) {
      for (const auto& [name, result] : index_->results(run.id)) found[name].results.push_back(result);
    }
    for (const auto& [name, state] : index_->states(project)) {
      if (const auto test = found.find(name); test != found.end()) test->second.state = state;
    }
    std::vector<TestHistory> tests;
    for (auto& [name, test] : found) {
      test.name = name;
      tests.push_back(std::move(test));
    }
    return tests;
  });
}

Result<void> History::compare(const KeptRun& run, Report& report) {
  const auto reference = last_complete(run.project, run.series);
  if (!reference) return tl::unexpected(reference.error());
  return with_index([&] {
    const Results now = results_of(report);
    const auto states = index_->states(run.project);
    const auto seen = index_->seen_with(run.project, run.digest());
    const auto is_flaky = [&](const TestName& test) {
      const auto state = states.find(test);
      if (state != states.end() && state->second.flaky) return true;
      const auto same_tree = seen.find(test);
      const auto result = now.find(test);
      if (same_tree == seen.end() || result == now.end()) return false;
      const unsigned bit = is_bad(result->second.status)           ? kFailed
                           : result->second.status == Status::pass ? kPassed
                                                                   : 0;
      return (same_tree->second | bit) == (kPassed | kFailed);
    };
    std::set<TestName> fresh;
    if (*reference) {
      const KeptRun& last = **reference;
      const Results before = index_->results(last.id);
      Difference difference = history::compare(before, now, report.not_run);
      SinceLast since;
      since.run = last.id;
      since.short_run = short_id(last.id);
      since.began = last.began;
      since.age = std::max<std::int64_t>(0, run.began - last.began);
      since.tests_before = before.size();
      since.tests_now = now.size();
      fresh.insert(difference.new_failures.begin(), difference.new_failures.end());
      since.new_failures = std::move(difference.new_failures);
      since.fixed = std::move(difference.fixed);
      for (const TestName& test : difference.still_failing) {
        const auto state = states.find(test);
        const bool is_known = state != states.end() && !state->second.failing_run.empty();
        since.still_failing.push_back({test, is_known ? state->second.failing_run : last.id,
                                       is_known ? state->second.failing_began : last.began});
      }
      if (run.complete) since.gone = std::move(difference.gone);
      for (const auto* list : {&since.new_failures, &since.fixed})
        std::copy_if(list->begin(), list->end(), std::back_inserter(since.flaky), is_flaky);
      for (const auto& still : since.still_failing)
        if (is_flaky(still.test)) since.flaky.push_back(still.test);
      if (fell(before.size(), before.size() - since.gone.size()) && fell(before.size(), now.size())) {
        std::string names;
        for (std::size_t i = 0; i < std::min(kNamedGone, since.gone.size()); ++i)
          names += (i == 0 ? "" : ", ") + printable(to_text(since.gone[i]));
        if (since.gone.size() > kNamedGone) names += ", …";
        report.warnings.push_back(
            fmt::format("The number of tests fell from {} to {} since run {}. Gone: {}.", before.size(),
                        now.size(), since.short_run, names));
      }
      report.since_last = std::move(since);
    }
    for (Suite& suite : report.suites) {
      for (Case& test : suite.cases) {
        if (!is_bad(test.status)) continue;
        const TestName name{suite.file, suite.name, test.name};
        test.is_new = fresh.contains(name);
        test.known_flaky = is_flaky(name);
      }
    }
  });
}

Result<void> History::keep(const KeptRun& run, const Answer& answer) const {
  return write_record(runs_dir() / "new" / (run.id + kRecordSuffix), run, answer);
}

Result<void> History::keep_tree(const std::string& digest, const std::vector<TreeFile>& files) const {
  const fs::path file = tree_file(runs_dir(), digest);
  std::error_code error;
  if (digest.empty() || fs::exists(file, error)) return {};
  if (auto made = make_private_dirs(file.parent_path()); !made) return made;
  json::array list;
  for (const TreeFile& one : files) list.push_back(json::array{one.path, one.hash});
  return write_file(file, compress(to_json_line(list)));
}

std::vector<TreeFile> History::tree_files(const std::string& digest) const {
  std::vector<TreeFile> files;
  std::vector<fs::path> places{places_.writable};
  places.insert(places.end(), places_.others.begin(), places_.others.end());
  for (const fs::path& place : places) {
    const auto frame = digest.empty() ? std::nullopt : read_if_there(tree_file(place / "runs", digest));
    const auto text = frame ? decompress(*frame) : Result<std::string>();
    const auto list = text ? parse_json(*text) : Result<json::value>(json::value());
    if (!list || !list->is_array()) continue;
    for (const json::value& one : list->get_array()) {
      const json::array* pair = one.if_array();
      if (pair && pair->size() == 2 && (*pair)[0].is_string() && (*pair)[1].is_string())
        files.push_back({std::string((*pair)[0].get_string()), std::string((*pair)[1].get_string())});
    }
    return files;
  }
  return files;
}

Result<std::size_t> History::prune(const Config::History& bounds) {
  return with_index([&] {
    add_all();
    const std::size_t removed = remove_above(bounds);
    remove_unused_trees();
    index_->database().run(
        "DELETE FROM tests WHERE test NOT IN (SELECT test FROM cases) AND project NOT IN (SELECT project "
        "FROM runs); "
        "VACUUM; PRAGMA wal_checkpoint(TRUNCATE);");
    return removed;
  });
}

}  // namespace proctor::history
