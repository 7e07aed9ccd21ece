// Text that isn't ASCII, many bytes at a time.
#pragma once

#include <cstddef>
#include <string_view>

namespace proctor::output {

/// The length of a beginning of `bytes` that is text: whole valid characters, none of which is hidden or a
/// control other than newline and tab. It may be shorter than it could be (0 where the machine can't look at
/// many bytes at once), never longer.
std::size_t text_blocks(std::string_view bytes);

}  // namespace proctor::output
