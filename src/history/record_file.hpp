// The record of one run: a zstd-compressed file of JSON lines, which is the truth that the index is made
// from. schemas/kept-run.schema.json describes its lines.
//
// The first line is the run, then each suite is followed by its cases, then comes what didn't run, what the
// compiler said, and at last all else that the answer said. So a person can read it with `zstdcat`.
#pragma once

#include <filesystem>
#include <string>

#include "base/error.hpp"
#include "base/json.hpp"
#include "history/kept_run.hpp"
#include "report/report.hpp"

namespace proctor::history {

struct Record {
  KeptRun run{};
  Answer answer{};
};

inline constexpr const char* kRecordSuffix = ".jsonl.zst";

/// Writes the record at once: beside its place first, then renamed.
Result<void> write_record(const std::filesystem::path& file, const KeptRun& run, const Answer& answer);

/// INTERNAL_ERROR for a damaged file, and for one that a newer proctor wrote.
Result<Record> read_record(const std::filesystem::path& file);

/// The run alone, as the index keeps it.
std::string to_text(const KeptRun& run);
KeptRun run_from(std::string_view text);

/// A whole text as one zstd frame with a checksum, and back.
std::string compress(std::string_view text);
Result<std::string> decompress(std::string_view frame);

}  // namespace proctor::history
