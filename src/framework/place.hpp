// Where in the project a tool's words point to.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

#include "report/report.hpp"

namespace proctor::framework {

/// The first place in a compiler's or a tool's words that is in a file of the project: `FILE:LINE`,
/// `FILE:LINE:COLUMN`, `File "FILE", line LINE`, `FILE: words (LINE:COLUMN)`,
/// `PACKAGE.CLASS.METHOD(FILE:LINE)`. What is below node_modules is others'.
std::optional<Diagnostic> place_in(std::string_view words, const std::filesystem::path& root);

}  // namespace proctor::framework
