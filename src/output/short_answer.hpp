// What a model reads of an answer: its envelope made short.
//
// Several clients show a model `structuredContent` alone, so that has the words of the brief text in front.
// Behind them stand the verdict, the counts, the failures, and of the envelope's own fields what matters.
// Tests that passed are counted and left out; whatever doesn't fit is left out, too. The whole envelope is
// kept elsewhere, and `full` says where.
#pragma once

#include <cstddef>
#include <string_view>

#include "base/json.hpp"

namespace proctor::output {

/// {summary, ok, verdict?, counts?, failures?, failures_left_out?, error?, data?, full?}, of at most
/// `max_tokens` by estimated_tokens() of its text. `summary` is cut to three fifths of that. `full` names
/// where the whole envelope is; an empty object: nowhere.
json::object short_answer(const json::object& envelope, std::string_view summary, const json::object& full,
                          std::size_t max_tokens);

/// The tokens of the JSON text.
std::size_t json_tokens(const json::value& value);

}  // namespace proctor::output
