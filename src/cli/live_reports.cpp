#include "cli/live_reports.hpp"

#include <chrono>
#include <utility>
#include <variant>

namespace proctor::cli {
namespace {

// A page shows fewer.
constexpr std::size_t kMostSpans = 100'000;

}  // namespace

std::int64_t wall_clock_ms() {
  using namespace std::chrono;
  return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
}

LiveReports::LiveReports(const std::vector<std::filesystem::path>& files, const writers::RunStart& start,
                         writers::EventLines::Mask mask)
    : lines_(std::move(mask)), began_(start.began) {
  for (const std::filesystem::path& file : files) files_.emplace_back(file);
  write(lines_.began(start));
}

void LiveReports::write(const std::string& line) {
  for (LiveFile& file : files_) file.write(line);
}

void LiveReports::on(const Event& event) {
  const std::lock_guard lock(mutex_);
  const std::int64_t at = wall_clock_ms();
  note_span(event, at - began_);
  if (!files_.empty()) write(lines_.line(event, at));
}

void LiveReports::note_span(const Event& event, std::int64_t at) {
  if (const auto* started = std::get_if<TestStarted>(&event)) {
    if (!started->test.id.empty() && spans_.size() < kMostSpans)
      spans_.insert_or_assign(std::string(started->test.id), writers::Span{at, -1});
  } else if (const auto* finished = std::get_if<TestFinished>(&event)) {
    const auto found = spans_.find(finished->test.id);
    if (found != spans_.end()) found->second.end = at;
  }
}

std::map<std::string, writers::Span> LiveReports::spans() {
  const std::lock_guard lock(mutex_);
  std::map<std::string, writers::Span> spans;
  for (const auto& [id, span] : spans_) {
    if (span.end >= 0) spans.emplace(id, span);
  }
  return spans;
}

std::vector<Error> LiveReports::end(const writers::Written& written) {
  const std::lock_guard lock(mutex_);
  std::vector<Error> errors;
  if (!files_.empty()) write(lines_.ended(written));
  for (LiveFile& file : files_) {
    if (auto done = file.finish(); !done) errors.push_back(std::move(done.error()));
  }
  return errors;
}

}  // namespace proctor::cli
