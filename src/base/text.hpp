// Small text helpers that several folders need: UTF-8 that can't be trusted, durations, sizes, shell words.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace proctor {

bool is_valid_utf8(std::string_view text);

/// Every byte that isn't part of a valid UTF-8 sequence becomes U+FFFD.
std::string to_valid_utf8(std::string_view text);

/// The length of the longest prefix of at most `limit` bytes that doesn't cut a UTF-8 sequence.
std::size_t utf8_prefix(std::string_view text, std::size_t limit);

/// The length of the longest suffix of at most `limit` bytes that doesn't begin inside a UTF-8 sequence.
std::size_t utf8_suffix(std::string_view text, std::size_t limit);

/// The length of the escape sequence at the beginning of the text (ECMA-48: colours, titles, links and
/// others); all of the text if it doesn't end in it.
std::size_t escape_length(std::string_view text);

/// Makes text harmless on a terminal: control characters (but newline and tab), escape sequences and
/// bidirectional overrides are taken out, invalid UTF-8 is replaced.
std::string for_terminal(std::string_view text);

/// A name with its control characters written out: "\\n", "\\t", "\\x00". It can be typed, and stands on one
/// line.
std::string printable(std::string_view name);

/// "300s", "5m", "1h", "30d", "250ms", "1.5s", or a bare number of seconds. Nothing for anything else, for
/// zero and for more than a year.
std::optional<std::chrono::milliseconds> parse_duration(std::string_view text);

/// "850 ms", "12.3 s", "2 min 05 s".
std::string format_duration(std::chrono::milliseconds duration);

/// "512M", "1GiB", "4096", "64k", "1TB" (powers of 1024). Nothing for anything else.
std::optional<std::uint64_t> parse_size(std::string_view text);

/// "12.3 MiB".
std::string format_size(std::uint64_t bytes);

/// One word as a POSIX shell takes it: unchanged if it is plain, in single quotes otherwise.
std::string shell_quote(std::string_view word);

/// Words joined by spaces, each quoted where needed.
std::string shell_join(const std::vector<std::string>& words);

/// Every occurrence of `what` becomes `with`; nothing happens if `what` is empty.
void replace_all(std::string& text, std::string_view what, std::string_view with);

std::vector<std::string_view> split_lines(std::string_view text);
std::string_view trim(std::string_view text);

}  // namespace proctor
