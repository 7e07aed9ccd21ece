#include "history/history.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/files.hpp"
#include "base/unique_fd.hpp"
#include "history/with_index.hpp"

namespace proctor::history {
namespace fs = std::filesystem;
namespace {

// Of a place that isn't written to the newest records are enough.
constexpr std::size_t kMostOfOthers = 500;

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
