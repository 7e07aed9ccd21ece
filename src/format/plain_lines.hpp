// Passes over lines that OutputWatch has nothing to do with, 64 bytes at a time: nearly all lines of a long
// output.
#pragma once

#include <cstddef>
#include <string_view>

namespace proctor::format {

/// `text` begins with a line. How many bytes of it are whole lines that have no prefix (take_prefix()) and
/// are nothing to a RunWatch, unless it reads_every_line(). May be fewer than there are.
std::size_t plain_lines(std::string_view text);

}  // namespace proctor::format
