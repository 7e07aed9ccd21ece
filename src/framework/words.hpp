// The table of words in the output of tools (format/words.hpp) that is a part of this program.
#pragma once

#include "format/words.hpp"

namespace proctor::framework {

/// The rows of frameworks/words.toml and of [evidence] in each framework.toml.
const format::WordTable& words();

/// The same as rows, and what stands before lines; for tests. INVALID_REQUEST for a table that breaks the
/// rules.
struct WordFile {
  std::vector<format::WordRow> rows{};
  std::vector<std::string> prefixes{};
};
Result<WordFile> read_words();

}  // namespace proctor::framework
