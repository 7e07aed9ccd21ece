// The whole answers of runs whose callers read a short one: answers/RUN.json where the memory is
// (history/state_places.hpp), kept as long and as many as the logs ([logs] keep, age, bytes).
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "base/json.hpp"
#include "config/config.hpp"

namespace proctor {

/// Keeps the answer of a run and removes those that are too many, too old or too large, the oldest first.
/// Returns its file; an empty path where `[logs] keep` is 0. Failing to keep it never fails a run.
Result<std::filesystem::path> keep_answer(const Config& config, const std::string& run,
                                          const json::object& answer);

/// The file of a run's answer; the id may be shortened. INVALID_REQUEST (details.field "run") if it is none,
/// means several runs, or there is no such answer (any more).
Result<std::filesystem::path> find_answer(const std::string& run);

std::filesystem::path answers_dir();

}  // namespace proctor
