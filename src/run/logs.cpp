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
#include "base/paths.hpp"
#include "base/unique_fd.hpp"
#include "request/request.hpp"

namespace proctor {
namespace fs = std::filesystem;
namespace {

struct FoundLog {
  std::string second;
  timespec written{};
  fs::path path;
  std::uint64_t bytes = 0;

  bool operator<(const FoundLog& other) const {
    return std::tie(second, written.tv_sec, written.tv_nsec, path) <
           std::tie(other.second, other.written.tv_sec, other.written.tv_nsec, other.path);
  }
};

// The identifiers begin with the second; within it, what was written to last is the newest.
std::vector<FoundLog> newest_first() {
  constexpr std::size_t kSecond = std::string_view("20260131-235959").size();
  std::vector<FoundLog> found;
  std::error_code error;
  for (auto it = fs::directory_iterator(logs_dir(), error); !error && it != fs::directory_iterator();
       it.increment(error)) {
    struct stat status {};
    if (it->path().extension() != ".log" || stat(it->path().c_str(), &status) != 0) continue;
    found.push_back({it->path().stem().string().substr(0, kSecond), status.st_mtim, it->path(),
                     static_cast<std::uint64_t>(status.st_size)});
  }
  std::sort(found.rbegin(), found.rend());
  return found;
}

fs::path note_of(fs::path log) {
  return log.replace_extension(".json");
}

// Its run goes on: whoever writes a log has it locked (supervise::LogFile).
bool is_written_to(const fs::path& log) {
  const UniqueFd fd(open(log.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY));
  if (!fd) return errno != ENOENT;  // nobody knows
  return flock(fd.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
}

// Makes room for one more.
void prune(const Config::Logs& bounds) {
  std::uint64_t number = 1;
  std::uint64_t bytes = 0;
  const std::time_t oldest =
      std::time(nullptr) - std::chrono::floor<std::chrono::seconds>(bounds.age).count();
  for (const FoundLog& log : newest_first()) {
    bytes += log.bytes;
    if (++number <= bounds.keep && bytes <= bounds.bytes && log.written.tv_sec >= oldest) continue;
    if (is_written_to(log.path)) continue;
    std::error_code error;
    fs::remove(log.path, error);
    fs::remove(note_of(log.path), error);
  }
}

bool is_id(const std::string& run) {
  return !run.empty() && run.size() <= 64 && run.find_first_not_of("0123456789abcdef-") == std::string::npos;
}

}  // namespace

fs::path logs_dir() {
  return user_state_dir() / "logs";
}

Log new_log(const Config& config) {
  std::random_device device;
  Log log;
  log.id = fmt::format("{:%Y%m%d-%H%M%S}-{:08x}", fmt::gmtime(std::chrono::system_clock::now()), device());
  if (config.logs.keep == 0 || !make_private_dirs(logs_dir())) return log;
  prune(config.logs);
  log.path = logs_dir() / (log.id + ".log");
  return log;
}

void note(const Log& log, const LogNote& note) {
  std::error_code error;
  // What printed nothing has no log to look for.
  if (log.path.empty() || !fs::exists(log.path, error)) return;
  (void)write_file(note_of(log.path),
                   to_json_line(json::object{
                       {"command", note.command}, {"workdir", note.workdir}, {"result", note.result}}));
}

std::vector<KeptLog> kept_logs() {
  std::vector<KeptLog> kept;
  for (const FoundLog& found : newest_first()) {
    KeptLog log{.id = found.path.stem().string(), .path = found.path, .bytes = found.bytes};
    if (!is_id(log.id)) continue;
    const auto text = read_file(note_of(found.path));
    const auto parsed = text ? parse_json(*text) : Result<json::value>(json::object());
    if (parsed && parsed->is_object()) {
      const json::object& noted = parsed->get_object();
      log.note = {text_field(noted, "command"), text_field(noted, "workdir"), text_field(noted, "result")};
    }
    kept.push_back(std::move(log));
  }
  return kept;
}

Result<fs::path> find_log(const std::string& run) {
  if (!is_id(run)) {
    return fail(ErrorCode::invalid_request, "That is no run's id; they look like 20260131-235959-0a1b2c3d.",
                {{"field", "run"}});
  }
  fs::path path = logs_dir() / (run + ".log");
  std::error_code error;
  if (!fs::is_regular_file(path, error)) {
    return fail(ErrorCode::invalid_request,
                fmt::format("There is no log of run {}: it printed nothing, or its log isn't kept any more "
                            "(`proctor log` lists those that are).",
                            run),
                {{"field", "run"}});
  }
  return path;
}

}  // namespace proctor
