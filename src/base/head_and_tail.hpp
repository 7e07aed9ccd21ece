// Long text, of which the beginning and the end stay. What is left out between them is marked and counted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace proctor {

/// Takes out the middle of a text that is longer than `limit` bytes: "[… 123456 bytes, 789 lines left out …]"
/// stands there, in a line of its own. A text that was cut before has one mark, with the counts of both cuts.
/// No cut falls inside a character.
void cut_middle(std::string& text, std::size_t limit);

/// Adds to a text that comes in pieces. It has at most twice `limit` bytes, and more than `limit` only as
/// long as nothing is left out of it.
void append_cut(std::string& text, std::string_view more, std::size_t limit);

/// The lines that a mark of cut_middle() stands for; 0: the line is no such mark.
std::uint64_t lines_left_out(std::string_view line);

}  // namespace proctor
