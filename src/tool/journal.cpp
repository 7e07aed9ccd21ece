#include "tool/journal.hpp"

#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <csignal>
#include <map>
#include <random>

#include "base/files.hpp"
#include "base/kept_version.hpp"
#include "base/text.hpp"
#include "history/state_places.hpp"
#include "supervise/tagged.hpp"
#include "workspace/workspace.hpp"

namespace proctor::tool {
namespace fs = std::filesystem;
namespace {

constexpr const char* kJournals = "journal";

std::string now() {
  return fmt::format(
      "{:%Y-%m-%dT%H:%M:%SZ}",
      fmt::gmtime(std::chrono::time_point_cast<std::chrono::seconds>(std::chrono::system_clock::now())));
}

// Only what this program makes for its runs: a journal that somebody tampered with must not name another
// place.
bool is_private_directory(const fs::path& directory) {
  return directory.lexically_normal() == directory && directory.parent_path() == private_directories_dir();
}

// By the process's id, which a journal's name begins with.
bool maker_lives(const fs::path& file) {
  const std::string name = file.filename().string();
  pid_t pid = 0;
  std::from_chars(name.data(), name.data() + name.size(), pid);
  return pid > 0 && (kill(pid, 0) == 0 || errno == EPERM);
}

// The calls of a journal that have no result. A last line that was cut off by the crash counts for nothing.
std::vector<json::object> unfinished(const fs::path& file) {
  std::map<std::string, json::object> calls;
  const auto content = read_file(file);
  if (!content) return {};
  for (const std::string_view line : split_lines(*content)) {
    const auto parsed = parse_json(line);
    if (!parsed || !parsed->is_object()) continue;
    const json::object& entry = parsed->get_object();
    const std::string run = text_field(entry, "run");
    if (text_field(entry, "event") == "begin") {
      calls[run] = entry;
    } else {
      calls.erase(run);
    }
  }
  std::vector<json::object> left;
  left.reserve(calls.size());
  for (auto& [run, entry] : calls) left.push_back(std::move(entry));
  return left;
}

std::string clean_up_after(const json::object& call) {
  const auto ended = supervise::end_tagged(text_field(call, "tag"));
  const fs::path directory = text_field(call, "directory");
  if (!directory.empty() && is_private_directory(directory)) remove_tree(directory);
  const std::string run = text_field(call, "run");
  std::string sentence = fmt::format(
      "The call of {} at {} has no result, because proctor was killed while it ran: {} in {} (run {}). It is "
      "not run again.",
      text_field(call, "tool"), text_field(call, "time"), text_field(call, "command"),
      text_field(call, "workdir"), run);
  if (!ended.empty()) {
    sentence += fmt::format(" {} that it had left running {} killed now.",
                            ended.size() == 1 ? "A process" : std::to_string(ended.size()) + " processes",
                            ended.size() == 1 ? "was" : "were");
  }
  return for_terminal(sentence);
}

}  // namespace

fs::path journal_dir() {
  return history::state_dir(kJournals);
}

Journal::Journal() = default;

Journal::~Journal() {
  if (fd_ && open_calls_ == 0) unlink(file_.c_str());
}

Result<void> Journal::open() {
  const fs::path directory = journal_dir();
  if (auto made = make_private_dirs(directory); !made) return made;
  std::random_device device;
  file_ = directory / fmt::format("{}-{:08x}.jsonl", getpid(), device());
  // Created under another name and locked first, so that nobody takes it for a dead process's.
  const fs::path unlocked = file_.string() + ".new";
  fd_.reset(::open(unlocked.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (!fd_ || flock(fd_.get(), LOCK_EX | LOCK_NB) != 0 || rename(unlocked.c_str(), file_.c_str()) != 0) {
    const int error_number = errno;
    fd_.reset();
    unlink(unlocked.c_str());
    return fail_system(file_.string(), error_number);
  }
  return {};
}

Result<void> Journal::append(const json::object& line) {
  const std::string text = to_json_line(line) + '\n';
  std::string_view rest = text;
  while (!rest.empty()) {
    const ssize_t written = write(fd_.get(), rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return fail_system(file_.string(), errno);
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
  return {};
}

Result<void> Journal::begin(const JournalEntry& entry) {
  const std::lock_guard lock(mutex_);
  if (!fd_) {
    if (auto opened = open(); !opened) return opened;
  }
  auto written = append({{"version", kKeptVersion},
                         {"event", "begin"},
                         {"time", now()},
                         {"run", entry.run},
                         {"tool", entry.tool},
                         {"door", entry.door},
                         {"command", entry.command},
                         {"workdir", entry.workdir},
                         {"tag", entry.tag},
                         {"directory", entry.directory.string()}});
  if (written) ++open_calls_;
  return written;
}

void Journal::end(const std::string& run, const std::string& result) {
  const std::lock_guard lock(mutex_);
  if (!fd_) return;
  // A result that can't be written down is told as missing by the next start, which is no lie.
  if (!append({{"event", "end"}, {"time", now()}, {"run", run}, {"result", result}})) return;
  --open_calls_;
  // A server runs for long: what is over needs no room.
  if (open_calls_ == 0 && ftruncate(fd_.get(), 0) != 0) return;
}

std::vector<std::string> recover_journals() {
  std::vector<std::string> sentences;
  std::vector<fs::path> files = history::state_files(kJournals);
  std::erase_if(
      files, [](const fs::path& file) { return file.extension() != ".jsonl" && file.extension() != ".new"; });
  std::sort(files.begin(), files.end());
  for (const fs::path& file : files) {
    const UniqueFd fd(::open(file.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
    struct stat status {};
    if (!fd || fstat(fd.get(), &status) != 0 || !S_ISREG(status.st_mode) || status.st_uid != getuid())
      continue;
    if (flock(fd.get(), LOCK_EX | LOCK_NB) != 0) continue;  // its process is alive
    struct stat now_there {};
    // Another start may have been quicker.
    if (stat(file.c_str(), &now_there) != 0 || now_there.st_ino != status.st_ino) continue;
    if (file.extension() == ".new") {
      // Its process was killed between making and locking it, unless it is just there.
      if (!maker_lives(file)) unlink(file.c_str());
      continue;
    }
    const std::vector<json::object> calls = unfinished(file);
    const auto newer = std::ranges::find_if(
        calls, [&](const json::object& call) { return !check_kept_version(call, file); });
    if (newer != calls.end()) {  // a newer proctor cleans up after it
      sentences.push_back(check_kept_version(*newer, file).error().message + '.');
      continue;
    }
    for (const json::object& call : calls) sentences.push_back(clean_up_after(call));
    unlink(file.c_str());
  }
  return sentences;
}

}  // namespace proctor::tool
