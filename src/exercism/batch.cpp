#include "exercism/batch.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <map>
#include <mutex>
#include <set>
#include <system_error>
#include <thread>

#include "base/files.hpp"
#include "base/hash.hpp"
#include "base/json.hpp"
#include "base/text.hpp"
#include "base/unique_fd.hpp"

namespace proctor::exercism {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kMostFiles = 20'000;  // more than a submission may have

// The submission's files as `ls -l` tells them apart; without the answer, which may be written beside them.
std::set<std::string> state_of(const Assignment& assignment) {
  std::set<std::string> files;
  std::error_code error;
  const fs::path answer = (assignment.out / "results.json").lexically_normal();
  fs::recursive_directory_iterator file(assignment.in, fs::directory_options::skip_permission_denied, error);
  for (; !error && file != fs::recursive_directory_iterator(); file.increment(error)) {
    struct stat status {};
    if (lstat(file->path().c_str(), &status) != 0 || S_ISDIR(status.st_mode)) continue;
    if (file->path().lexically_normal() == answer) continue;
    files.insert(fmt::format("{}/{}/{}.{}", file->path().string(), status.st_size, status.st_mtim.tv_sec,
                             status.st_mtim.tv_nsec));
    if (files.size() >= kMostFiles) break;
  }
  return files;
}

// An entry as the journal knows it: its place, its text, and what the submission is.
std::string key_of(const BatchEntry& entry) {
  Sha256 hash;
  hash.add_field(std::to_string(entry.line));
  hash.add_field(entry.text);
  for (const std::string& file : state_of(entry.assignment)) hash.add_field(file);
  return hash.hex();
}

tl::unexpected<Error> bad_line(std::size_t line, const std::string& why) {
  return fail(ErrorCode::invalid_request, fmt::format("line {} of the list: {}", line, why),
              {{"field", "batch"}, {"line", line}});
}

class Journal {
 public:
  static Result<Journal> open(const fs::path& file) {
    Journal journal;
    if (file.empty()) return journal;
    if (const auto text = read_if_there(file)) {
      for (const std::string_view line : split_lines(*text)) journal.done_.emplace(line);
    }
    journal.fd_.reset(::open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600));
    if (!journal.fd_) return fail_system(file.string(), errno);
    // A line that a killed process left half ends here.
    if (::write(journal.fd_.get(), "\n", 1) != 1) return fail_system(file.string(), errno);
    return journal;
  }

  bool knows(const std::string& key) const { return done_.contains(key); }

  bool add(const std::string& key) const {
    if (!fd_) return true;
    const std::string line = key + '\n';
    return ::write(fd_.get(), line.data(), line.size()) == static_cast<ssize_t>(line.size());
  }

 private:
  Journal() = default;
  std::set<std::string> done_{};
  UniqueFd fd_{};
};

bool has_results(const BatchEntry& entry) {
  std::error_code error;
  return fs::exists(fs::symlink_status(entry.assignment.out / "results.json", error));
}

// Before the first entry is run: a batch that is stopped leaves no old file of those whose turn never came.
// An entry whose file can't be removed says so in its turn.
void remove_old_results_of(const std::vector<BatchEntry>& entries, const Journal& journal) {
  for (const BatchEntry& entry : entries) {
    if (has_results(entry) && !journal.knows(key_of(entry))) (void)remove_old_results(entry.assignment.out);
  }
}

}  // namespace

Result<std::vector<BatchEntry>> read_batch(const std::string& list, const fs::path& base) {
  std::vector<BatchEntry> entries;
  std::size_t number = 0;
  std::map<fs::path, std::size_t> outputs;
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  std::string_view text = list;
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  for (const std::string_view line : split_lines(text)) {
    ++number;
    if (trim(line).empty()) continue;
    const auto json = parse_json(line);
    if (!json) return bad_line(number, json.error().message);
    if (!json->is_object()) return bad_line(number, "isn't a JSON object");
    const json::object& object = json->get_object();
    BatchEntry entry{.line = number, .text = std::string(line)};
    for (const auto& [name, value] : object) {
      const bool known = name == "slug" || name == "input" || name == "output" || name == "track";
      if (!known) return bad_line(number, fmt::format("{} isn't known", std::string(name)));
      if (name == "track" && value.is_null()) continue;
      if (!value.is_string()) return bad_line(number, fmt::format("{} must be a text", std::string(name)));
    }
    entry.assignment = {text_field(object, "slug"), base / text_field(object, "input"),
                        base / text_field(object, "output"), text_field(object, "track")};
    for (const char* needed : {"slug", "input", "output"}) {
      if (text_field(object, needed).empty()) return bad_line(number, fmt::format("{} is missing", needed));
    }
    // Of two that write the same file, one would be lost.
    const auto [same, first] = outputs.emplace((entry.assignment.out / "").lexically_normal(), number);
    if (!first) {
      return bad_line(number, fmt::format("its output is that of line {}: {}", same->second,
                                          entry.assignment.out.lexically_normal().string()));
    }
    entries.push_back(std::move(entry));
  }
  if (entries.empty()) return fail(ErrorCode::invalid_request, "the list is empty", {{"field", "batch"}});
  return entries;
}

Result<void> run_batch(const std::vector<BatchEntry>& entries, const BatchOptions& options,
                       const Tester& tester, const std::function<void(const BatchResult&)>& tell) {
  const auto journal = Journal::open(options.journal);
  if (!journal) return tl::unexpected(journal.error());
  remove_old_results_of(entries, *journal);
  std::atomic<std::size_t> next = 0;
  std::atomic<bool> written = true;
  std::atomic<bool> whole = true;
  std::mutex one_at_a_time;
  const auto work = [&] {
    for (;;) {
      const std::size_t i = next++;
      if (i >= entries.size()) return;
      if (tester.stop.stop_requested() || !written) {
        whole = false;
        return;
      }
      const BatchEntry& entry = entries[i];
      const std::string key = key_of(entry);  // as it's before the tests, not after
      const bool before = journal->knows(key) && has_results(entry);
      const auto begin = std::chrono::steady_clock::now();
      Result<Done> done = before ? Result<Done>(Done()) : run_exercise(entry.assignment, tester);
      if (tester.stop.stop_requested() && !done) {
        whole = false;
        return;
      }
      const auto took =
          std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - begin);
      const std::scoped_lock lock(one_at_a_time);
      // What failed for a reason of ours is tried again by the next start.
      if (!done) whole = false;
      if (!before && done && !journal->add(key)) written = false;
      tell({entry, std::move(done), before, took});
    }
  };
  {
    std::vector<std::jthread> workers;
    const std::size_t count = std::clamp<std::size_t>(options.jobs, 1, entries.size());
    try {
      for (std::size_t i = 1; i < count; ++i) workers.emplace_back(work);
    } catch (const std::system_error&) {
      // No more threads can be had: fewer do the same.
    }
    work();
  }
  if (!written)
    return fail(ErrorCode::internal_error, options.journal.string() + " can't be written: is the disk full?");
  std::error_code error;
  if (whole && !options.journal.empty()) fs::remove(options.journal, error);
  return {};
}

}  // namespace proctor::exercism
