#include "command/report_files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <re2/re2.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <utility>

#include "base/text.hpp"
#include "base/unique_fd.hpp"
#include "format/ctest_log.hpp"
#include "format/document_start.hpp"
#include "format/reader.hpp"
#include "framework/words.hpp"
#include "policy/workdir.hpp"

namespace proctor::command {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kMostFiles = 1'000;  // of those that the command wrote
constexpr off_t kLargestFile = 64 << 20;
constexpr off_t kMostBytes = 256 << 20;  // of all
constexpr std::size_t kMostNamed = 100;  // in a command
constexpr std::string_view kEndings[] = {".json", ".xml", ".trx", ".tap"};

struct OpenFile {
  UniqueFd fd;
  struct stat status;
};

// A regular file inside the workdir only: what the command left there may be a pipe that nobody writes to, or
// lead elsewhere.
std::optional<OpenFile> open_inside(const fs::path& workdir, const fs::path& file) {
  std::error_code error;
  const fs::path real = fs::canonical(workdir / file, error);
  if (error || !policy::lies_inside(real, workdir)) return std::nullopt;
  OpenFile opened{UniqueFd(open(real.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)), {}};
  if (!opened.fd || fstat(opened.fd.get(), &opened.status) != 0 || !S_ISREG(opened.status.st_mode))
    return std::nullopt;
  return opened;
}

using Clock = std::chrono::steady_clock;

struct ReadFile {
  format::Evidence evidence{};
  bool whole = true;
};

// The reader of the report that begins like this; null: it is read by the words in it.
std::unique_ptr<format::ReportReader> reader_of(std::string_view begin, const fs::path& file) {
  const std::string_view format = format::detect_format(begin);
  // In a log a line that begins with `ok` is no TAP.
  if (format == "tap" && file.extension() != ".tap") return nullptr;
  return format::make_reader(format);
}

// What the reader's report says; nothing if that is none, or a mere plan.
std::optional<format::Evidence> evidence_of(std::unique_ptr<format::ReportReader> reader) {
  if (!reader) return std::nullopt;
  reader->finish();
  const auto& tests = reader->events().tests();
  const auto has_begun = [](const format::TestEvent& test) { return test.number != 0; };
  if (!reader->found() || (!tests.empty() && std::ranges::none_of(tests, has_begun))) return std::nullopt;
  std::vector<format::LabelledReader> readers;
  readers.push_back({.reader = std::move(reader)});
  format::ReadReports read = format::report_of(readers);
  format::Evidence evidence;
  evidence.has_report = true;
  evidence.state = std::move(read.state);
  evidence.suites = std::move(read.suites);
  format::number_twins(evidence.suites);
  evidence.totals = count(evidence.suites);
  evidence.diagnostics = std::move(read.diagnostics);
  return evidence;
}

// A test that passed there counts for nothing: ctest prints that itself.
format::Evidence ctest_log_evidence(std::string_view log, const format::OutputEvidence::LineMask& mask) {
  format::Evidence evidence;
  for (const std::string& test : format::ended_early_in_ctest_log(log)) {
    std::string line = for_terminal(mask ? mask(test) : test);
    line.resize(utf8_prefix(line, format::OutputEvidence::kFailureLineBytes));
    evidence.failure_lines.push_back(
        fmt::format("the program of \"{}\" ended within a test, with an exit code that says success", line));
    if (evidence.failure_lines.size() == format::OutputEvidence::kFailureLines) break;
  }
  return evidence;
}

// Reads all of it if it ends by then.
ReadFile evidence_in(const OpenFile& file, const fs::path& name, const format::OutputEvidence::LineMask& mask,
                     std::optional<Clock::time_point> until) {
  format::OutputEvidence words(framework::words(), mask);
  std::unique_ptr<format::ReportReader> reader;
  std::array<char, 64U << 10U> buffer{};
  const bool of_ctest = name.string().ends_with(format::kCtestLog);
  std::string log;
  off_t total = 0;
  bool whole = false;
  while (!whole && (until ? Clock::now() < *until : total <= kLargestFile)) {
    const ssize_t got = ::read(file.fd.get(), buffer.data(), buffer.size());
    whole = got <= 0;
    if (whole) break;
    const std::string_view bytes(buffer.data(), static_cast<std::size_t>(got));
    if (total == 0) reader = reader_of(bytes, name);
    total += got;
    if (of_ctest) {
      log.append(bytes);
      continue;
    }
    words.feed(Stream::out, bytes);
    if (reader) reader->feed(bytes);
  }
  if (of_ctest) return {ctest_log_evidence(log, mask), whole};
  auto evidence = evidence_of(std::move(reader));
  return {evidence ? *std::move(evidence) : words.finish(), whole};
}

// In the build directories that people have: the workdir, "build", a preset's "build/debug" or
// "out/build/debug".
std::vector<fs::path> ctest_logs(const fs::path& workdir, std::size_t most_entries) {
  std::vector<fs::path> logs;
  std::error_code error;
  const auto look = [&](const fs::path& build) {
    if (fs::exists(workdir / build / format::kCtestLog, error)) logs.push_back(build / format::kCtestLog);
  };
  std::size_t entries = 0;
  for (const fs::path base : {"", "build", "out/build"}) {
    look(base);
    for (auto it = fs::directory_iterator(workdir / base, error); !error && it != fs::directory_iterator();
         it.increment(error)) {
      if (++entries > most_entries) return logs;
      if (it->is_directory(error)) look(base / it->path().filename());
    }
  }
  return logs;
}

bool is_report(const UniqueFd& file) {
  std::array<char, 4096> head{};
  const ssize_t got = ::pread(file.get(), head.data(), head.size(), 0);
  return got > 0 && format::begins_like_report({head.data(), static_cast<std::size_t>(got)});
}

}  // namespace

