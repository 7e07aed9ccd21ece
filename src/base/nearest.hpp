// The names that somebody may have meant who wrote another one.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace proctor {

/// How many letters have to be put in, taken out, changed or swapped with their neighbour to make one text of
/// the other (restricted Damerau-Levenshtein). In bytes; of longer texts the first 200 count.
std::size_t edit_distance(std::string_view one, std::string_view other);

/// At most `most` of the names, the nearest first: those that a third of their letters at most makes another
/// text, or that begin with what was written. Case doesn't count.
std::vector<std::string> nearest(std::string_view written, const std::vector<std::string>& names,
                                 std::size_t most = 3);

}  // namespace proctor
