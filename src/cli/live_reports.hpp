// What reports take from a run while it goes on: the lines of those that are written live, and when each test
// ran.
#pragma once

#include <cstdint>
#include <deque>
#include <filesystem>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "cli/live_file.hpp"
#include "report/event.hpp"
#include "writers/jsonl.hpp"
#include "writers/writer.hpp"

namespace proctor::cli {

/// Milliseconds since 1970, UTC.
std::int64_t wall_clock_ms();

class LiveReports {
 public:
  /// The first line is written at once.
  LiveReports(const std::vector<std::filesystem::path>& files, const writers::RunStart& start,
              writers::EventLines::Mask mask);

  /// From any thread.
  void on(const Event& event);

  /// By Case::id, of the tests that have ended.
  std::map<std::string, writers::Span> spans();

  /// Writes what is left. What went wrong with a file.
  std::vector<Error> end(const writers::Written& written);

 private:
  void write(const std::string& line);
  void note_span(const Event& event, std::int64_t at);

  std::mutex mutex_{};  // for everything below
  writers::EventLines lines_;
  std::int64_t began_;
  std::map<std::string, writers::Span, std::less<>> spans_{};
  std::deque<LiveFile> files_{};  // which can't be moved
};

}  // namespace proctor::cli
