#include "run/kept_answers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <vector>

#include "base/files.hpp"
#include "history/run_id.hpp"
#include "history/state_places.hpp"
#include "run/logs.hpp"

namespace proctor {
namespace fs = std::filesystem;
namespace {

constexpr const char* kAnswers = "answers";

// Identifiers of runs begin with the time: their order is that of the names.
void remove_old_answers(const Config::Logs& bounds) {
  std::vector<fs::path> files = history::state_files(kAnswers);
  std::sort(files.begin(), files.end(),
            [](const fs::path& a, const fs::path& b) { return b.filename() < a.filename(); });
  const auto oldest = fs::file_time_type::clock::now() - bounds.age;
  std::uint64_t number = 0;
  std::uint64_t bytes = 0;
  for (const fs::path& file : files) {
    std::error_code unknown;
    const std::uint64_t size = fs::file_size(file, unknown);
    if (!unknown) bytes += size;
    const bool stays =
        ++number <= bounds.keep && bytes <= bounds.bytes && fs::last_write_time(file, unknown) >= oldest;
    if (!stays) fs::remove(file, unknown);
  }
}

}  // namespace

fs::path answers_dir() {
  return history::state_dir(kAnswers);
}

Result<fs::path> keep_answer(const Config& config, const std::string& run, const json::object& answer) {
  if (config.logs.keep == 0) return fs::path();
  const fs::path directory = answers_dir();
  if (auto made = make_private_dirs(directory); !made) return tl::unexpected(made.error());
  fs::path file = directory / (run + ".json");
  if (auto written = write_file(file, to_json_line(answer) + '\n'); !written)
    return tl::unexpected(written.error());
  remove_old_answers(config.logs);
  std::error_code error;
  return fs::exists(file, error) ? file : fs::path();
}

Result<fs::path> find_answer(const std::string& run) {
  return history::find_file_of(
      history::state_files(kAnswers), run,
      fmt::format("There is no answer of run {}: it goes on elsewhere, was never begun, or its answer "
                  "isn't kept any more.",
                  run));
}

}  // namespace proctor
