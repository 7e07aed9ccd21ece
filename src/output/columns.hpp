// Text in columns of a terminal: how wide it is, cut, padded and wrapped. Everything takes text that is valid
// UTF-8 and free of control characters, as for_terminal() leaves it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace proctor::output {

/// How many columns the text takes: most characters one, East Asian ones and pictures two, combining marks
/// none.
std::size_t columns(std::string_view text);

/// The text if it fits, otherwise its beginning and "…", together at most `width` columns.
std::string cut(std::string_view text, std::size_t width);

/// What is left when the first `width` columns are taken away.
std::string_view skip(std::string_view text, std::size_t width);

/// Filled up with blanks to `width` columns, after the text or before it.
std::string pad_right(std::string_view text, std::size_t width);
std::string pad_left(std::string_view text, std::size_t width);

/// One line broken into several of at most `width` columns, at blanks where there are some. Words that are
/// longer than a line are broken too: a terminal would go on in its first column, where text from a test must
/// not appear. The blanks at the line's beginning are kept and repeated for the lines that follow. Width 0
/// means no limit.
std::vector<std::string> wrap(std::string_view line, std::size_t width);

/// Hostile text as exactly one line: harmless on a terminal, newlines and tabs turned into blanks.
std::string one_line(std::string_view text);

/// Hostile text as lines: harmless on a terminal, tabs turned into blanks, no blank lines at either end.
std::vector<std::string> lines_of(std::string_view text);

}  // namespace proctor::output
