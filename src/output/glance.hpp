// A look at much text at once: where could a line be that reports a failure?
//
// Ordinary output has hardly any, and all of it has to be looked at, at the speed of a pipe.
#pragma once

#include <cstddef>
#include <string_view>

namespace proctor::output {

/// How many bytes are looked at together.
inline constexpr std::size_t kGlanceBlock = 64;

/// How many bytes at the beginning of `text`, which begins with a line, have no hint of a failure: nothing
/// that a line that reports one must have begins in them. Many bytes are looked at together; the next
/// kGlanceBlock bytes have a hint, or are the end of the text.
std::size_t glance(std::string_view text);

}  // namespace proctor::output