std::vector<fs::path> report_files_in(std::string_view command) {
  static const RE2 pattern(R"(([\w./+@%-]+\.(?:json|xml|trx|tap))\b)");
  re2::StringPiece rest(command.data(), command.size());
  std::vector<fs::path> files;
  std::string name;
  while (files.size() < kMostNamed && RE2::FindAndConsume(&rest, pattern, &name)) files.emplace_back(name);
  return files;
}

ReportFiles::State ReportFiles::state_of(const struct stat& status) {
  return {status.st_dev, status.st_ino, status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec};
}

ReportFiles::Candidates ReportFiles::candidates() const {
  Candidates found{.files = {configured_.begin(), configured_.end()}};
  found.files.insert(named_.begin(), named_.end());
  std::error_code error;
  std::size_t entries = 0;
  for (auto it = fs::directory_iterator(workdir_, error); !error && it != fs::directory_iterator();
       it.increment(error)) {
    if (++entries > most_entries_) {
      found.all = false;
      break;
    }
    if (std::ranges::find(kEndings, it->path().extension()) != std::end(kEndings))
      found.files.insert(it->path().filename());
  }
  for (fs::path& log : ctest_logs(workdir_, most_entries_)) found.files.insert(std::move(log));
  return found;
}

ReportFiles::ReportFiles(fs::path workdir, std::vector<fs::path> configured, std::vector<fs::path> named,
                         std::size_t most_entries)
    : workdir_(std::move(workdir)),
      configured_(std::move(configured)),
      named_(std::move(named)),
      most_entries_(most_entries) {
  const Candidates there = candidates();
  all_before_ = there.all;
  for (const fs::path& file : there.files) {
    struct stat status {};
    if (stat((workdir_ / file).c_str(), &status) == 0) before_.insert(state_of(status));
  }
}

FoundReports ReportFiles::read(const format::OutputEvidence::LineMask& mask,
                               std::chrono::milliseconds time) const {
  struct Written {
    bool configured;
    off_t size;
    fs::path file;
  };
  std::vector<Written> written;
  std::set<State> contents;  // of several names for one, the first
  const Candidates there = candidates();
  for (const fs::path& file : there.files) {
    const auto opened = open_inside(workdir_, file);
    if (!opened || before_.contains(state_of(opened->status))) continue;
    if (!contents.insert(state_of(opened->status)).second) continue;
    const bool configured = std::find(configured_.begin(), configured_.end(), file) != configured_.end();
    written.push_back({configured, opened->status.st_size, file});
  }
  std::sort(written.begin(), written.end(), [](const Written& a, const Written& b) {
    return std::tuple(!a.configured, a.size, a.file) < std::tuple(!b.configured, b.size, b.file);
  });

  FoundReports found{.unlisted = !there.all};
  const auto unread = [&found](std::string what, format::Evidence evidence) {
    evidence.has_report = evidence.state.truncated = true;
    // Of those for which there is no time at all, one says as much as many.
    if (found.unread.empty() || evidence.shows_failure())
      found.reports.push_back({what, std::move(evidence)});
    found.unread.push_back(std::move(what));
  };
  if (!there.all && all_before_) unread(fmt::format("beyond {} entries", most_entries_), {});
  std::size_t looked_at = 0;
  off_t room = kMostBytes;
  const Clock::time_point until = Clock::now() + time;
  for (const Written& each : written) {
    const auto opened = open_inside(workdir_, each.file);
    if (!opened) continue;
    const bool further = looked_at >= kMostFiles || each.size > std::min(kLargestFile, room);
    const bool report = is_report(opened->fd);
    if (further && !each.configured && !report) {
      ++found.left_out;
      continue;
    }
    ++looked_at;
    if (!further) room -= each.size;
    auto [evidence, whole] =
        evidence_in(*opened, each.file, mask, further ? std::optional(until) : std::nullopt);
    if (!whole) {
      unread(each.file.string(), std::move(evidence));
    } else if (evidence.has_report || evidence.shows_failure() || evidence.shows_pass()) {
      found.reports.push_back({each.file.string(), std::move(evidence)});
    }
  }
  std::sort(found.reports.begin(), found.reports.end(),
            [](const FoundReport& a, const FoundReport& b) { return a.file < b.file; });
  return found;
}

}  // namespace proctor::command
