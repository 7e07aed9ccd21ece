// Reads a results.json that anybody may have written: another test runner, a student, a broken disk.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>

#include "base/error.hpp"
#include "exercism/results.hpp"

namespace proctor::exercism {

/// Larger files aren't read. Sites take 500,000 bytes; golden files of other runners may be longer.
inline constexpr std::uint64_t kLargestResults = 16U << 20U;

/// Null, absent and empty are the same. INVALID_REQUEST names the field that is wrong, or the byte where the
/// JSON ends to be JSON. Texts are as they stand there: not fit for a terminal.
Result<Results> parse_results(std::string_view text);

/// The file is named in the error.
Result<Results> read_results(const std::filesystem::path& file);

}  // namespace proctor::exercism
