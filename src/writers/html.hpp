// The parts of the page that `--report html` writes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "writers/entries.hpp"
#include "writers/writer.hpp"

namespace proctor::writers {

/// Text in a box, for that much room: what was expected and what came stand out. Empty for a blank text.
std::string html_block(std::string_view kind, const std::string& text, std::size_t most);

/// "12 ms", "&lt;0.1 ms".
std::string html_duration(double milliseconds);

/// When the tests ran, as far as that was seen, and which took the longest. Empty if no time is known.
std::string html_times(const Written& written, const std::vector<Group>& groups);

/// Beside the style that all our pages have.
extern const std::string_view kReportStyle;
/// Search, filters and keys. The page is whole without it.
extern const std::string_view kReportScript;

}  // namespace proctor::writers
