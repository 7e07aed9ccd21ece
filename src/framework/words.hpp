// The table of words in the output of tools (format/words.hpp) that is a part of this program.
#pragma once

#include "format/words.hpp"

namespace proctor::framework {

struct TomlValue;

/// Adds the rows of an [evidence]: a list of patterns for each kind of word. Their tool is the caller's to
/// set.
Result<void> read_evidence(const TomlValue& value, std::vector<format::WordRow>& rows);

/// The rows of frameworks/words.toml and of [evidence] in each framework.toml. A bad file is thrown as a
/// Failure.
const format::WordTable& words();

/// The same as rows, and what stands before lines; for tests. INVALID_REQUEST for a file that can't be used.
struct WordFile {
  std::vector<format::WordRow> rows{};
  std::vector<std::string> prefixes{};
};
Result<WordFile> read_words();

}  // namespace proctor::framework
