#include "run/logs.hpp"

#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <ctime>
#include <random>
#include <string_view>
#include <tuple>
#include <vector>

#include "base/files.hpp"
#include "base/json.hpp"
#include "base/kept_version.hpp"
#include "base/unique_fd.hpp"
#include "history/run_id.hpp"
#include "history/state_places.hpp"
#include "request/request.hpp"

namespace proctor {
namespace fs = std::filesystem;
namespace {

constexpr const char* kLogs = "logs";

struct FoundLog {
  std::string second;
  timespec written{};
  fs::path path;  // of the log, whether or not there is more than a note of it
  bool exists = false;
  std::uint64_t bytes = 0;

  bool operator<(const FoundLog& other) const {
    return std::tie(second, written.tv_sec, written.tv_nsec, path) <
           std::tie(other.second, other.written.tv_sec, other.written.tv_nsec, other.path);
  }
};

fs::path note_of(fs::path log) {
  return log.replace_extension(".json");
}

// The identifiers begin with the second; within it, what was written to last is the newest.
std::vector<FoundLog> newest_first() {
  constexpr std::size_t kSecond = std::string_view("20260131-235959").size();
  std::vector<FoundLog> found;
  for (const fs::path& file : history::state_files(kLogs)) {
    struct stat status {};
    if (stat(file.c_str(), &status) != 0) continue;
    const bool is_log = file.extension() == ".log";
    fs::path log = file;
    log.replace_extension(".log");
    std::error_code none;
    const bool is_note_alone = file.extension() == ".json" && !fs::exists(log, none);
    if (!is_log && !is_note_alone) continue;
    found.push_back({file.stem().string().substr(0, kSecond), status.st_mtim, std::move(log), is_log,
                     is_log ? static_cast<std::uint64_t>(status.st_size) : 0});
  }
  std::sort(found.rbegin(), found.rend());
  return found;
}

bool is_locked(const fs::path& file) {
  const UniqueFd fd(open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY));
  if (!fd) return errno != ENOENT;  // nobody knows
  return flock(fd.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
}

// Its run goes on: who runs it has the note locked, and who writes the log (supervise::LogFile) that.
bool goes_on(const fs::path& log) {
  return is_locked(note_of(log)) || is_locked(log);
}

Result<void> write_note(const fs::path& log, const LogNote& note) {
  return write_file(note_of(log), to_json_line(json::object{{"version", kKeptVersion},
                                                            {"command", note.command},
                                                            {"workdir", note.workdir},
                                                            {"result", note.result},
                                                            {"terminal", note.terminal}}));
}

constexpr const char* kInterrupted = "interrupted";

// Makes room for one more.
void prune(const Config::Logs& bounds) {
  std::uint64_t number = 1;
  std::uint64_t bytes = 0;
  const std::time_t oldest =
      std::time(nullptr) - std::chrono::floor<std::chrono::seconds>(bounds.age).count();
  for (const FoundLog& log : newest_first()) {
    bytes += log.bytes;
    if (++number <= bounds.keep && bytes <= bounds.bytes && log.written.tv_sec >= oldest) continue;
    if (goes_on(log.path)) continue;
    std::error_code error;
    fs::remove(log.path, error);
    fs::remove(note_of(log.path), error);
  }
}

}  // namespace

fs::path logs_dir() {
  return history::state_dir(kLogs);
}

Log new_log(const Config& config) {
  std::random_device device;
  Log log;
  log.id = fmt::format("{:%Y%m%d-%H%M%S}-{:08x}", fmt::gmtime(std::chrono::system_clock::now()), device());
  if (config.logs.keep == 0) return log;
  const fs::path directory = logs_dir();
  if (const auto made = make_private_dirs(directory); !made) {
    log.obstacle = made.error().message;
    return log;
  }
  prune(config.logs);
  log.path = directory / (log.id + ".log");
  return log;
}

RunningLog::RunningLog(Log& log, LogNote note) : note_(std::move(note)) {
  if (log.path.empty()) return;
  note_.result = kInterrupted;
  if (const auto written = write_note(log.path, note_); !written) {
    log.obstacle = written.error().message;
    log.path.clear();
    return;
  }
  log_ = log.path;
  lock_.reset(open(note_of(log_).c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
  if (lock_) flock(lock_.get(), LOCK_SH | LOCK_NB);
}

RunningLog::~RunningLog() {
  note_.result = info(ErrorCode::internal_error).name;
  end(note_);
}

void RunningLog::end(const LogNote& note) {
  if (log_.empty()) return;
  std::error_code error;
  if (fs::exists(log_, error)) {
    (void)write_note(log_, note);
  } else {
    fs::remove(note_of(log_), error);
  }
  lock_.reset();
  log_.clear();
}

std::vector<KeptLog> kept_logs() {
  std::vector<KeptLog> kept;
  for (const FoundLog& found : newest_first()) {
    KeptLog log{.id = found.path.stem().string(),
                .path = found.exists ? found.path : fs::path(),
                .bytes = found.bytes};
    if (!history::could_be_run_id(log.id)) continue;
    const auto text = read_file(note_of(found.path));
    const auto parsed = text ? parse_json(*text) : Result<json::value>(json::object());
    if (parsed && parsed->is_object()) {
      const json::object& noted = parsed->get_object();
      log.note = {.command = text_field(noted, "command"),
                  .workdir = text_field(noted, "workdir"),
                  .result = text_field(noted, "result"),
                  .terminal = text_field(noted, "terminal")};
      if (!check_kept_version(noted, note_of(found.path)))
        log.note = {.command = "noted by a newer proctor", .workdir = {}, .result = {}};
    }
    if (log.note.result == kInterrupted && goes_on(found.path)) log.note.result = "running";
    kept.push_back(std::move(log));
  }
  return kept;
}

Result<fs::path> find_log(const std::string& run) {
  std::vector<fs::path> logs;
  for (const FoundLog& log : newest_first()) {
    if (log.exists) logs.push_back(log.path);
  }
  return history::find_file_of(
      logs, run,
      fmt::format("There is no log of run {}: it printed nothing, or its log isn't kept any more "
                  "(`proctor log` lists those that are).",
                  run));
}

}  // namespace proctor
