// Replacements in a text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace proctor::source {

/// The bytes from `begin` to before `end` become `with`.
struct Edit {
  std::size_t begin = 0, end = 0;
  std::string with;
};

/// Puts edits in order and takes out those that lie in or overlap with an earlier one.
void tidy(std::vector<Edit>& edits);

/// The text with all edits made. They are in order and don't overlap, as tidy() leaves them; what lies
/// outside of the text is ignored.
std::string apply(std::string_view text, const std::vector<Edit>& edits);

}  // namespace proctor::source
