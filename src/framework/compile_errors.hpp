// What a compiler said, with its places.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "report/report.hpp"

namespace proctor::framework {

/// The errors in what a compiler printed: a line "FILE:LINE: error: …" (the column stands behind the line, or
/// a caret is below it), "e: file://FILE:LINE:COLUMN …" of Kotlin's, or "** (CompileError) FILE:LINE: …" of
/// Elixir's, with the lines below it as its text. Files are relative to the root where they lie in it.
std::vector<Diagnostic> compile_errors(std::string_view printed, const std::filesystem::path& root);

}  // namespace proctor::framework
